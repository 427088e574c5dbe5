import * as z from "zod";
import { inboxQuery, inboxSearch, type InboxQuery } from "../forms/inbox-query.ts";
import { MOST_VIEWS } from "../forms/inbox-views.ts";
import { isoNow, newId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** A list of requests that somebody keeps under a name. */
export interface SavedView {
  id: string;
  name: string;
  /** The query of its address, with the question mark; empty for the whole list. */
  search: string;
}

const kept = z.record(z.string(), z.string());

/** The lists that somebody of staff keeps in an org, by name. */
export async function listViews(db: Reader, orgId: string, staffId: string): Promise<SavedView[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("inboxViews")
    .select(["id", "name", "queryJson"])
    .where("staffId", "=", staffId)
    .orderBy("name")
    .execute();
  return rows.map(({ id, name, queryJson }) => ({
    id,
    name,
    search: inboxSearch(inboxQuery(new URLSearchParams(kept.parse(JSON.parse(queryJson))))),
  }));
}

/**
 * Keeps a list under a name, for one person alone; one that has the name already is replaced.
 * @throws Refused when there are too many
 */
export async function saveView(
  { trx, orgId, now }: Omit<Write, "by">,
  staffId: string,
  view: { name: string; query: InboxQuery },
): Promise<void> {
  const views = await listViews(trx, orgId, staffId);
  if (views.length >= MOST_VIEWS && !views.some(({ name }) => name === view.name))
    throw new Refused(`You have ${MOST_VIEWS} saved views. Delete one first.`, "name");
  const search = new URLSearchParams(inboxSearch({ ...view.query, page: 1 }));
  const queryJson = JSON.stringify(Object.fromEntries(search));
  await trx
    .insertInto("inboxViews")
    .values({ orgId, id: newId(), staffId, name: view.name, queryJson, createdAt: isoNow(now) })
    .onConflict((conflict) =>
      conflict.columns(["orgId", "staffId", "name"]).doUpdateSet({ queryJson }),
    )
    .execute();
}

/**
 * Removes a list that somebody keeps.
 * @returns its name
 * @throws NotFound when they keep no such list
 */
export async function removeView(
  trx: Writer,
  orgId: string,
  staffId: string,
  viewId: string,
): Promise<string> {
  const view = (await listViews(trx, orgId, staffId)).find(({ id }) => id === viewId);
  if (view === undefined) throw new NotFound("saved view");
  await inOrg(trx, orgId)
    .deleteFrom("inboxViews")
    .where("staffId", "=", staffId)
    .where("id", "=", viewId)
    .execute();
  return view.name;
}
