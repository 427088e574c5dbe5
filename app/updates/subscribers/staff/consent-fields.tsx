import type { FieldMetadata } from "@conform-to/react";
import { choiceField, textField } from "#web/forms/fields.ts";
import { TextField } from "#web/ui/field.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";

interface ConsentFieldsProps {
  agreement: FieldMetadata<string>;
  consent: FieldMetadata<string>;
}

/** The choice that a message about them leads to. */
export const MAIL_CHOICE_ID = "agreement-mail";

/**
 * How people who are brought along agree: by their own confirmation, or before, with a note that
 * the record keeps.
 */
export function ConsentFields({ agreement, consent }: ConsentFieldsProps) {
  return (
    <>
      <FieldGroup id={agreement.id} legend="Consent" errors={agreement.errors}>
        <Choice
          {...choiceField(agreement, "mail")}
          id={MAIL_CHOICE_ID}
          defaultChecked={agreement.initialValue !== "before"}
          label="Ask each person by email first"
        />
        <Choice
          {...choiceField(agreement, "before")}
          id="agreement-before"
          label="Subscribe them now, because they’ve already consented"
        />
      </FieldGroup>
      <TextField
        {...textField(consent)}
        label="Where and when they agreed"
        hint="Required for people who already consented. Recorded in the audit log."
      />
    </>
  );
}
