import { useForm, getFormProps } from "@conform-to/react";
import type * as z from "zod";
import type { Route } from "./+types/invite";
import { pageTitle } from "#values/page-title.ts";
import { INVITATION_DAYS, inviteSchema, rolesToGive } from "#model/team.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { invite } from "./team-changes.ts";
import { RoleField } from "./role-field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Invite to the team", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, role } = await requireStaff(context, "team:edit");
  return {
    failed: formFailed(context),
    constraint: formConstraint(inviteSchema),
    orgName: org.name,
    roles: rolesToGive(role),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = await requireStaff(context, "team:edit");
  return formAction({ request, context }, inviteSchema, async (submitted) => {
    return redirectWithFlash(context, "/team", await invite({ context, here }, submitted.value));
  });
}

export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof inviteSchema>>({
    id: "invite",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  const { email, role } = fields;
  return (
    <div className="mx-auto max-w-[36rem]">
      <h1 className="text-2xl font-semibold tracking-tight">Invite to the team</h1>
      <p className="mt-2 mb-8 text-muted">
        They get a link by email, valid for {INVITATION_DAYS} days, and join {loaderData.orgName}{" "}
        with it.
      </p>
      <form method="post" className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
        <OnceField />
        <ErrorSummary errors={form.errors} fields={[email, role]} />
        <TextField
          {...textField(email)}
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <RoleField
          id={role.id}
          roles={loaderData.roles}
          value={role.initialValue}
          errors={role.errors}
        />
        <div className="flex flex-wrap gap-3">
          <Button>Send invitation</Button>{" "}
          <ButtonLink to="/team" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}
