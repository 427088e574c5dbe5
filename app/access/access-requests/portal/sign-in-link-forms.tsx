import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import type { signNdaSchema } from "#access/nda/forms/nda.ts";
import { NdaText, SignFields } from "#access/nda/portal/nda-parts.tsx";
import { TermsWords } from "#company/privacy/portal/privacy-parts.tsx";
import type { companyTerms } from "#company/privacy/rules/privacy-notice.ts";
import { textField } from "#web/forms/fields.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import type { NdaOfLink } from "./link-nda.ts";

/** What the page of an open link shows. */
export interface OpenLink {
  by: "button" | "code" | "new-link";
  /** What signing in for the first time agrees to; null where that was agreed to before. */
  terms: ReturnType<typeof companyTerms> | null;
  /** The NDA that the link's owner has still to sign, in the browser that asked. */
  nda: NdaOfLink | null;
}

/**
 * The button that signs in; another browser than the one that asked gives the code that is shown
 * there, or asks for a link of its own.
 */
export function LinkForm({
  proof,
  open: { by, nda, terms },
  result,
}: {
  proof: string;
  open: OpenLink;
  result: SubmissionResult | null;
}) {
  if (by === "new-link") return <NewLinkForm proof={proof} />;
  if (nda !== null) return <SignAndEnter proof={proof} nda={nda} terms={terms} result={result} />;
  return <EnterForm proof={proof} by={by} terms={terms} result={result} />;
}

/** Signs in by the button alone, or with the code of the browser that asked. */
function EnterForm({
  proof,
  by,
  terms,
  result,
}: {
  proof: string;
  by: "button" | "code";
  terms: OpenLink["terms"];
  result: SubmissionResult | null;
}) {
  const { portalTitle } = useFrame();
  const [form, fields] = useForm<{ code: string }>({ id: "sign-in-link", lastResult: result });
  return (
    <PostForm {...getFormProps(form, { ariaAttributes: false })} className="max-w-md space-y-5">
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
      <Agreed terms={terms} />
    </PostForm>
  );
}

/** Signs the NDA and in with one press; the second button leaves the NDA for later. */
function SignAndEnter({
  proof,
  nda,
  terms,
  result,
}: {
  proof: string;
  nda: NonNullable<OpenLink["nda"]>;
  terms: OpenLink["terms"];
  result: SubmissionResult | null;
}) {
  const [form, { name, agree, versionId }] = useForm<z.input<typeof signNdaSchema>>({
    id: "sign-in-link",
    lastResult: result,
    constraint: nda.constraint,
    defaultValue: { name: nda.fullName },
  });
  return (
    <>
      <p className="text-muted">
        Press a button below to finish signing in. (Email scanners can’t do it for you.) Read and
        sign the NDA to open confidential documents.
      </p>
      <ErrorSummary errors={form.errors} fields={[name, agree, versionId]} />
      <NdaText nda={nda.text} isTitled />
      <PostForm
        {...getFormProps(form, { ariaAttributes: false })}
        className="mt-8 max-w-[32rem] space-y-6"
      >
        <input type="hidden" name="proof" value={proof} />
        <SignFields
          name={name}
          agree={agree}
          versionId={{ name: versionId.name, value: nda.text.id }}
        />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="sign">
            Sign NDA and sign in
          </Button>{" "}
          <Button name="intent" value="later" look="secondary">
            Sign in and sign the NDA later
          </Button>
        </div>
        <Agreed terms={terms} />
      </PostForm>
    </>
  );
}

/** What signing in for the first time agrees to. */
function Agreed({ terms }: Pick<OpenLink, "terms">) {
  return terms === null ? null : (
    <p className="text-sm text-muted">
      By proceeding you agree to <TermsWords terms={terms} />.
    </p>
  );
}

/** The link of an approval, in another browser than the one that asked for access. */
function NewLinkForm({ proof }: { proof: string }) {
  return (
    <PostForm className="max-w-md space-y-5">
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
    <div className="max-w-md space-y-5">
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
