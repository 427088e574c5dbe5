import type { RouterContextProvider } from "react-router";
import { recordAudit } from "../../../db/audit.ts";
import type { Org } from "../../../db/orgs.ts";
import { removeProfile, updateProfile } from "../../../db/permission-profiles.ts";
import { chooseItemsOfCard } from "../../../db/profile-choices.ts";
import { NotFound, Refused } from "../../../db/refusals.ts";
import type { StaffSession } from "../../../db/sessions.ts";
import type { Writer } from "../../../db/store.ts";
import { servicesContext } from "../../context.ts";
import { CARD_TITLES, isCardKind } from "../../domain/kinds.ts";
import { profileSchema, wholeCardSchema } from "../../domain/profile-forms.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { parseForm, type FormAnswer } from "../../forms/form.ts";
import { actorOf } from "../../middleware/staff.ts";

/** One change to a profile: what each form of its page is given. */
export interface ProfileChange {
  context: Readonly<RouterContextProvider>;
  org: Org;
  session: StaffSession;
  profileId: string;
  form: FormData;
}

/** Name and scope. */
export async function saveThis(change: ProfileChange): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, change.form, profileSchema);
  if (!submitted.ok) return submitted.answer;
  const { name, scope } = submitted.value;
  try {
    await record(change, "profile.changed", { name, scope }, (trx) =>
      updateProfile(trx, change.org.id, change.profileId, { name, allItems: scope === "all" }),
    );
  } catch (error) {
    if (error instanceof Refused)
      return submitted.refuse({ fields: { name: [error.message] } }, { status: error.status });
    throw error;
  }
  return redirectWithFlash(change.context, `/profiles/${change.profileId}`, `Saved ${name}.`);
}

/** Every item of a card, or none. */
export async function chooseCard(change: ProfileChange): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, change.form, wholeCardSchema);
  if (!submitted.ok) return submitted.answer;
  const { all, productId, kind } = submitted.value.card;
  if (!isCardKind(kind)) return submitted.refuse({ form: ["Choose a card"] });
  const chosen = await record(
    change,
    "profile.items-chosen",
    { card: kind, choice: all ? "all" : "none" },
    (trx) =>
      chooseItemsOfCard(trx, change.org.id, change.profileId, {
        productId,
        kind,
        choice: all ? "all" : "none",
      }),
  );
  return redirectWithFlash(
    change.context,
    `/profiles/${change.profileId}`,
    `${CARD_TITLES[kind]}: ${chosen === 1 ? "1 item is" : `${chosen} items are`} included.`,
  );
}

/** The profile itself, while no grant names it. */
export async function removeThis(change: ProfileChange): Promise<Response | FormAnswer> {
  try {
    await record(change, "profile.removed", {}, (trx) =>
      removeProfile(trx, change.org.id, change.profileId),
    );
  } catch (error) {
    if (error instanceof Refused)
      return redirectWithFlash(change.context, `/profiles/${change.profileId}`, {
        text: error.message,
        tone: "error",
      });
    throw error;
  }
  return redirectWithFlash(change.context, "/profiles", "The profile was removed.");
}

/** The change and its row in the audit, in one transaction. @throws a 404 Response in place of NotFound */
export async function record<T>(
  { context, org, session, profileId }: Omit<ProfileChange, "form">,
  action: string,
  detail: Record<string, string | number>,
  work: (trx: Writer) => Promise<T>,
): Promise<T> {
  const { store, now } = context.get(servicesContext);
  try {
    return await store.write(async (trx) => {
      const result = await work(trx);
      await recordAudit(trx, {
        orgId: org.id,
        by: actorOf(context, session),
        action,
        subject: profileId,
        detail,
        now: now(),
      });
      return result;
    });
  } catch (error) {
    if (error instanceof NotFound)
      throw new Response("Page not found", { status: 404, statusText: "Page not found" });
    throw error;
  }
}
