import type { FieldMetadata } from "@conform-to/react";
import { Choice, FieldGroup, TextArea } from "../../ui/choice-field.tsx";
import { FieldFrame, SelectField, TextField } from "../../ui/field.tsx";

type Field = Pick<FieldMetadata<unknown>, "id" | "name" | "errors"> & { initialValue?: unknown };

interface GrantFieldsProps {
  fields: { profileId: Field; productIds: Field; expires: Field; expiresOn: Field; expiresIn: Field; nda: Field };
  choices: GrantChoices;
}

/** What can be given. */
export interface GrantChoices {
  profiles: readonly { id: string; name: string }[];
  products: readonly { id: string; name: string }[];
}

/** Profile, products, end and NDA: what every way of giving access asks (product.md §9 'Approve form'). */
export function GrantFields({ fields, choices }: GrantFieldsProps) {
  const { profileId, productIds, expires, expiresOn, expiresIn, nda } = fields;
  const chosen = new Set(textsOf(productIds.initialValue));
  return (
    <>
      <SelectField
        id={profileId.id}
        name={profileId.name}
        label="Permission profile"
        required
        defaultValue={textOf(profileId.initialValue)}
        options={[{ value: "", label: "Choose a profile" }, ...choices.profiles.map(({ id, name }) => ({ value: id, label: name }))]}
        errors={profileId.errors}
      />
      <FieldGroup id={`${productIds.id}-group`} legend="Products" errors={productIds.errors}>
        {choices.products.map((product, i) => (
          <Choice key={product.id} id={i === 0 ? productIds.id : `${productIds.id}-${i}`} type="checkbox" name={productIds.name} value={product.id} defaultChecked={chosen.has(product.id)} label={product.name} />
        ))}
      </FieldGroup>
      <FieldGroup id={`${expires.id}-group`} legend="Expires" errors={expires.errors}>
        <Choice id={expires.id} type="radio" name={expires.name} value="none" defaultChecked={(textOf(expires.initialValue) || "none") === "none"} label="No expiry" />
        <div className="space-y-2">
          <Choice id={`${expires.id}-date`} type="radio" name={expires.name} value="date" defaultChecked={textOf(expires.initialValue) === "date"} label="At the end of a date" />
          <div className="ps-9">
            <TextField id={expiresOn.id} name={expiresOn.name} label="Date" type="date" className="max-w-[14rem]" defaultValue={textOf(expiresOn.initialValue)} errors={expiresOn.errors} />
          </div>
        </div>
        <div className="space-y-2">
          <Choice id={`${expires.id}-days`} type="radio" name={expires.name} value="days" defaultChecked={textOf(expires.initialValue) === "days"} label="After some days" />
          <div className="ps-9">
            <TextField id={expiresIn.id} name={expiresIn.name} label="Days" type="text" inputMode="numeric" className="max-w-[8rem]" defaultValue={textOf(expiresIn.initialValue)} errors={expiresIn.errors} />
          </div>
        </div>
      </FieldGroup>
      <FieldGroup id={`${nda.id}-group`} legend="NDA" errors={nda.errors}>
        <Choice id={nda.id} type="radio" name={nda.name} value="required" defaultChecked={(textOf(nda.initialValue) || "required") === "required"} label="Required" />
        <Choice id={`${nda.id}-waived`} type="radio" name={nda.name} value="waived" defaultChecked={textOf(nda.initialValue) === "waived"} label="Waived" />
      </FieldGroup>
    </>
  );
}

/** A longer text with its label. */
export function MessageField({ field, label, hint }: { field: Field; label: string; hint: string }) {
  return (
    <FieldFrame id={field.id} label={label} hint={hint} errors={field.errors}>
      <TextArea
        id={field.id}
        name={field.name}
        rows={4}
        maxLength={2_000}
        defaultValue={textOf(field.initialValue)}
        aria-describedby={`${field.id}-hint`}
      />
    </FieldFrame>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}
