import { getFormProps, useForm } from "@conform-to/react";
import type * as z from "zod";
import type { Route } from "./+types/new";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { addProfile } from "../profile-changes.server.ts";
import { itemsToCopy } from "../store/profile-choices.server.ts";
import { Refused } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { newProfileSchema } from "../forms/profiles.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed, type Accepted } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { selectField } from "#web/forms/fields.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { ProfileFields } from "./form.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add profile", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const profiles = await listProfiles(context.get(servicesContext).store.read, org.id);
  return {
    profiles: profiles.map(({ id, name }) => ({ value: id, label: name })),
    failed: formFailed(context),
    constraint: formConstraint(newProfileSchema),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const add = async ({ value }: Accepted<z.output<typeof newProfileSchema>>) => {
    const { name, scope, from } = value;
    const [id, copied] = await store.write(async (trx) => {
      const write = { trx, orgId: org.id, by: actorOf(context, session), now: now() };
      const items =
        from === undefined || scope === "all" ? [] : await itemsToCopy(trx, org.id, from);
      const source = from === undefined ? {} : { from };
      return [await addProfile(write, { name, scope, items, ...source }), items.length];
    });
    const next =
      copied > 0
        ? ` It starts with ${copied === 1 ? "1 item" : `${copied} items`}.`
        : " Choose what it includes.";
    return redirectWithFlash(
      context,
      `/profiles/${id}`,
      `Added ${name}.${scope === "all" ? "" : next}`,
    );
  };
  return formAction({ request, context }, newProfileSchema, add, {
    answers: (error, submitted) =>
      error instanceof Refused
        ? submitted.refuse({ fields: { name: [error.message] } })
        : undefined,
    gone: "The profile to start from no longer exists.",
  });
}

export default function NewProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { profiles, constraint } = loaderData;
  const [form, fields] = useForm<z.input<typeof newProfileSchema>>({
    id: "profile",
    lastResult: actionData?.result ?? null,
    constraint,
    defaultValue: { scope: "chosen" },
  });
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add profile</h1>
      <form
        method="post"
        {...getFormProps(form, { ariaAttributes: false })}
        className="group/profile space-y-6"
      >
        <OnceField />
        <ErrorSummary errors={form.errors} fields={[fields.name, fields.scope, fields.from]} />
        <ProfileFields fields={fields} />
        {profiles.length === 0 ? null : (
          <div className="max-w-[27rem] group-has-[[name=scope][value=all]:checked]/profile:hidden">
            <SelectField
              {...selectField(fields.from)}
              label="Start from"
              hint="Copies the items of another profile."
              options={[{ value: "", label: "Start empty" }, ...profiles]}
            />
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button>Save</Button>{" "}
          <ButtonLink to="/profiles" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
