import { useForm, getFormProps } from "@conform-to/react";
import { isRouteErrorResponse, redirect } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/setup";
import { hostContext, servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "#model/auth/permissions.ts";
import { setupSchema } from "#model/auth/forms/staff-forms.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FormPage } from "#web/ui/form-page.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { ErrorBox, NotFoundScreen } from "#web/ui/screens.tsx";
import { LinkSpent, setUp, setupLinkIsOpen, SetupRefused } from "./first-org.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? [
        { title: pageTitle("Set up your trust center", loaderData.failed) },
        { name: "robots", content: "noindex" },
      ]
    : [];
}

export function headers({ actionHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? actionHeaders;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  if (!(await setupLinkIsOpen(context.get(servicesContext), url.searchParams.get("token"))))
    throw linkNotFound();
  return {
    failed: formFailed(context),
    constraint: formConstraint(setupSchema),
    origin: context.get(servicesContext).config.origin,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const token = url.searchParams.get("token");
  if (!(await setupLinkIsOpen(services, token)) || token === null) throw linkNotFound();
  return formAction(
    { request, context },
    setupSchema,
    async (submitted) => {
      await services.limits.consume("setup", context.get(hostContext).ip);
      const session = await setUp({ request, context }, token, submitted.value);
      return redirect(session.to, { status: 303, headers: session.headers });
    },
    {
      hide: ["password"],
      answers: (error, submitted) => {
        if (error instanceof SetupRefused)
          return submitted.refuse({ fields: { [error.field]: [error.message] } });
        if (error instanceof LinkSpent) throw linkNotFound();
        return undefined;
      },
    },
  );
}

function linkNotFound(): Response {
  return new Response("Page not found", { status: 404, statusText: "Page not found" });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorBox />;
  return (
    <NotFoundScreen title="Page not found">
      <p>
        A setup link works once and for a limited time. To get a new one, restart the server. This
        works only until the first organization exists.
      </p>
    </NotFoundScreen>
  );
}

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof setupSchema>>({
    id: "setup",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  const { orgName, slug, email, password } = fields;
  return (
    <FormPage
      title="Set up your trust center"
      lead="Add the first organization and yourself as its owner."
    >
      <PostForm className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
        <ErrorSummary errors={form.errors} fields={[orgName, slug, email, password]} />
        <TextField {...textField(orgName)} label="Organization name" autoComplete="organization" />
        <TextField
          {...textField(slug)}
          label="URL slug (optional)"
          hint={`The part of your portal’s URL after ${loaderData.origin}/. Leave empty to use your organization’s name.`}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
        />
        <TextField {...textField(email)} label="Email" type="email" autoComplete="username" />
        <TextField
          {...textField(password)}
          label="Password"
          hint={`${PASSWORD_MIN} characters or more.`}
          type="password"
          autoComplete="new-password"
          required
          minLength={PASSWORD_MIN}
          maxLength={PASSWORD_MAX}
        />
        <Button className="w-full">Create and sign in</Button>
      </PostForm>
    </FormPage>
  );
}
