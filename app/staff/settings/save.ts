import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { recordAudit } from "../../../db/audit.ts";
import { updateCustomization, type CustomizationChanges } from "../../../db/customizations.ts";
import { servicesContext } from "../../context.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { readSubmission, type FormAnswer } from "../../middleware/form.ts";
import { actorOf, requireStaff } from "../../middleware/staff.ts";

interface Posted {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Saves the form of one page of the settings: what the schema makes of it is what changes.
 * @param page its path below /settings, where the answer leads to
 */
export async function saveSettings({ request, context }: Posted, page: string, schema: z.ZodType<CustomizationChanges>): Promise<Response | FormAnswer> {
  const { org, session } = await requireStaff(context, "settings:edit");
  const submitted = await readSubmission({ request, context }, schema);
  if (!submitted.ok) return submitted.answer;
  const { store, now } = context.get(servicesContext);
  try {
    await store.write(async (trx) => {
      await updateCustomization(trx, org.id, submitted.value, now());
      await recordAudit(trx, { orgId: org.id, by: actorOf(context, session), action: "settings.changed", subject: page, now: now() });
    });
  } catch (error) {
    return submitted.refuseFor(error);
  }
  return redirectWithFlash(context, `/settings/${page}`, "Saved. It is public with the next request.");
}
