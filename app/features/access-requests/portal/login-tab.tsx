import { getFormProps, useForm } from "@conform-to/react";
import { textField } from "../../../forms/fields.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useFrame } from "../../../portal/links.ts";
import {
  AccessFormElement,
  Actions,
  AskedItem,
  refusedOf,
  SecondaryLink,
  Tabs,
  useAccess,
} from "./request-parts.tsx";
import type { OpenAccessDialog } from "./request-state.ts";

/** Reclaiming access: an address, and a link comes by mail. */
export function LoginTab({ state }: { state: OpenAccessDialog }) {
  const { org } = useFrame();
  const { closeHref } = useAccess();
  const result = refusedOf(state, "login");
  const [form, fields] = useForm<{ email: string }>({
    id: "access-login",
    lastResult: result,
    defaultValue: { email: state.email },
    constraint: state.constraints.login,
  });
  return (
    <>
      {state.requestsOpen ? <Tabs current="login" /> : null}
      <AccessFormElement
        intent="login"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-5"
      >
        <ErrorSummary errors={form.errors} fields={[fields.email]} />
        <AskedItem state={state} />
        <p className="text-muted">To get started, please enter your email</p>
        <TextField
          {...textField(fields.email)}
          type="email"
          label="Email"
          autoComplete="email"
          maxLength={320}
          autoFocus={result === null}
        />
        <input type="hidden" name="productId" value={state.productId} />
        <Actions>
          <Button>Continue</Button>{" "}
          <SecondaryLink to={closeHref} look="quiet">
            Back
          </SecondaryLink>
        </Actions>
      </AccessFormElement>
      {state.staffSignIn === null ? null : (
        <p className="mt-6 border-t border-line pt-4 text-sm text-muted">
          Do you work at {org.name}?{" "}
          <a
            href={state.staffSignIn}
            className="font-medium text-accent underline underline-offset-2"
          >
            Log into {org.name}'s workspace
          </a>
        </p>
      )}
    </>
  );
}
