import type { Route } from "./+types/new";
import { recordAudit } from "../../../db/audit.ts";
import { createProfile } from "../../../db/permission-profiles.ts";
import { Refused } from "../../../db/refusals.ts";
import { servicesContext } from "../../context.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { profileSchema } from "../../domain/profile-forms.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { formFailed, readSubmission } from "../../forms/form.ts";
import { actorOf, requireStaff } from "../../middleware/staff.ts";
import { ProfileForm } from "./form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add profile", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "accounts:review");
  return { failed: formFailed(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const submitted = await readSubmission({ request, context }, profileSchema);
  if (!submitted.ok) return submitted.answer;
  const { name, scope } = submitted.value;
  const { store, now } = context.get(servicesContext);
  try {
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
  } catch (error) {
    if (error instanceof Refused) return submitted.refuse({ fields: { name: [error.message] } });
    return submitted.respond(error);
  }
}

export default function NewProfile({ actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add profile</h1>
      <ProfileForm profile={null} result={actionData?.result ?? null} submit="Save" />
    </>
  );
}
