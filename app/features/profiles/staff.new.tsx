import type * as z from "zod";
import type { Route } from "./+types/staff.new";
import { recordAudit } from "../audit/store/audit.server.ts";
import { createProfile } from "./store/permission-profiles.server.ts";
import { Refused } from "../../../db/refusals.ts";
import { servicesContext } from "../../context.ts";
import { pageTitle } from "../../values/page-title.ts";
import { profileSchema } from "./forms.ts";
import { redirectWithFlash } from "../../http/request/flash.ts";
import { formAction, formFailed, type Accepted } from "../../forms/form.ts";
import { formConstraint } from "../../forms/constraint.ts";
import { actorOf, requireStaff } from "../../auth/current-staff.ts";
import { ProfileForm } from "./staff.form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add profile", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "accounts:review");
  return { failed: formFailed(context), constraint: formConstraint(profileSchema) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const add = async ({ value: { name, scope } }: Accepted<z.output<typeof profileSchema>>) => {
    const id = await store.write(async (trx) => {
      const created = await createProfile(
        trx,
        org.id,
        { name, allItems: scope === "all", items: [] },
        now(),
      );
      await recordAudit(trx, {
        orgId: org.id,
        by: actorOf(context, session),
        action: "profile.created",
        subject: created,
        detail: { name, scope },
        now: now(),
      });
      return created;
    });
    return redirectWithFlash(
      context,
      `/profiles/${id}`,
      scope === "all" ? `Added ${name}.` : `Added ${name}. Choose what it includes.`,
    );
  };
  return formAction({ request, context }, profileSchema, add, {
    answers: (error, submitted) =>
      error instanceof Refused
        ? submitted.refuse({ fields: { name: [error.message] } })
        : undefined,
  });
}

export default function NewProfile({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add profile</h1>
      <ProfileForm
        profile={null}
        result={actionData?.result ?? null}
        constraint={loaderData.constraint}
        submit="Save"
      />
    </>
  );
}
