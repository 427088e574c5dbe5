import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { recordAudit, type Actor } from "../../../db/audit.ts";
import { updateCustomization, type CustomizationChanges } from "../../../db/customizations.ts";
import type { Org } from "../../../db/orgs.ts";
import type { Writer } from "../../../db/store.ts";
import { servicesContext } from "../../context.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { readSubmission, type FormAnswer } from "../../middleware/form.ts";
import { actorOf, requireStaff } from "../../middleware/staff.ts";

interface Posted {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

interface Saving {
  org: Org;
  by: Actor;
  now: Date;
}

interface SettingsPageForm<Value> {
  /** Its path below /settings, where the answer leads to. */
  page: string;
  schema: z.ZodType<Value>;
  write: (trx: Writer, value: Value, saving: Saving) => Promise<unknown>;
  /** What the answer says beyond 'Saved.' */
  note?: (value: Value) => string | null;
}

/** Saves the form of one page of the settings, with its row in the record. */
export async function saveSettings<Value>({ request, context }: Posted, { page, schema, write, note }: SettingsPageForm<Value>): Promise<Response | FormAnswer> {
  const { org, session } = await requireStaff(context, "settings:edit");
  const submitted = await readSubmission({ request, context }, schema);
  if (!submitted.ok) return submitted.answer;
  const { store, now } = context.get(servicesContext);
  const saving: Saving = { org, by: actorOf(context, session), now: now() };
  try {
    await store.write(async (trx) => {
      await write(trx, submitted.value, saving);
      await recordAudit(trx, { orgId: org.id, by: saving.by, action: "settings.changed", subject: page, now: saving.now });
    });
  } catch (error) {
    return submitted.refuseFor(error);
  }
  return redirectWithFlash(context, `/settings/${page}`, ["Saved.", note?.(submitted.value)].filter(Boolean).join(" "));
}

/** What most pages do: the values are settings of the portal by their own names. */
export function saveCustomization(trx: Writer, value: CustomizationChanges, { org, now }: Saving): Promise<unknown> {
  return updateCustomization(trx, org.id, value, now);
}
