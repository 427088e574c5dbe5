import { Link } from "react-router";
import { MAX_TERM } from "../../search/rules.ts";
import { FAQ_ACCESS_WORDS } from "../../knowledge-base/forms/faq-forms.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import type { ControlQuery } from "../rules.ts";

/** What the library is narrowed to: a GET form, so that the choice is the address. */
export function ControlFilters({
  filter,
  products,
  frameworks,
  narrowed,
}: {
  filter: ControlQuery;
  products: readonly { id: string; name: string }[];
  frameworks: readonly string[];
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
        label="Search by reference, title or description"
        defaultValue={filter.search}
        maxLength={MAX_TERM}
      />
      <SelectField
        id="framework"
        name="framework"
        label="Framework"
        defaultValue={filter.framework ?? ""}
        options={[any, ...frameworks.map((name) => ({ value: name, label: name }))]}
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
      <div className="flex flex-wrap items-center gap-4">
        <Button look="secondary">Search</Button>{" "}
        {narrowed ? (
          <Link to="/controls" className="inline-block py-0.5 text-accent underline">
            Show all
          </Link>
        ) : null}
      </div>
    </form>
  );
}
