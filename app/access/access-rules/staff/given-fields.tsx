import type { FieldMetadata } from "@conform-to/react";
import { choiceField, selectField, textField } from "#web/forms/fields.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";

type Field = FieldMetadata<unknown>;

/**
 * What access that nobody decides on gives: the profile, the products, how long, and whether the
 * NDA is asked for.
 * @param productsHint what none selected means, where it means something
 */
export function GivenFields({
  legend,
  fields: { profileId, productIds, expiresIn, nda },
  profiles,
  products,
  productsHint,
  expiryHint,
  className,
}: {
  legend: string;
  fields: Readonly<Record<"profileId" | "productIds" | "expiresIn" | "nda", Field>>;
  profiles: readonly { id: string; name: string }[];
  products: readonly { id: string; name: string }[];
  productsHint?: string;
  expiryHint: string;
  className?: string;
}) {
  return (
    <fieldset
      className={classNames("space-y-6 rounded-lg border border-line bg-surface p-6", className)}
    >
      <legend className="px-2 text-sm font-medium">{legend}</legend>
      <SelectField
        {...selectField(profileId)}
        label="Permission profile"
        options={[
          { value: "", label: "Choose a profile" },
          ...profiles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FieldGroup
        id={productIds.id}
        legend="Products"
        hint={productsHint}
        errors={productIds.errors}
      >
        {products.map(({ id, name }) => (
          <Choice key={id} {...choiceField(productIds, id, "checkbox")} label={name} />
        ))}
      </FieldGroup>
      <TextField
        {...textField(expiresIn)}
        label="Days until access expires"
        hint={expiryHint}
        inputMode="numeric"
        className="max-w-[8rem]"
      />
      <SelectField
        {...selectField(nda)}
        label="NDA"
        options={[
          { value: "required", label: "Required" },
          { value: "waived", label: "Waived" },
        ]}
      />
    </fieldset>
  );
}
