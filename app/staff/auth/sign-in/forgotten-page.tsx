import { useForm, getFormProps } from "@conform-to/react";
import { Link } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/forgotten-page";
import { pageTitle } from "#values/page-title.ts";
import { forgottenPasswordSchema } from "#model/auth/forms/staff-forms.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FormPage } from "#web/ui/form-page.tsx";
import { sendPasswordLink } from "./forgotten-password.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle("Forgot your password?", loaderData?.failed) },
    { name: "robots", content: "noindex" },
  ];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function loader({ context }: Route.LoaderArgs) {
  return { failed: formFailed(context), constraint: formConstraint(forgottenPasswordSchema) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return formAction({ request, context }, forgottenPasswordSchema, async (submitted) => {
    const { email } = submitted.value;
    await sendPasswordLink({ request, context }, email);
    return redirectWithFlash(
      context,
      "/sign-in",
      `If ${email} belongs to a team member, we have emailed them a link. It works for 30 minutes.`,
    );
  });
}

export default function ForgottenPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof forgottenPasswordSchema>>({
    id: "forgotten",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  return (
    <FormPage
      title="Forgot your password?"
      lead="Enter your email and we’ll send you a link to choose a new password."
    >
      <form method="post" className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
        <ErrorSummary errors={form.errors} fields={[fields.email]} />
        <TextField
          {...textField(fields.email)}
          label="Email"
          type="email"
          autoComplete="username"
        />
        <Button className="w-full">Send link</Button>
      </form>
      <p className="mt-6 text-sm">
        <Link
          to="/sign-in"
          className="inline-flex min-h-6 items-center underline underline-offset-2"
        >
          Back to sign in
        </Link>
      </p>
    </FormPage>
  );
}
