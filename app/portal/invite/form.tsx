import { getFormProps, useForm } from "@conform-to/react";
import { MAX_COLLEAGUES, MESSAGE_MAX } from "../../domain/invite-words.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { describedBy, FieldFrame, inputClass, SelectField } from "../../ui/field.tsx";
import { useFrame } from "../links.ts";
import type { OpenInviteDialog } from "./dialog.tsx";

/** The addresses, one a line; scripts make them chips (islands/address-chips). */
export function InviteForm({ state, action }: { state: OpenInviteDialog; action: string }) {
  const { org } = useFrame();
  const [form, { emails, message, productId }] = useForm<{
    emails: string;
    message: string;
    productId: string;
  }>({ id: "invite", lastResult: state.result });
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const given = [emails.initialValue ?? []]
    .flat()
    .filter((value): value is string => typeof value === "string");
  const fields = [
    { id: "invite-emails", errors: emails.errors },
    { id: "invite-message", errors: message.errors },
  ];
  return (
    <form
      method="post"
      action={action}
      {...getFormProps(form, { ariaAttributes: false })}
      data-invite=""
      className="space-y-5"
    >
      <ErrorSummary errors={form.errors} fields={fields} />
      <p className="text-muted">
        They get an email with a link to ask for access. {org.name} reviews each request.
      </p>
      <div data-chips="">
        <FieldFrame
          id="invite-emails"
          label="Email addresses"
          hint={`One a line, or with commas or spaces between them; ${MAX_COLLEAGUES} at most.`}
          errors={emails.errors}
        >
          <textarea
            id="invite-emails"
            name="emails"
            rows={3}
            required
            autoComplete="off"
            spellCheck={false}
            autoFocus={state.result === null}
            defaultValue={given.join("\n")}
            className={inputClass}
            aria-invalid={emails.errors?.length ? true : undefined}
            aria-describedby={describedBy({
              id: "invite-emails",
              hint: true,
              errors: emails.errors,
            })}
          />
        </FieldFrame>
      </div>
      {state.products.length < 2 ? (
        <input type="hidden" name="productId" value={state.productId} />
      ) : (
        <SelectField
          id="invite-productId"
          name="productId"
          label="Product"
          options={state.products.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={text(productId.initialValue) ?? state.productId}
        />
      )}
      <FieldFrame
        id="invite-message"
        label="Message (optional)"
        hint={`It stands in the email as one quoted line, of ${MESSAGE_MAX} characters at most.`}
        errors={message.errors}
      >
        <textarea
          id="invite-message"
          name="message"
          rows={2}
          maxLength={MESSAGE_MAX}
          defaultValue={text(message.initialValue)}
          className={inputClass}
          aria-invalid={message.errors?.length ? true : undefined}
          aria-describedby={describedBy({
            id: "invite-message",
            hint: true,
            errors: message.errors,
          })}
        />
      </FieldFrame>
      <Button>Invite</Button>
    </form>
  );
}
