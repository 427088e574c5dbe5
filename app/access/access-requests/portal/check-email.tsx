import { Link } from "react-router";
import { OTHER_BROWSER } from "#model/access-requests/access-dialog.ts";
import { getFormProps, useForm } from "@conform-to/react";
import { CODES_ENDED } from "../forms/access-request.ts";
import { textField } from "#web/forms/fields.ts";
import type * as z from "zod";
import type { signNdaSchema } from "#access/nda/forms/nda.ts";
import { NdaText, SignFields } from "#access/nda/portal/nda-parts.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { TermsWords } from "#company/privacy/portal/privacy-parts.tsx";
import {
  AccessFormElement,
  Actions,
  BackToPortal,
  ChangeEmail,
  refusedOf,
  SecondaryLink,
  useAccess,
} from "./request-parts.tsx";
import type { OpenAccessDialog } from "./request-state.ts";

/**
 * A mail is on its way; its code is typed here. The code for another browser has an address of its
 * own: a page asks for one code or shows one, never both, so that nobody types the wrong one.
 */
export function CheckEmail({ state }: { state: OpenAccessDialog }) {
  return state.shownCode === null ? (
    <MailedCode state={state} />
  ) : (
    <CodeForOtherBrowser code={state.shownCode} />
  );
}

/** The code that the link's page asks for in a browser that did not request the link. */
function CodeForOtherBrowser({ code }: { code: string }) {
  const { statusHref } = useAccess();
  return (
    <div className="space-y-6">
      <p>
        Open the link from the email in the other browser. The page asks for a code. Enter this one:
      </p>
      <div className="rounded-md bg-sunken p-4">
        <p className="font-mono text-xl font-semibold tracking-[0.2em]">{code}</p>
        <p className="mt-1 text-sm text-muted">Never share this code.</p>
      </div>
      <Actions>
        <SecondaryLink to={statusHref("check-email")}>Sign in here instead</SecondaryLink>
      </Actions>
    </div>
  );
}

/**
 * Asks for the code of the mail, in the browser that requested the link; after an approval it
 * carries the NDA, so that the document comes next.
 */
function MailedCode({ state }: { state: OpenAccessDialog }) {
  const { nda } = state;
  const { statusHref } = useAccess();
  const [form, fields] = useForm<z.input<typeof signNdaSchema> & { code: string }>({
    id: "access-code",
    lastResult: refusedOf(state, "code"),
    constraint: nda === null ? state.constraints.code : state.constraints.codeWithNda,
    defaultValue: { name: nda?.fullName ?? "" },
  });
  const { code, name, agree, versionId } = fields;
  const isSendingAgain = refusedOf(state, "send-again") !== null;
  return (
    <div className="space-y-6">
      <p>
        {state.isApproval ? "You have access. Open the link we sent to" : "We sent an email to"}{" "}
        {state.email === null ? (
          "you"
        ) : (
          <strong className="break-words font-semibold">{state.email}</strong>
        )}
        {state.isApproval
          ? " in this browser within 24 hours."
          : !state.awaitsLink
            ? ". Use the link in it to sign in."
            : ". Open the link in it to sign in. It works for 30 minutes."}
      </p>
      {!state.awaitsLink ? (
        <>
          <Actions>
            <BackToPortal look="primary" /> <ChangeEmail />
          </Actions>
          {state.isApproval ? <SendAgain state={state} /> : null}
        </>
      ) : (
        <>
          {state.takesCode ? (
            <AccessFormElement
              button="code"
              {...getFormProps(form, { ariaAttributes: false })}
              className="space-y-4"
            >
              <ErrorSummary
                errors={form.errors}
                fields={nda === null ? [code] : [code, name, agree, versionId]}
              />
              <TextField
                {...textField(code)}
                label="Or enter the code from the email"
                hint="Six digits."
                {...(nda === null
                  ? {
                      "data-sends-at": "6",
                      "data-sends-hint": "Six digits. The last one signs you in.",
                    }
                  : {})}
                autoFocus={refusedOf(state, "code") === null && !isSendingAgain}
                inputMode="numeric"
                autoComplete="one-time-code"
                spellCheck={false}
                maxLength={12}
                className="max-w-40 font-mono tracking-widest"
              />
              {nda === null ? null : (
                <>
                  <p>Read and sign the NDA to open confidential documents.</p>
                  <NdaText nda={nda.text} isTitled look="box" />
                  <SignFields
                    name={name}
                    agree={agree}
                    versionId={{ name: versionId.name, value: nda.text.id }}
                  />
                </>
              )}
              {nda === null ? (
                <Actions>
                  <Button>Sign in</Button> <ChangeEmail />
                </Actions>
              ) : (
                <Actions>
                  <Button name="nda" value="sign">
                    Sign NDA and sign in
                  </Button>{" "}
                  <Button name="nda" value="later" look="secondary">
                    Sign in and sign the NDA later
                  </Button>{" "}
                  <ChangeEmail />
                </Actions>
              )}
              <p className="text-sm text-muted">
                By signing in you agree to <TermsWords terms={state.terms} />.
              </p>
            </AccessFormElement>
          ) : (
            <>
              <p role="status">{CODES_ENDED}</p>
              <Actions>
                <BackToPortal look="primary" /> <ChangeEmail />
              </Actions>
            </>
          )}
          <SendAgain state={state} />
          {state.isApproval ? null : (
            <p className="text-sm">
              <Link
                to={statusHref("check-email", { [OTHER_BROWSER]: "true" })}
                preventScrollReset
                data-drawer-link=""
                className="inline-flex min-h-6 items-center underline"
              >
                Opening the link in another browser?
              </Link>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/**
 * For a mail that does not come. Scripts count the seconds down on the button; without them it says
 * when one is early.
 */
function SendAgain({ state }: { state: OpenAccessDialog }) {
  const errors = Object.values(refusedOf(state, "send-again")?.error ?? {}).flatMap(
    (found) => found ?? [],
  );
  return (
    <AccessFormElement button="send-again" className="space-y-3 text-sm">
      <ErrorSummary errors={errors} fields={[]} />
      <input type="hidden" name="productId" value={state.productId} />
      <p className="text-muted">
        No email after a minute? Check your spam folder, or send it again.
      </p>
      <Button
        look="secondary"
        size="small"
        data-wait-seconds={state.sendAgainIn === 0 ? undefined : state.sendAgainIn}
      >
        Send again
      </Button>
    </AccessFormElement>
  );
}
