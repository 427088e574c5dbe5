import { getFormProps, useForm } from "@conform-to/react";
import { MAX_COLLEAGUES, MESSAGE_MAX } from "./rules/invite-words.ts";
import { areaField, selectField } from "../../forms/fields.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/choice-field.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useFrame } from "../../portal/links.ts";
import type { OpenInviteDialog } from "./portal.dialog.tsx";

/** The addresses, one a line; scripts make them chips (islands/address-chips). */
export function InviteForm({ state, action }: { state: OpenInviteDialog; action: string }) {
  const { org } = useFrame();
  const [form, { emails, message, productId }] = useForm<{
    emails: string;
    message: string;
    productId: string;
  }>({
    id: "invite",
    lastResult: state.result,
    defaultValue: { productId: state.productId },
    constraint: state.constraint,
  });
  const given = [emails.initialValue ?? []]
    .flat()
    .filter((value): value is string => typeof value === "string");
  return (
    <form
      method="post"
      action={action}
      {...getFormProps(form, { ariaAttributes: false })}
      data-invite=""
      className="space-y-5"
    >
      <ErrorSummary errors={form.errors} fields={[emails, message]} />
      <p className="text-muted">
        They get an email with a link to ask for access. {org.name} reviews each request.
      </p>
      <div data-chips="">
        <AreaField
          {...areaField(emails)}
          label="Email addresses"
          hint={`One a line, or with commas or spaces between them; ${MAX_COLLEAGUES} at most.`}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          autoFocus={state.result === null}
          defaultValue={given.join("\n")}
        />
      </div>
      {state.products.length < 2 ? (
        <input type="hidden" name="productId" value={state.productId} />
      ) : (
        <SelectField
          {...selectField(productId)}
          label="Product"
          options={state.products.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <AreaField
        {...areaField(message)}
        label="Message (optional)"
        hint={`It stands in the email as one quoted line, of ${MESSAGE_MAX} characters at most.`}
        rows={2}
        maxLength={MESSAGE_MAX}
      />
      <Button>Invite</Button>
    </form>
  );
}
