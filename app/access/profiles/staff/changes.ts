import type { RouterContextProvider } from "react-router";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { changeProfile, endProfile } from "../profile-changes.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { servicesContext } from "#platform/context.ts";
import { profileTreeSchema } from "../forms/profiles.ts";
import { cardKey, isFound, itemKey, searchWords, type ItemChoice } from "../rules/profiles.ts";
import { buttonAction, goneBefore } from "#web/forms/button.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, parseForm, type FormAnswer } from "#web/forms/form.ts";
import { actorOf } from "#auth/current-staff.ts";

/** One change to a profile: what each form of its page is given. */
export interface ProfileChange {
  context: Readonly<RouterContextProvider>;
  org: Org;
  session: StaffSession;
  profileId: string;
  form: FormData;
  /** Where the form stands, its search with it. */
  here: string;
}

/** Name, scope and the items of the tree that the page showed. */
export function saveThis(change: ProfileChange): Promise<Response | FormAnswer> {
  const { context, org, session, profileId } = change;
  const submitted = parseForm(context, change.form, profileTreeSchema);
  return answering(
    submitted,
    async ({ value: { name, scope, card, q, ...tree } }) => {
      const [shown, ticked] = [new Set(tree.shown.split(" ")), new Set(tree.items)];
      const words = searchWords(q);
      const wants = (item: ItemChoice) => {
        if (card?.key === cardKey(item) && isFound(item.title, words)) return card.all;
        return shown.has(itemKey(item)) ? ticked.has(itemKey(item)) : null;
      };
      const { store, now } = context.get(servicesContext);
      const by = actorOf(context, session);
      const moved = await store.write((trx) => {
        const write = { trx, orgId: org.id, by, now: now() };
        return changeProfile(write, profileId, { name, scope }, wants);
      });
      return redirectWithFlash(context, change.here, `Saved ${name}.${movedWords(moved)}`);
    },
    { field: "name" },
  );
}

function movedWords({ added, removed }: { added: number; removed: number }): string {
  const parts = [
    added === 0 ? null : `${added} ${added === 1 ? "item" : "items"} added`,
    removed === 0 ? null : `${removed} ${removed === 1 ? "item" : "items"} removed`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "" : ` ${parts.join(", ")}.`;
}

/** The profile itself, while no grant names it. */
export function removeThis(change: ProfileChange): Promise<Response | FormAnswer> {
  const { context, org, session, profileId } = change;
  return buttonAction(
    context,
    `/profiles/${profileId}`,
    async () => {
      const { store, now } = context.get(servicesContext);
      const by = actorOf(context, session);
      await store.write((trx) => endProfile({ trx, orgId: org.id, by, now: now() }, profileId));
      return redirectWithFlash(context, "/profiles", "The profile was deleted.");
    },
    goneBefore("This profile", "/profiles"),
  );
}
