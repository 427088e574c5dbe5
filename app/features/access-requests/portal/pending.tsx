import { getFormProps, useForm } from "@conform-to/react";
import { areaField } from "../../../forms/fields.ts";
import { Button } from "../../../ui/button.tsx";
import { AreaField } from "../../../ui/choice-field.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { useFrame } from "../../../portal/links.ts";
import {
  AccessFormElement,
  Actions,
  BackToPortal,
  ChangeEmail,
  formErrors,
  refusedOf,
} from "./request-parts.tsx";
import type { OpenAccessDialog } from "./request-state.ts";

/** A request that waits: how long that takes, and what its sender can still do. */
export function Pending({ state }: { state: OpenAccessDialog }) {
  const { org } = useFrame();
  const errors = [...formErrors(state, "withdraw"), ...formErrors(state, "mail-link")];
  if (state.gone) {
    return (
      <div className="space-y-5">
        <ErrorSummary errors={[...errors, ...formErrors(state, "note")]} fields={[]} />
        <p>
          {!state.byLink
            ? "This request was decided or withdrawn in the meantime. Log in with your email address to see its status."
            : "This request was already answered or withdrawn, or the link is incomplete."}
        </p>
        <Actions>
          <BackToPortal look="primary" /> <ChangeEmail />
        </Actions>
      </div>
    );
  }
  return (
    <div className="space-y-5">
      <ErrorSummary errors={errors} fields={[]} />
      <p>
        {org.name} is reviewing{" "}
        {state.email === null ? (
          "your request"
        ) : (
          <>
            the request of <strong className="break-words font-semibold">{state.email}</strong>
          </>
        )}
        . Requests are usually decided {state.decision}, and you get an email then.
      </p>
      <Actions>
        <BackToPortal look="primary" /> <ChangeEmail />
      </Actions>
      {state.mayChange ? <Changes state={state} /> : null}
      {state.mayAskForLink ? (
        <AccessFormElement intent="mail-link" className="border-t border-line pt-4">
          <p className="mb-3 text-sm text-muted">
            To add a note or withdraw the request, use the link in the email we send you.
          </p>
          <Button look="secondary">Email me the link</Button>
        </AccessFormElement>
      ) : null}
    </div>
  );
}

function Changes({ state }: { state: OpenAccessDialog }) {
  const result = refusedOf(state, "note");
  const [form, fields] = useForm<{ note: string }>({
    id: "access-note",
    lastResult: result,
    constraint: state.constraints.note,
  });
  const token =
    state.requestToken === null ? null : (
      <input type="hidden" name="requestToken" value={state.requestToken} />
    );
  return (
    <>
      <AccessFormElement
        intent="note"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-3 border-t border-line pt-4"
      >
        <ErrorSummary errors={form.errors} fields={[fields.note]} />
        {token}
        <AreaField
          {...areaField(fields.note)}
          label={state.noted ? "Add another note" : "Add a note"}
          rows={3}
        />
        <Button look="secondary">Add note</Button>
      </AccessFormElement>
      <AccessFormElement intent="withdraw" className="border-t border-line pt-4">
        {token}
        <Button look="danger">Withdraw request</Button>
      </AccessFormElement>
    </>
  );
}
