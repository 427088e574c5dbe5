import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { data, Link, redirect } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/sign-in";
import { signOnOf } from "#auth/store/single-sign-on.server.ts";
import { domainOf } from "#model/auth/single-sign-on.ts";
import { hostContext, servicesContext, staffSessionContext } from "#platform/context.ts";
import { localPath } from "#values/local-path.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { signInSchema, singleSignOnSchema } from "#model/auth/forms/staff-forms.ts";
import { takeFlash } from "#platform/http/request/flash.ts";
import { type Accepted, formAction, formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { signInBy } from "#web/forms/form-strategy.ts";
import { textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FormPage } from "#web/ui/form-page.tsx";
import { PasskeyRefused, passkeySite } from "../passkeys/ceremony.ts";
import { leave } from "../single-sign-on/flow.ts";
import { ProviderFailed } from "../single-sign-on/provider.ts";
import { passkeyStrategy } from "../passkeys/passkey-sign-in.ts";
import { PasswordDue, passwordStrategy, WrongCredentials } from "./authenticator.ts";
import { beginPendingSession, beginSession, homeOf } from "./begin-session.ts";

export const handle: RouteHandle = { button: ["passkey", "single-sign-on"] };

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle("Sign in", loaderData?.failed) },
    { name: "robots", content: "noindex" },
  ];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function loader({ context, url }: Route.LoaderArgs) {
  const redirectTo = localPath(url.searchParams.get("redirectTo"), "");
  const session = context.get(staffSessionContext);
  if (session !== null && !formFailed(context))
    throw redirect(
      redirectTo || homeOf(session.roles.find((role) => role.orgId === session.orgId)),
      { status: 303 },
    );
  return {
    redirectTo,
    failed: formFailed(context),
    constraint: formConstraint(signInSchema),
    flash: takeFlash(context),
    takesPasskeys: passkeySite(context.get(servicesContext).config.origin) !== null,
  };
}

/** The page has three forms: two of them have an address of their own. */
export async function action({ request, context, pattern }: Route.ActionArgs) {
  if (pattern.endsWith("/single-sign-on")) return toProvider({ request, context });
  return pattern.endsWith("/passkey")
    ? signInBy(
        passkeyStrategy,
        { request, context },
        (session) => redirect(session.to, { status: 303, headers: session.headers }),
        (error, submitted) =>
          error instanceof PasskeyRefused
            ? submitted.refuse({ form: [PASSKEY_REFUSED] })
            : undefined,
      )
    : byPassword({ request, context });
}

const PASSKEY_REFUSED = "That passkey didn’t work. Try again, or use your email and password.";

function byPassword({ request, context }: Pick<Route.ActionArgs, "request" | "context">) {
  return signInBy(
    passwordStrategy,
    { request, context },
    async ({ staff, redirectTo }) => {
      const { store } = context.get(servicesContext);
      if (staff.totpConfirmedAt === null) {
        const session = await store.write((trx) =>
          beginSession(trx, { request, context }, staff, redirectTo),
        );
        return redirect(session.to, { status: 303, headers: session.headers });
      }
      const cookie = await store.write((trx) =>
        beginPendingSession(trx, { request, context }, staff),
      );
      const wanted = localPath(redirectTo, "");
      const query = wanted === "" ? "" : `?redirectTo=${encodeURIComponent(wanted)}`;
      return redirect(`/sign-in/code${query}`, { status: 303, headers: { "Set-Cookie": cookie } });
    },
    async (error, submitted) => {
      if (error instanceof PasswordDue) return secondStep(context, submitted);
      if (!(error instanceof WrongCredentials)) return undefined;
      return submitted.refuse({ form: ["Email or password is wrong."] });
    },
  );
}

/** The company's own sign-in where its domain has one, and the password; whoever it is. */
async function secondStep(
  context: Route.ActionArgs["context"],
  submitted: Accepted<{ email: string }>,
  result: SubmissionResult = submitted.kept(),
) {
  const { store } = context.get(servicesContext);
  const { email } = submitted.value;
  const found = await signOnOf(store.read, domainOf(email));
  const signOn: SignOn | null =
    found === null ? null : { email, name: found.name, only: found.only };
  return { result, step: "password", signOn };
}

/** Sends the browser to the identity provider of the address's company. */
async function toProvider({ request, context }: Pick<Route.ActionArgs, "request" | "context">) {
  return formAction({ request, context }, singleSignOnSchema, async (submitted) => {
    const { limits, store } = context.get(servicesContext);
    const { value } = submitted;
    await limits.consume("sign-in-ip", context.get(hostContext).ip);
    const domain = domainOf(value.email);
    const found = await signOnOf(store.read, domain);
    if (found === null)
      return submitted.refuse({
        form: [`Single sign-on isn’t finished: ${domain} is not proved.`],
      });
    try {
      const { to, cookie } = await leave({ context }, found.orgId, {
        email: value.email,
        redirectTo: localPath(value.redirectTo, ""),
        tester: null,
      });
      return redirect(to, { status: 303, headers: { "Set-Cookie": cookie } });
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      const said = `${error.message} Owners can sign in with a password and code, or a passkey.`;
      const answer = submitted.refuse({ form: [said] });
      return data(await secondStep(context, submitted, answer.data.result), answer.init ?? {});
    }
  });
}

/** Whether the password is asked for: the address came, or a password came with it. */
function asksPassword(answer: Route.ComponentProps["actionData"]): boolean {
  if (answer === undefined) return false;
  return "step" in answer || answer.result.initialValue?.step === "password";
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const kept = actionData?.result.initialValue?.redirectTo;
  const redirectTo = typeof kept === "string" ? kept : loaderData.redirectTo;
  const [form, fields] = useForm<z.input<typeof signInSchema>>({
    id: "sign-in",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  const isSecondStep = asksPassword(actionData);
  const signOn =
    actionData !== undefined && "signOn" in actionData
      ? (actionData.signOn as SignOn | null)
      : null;
  return (
    <FormPage title="Sign in" lead="For your team." flash={loaderData.flash}>
      {signOn === null ? null : <SignOnForm signOn={signOn} redirectTo={redirectTo} />}
      <form
        method="post"
        // This page also answers forms of other addresses that came without a session.
        action="/sign-in"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-6"
      >
        <ErrorSummary errors={form.errors} fields={[fields.email, fields.password]} />
        <TextField
          {...textField(fields.email)}
          label="Email"
          type="email"
          autoComplete="username"
        />
        {isSecondStep ? (
          <>
            <TextField
              {...textField(fields.password)}
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              autoFocus
            />
            <input type="hidden" name={fields.step.name} value="password" />
          </>
        ) : null}
        <input type="hidden" name={fields.redirectTo.name} value={redirectTo} />
        <Button className="w-full">{isSecondStep ? "Sign in" : "Continue"}</Button>
      </form>
      {loaderData.takesPasskeys ? <PasskeyForm redirectTo={redirectTo} /> : null}
      <p className="mt-6 text-sm">
        <Link
          to="/sign-in/forgotten"
          className="inline-flex min-h-6 items-center underline underline-offset-2"
        >
          Forgot your password?
        </Link>
      </p>
    </FormPage>
  );
}

/** islands/passkey asks the device when the form is sent. */
function PasskeyForm({ redirectTo }: { redirectTo: string }) {
  return (
    <>
      <p className="mt-6 hidden text-sm text-muted noscript:block">
        To sign in with a passkey, turn on JavaScript in your browser.
      </p>
      <form
        method="post"
        action="/sign-in/passkey"
        data-passkey=""
        data-options-at="/sign-in/passkey/challenge"
        noValidate
        className="mt-3 space-y-3 noscript:hidden"
      >
        <input type="hidden" name="credential" value="" />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <Button look="secondary" className="w-full">
          Use a passkey
        </Button>
        <p role="status" className="text-sm text-red empty:hidden" />
      </form>
    </>
  );
}

/** The company whose provider an address leads to, if its domain has one. */
interface SignOn {
  email: string;
  name: string;
  /** It is the only way in, except for owners. */
  only: boolean;
}

/** To the company's own identity provider; the password stays for owners, and for other teams. */
function SignOnForm({
  signOn: { email, name, only },
  redirectTo,
}: {
  signOn: SignOn;
  redirectTo: string;
}) {
  return (
    <form method="post" action="/sign-in/single-sign-on" noValidate className="mb-8 space-y-3">
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <Button className="w-full">Continue with {name}</Button>
      <p className="text-sm text-muted">
        {only
          ? `${name} requires this. Owners can use a password and code, or a passkey.`
          : "Or use your password."}
      </p>
    </form>
  );
}
