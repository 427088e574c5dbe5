import type { FieldMetadata } from "@conform-to/react";
import { Link } from "react-router";
import { REQUESTER_TYPES } from "#access/access-requests/forms/access-request.ts";
import { choiceField, selectField, textField } from "#web/forms/fields.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";

type Field = FieldMetadata<unknown>;
type Options = readonly { value: string; label: string }[];
type Products = readonly { id: string; name: string }[];

/** What the form says of the company around a rule. */
export interface RuleSurroundings {
  profiles: readonly { id: string; name: string }[];
  products: Products;
  /** Domains on the customer list. */
  customers: number;
  /** By name, as the server knows them: browsers call some countries otherwise. */
  countries: Options;
  /** What the access form asks people. */
  asks: { relationship: boolean; country: boolean };
}

/** What must hold beside the address: everything that is filled in. */
export function RuleConditions({
  fields: { relationships, countries, askedProductIds },
  around: { products, customers, asks },
}: {
  fields: Record<"relationships" | "countries" | "askedProductIds", Field>;
  around: RuleSurroundings;
}) {
  const unasked = (what: string, isAsked: boolean) =>
    isAsked ? "" : ` Your access form doesn’t ask for ${what}, so this condition never matches.`;
  return (
    <fieldset className="space-y-6 rounded-lg border border-line bg-surface p-6">
      <legend className="px-2 text-sm font-medium">And only if</legend>
      <p className="text-sm text-muted">
        All conditions must match. Relationship and country are self-reported and not verified. Even
        after approval, only someone who can read email at that address gets access.
      </p>
      <FieldGroup
        id={relationships.id}
        legend="Relationship"
        hint={`Select one or more, or none for any relationship.${unasked("a relationship", asks.relationship)}`}
        errors={relationships.errors}
      >
        {REQUESTER_TYPES.map((value) => (
          <Choice
            key={value}
            {...choiceField(relationships, value, "checkbox")}
            id={`${relationships.id}-${value.replace(/\W/g, "-")}`}
            label={value.charAt(0).toUpperCase() + value.slice(1)}
          />
        ))}
      </FieldGroup>
      <TextField
        {...textField(countries)}
        label="Countries"
        hint={`Separate countries with commas, such as Germany, France. Leave empty for any country.${unasked("a country", asks.country)}`}
        autoComplete="off"
      />
      {products.length < 2 ? null : (
        <FieldGroup
          id={askedProductIds.id}
          legend="Products requested"
          hint="The rule applies only if every requested product is selected here. Select none to allow any product."
          errors={askedProductIds.errors}
        >
          {products.map(({ id, name }) => (
            <Choice key={id} {...choiceField(askedProductIds, id, "checkbox")} label={name} />
          ))}
        </FieldGroup>
      )}
      <p className="text-sm text-muted">
        {customers === 0
          ? "Your customer list is empty."
          : `Your customer list has ${customers.toLocaleString("en")} ${customers === 1 ? "domain" : "domains"}.`}{" "}
        <Link to="/rules/customers" className="text-accent underline">
          Open the customer list
        </Link>
      </p>
    </fieldset>
  );
}

/** Somebody to try a rule on: an address, and what they would say. */
export function TryOut({
  fields: { address, saysRelationship, saysCountry, saysProduct },
  around: { products, countries },
}: {
  fields: Record<"address" | "saysRelationship" | "saysCountry" | "saysProduct", Field>;
  around: RuleSurroundings;
}) {
  return (
    <div className="space-y-4">
      <TextField
        {...textField(address)}
        label="Test an email address"
        hint="The address won’t be saved."
        type="text"
        inputMode="email"
        autoComplete="off"
        placeholder="jane@corp.example"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...selectField(saysRelationship)}
          label="Relationship"
          options={relationshipOptions()}
        />
        <SelectField
          {...selectField(saysCountry)}
          label="Country"
          options={countryChoices(countries)}
        />
        {products.length < 2 ? null : (
          <SelectField
            {...selectField(saysProduct)}
            label="Product requested"
            options={productChoices(products)}
          />
        )}
      </div>
    </div>
  );
}

/** What somebody can say they are, for a try-out. */
export function relationshipOptions() {
  return [
    { value: "", label: "No relationship" },
    ...REQUESTER_TYPES.map((value) => ({
      value,
      label: value.charAt(0).toUpperCase() + value.slice(1),
    })),
  ];
}

export function countryChoices(countries: Options) {
  return [{ value: "", label: "No country" }, ...countries];
}

export function productChoices(products: Products) {
  return [
    { value: "", label: "The default product" },
    ...products.map(({ id, name }) => ({ value: id, label: name })),
  ];
}
