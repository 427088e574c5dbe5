import type { FieldMetadata } from "@conform-to/react";
import { isErased, shownAddress } from "../../domain/erased.ts";
import { RULE_ACTION_NAMES } from "../../domain/rule-forms.ts";
import { RULE_MATCH_NAMES } from "../../domain/rule-words.ts";
import { Choice } from "../../ui/choice-field.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { MessageField } from "../requests/grant-fields.tsx";

type Field = Pick<FieldMetadata<unknown>, "id" | "name" | "errors"> & { initialValue?: unknown };

interface RuleFieldsProps {
  fields: Record<
    | "looksAt"
    | "pattern"
    | "outcome"
    | "profileId"
    | "productIds"
    | "expiresIn"
    | "nda"
    | "message"
    | "note",
    Field
  >;
  profiles: readonly { id: string; name: string }[];
  products: readonly { id: string; name: string }[];
}

/** Whom a rule is about, what it does, and what it gives or says. */
export function RuleFields({ fields, profiles, products }: RuleFieldsProps) {
  const { pattern, outcome, profileId, productIds, expiresIn, nda, message, note } = fields;
  const chosen = Array.isArray(productIds.initialValue)
    ? productIds.initialValue
    : [productIds.initialValue];
  return (
    <>
      {isErased(text(pattern) ?? "") ? <ErasedAddress fields={fields} /> : <Whom fields={fields} />}
      <SelectField
        id={outcome.id}
        name={outcome.name}
        label="Does"
        defaultValue={text(outcome)}
        options={Object.entries(RULE_ACTION_NAMES).map(([value, label]) => ({ value, label }))}
        errors={outcome.errors}
      />
      <fieldset className="space-y-6 rounded-lg border border-line bg-surface p-6">
        <legend className="px-2 text-sm font-medium">Where it approves</legend>
        <SelectField
          id={profileId.id}
          name={profileId.name}
          label="Permission profile"
          defaultValue={text(profileId)}
          options={[
            { value: "", label: "Choose a profile" },
            ...profiles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          errors={profileId.errors}
        />
        <fieldset className="space-y-3">
          <legend className="mb-1 text-sm font-medium">Products</legend>
          <p className="text-sm text-muted">None ticked: those that were asked for.</p>
          {products.map((product, i) => (
            <Choice
              key={product.id}
              id={i === 0 ? productIds.id : `${productIds.id}-${i}`}
              type="checkbox"
              name={productIds.name}
              value={product.id}
              defaultChecked={chosen.includes(product.id)}
              label={product.name}
            />
          ))}
        </fieldset>
        <TextField
          id={expiresIn.id}
          name={expiresIn.name}
          label="Ends after days"
          hint="Empty: no expiry."
          type="text"
          inputMode="numeric"
          className="max-w-[8rem]"
          defaultValue={text(expiresIn)}
          errors={expiresIn.errors}
        />
        <SelectField
          id={nda.id}
          name={nda.name}
          label="NDA"
          defaultValue={text(nda)}
          options={[
            { value: "required", label: "Required" },
            { value: "waived", label: "Waived" },
          ]}
          errors={nda.errors}
        />
      </fieldset>
      <MessageField
        field={message}
        label="Message"
        hint="What a declined person is told. Empty: the usual words."
      />
      <TextField
        id={note.id}
        name={note.name}
        label="Note"
        hint="For staff alone."
        type="text"
        maxLength={500}
        autoComplete="off"
        defaultValue={text(note)}
        errors={note.errors}
      />
    </>
  );
}

function Whom({ fields: { looksAt, pattern } }: Pick<RuleFieldsProps, "fields">) {
  return (
    <>
      <SelectField
        id={looksAt.id}
        name={looksAt.name}
        label="Looks at"
        defaultValue={text(looksAt)}
        options={Object.entries(RULE_MATCH_NAMES).map(([value, label]) => ({ value, label }))}
        errors={looksAt.errors}
      />
      <TextField
        id={pattern.id}
        name={pattern.name}
        label="Domain or address"
        hint="Such as partner.example or jane@partner.example."
        type="text"
        required
        maxLength={320}
        autoComplete="off"
        defaultValue={text(pattern)}
        errors={pattern.errors}
      />
    </>
  );
}

/** Whom the rule is about stays: nobody could type the hash, and the address is not known any more. */
function ErasedAddress({ fields: { looksAt, pattern } }: Pick<RuleFieldsProps, "fields">) {
  return (
    <div id={pattern.id} tabIndex={-1} className="space-y-1 outline-none">
      <p className="text-sm font-medium">Domain or address</p>
      <p>{shownAddress(text(pattern) ?? "")}</p>
      <p className="text-sm text-muted">
        The person was erased: the rule still knows the address when it comes again, and names it to
        nobody.
      </p>
      <input type="hidden" name={looksAt.name} value="address" />
      <input type="hidden" name={pattern.name} value={text(pattern)} />
    </div>
  );
}

function text(field: Field): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : undefined;
}
