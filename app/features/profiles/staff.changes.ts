import type { RouterContextProvider } from "react-router";
import { recordAudit } from "../audit/store/audit.server.ts";
import type { Org } from "../orgs/store/orgs.server.ts";
import { removeProfile, updateProfile } from "./store/permission-profiles.server.ts";
import { chooseItemsOfCard } from "./store/profile-choices.server.ts";
import type { StaffSession } from "../../auth/store/sessions.server.ts";
import type { Writer } from "../../../db/store.ts";
import { servicesContext } from "../../context.ts";
import { CARD_TITLES, isCardKind } from "../cards/rules/kinds.ts";
import { profileSchema, wholeCardSchema } from "./forms.ts";
import { buttonAction } from "../../forms/button.ts";
import { redirectWithFlash } from "../../http/request/flash.ts";
import { answering, parseForm, type FormAnswer } from "../../forms/form.ts";
import { actorOf } from "../../auth/current-staff.ts";

/** One change to a profile: what each form of its page is given. */
export interface ProfileChange {
  context: Readonly<RouterContextProvider>;
  org: Org;
  session: StaffSession;
  profileId: string;
  form: FormData;
}

/** Name and scope. */
export function saveThis(change: ProfileChange): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, change.form, profileSchema);
  return answering(
    submitted,
    async ({ value: { name, scope } }) => {
      await record(change, "profile.changed", { name, scope }, (trx) =>
        updateProfile(trx, change.org.id, change.profileId, { name, allItems: scope === "all" }),
      );
      return redirectWithFlash(change.context, `/profiles/${change.profileId}`, `Saved ${name}.`);
    },
    { field: "name" },
  );
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
export function removeThis(change: ProfileChange): Promise<Response | FormAnswer> {
  return buttonAction(change.context, `/profiles/${change.profileId}`, async () => {
    await record(change, "profile.removed", {}, (trx) =>
      removeProfile(trx, change.org.id, change.profileId),
    );
    return redirectWithFlash(change.context, "/profiles", "The profile was removed.");
  });
}

/** The change and its row in the audit, in one transaction. */
export async function record<T>(
  { context, org, session, profileId }: Omit<ProfileChange, "form">,
  action: string,
  detail: Record<string, string | number>,
  work: (trx: Writer) => Promise<T>,
): Promise<T> {
  const { store, now } = context.get(servicesContext);
  return store.write(async (trx) => {
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
}
