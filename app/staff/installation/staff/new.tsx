import { useForm, getFormProps } from "@conform-to/react";
import type * as z from "zod";
import type { Route } from "./+types/new";
import { pageTitle } from "#values/page-title.ts";
import { newOrgSchema } from "../forms/installation.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { createFromPage } from "./changes.ts";
import { requireInstallationOwner } from "./door.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? [{ title: pageTitle("Add organization", loaderData.failed) }] : [];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireInstallationOwner(context);
  return { failed: formFailed(context), constraint: formConstraint(newOrgSchema) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = await requireInstallationOwner(context);
  return formAction(
    { request, context },
    newOrgSchema,
    async (submitted) => {
      const { text, to } = await createFromPage(context, session, submitted.value);
      return redirectWithFlash(context, to ?? "/installation", text);
    },
    { field: "slug" },
  );
}

export default function NewOrg({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof newOrgSchema>>({
    id: "new-org",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  const { name, slug, ownerEmail } = fields;
  return (
    <div className="mx-auto max-w-[36rem]">
      <h1 className="text-2xl font-semibold tracking-tight">Add organization</h1>
      <p className="mt-2 mb-8 text-muted">
        It starts with one product and isn’t published. Its owner gets an email with a link, unless
        they’re already on a team here.
      </p>
      <form method="post" className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
        <OnceField />
        <ErrorSummary errors={form.errors} fields={[name, slug, ownerEmail]} />
        <TextField {...textField(name)} label="Name" autoComplete="off" />
        <TextField
          {...textField(slug)}
          label="URL slug"
          hint="The last part of the portal’s URL, such as acme. Use letters, digits and hyphens."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={50}
        />
        <TextField
          {...textField(ownerEmail)}
          label="Owner’s email"
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <div className="flex flex-wrap gap-3">
          <Button>Add organization</Button>{" "}
          <ButtonLink to="/installation" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}
