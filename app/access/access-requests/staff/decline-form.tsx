import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import type { declineSchema } from "../forms/review-forms.ts";
import { boxField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { MessageField } from "./grant-fields.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { Folded } from "./folded.tsx";

/** Turns the person away, or everybody of the mail domain. */
export function DeclineForm({
  emailDomain,
  isOpen,
  constraint,
  result,
}: {
  /** Nothing else declines. */
  isOpen: boolean;
  constraint: FormConstraint;
  emailDomain: string;
  result: SubmissionResult | null;
}) {
  const [form, fields] = useForm<z.input<typeof declineSchema>>({
    id: "decline",
    lastResult: result,
    constraint,
  });
  const { message, thirdParty } = fields;
  return (
    <Folded
      title={isOpen ? "Decline" : "Decline with a message, or block the domain"}
      isOpen={isOpen || result !== null}
    >
      <ButtonForm
        button="decline"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-6"
      >
        <ErrorSummary errors={form.errors} fields={[message]} />
        <div data-key="d">
          <MessageField
            field={message}
            label="Message"
            hint="Optional. Leave empty for the standard message."
          />
        </div>
        <Choice {...boxField(thirdParty)} label="Decline as a third-party assessor" />
        <div className="flex flex-wrap gap-3">
          <Button look="secondary">Decline</Button>{" "}
          <Button look="danger" name="block" value="domain">
            Decline and block domain
          </Button>
        </div>
        <p className="text-sm text-muted">
          Blocking adds a rule that declines everyone at {emailDomain}.
        </p>
      </ButtonForm>
    </Folded>
  );
}
