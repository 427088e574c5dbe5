import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { data, redirect } from "react-router";
import type { Route } from "./+types/send";
import { viewerContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { choiceField } from "#web/forms/fields.ts";
import { answering, formFailed, notFound, readSubmission } from "#web/forms/form.ts";
import { formConstraint, type FormConstraint } from "#web/forms/constraint.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { addressOn, orgOf } from "#web/portal/scope.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { sendSchema } from "../forms/partners.ts";
import { COPIED_MS, SEND_PATH, SEND_TITLE, TOKEN_FAILED } from "#model/partners.ts";
import { generateToken, partnersFor } from "#company/partners/sending.server.ts";

export const handle = { dialog: true };

/**
 * The dialog's first step: which tool the data goes to. Who signed out meanwhile signs in first.
 */
export async function loader({ context }: Route.LoaderArgs) {
  return {
    failed: formFailed(context),
    constraint: formConstraint(sendSchema),
    partners: await offered(context),
  };
}

/** @throws 404 where nothing is offered; a redirect to the login tab for strangers */
async function offered(context: Route.LoaderArgs["context"]) {
  const org = orgOf(context);
  const viewer = context.get(viewerContext);
  if (viewer.mode === "public") {
    const query = { loginRequest: "true", source: "account", redirectTo: SEND_PATH };
    throw redirect(addressOn(context, org, "", query), { status: 303 });
  }
  const partners = await partnersFor(context, org, viewer);
  if (partners.length === 0) throw notFound();
  return partners;
}

/** Generates the token; the answer is the one page that shows it. */
export async function action({ context, request }: Route.ActionArgs) {
  await offered(context);
  const org = orgOf(context);
  const viewer = context.get(viewerContext);
  return answering(
    await readSubmission({ context, request }, sendSchema),
    async ({ value }) => {
      const made = await generateToken(context, org, viewer, value.partner);
      const expires = made.expiresAt.toISOString();
      return data(
        {
          token: made.token,
          partner: made.partner.name,
          expires: { iso: expires, text: formatMoment(expires, org.timeZone) },
        },
        { headers: { "Cache-Control": "private, no-store" } },
      );
    },
    { failed: TOKEN_FAILED, gone: "This integration no longer exists. Choose another one." },
  );
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}${SEND_TITLE}`,
    below: SEND_PATH,
  });
}

export default function SendData({ loaderData, actionData }: Route.ComponentProps) {
  const href = usePortalHref();
  const closeHref = href("");
  const made = actionData !== undefined && "token" in actionData ? actionData : null;
  return (
    <Dialog closeHref={closeHref} title={SEND_TITLE}>
      {made === null ? (
        <ChoosePartner
          partners={loaderData.partners}
          constraint={loaderData.constraint}
          result={actionData !== undefined && "result" in actionData ? actionData.result : null}
          closeHref={closeHref}
        />
      ) : (
        <ShowToken made={made} backHref={href(SEND_PATH)} doneHref={closeHref} />
      )}
    </Dialog>
  );
}

function ChoosePartner({
  partners,
  constraint,
  result,
  closeHref,
}: {
  constraint: FormConstraint;
  partners: Route.ComponentProps["loaderData"]["partners"];
  result: SubmissionResult | null;
  closeHref: string;
}) {
  const [form, { partner }] = useForm<{ partner: string }>({
    id: "send",
    lastResult: result,
    constraint,
    defaultValue: { partner: partners.length === 1 ? partners[0]?.id : undefined },
  });
  return (
    <PostForm {...getFormProps(form, { ariaAttributes: false })} className="space-y-6">
      <ErrorSummary errors={form.errors} fields={[partner]} />
      <p className="text-muted">
        The tool can read what you can see here: text and data, but no files.
      </p>
      <FieldGroup id={partner.id} legend="Choose an integration" errors={partner.errors}>
        {partners.map(({ id, name, domain }) => (
          <Choice key={id} {...choiceField(partner, id)} label={name} hint={domain} />
        ))}
      </FieldGroup>
      <p className="flex flex-wrap gap-3">
        <Button>Next</Button>{" "}
        <a href={closeHref} className={buttonClass("secondary")}>
          Cancel
        </a>
      </p>
    </PostForm>
  );
}

interface MadeToken {
  token: string;
  partner: string;
  expires: { iso: string; text: string };
}

/** The token, this once: selectable without scripts, and copied by a button with them. */
function ShowToken({
  made,
  backHref,
  doneHref,
}: {
  made: MadeToken;
  backHref: string;
  doneHref: string;
}) {
  return (
    <div className="space-y-5">
      <p>
        Paste this token into {made.partner}. It expires after 24 hours, on{" "}
        <time dateTime={made.expires.iso}>{made.expires.text}</time>, and can be viewed once.
      </p>
      <p
        id="copied-token"
        tabIndex={0}
        role="group"
        aria-label="Token"
        className="max-h-48 overflow-y-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm break-all select-all"
      >
        {made.token}
      </p>
      <Button
        type="button"
        look="secondary"
        data-copy="token"
        data-copied-ms={COPIED_MS}
        aria-live="polite"
        className="noscript:hidden"
      >
        Copy
      </Button>
      <p className="flex flex-wrap gap-3">
        <a href={backHref} className={buttonClass("secondary")}>
          Back
        </a>{" "}
        <a href={doneHref} className={buttonClass("primary")}>
          Done
        </a>
      </p>
    </div>
  );
}
