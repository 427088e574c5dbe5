import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { data, redirect } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/invitation";
import { staffSessionContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { PASSWORD_MIN } from "#model/auth/permissions.ts";
import { joinSchema, joinSignedInSchema, ROLE_WORDS, withArticle } from "#model/team.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { textField } from "#web/forms/fields.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint, type FormConstraint } from "#web/forms/constraint.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FormPage } from "#web/ui/form-page.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { InvitationSpent, joinAnew, joinSignedIn, openInvitation } from "./accept-invitation.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  const title =
    loaderData?.open === null
      ? "This invitation no longer works"
      : pageTitle("Join the team", loaderData?.failed);
  return [{ title }, { name: "robots", content: "noindex" }];
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(staffSessionContext);
  const open = await openInvitation({ context }, url.searchParams.get("token"), session);
  const shown =
    open === null
      ? null
      : {
          issued: open.issued,
          way: open.way,
          orgName: open.invitation.orgName,
          email: open.invitation.email,
          role: open.invitation.role,
          by: open.invitation.invitedByName,
        };
  return data(
    {
      open: shown,
      signedInAs: session?.staff.email ?? null,
      here: url.pathname + url.search,
      constraint: formConstraint(joinSchema),
      failed: formFailed(context),
    },
    { status: open === null ? 404 : 200 },
  );
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const token = url.searchParams.get("token") ?? "";
  const session = context.get(staffSessionContext);
  const again = redirect(url.pathname + url.search, { status: 303 });
  const open = await openInvitation({ context }, token, session);
  if (open === null || open.way === "sign-in") return again;
  const answers = (error: unknown) => (error instanceof InvitationSpent ? again : undefined);
  if (open.way === "join" && session !== null)
    return formAction(
      { request, context },
      joinSignedInSchema,
      async ({ value }) => {
        const { to, orgName } = await joinSignedIn(
          { request, context },
          token,
          value.issued ?? "",
          session,
        );
        return redirectWithFlash(context, to, `You’re now on ${orgName}’s team.`);
      },
      { answers },
    );
  return formAction(
    { request, context },
    joinSchema,
    async (submitted) => {
      const begun = await joinAnew({ request, context }, token, submitted.value);
      return redirectWithFlash(
        context,
        begun.to,
        `You’re now on ${open.invitation.orgName}’s team.`,
        begun.headers.map(([, cookie]) => cookie),
      );
    },
    { hide: ["password"], answers },
  );
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { open, signedInAs, here } = loaderData;
  if (open === null)
    return (
      <FormPage
        title="This invitation no longer works"
        lead="It was used, withdrawn or replaced, or it expired after seven days. Ask the person who invited you for a new one."
      >
        {" "}
      </FormPage>
    );
  const lead = `${open.by} invited you to help run ${open.orgName}’s trust center as ${withArticle(open.role)}. You can ${ROLE_WORDS[open.role].can}.`;
  return (
    <FormPage title={`Join ${open.orgName}`} lead={lead}>
      {open.way === "new" ? (
        <NewIdentity
          email={open.email}
          issued={open.issued}
          result={actionData?.result ?? null}
          constraint={loaderData.constraint}
        />
      ) : null}
      {open.way === "join" ? (
        <PostForm className="space-y-6">
          <input type="hidden" name="issued" value={open.issued} />
          <p>You are signed in as {open.email}.</p>
          <Button className="w-full">Join the team</Button>
        </PostForm>
      ) : null}
      {open.way === "sign-in" ? (
        <OtherWay email={open.email} signedInAs={signedInAs} here={here} />
      ) : null}
    </FormPage>
  );
}

function NewIdentity({
  email,
  issued,
  result,
  constraint,
}: {
  email: string;
  issued: string;
  result: SubmissionResult | null;
  constraint: FormConstraint;
}) {
  const [form, fields] = useForm<z.input<typeof joinSchema>>({
    id: "join",
    lastResult: result,
    constraint,
  });
  const { name, password } = fields;
  return (
    <PostForm {...getFormProps(form, { ariaAttributes: false })} className="space-y-6">
      <ErrorSummary errors={form.errors} fields={[name, password]} />
      <input type="hidden" name="issued" value={issued} />
      <p>
        You sign in with <strong className="font-semibold">{email}</strong> from now on.
      </p>
      <TextField {...textField(name)} label="Name" autoComplete="name" />
      <TextField
        {...textField(password)}
        label="Password"
        hint={`${PASSWORD_MIN} characters or more. A passphrase of several unrelated words is best.`}
        type="password"
        autoComplete="new-password"
        minLength={PASSWORD_MIN}
      />
      <Button className="w-full">Join the team</Button>
    </PostForm>
  );
}

/** The address has an identity here: only its owner joins with it. */
function OtherWay({
  email,
  signedInAs,
  here,
}: {
  email: string;
  signedInAs: string | null;
  here: string;
}) {
  if (signedInAs === null) {
    return (
      <>
        <p className="mb-6">Sign in as {email}, and come back here to join.</p>
        <ButtonLink to={`/sign-in?redirectTo=${encodeURIComponent(here)}`} className="w-full">
          Sign in
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p className="mb-6">
        The invitation is for {email}, and you are signed in as {signedInAs}. Sign out, then open
        the link in the email again.
      </p>
      <form method="post" noValidate action="/sign-out">
        <Button name="intent" value="sign-out" className="w-full">
          Sign out
        </Button>
      </form>
    </>
  );
}
