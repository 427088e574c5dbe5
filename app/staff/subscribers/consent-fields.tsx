import { TextField } from "../../ui/field.tsx";
import { Choice, FieldGroup } from "../../ui/choice-field.tsx";

interface ConsentFieldsProps {
  agreement: string | undefined;
  consent: string | undefined;
  errors: { agreement?: string[] | undefined; consent?: string[] | undefined };
}

/** How people who are brought along agree: by their own confirmation, or before, with a note that the record keeps. */
export function ConsentFields({ agreement = "mail", consent, errors }: ConsentFieldsProps) {
  return (
    <>
      <FieldGroup id="how-they-agree" legend="How they agree" errors={errors.agreement}>
        <Choice
          id="agreement-mail"
          type="radio"
          name="agreement"
          value="mail"
          defaultChecked={agreement !== "before"}
          label="Ask each by mail: updates come after they confirmed"
        />
        <Choice
          id="agreement-before"
          type="radio"
          name="agreement"
          value="before"
          defaultChecked={agreement === "before"}
          label="They agreed already: subscribe them now"
        />
      </FieldGroup>
      <TextField
        id="consent"
        name="consent"
        label="Where and when they agreed"
        hint="For those who agreed already. The audit keeps it."
        type="text"
        maxLength={300}
        defaultValue={consent}
        errors={errors.consent}
      />
    </>
  );
}
