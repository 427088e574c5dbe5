import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import type * as z from "zod";
import type { bulkApproveSchema } from "../forms/review-forms.ts";
import type { FormConstraint } from "../../../forms/form.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { GrantFields, MessageField, type GrantChoices } from "./grant-fields.tsx";

interface BulkPanelProps {
  result: SubmissionResult | null;
  intent: "approve" | "decline" | null;
  choices: GrantChoices;
  constraint: FormConstraint;
  children: (select: { name: string; chosen: ReadonlySet<string> }) => ReactNode;
}

/** One form around the list: what is selected is approved or declined together, all or none. */
export function BulkPanel({ result, intent, choices, constraint, children }: BulkPanelProps) {
  const [form, fields] = useForm<z.input<typeof bulkApproveSchema>>({
    id: "bulk",
    lastResult: result,
    constraint,
  });
  const { requestIds, profileId, productIds, nda, expiresOn, expiresIn, message } = fields;
  const kept = requestIds.initialValue;
  const chosen = new Set<string>(
    (Array.isArray(kept) ? kept : [kept]).filter(
      (value): value is string => typeof value === "string",
    ),
  );
  return (
    <form method="post" {...getFormProps(form, { ariaAttributes: false })} className="space-y-6">
      <ErrorSummary
        errors={form.errors}
        fields={[requestIds, profileId, productIds, expiresOn, expiresIn, nda, message]}
      />
      <div id={requestIds.id}>{children({ name: requestIds.name, chosen })}</div>
      <details className="rounded-lg border border-line bg-surface" open={intent !== null}>
        <summary className="min-h-10 cursor-pointer px-4 py-3 font-medium">
          Approve or decline selected
        </summary>
        <div className="max-w-[36rem] space-y-6 border-t border-line px-4 py-6">
          <p className="text-muted">
            Each person goes into the account of the same mail domain where there is one, else into
            a new account of their company's name. Products that an account has already stay as they
            are.
          </p>
          <GrantFields fields={fields} choices={choices} />
          <MessageField
            field={message}
            label="Message"
            hint="Part of the mail to each person. It can stay empty."
          />
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="approve">
              Approve
            </Button>{" "}
            <Button look="danger" name="intent" value="decline">
              Decline
            </Button>
          </div>
        </div>
      </details>
    </form>
  );
}
