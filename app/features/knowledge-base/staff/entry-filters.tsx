import { Link } from "react-router";
import { MAX_TERM } from "../../search/rules.ts";
import { FAQ_ACCESS_WORDS, FAQ_TIMES, type FaqQuery } from "../forms/faq-forms.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice-field.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";

/** What the list is narrowed to: a GET form, so that the choice is the address. */
export function FaqFilters({
  filter,
  products,
  narrowed,
}: {
  filter: FaqQuery;
  products: readonly { id: string; name: string }[];
  narrowed: boolean;
}) {
  const any = { value: "", label: "Any" };
  return (
    <form
      method="get"
      noValidate
      role="search"
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
    >
      <TextField
        id="q"
        type="search"
        name="q"
        label="Search by question, answer or comment"
        defaultValue={filter.search}
        maxLength={MAX_TERM}
      />
      <SelectField
        id="access"
        name="access"
        label="Access"
        defaultValue={filter.access ?? ""}
        options={[
          any,
          ...Object.entries(FAQ_ACCESS_WORDS).map(([value, label]) => ({ value, label })),
        ]}
      />
      <SelectField
        id="product"
        name="product"
        label="Products"
        defaultValue={filter.productId ?? ""}
        options={[any, ...products.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <SelectField
        id="time"
        name="time"
        label="Time"
        defaultValue={filter.days === null ? "" : String(filter.days)}
        options={[
          { value: "", label: "All Time" },
          ...FAQ_TIMES.map(({ value, label }) => ({ value, label })),
        ]}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Choice
          id="favourite"
          type="checkbox"
          name="favourite"
          value="yes"
          defaultChecked={filter.favourite}
          label="Favourites"
        />{" "}
        <Button look="secondary">Search</Button>{" "}
        {narrowed ? (
          <Link to="/knowledge-base" className="inline-block py-0.5 text-accent underline">
            Show all
          </Link>
        ) : null}
      </div>
    </form>
  );
}
