import { useForm } from "@conform-to/react";
import { Link, redirect } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/sign-in";
import type { Staff } from "../../db/staff.ts";
import { doorContext, servicesContext, staffSessionContext } from "../context.ts";
import { localPath } from "../domain/local-path.ts";
import { pageTitle } from "../domain/page-title.ts";
import { signInSchema } from "../domain/staff-forms.ts";
import { takeFlash } from "../middleware/flash.ts";
import { formFailed, formAction } from "../forms/form.ts";
import { knownBrowser } from "../middleware/known-browser.ts";
import { networkOf } from "../middleware/rate-limit.ts";
import { Button } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/field.tsx";
import { FormPage } from "../ui/form-page.tsx";
import { authenticateStaff, WrongCredentials, type Credentials } from "./authenticator.ts";
import { beginPendingSession, beginSession, homeOf } from "./begin-session.ts";

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
  return { redirectTo, failed: formFailed(context), flash: takeFlash(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return formAction(
    { request, context },
    signInSchema,
    async (submitted) => {
      const { email, password, redirectTo } = submitted.value;
      const staff = await verify(context, request, { email, password });
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
    {
      hide: ["password"],
      answers: (error, submitted) => {
        if (error instanceof WrongCredentials)
          return submitted.refuse({ form: ["Email or password is wrong."] });
        return undefined;
      },
    },
  );
}

/**
 * The person behind e-mail and password. Tries are counted before they are made, the narrowest limit of an
 * address first: what it refuses does not count against the address as a whole. A browser that the person has
 * signed in with before has tries of its own, which no stranger uses up.
 */
async function verify(
  context: Route.ActionArgs["context"],
  request: Request,
  credentials: Credentials,
): Promise<Staff> {
  const services = context.get(servicesContext);
  const { ip, requestId } = context.get(doorContext);
  const { limits } = services;
  const fromHere = `${networkOf(ip)} ${credentials.email}`;
  const browser = knownBrowser(request, services, { staff: credentials.email });
  const own = `${browser} ${credentials.email}`;
  if (browser !== null) await limits.consume("sign-in-known-browser", own);
  else {
    await limits.consume("sign-in-ip", ip);
    await limits.consume("sign-in-address-network", fromHere);
    await limits.consume("sign-in-address", credentials.email);
  }
  try {
    const staff = await authenticateStaff(services, request, credentials);
    if (browser !== null) await limits.forgive("sign-in-known-browser", own);
    else {
      await limits.forgive("sign-in-address-network", fromHere);
      await limits.giveBack("sign-in-address", credentials.email);
    }
    return staff;
  } catch (error) {
    if (error instanceof WrongCredentials)
      services.log.warn({ requestId, ip }, "a sign-in was refused");
    throw error;
  }
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const kept = actionData?.result.initialValue?.redirectTo;
  const [form, fields] = useForm<z.input<typeof signInSchema>>({
    id: "sign-in",
    lastResult: actionData?.result ?? null,
  });
  return (
    <FormPage title="Sign in" lead="For staff who publish and review." flash={loaderData.flash}>
      <form method="post" noValidate id={form.id} className="space-y-6">
        <ErrorSummary errors={form.errors} fields={[fields.email, fields.password]} />
        <TextField
          id={fields.email.id}
          name={fields.email.name}
          label="Email"
          type="email"
          autoComplete="username"
          required
          defaultValue={fields.email.initialValue}
          errors={fields.email.errors}
        />
        <TextField
          id={fields.password.id}
          name={fields.password.name}
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          errors={fields.password.errors}
        />
        <input
          type="hidden"
          name={fields.redirectTo.name}
          value={typeof kept === "string" ? kept : loaderData.redirectTo}
        />
        <Button className="w-full">Sign in</Button>
      </form>
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
