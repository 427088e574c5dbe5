import type { FieldMetadata } from "@conform-to/react";
import { isErased, shownAddress } from "#model/privacy/erased.ts";
import { RULE_ACTION_NAMES } from "#model/access-rules/rule-words.ts";
import { RULE_MATCH_NAMES } from "#model/access-rules/rule-words.ts";
import { hiddenField, selectField, textField } from "#web/forms/fields.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { MessageField } from "#access/access-requests/staff/grant-fields.tsx";
import { GivenFields } from "./given-fields.tsx";
import { RuleConditions, type RuleSurroundings } from "./rule-conditions.tsx";

type Field = FieldMetadata<unknown>;

interface RuleFieldsProps {
  fields: Record<
    | "looksAt"
    | "pattern"
    | "relationships"
    | "countries"
    | "askedProductIds"
    | "outcome"
    | "profileId"
    | "productIds"
    | "expiresIn"
    | "nda"
    | "message"
    | "note",
    Field
  >;
  around: RuleSurroundings;
}

const WHERE_IT_APPROVES = "[form:not(:has([name=outcome]>[value=approve]:checked))_&]:hidden";
const WHERE_IT_DECLINES = "[form:has([name=outcome]>[value=approve]:checked)_&]:hidden";

const WHERE_IT_NAMES_ONE =
  "[form:has([name=looksAt]>:is([value=customers],[value=anyone]):checked)_&]:hidden";

/**
 * Whom a rule is about, what it does, and what it gives or says: what it gives shows where it
 * approves, what it says where it doesn't.
 */
export function RuleFields({ fields, around }: RuleFieldsProps) {
  const { profiles, products } = around;
  const { pattern, outcome, message, note } = fields;
  return (
    <>
      {isErased(text(pattern) ?? "") ? <ErasedAddress fields={fields} /> : <Whom fields={fields} />}
      <RuleConditions fields={fields} around={around} />
      <SelectField
        {...selectField(outcome)}
        label="Then"
        options={Object.entries(RULE_ACTION_NAMES).map(([value, label]) => ({ value, label }))}
      />
      <GivenFields
        legend="Grant"
        fields={fields}
        profiles={profiles}
        products={products}
        productsHint="If none is selected, they get the products they requested."
        expiryHint="Leave empty for no expiry."
        className={WHERE_IT_APPROVES}
      />
      <div className={WHERE_IT_DECLINES}>
        <MessageField
          field={message}
          label="Message"
          hint="Optional. Leave empty for the standard message."
        />
      </div>
      <TextField {...textField(note)} label="Note" hint="Internal note." autoComplete="off" />
    </>
  );
}

function Whom({ fields: { looksAt, pattern } }: Pick<RuleFieldsProps, "fields">) {
  return (
    <>
      <SelectField
        {...selectField(looksAt)}
        label="Applies to"
        options={Object.entries(RULE_MATCH_NAMES).map(([value, label]) => ({ value, label }))}
      />
      <div className={WHERE_IT_NAMES_ONE}>
        <TextField
          {...textField(pattern)}
          label="Domain or address"
          hint="Such as partner.example or jane@partner.example."
          autoComplete="off"
        />
      </div>
    </>
  );
}

/**
 * Whom the rule is about stays: nobody could type the hash, and the address is not known any more.
 */
function ErasedAddress({ fields: { looksAt, pattern } }: Pick<RuleFieldsProps, "fields">) {
  return (
    <div id={pattern.id} tabIndex={-1} className="space-y-1 outline-none">
      <p className="text-sm font-medium">Domain or address</p>
      <p>{shownAddress(text(pattern) ?? "")}</p>
      <p className="text-sm text-muted">
        The person was erased. The rule still recognizes the address but doesn’t show it.
      </p>
      <input type="hidden" name={looksAt.name} value="address" />
      <input {...hiddenField(pattern)} />
    </div>
  );
}

function text(field: Field): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : undefined;
}
