import type { Viewer } from "../app/domain/viewer.ts";
import { inBatches } from "./batches.ts";
import { isoNow, newId } from "./ids.ts";
import type { EventsTable } from "./schema.ts";
import type { Writer } from "./store.ts";

/** A view or download of a file, or a file that could not be served (spec/2 §7: 'file engaged'). */
export interface FileEvent {
  name: "file engaged" | "file damaged";
  access: "view" | "download";
  viewer: Viewer;
  productId: string;
  itemUid: string | null;
  documentId: string;
  source: string | null;
  /** Bytes that were handed over. */
  bytes: number | null;
  detail?: Record<string, string | number | boolean | null>;
}

/** Writes what happened with files, each a row: who, what, from where, when, how many bytes. */
export async function recordFileEvents(
  trx: Writer,
  orgId: string,
  events: readonly FileEvent[],
  now: Date,
): Promise<void> {
  const rows = events.map(({ viewer, detail = {}, ...event }): EventsTable => {
    const { staffId, ...who } = whoOf(viewer);
    const all = staffId === null ? detail : { ...detail, staffId };
    return {
      id: newId(),
      orgId,
      at: isoNow(now),
      ...event,
      ...who,
      detailJson: Object.keys(all).length === 0 ? null : JSON.stringify(all),
    };
  });
  await inBatches(rows, (batch) => trx.insertInto("events").values(batch).execute());
}

/** Writes what a member did that no file is part of: signing in. */
export async function recordMemberEvent(
  trx: Writer,
  orgId: string,
  { name, accountId, memberId }: { name: "signed in"; accountId: string; memberId: string },
  now: Date,
): Promise<void> {
  const none = {
    productId: null,
    itemUid: null,
    documentId: null,
    access: null,
    source: null,
    bytes: null,
    detailJson: null,
  };
  await trx
    .insertInto("events")
    .values({
      id: newId(),
      orgId,
      at: isoNow(now),
      name,
      viewerKind: "accountExternal",
      accountId,
      memberId,
      ...none,
    })
    .execute();
}

/** Who a viewer is, for the record. */
function whoOf(
  viewer: Viewer,
): Pick<EventsTable, "viewerKind" | "accountId" | "memberId"> & { staffId: string | null } {
  switch (viewer.mode) {
    case "public":
      return { viewerKind: "public", accountId: null, memberId: null, staffId: null };
    case "accountExternal":
      return {
        viewerKind: "accountExternal",
        accountId: viewer.account.id,
        memberId: viewer.member.id,
        staffId: null,
      };
    case "preview":
      return {
        viewerKind: "preview",
        accountId: viewer.account?.id ?? null,
        memberId: null,
        staffId: viewer.staff.id,
      };
    case "main":
      return { viewerKind: "main", accountId: null, memberId: null, staffId: viewer.staff.id };
  }
}
