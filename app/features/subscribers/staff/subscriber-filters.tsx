import { SUBSCRIBER_STATES } from "../rules/subscriptions.ts";
import type { SubscriberQuery } from "../forms.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";

/** What the list is narrowed to: a GET form, so that the choice is the address. */
export function SubscriberFilters({
  filter,
  sources,
  products,
}: {
  filter: SubscriberQuery;
  sources: readonly string[];
  products: readonly { id: string; name: string }[];
}) {
  const any = { value: "", label: "Any" };
  return (
    <form
      method="get"
      noValidate
      role="search"
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-5"
    >
      <TextField
        id="q"
        type="search"
        name="q"
        label="Search by address"
        defaultValue={filter.search}
        maxLength={320}
      />
      <SelectField
        id="state"
        name="state"
        label="State"
        defaultValue={filter.state ?? ""}
        options={[
          any,
          ...SUBSCRIBER_STATES.map((state) => ({
            value: state,
            label: state.charAt(0).toUpperCase() + state.slice(1),
          })),
        ]}
      />
      <SelectField
        id="source"
        name="source"
        label="Source"
        defaultValue={filter.source ?? ""}
        options={[any, ...sources.map((source) => ({ value: source, label: source }))]}
      />
      <SelectField
        id="product"
        name="product"
        label="Product"
        defaultValue={filter.productId ?? ""}
        options={[any, ...products.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <div>
        <Button look="secondary">Search</Button>
      </div>
    </form>
  );
}
