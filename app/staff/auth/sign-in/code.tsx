import { getFormProps, useForm } from "@conform-to/react";
import { redirect } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/code";
import { localPath } from "#values/local-path.ts";
import { pageTitle } from "#values/page-title.ts";
import { signInCodeSchema } from "#model/auth/forms/staff-forms.ts";
import { redirectWithFlash, takeFlash } from "#platform/http/request/flash.ts";
import { textField } from "#web/forms/fields.ts";
import { formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { signInBy } from "#web/forms/form-strategy.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FormPage } from "#web/ui/form-page.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { codeStrategy } from "./authenticator.ts";
import { CodesExhausted, findPendingSignIn, WrongCode } from "./pending-sign-in.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle("Enter your code", loaderData?.failed) },
    { name: "robots", content: "noindex" },
  ];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  if ((await findPendingSignIn({ request, context })) === null)
    throw redirect(signInPath(url), { status: 303 });
  return {
    failed: formFailed(context),
    constraint: formConstraint(signInCodeSchema),
    flash: takeFlash(context),
    signIn: signInPath(url),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const again = (text: string) =>
    redirectWithFlash(context, signInPath(url), { tone: "error", text });
  if ((await findPendingSignIn({ request, context })) === null)
    return again("Your sign-in timed out. Sign in again.");
  return signInBy(
    codeStrategy,
    { request, context },
    (session) => redirect(session.to, { status: 303, headers: session.headers }),
    (error, submitted) => {
      if (error instanceof CodesExhausted)
        return again("Too many wrong codes. Please sign in again.");
      if (!(error instanceof WrongCode)) return undefined;
      const wrong = "That code isn’t right or was already used. Enter the one your app shows now.";
      return submitted.refuse({ fields: { code: [wrong] } });
    },
  );
}

function signInPath(url: URL): string {
  const wanted = localPath(url.searchParams.get("redirectTo"), "");
  return wanted === "" ? "/sign-in" : `/sign-in?redirectTo=${encodeURIComponent(wanted)}`;
}

export default function SignInCode({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof signInCodeSchema>>({
    id: "sign-in-code",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  return (
    <FormPage title="Enter your code" flash={loaderData.flash}>
      <PostForm {...getFormProps(form, { ariaAttributes: false })} className="space-y-6">
        <ErrorSummary errors={form.errors} fields={[fields.code]} />
        <TextField
          {...textField(fields.code)}
          label="Code"
          hint="Enter the 6-digit code from your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button className="w-full">Continue</Button>
      </PostForm>
      <p className="mt-6 text-sm">
        <a href={loaderData.signIn} className="inline-block py-1 underline underline-offset-2">
          Sign in as someone else
        </a>
      </p>
    </FormPage>
  );
}
