import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { textField } from "#web/forms/fields.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";

/**
 * The button that signs in; another browser than the one that asked gives the code that is shown
 * there, or asks for a link of its own.
 */
export function LinkForm({
  proof,
  by,
  result,
}: {
  proof: string;
  by: "button" | "code" | "new-link";
  result: SubmissionResult | null;
}) {
  const { portalTitle } = useFrame();
  const [form, fields] = useForm<{ code: string }>({ id: "sign-in-link", lastResult: result });
  if (by === "new-link") return <NewLinkForm proof={proof} />;
  return (
    <PostForm {...getFormProps(form, { ariaAttributes: false })} className="space-y-5">
      <ErrorSummary errors={form.errors} fields={[fields.code]} />
      <input type="hidden" name="intent" value="sign-in" />
      <input type="hidden" name="proof" value={proof} />
      {by === "code" ? (
        <>
          <p className="text-muted">
            You requested this link in another browser. There, choose “Opening the link in another
            browser?” to see a code, and enter it here. It isn’t the code from the email.
          </p>
          <TextField
            {...textField(fields.code)}
            label="Code from the other browser"
            hint="No code there? Allow cookies for this site in that browser, then request a new link."
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            required
            maxLength={12}
            className="max-w-40 font-mono tracking-widest"
          />
        </>
      ) : (
        <p className="text-muted">
          Press the button to finish signing in. (Email scanners can’t do it for you.)
        </p>
      )}
      <Button>Sign in to {portalTitle}</Button>
    </PostForm>
  );
}

/** The link of an approval, in another browser than the one that asked for access. */
function NewLinkForm({ proof }: { proof: string }) {
  return (
    <PostForm className="space-y-5">
      <input type="hidden" name="intent" value="renew" />
      <input type="hidden" name="proof" value={proof} />
      <p className="text-muted">
        You requested access in another browser. We can email you a sign-in link for this one.
      </p>
      <Button>Send me a sign-in link</Button>
    </PostForm>
  );
}

/** The link was used, has expired, or is none of this portal. */
export function LinkEnded({ proof, mayRenew }: { proof: string; mayRenew: boolean }) {
  const href = usePortalHref();
  return (
    <div className="space-y-5">
      <p>
        This link was already used, has expired or is incomplete. Sign-in links work once, for 30
        minutes. The one in an approval email works for 24 hours.
      </p>
      {mayRenew ? (
        <PostForm>
          <input type="hidden" name="intent" value="renew" />
          <input type="hidden" name="proof" value={proof} />
          <Button>Get a new link</Button>
        </PostForm>
      ) : (
        <p>
          <ButtonLink to={href("", { loginRequest: "true", source: "sign-in-link" })}>
            Get a new link
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
