import type { FieldMetadata } from "@conform-to/react";
import { UNCHANGED } from "../forms/review-forms.ts";
import { areaField, choiceField, selectField, textField } from "#web/forms/fields.ts";
import { AreaField, Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";

type Field = FieldMetadata<unknown>;

interface GrantFieldsProps {
  /** The account has access already: what is not chosen can stay as it is, product by product. */
  recordChange?: boolean;
  fields: {
    profileId: Field;
    productIds: Field;
    expires: Field;
    expiresOn: Field;
    expiresIn: Field;
    nda: Field;
  };
  choices: GrantChoices;
}

/** What can be given. */
export interface GrantChoices {
  profiles: readonly { id: string; name: string }[];
  products: readonly { id: string; name: string }[];
  /** Whether the org asks for an NDA at all. */
  asksNda: boolean;
  /** After how many days access ends unless staff choose otherwise; null: never. */
  usualDays: number | null;
}

/** Profile, products, end and NDA: what every way of giving access asks. */
export function GrantFields({ fields, choices, recordChange = false }: GrantFieldsProps) {
  const { profileId, productIds, expires, expiresOn, expiresIn, nda } = fields;
  const { usualDays } = choices;
  const [usualEnd, usualNda] = recordChange
    ? [UNCHANGED, UNCHANGED]
    : [usualDays === null ? "none" : "days", "required"];
  const ends = chosenOf(expires, usualEnd);
  const asks = chosenOf(nda, usualNda);
  return (
    <>
      <SelectField
        {...selectField(profileId)}
        label="Permission profile"
        required
        options={[
          recordChange
            ? { value: UNCHANGED, label: "Unchanged" }
            : { value: "", label: "Choose a profile" },
          ...choices.profiles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FieldGroup id={productIds.id} legend="Products" errors={productIds.errors}>
        {choices.products.map(({ id, name }) => (
          <Choice key={id} {...choiceField(productIds, id, "checkbox")} label={name} />
        ))}
      </FieldGroup>
      <FieldGroup id={expires.id} legend="Expires" errors={expires.errors}>
        {recordChange ? <Choice {...ends(UNCHANGED)} label="Unchanged" /> : null}
        <Choice {...ends("none")} label="No expiry" />
        <div className="space-y-2">
          <Choice {...ends("date")} label="On a date" />
          <div className="ps-9 [fieldset:not(:has([name=expires][value=date]:checked))>*>&]:hidden">
            <TextField
              {...textField(expiresOn)}
              label="Date"
              type="date"
              className="max-w-[14rem]"
            />
          </div>
        </div>
        <div className="space-y-2">
          <Choice {...ends("days")} label="After a number of days" />
          <div className="ps-9 [fieldset:not(:has([name=expires][value=days]:checked))>*>&]:hidden">
            <TextField
              {...textField(expiresIn)}
              label="Days"
              inputMode="numeric"
              className="max-w-[8rem]"
              defaultValue={textOf(expiresIn.initialValue) || String(usualDays ?? "")}
            />
          </div>
        </div>
      </FieldGroup>
      {choices.asksNda ? (
        <FieldGroup id={nda.id} legend="NDA" errors={nda.errors}>
          {recordChange ? <Choice {...asks(UNCHANGED)} label="Unchanged" /> : null}
          <Choice {...asks("required")} label="Required" />
          <Choice {...asks("waived")} label="Waived" />
        </FieldGroup>
      ) : (
        <p className="text-sm text-muted">{`No NDA is required right now.${recordChange ? "" : " If you require one later, this applies then."}`}</p>
      )}
    </>
  );
}

/** What becomes of the products that the chosen account may read already. */
export function HeldField({
  field,
  held,
}: {
  field: Field;
  held: readonly { accountId: string; accountName: string; products: readonly string[] }[];
}) {
  const keeps = chosenOf(field, "keep");
  return (
    <FieldGroup id={field.id} legend="Existing access" errors={field.errors}>
      {held.map((account) => (
        <div key={account.accountId} className="text-sm text-muted">
          <p>{account.accountName} has now:</p>
          <ul className="list-disc ps-5">
            {account.products.map((product) => (
              <li key={product}>{product}</li>
            ))}
          </ul>
        </div>
      ))}
      <Choice {...keeps("keep")} label="Keep existing access" />
      <Choice {...keeps("replace")} label="Replace it" />
    </FieldGroup>
  );
}

/** A longer text with its label. */
export function MessageField({
  field,
  label,
  hint,
}: {
  field: Field;
  label: string;
  hint: string;
}) {
  return <AreaField {...areaField(field)} label={label} hint={hint} rows={4} />;
}

/** The radio buttons of a field by their values; one is chosen before anybody did. */
function chosenOf(field: Field, usual: string) {
  const chosen = textOf(field.initialValue) || usual;
  return (value: string) => ({
    ...choiceField(field, value),
    defaultChecked: value === chosen,
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
