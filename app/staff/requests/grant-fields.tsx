import type { FieldMetadata } from "@conform-to/react";
import { Choice, FieldGroup, TextArea } from "../../ui/choice-field.tsx";
import { UNCHANGED } from "../../domain/review-forms.ts";
import { FieldFrame, SelectField, TextField } from "../../ui/field.tsx";

type Field = Pick<FieldMetadata<unknown>, "id" | "name" | "errors"> & { initialValue?: unknown };

interface GrantFieldsProps {
  /** The account has access already: what is not chosen can stay as it is, product by product. */
  changing?: boolean;
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

/** Profile, products, end and NDA: what every way of giving access asks (product.md §9 'Approve form'). */
export function GrantFields({ fields, choices, changing = false }: GrantFieldsProps) {
  const { profileId, productIds, expires, expiresOn, expiresIn, nda } = fields;
  const { usualDays } = choices;
  const [usualEnd, usualNda] = changing
    ? [UNCHANGED, UNCHANGED]
    : [usualDays === null ? "none" : "days", "required"];
  const ends = textOf(expires.initialValue) || usualEnd;
  const asks = textOf(nda.initialValue) || usualNda;
  const chosen = new Set(textsOf(productIds.initialValue));
  return (
    <>
      <SelectField
        id={profileId.id}
        name={profileId.name}
        label="Permission profile"
        required
        defaultValue={textOf(profileId.initialValue)}
        options={[
          changing
            ? { value: UNCHANGED, label: "Unchanged" }
            : { value: "", label: "Choose a profile" },
          ...choices.profiles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        errors={profileId.errors}
      />
      <FieldGroup id={`${productIds.id}-group`} legend="Products" errors={productIds.errors}>
        {choices.products.map((product, i) => (
          <Choice
            key={product.id}
            id={i === 0 ? productIds.id : `${productIds.id}-${i}`}
            type="checkbox"
            name={productIds.name}
            value={product.id}
            defaultChecked={chosen.has(product.id)}
            label={product.name}
          />
        ))}
      </FieldGroup>
      <FieldGroup id={`${expires.id}-group`} legend="Expires" errors={expires.errors}>
        {changing ? (
          <Choice
            id={`${expires.id}-unchanged`}
            type="radio"
            name={expires.name}
            value={UNCHANGED}
            defaultChecked={ends === UNCHANGED}
            label="Unchanged"
          />
        ) : null}
        <Choice
          id={expires.id}
          type="radio"
          name={expires.name}
          value="none"
          defaultChecked={ends === "none"}
          label="No expiry"
        />
        <div className="space-y-2">
          <Choice
            id={`${expires.id}-date`}
            type="radio"
            name={expires.name}
            value="date"
            defaultChecked={ends === "date"}
            label="At the end of a date"
          />
          <div className="ps-9">
            <TextField
              id={expiresOn.id}
              name={expiresOn.name}
              label="Date"
              type="date"
              className="max-w-[14rem]"
              defaultValue={textOf(expiresOn.initialValue)}
              errors={expiresOn.errors}
            />
          </div>
        </div>
        <div className="space-y-2">
          <Choice
            id={`${expires.id}-days`}
            type="radio"
            name={expires.name}
            value="days"
            defaultChecked={ends === "days"}
            label="After some days"
          />
          <div className="ps-9">
            <TextField
              id={expiresIn.id}
              name={expiresIn.name}
              label="Days"
              type="text"
              inputMode="numeric"
              className="max-w-[8rem]"
              defaultValue={textOf(expiresIn.initialValue) || String(usualDays ?? "")}
              errors={expiresIn.errors}
            />
          </div>
        </div>
      </FieldGroup>
      {choices.asksNda ? (
        <FieldGroup id={`${nda.id}-group`} legend="NDA" errors={nda.errors}>
          {changing ? (
            <Choice
              id={`${nda.id}-unchanged`}
              type="radio"
              name={nda.name}
              value={UNCHANGED}
              defaultChecked={asks === UNCHANGED}
              label="Unchanged"
            />
          ) : null}
          <Choice
            id={nda.id}
            type="radio"
            name={nda.name}
            value="required"
            defaultChecked={asks === "required"}
            label="Required"
          />
          <Choice
            id={`${nda.id}-waived`}
            type="radio"
            name={nda.name}
            value="waived"
            defaultChecked={asks === "waived"}
            label="Waived"
          />
        </FieldGroup>
      ) : (
        <p className="text-sm text-muted">{`No NDA is asked for at present.${changing ? "" : " Should you ask for one later, it counts here too."}`}</p>
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
  const chosen = textOf(field.initialValue) || "keep";
  return (
    <FieldGroup
      id={`${field.id}-group`}
      legend="Products the account has already"
      errors={field.errors}
    >
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
      <Choice
        id={field.id}
        type="radio"
        name={field.name}
        value="keep"
        defaultChecked={chosen === "keep"}
        label="Keep as they are"
      />
      <Choice
        id={`${field.id}-replace`}
        type="radio"
        name={field.name}
        value="replace"
        defaultChecked={chosen === "replace"}
        label="Replace with what is chosen here"
      />
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
