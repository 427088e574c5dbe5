import { getFormProps, useForm } from "@conform-to/react";
import { data, redirect } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/new-password";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { PASSWORD_MIN } from "#model/auth/permissions.ts";
import { newPasswordSchema } from "#model/auth/forms/staff-forms.ts";
import { setCookie } from "#platform/http/request/cookies.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { textField } from "#web/forms/fields.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FormPage } from "#web/ui/form-page.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { openPasswordLink, PasswordLinkSpent, replacePassword } from "./forgotten-password.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  const title =
    loaderData?.open === null
      ? "This link no longer works"
      : pageTitle("Choose a new password", loaderData?.failed);
  return [{ title }, { name: "robots", content: "noindex" }];
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders;
}

/** Looking spends nothing: a scanner that opens the link changes nothing. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const open = await openPasswordLink({ context }, url.searchParams.get("token"));
  return data(
    { open, failed: formFailed(context), constraint: formConstraint(newPasswordSchema) },
    { status: open === null ? 404 : 200 },
  );
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const token = url.searchParams.get("token") ?? "";
  const again = redirect(url.pathname + url.search, { status: 303 });
  if ((await openPasswordLink({ context }, token)) === null) return again;
  return formAction(
    { request, context },
    newPasswordSchema,
    async (submitted) => {
      const known = await replacePassword(
        { request, context },
        token,
        submitted.value.issued ?? "",
        submitted.value.newPassword,
      );
      const { config } = context.get(servicesContext);
      return redirectWithFlash(
        context,
        "/sign-in",
        "Your password was changed, and you were signed out everywhere. Sign in with the new one.",
        [setCookie(config, "otc_staff", "", 0), known],
      );
    },
    {
      hide: ["newPassword"],
      answers: (error) => {
        if (error instanceof PasswordLinkSpent) return again;
        return undefined;
      },
    },
  );
}

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof newPasswordSchema>>({
    id: "new-password",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  if (loaderData.open === null) {
    return (
      <FormPage
        title="This link no longer works"
        lead="It was already used, or it expired after 30 minutes."
      >
        <ButtonLink to="/sign-in/forgotten">Get a new link</ButtonLink>
      </FormPage>
    );
  }
  return (
    <FormPage
      title="Choose a new password"
      lead="You’ll be signed out everywhere and can sign in with the new password."
    >
      <PostForm {...getFormProps(form, { ariaAttributes: false })} className="space-y-6">
        <ErrorSummary errors={form.errors} fields={[fields.newPassword]} />
        <input type="hidden" name="issued" value={loaderData.open.issued} />
        <TextField
          {...textField(fields.newPassword)}
          label="New password"
          hint={`${PASSWORD_MIN} characters or more. A passphrase of several unrelated words is best.`}
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN}
        />
        <Button className="w-full">Change password</Button>
      </PostForm>
    </FormPage>
  );
}
