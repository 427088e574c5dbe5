import type { Viewer } from "#model/visibility/viewer.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

export interface VisitorEvent {
  /** A name of the specifications. */
  name: string;
  viewer: Viewer;
  productId?: string;
  itemUid?: string;
  detail?: Record<string, string | number | boolean | null>;
}

/**
 * What staff did that the specifications call an event; who did it stands in history and the audit.
 */
export interface StaffEvent {
  name:
    | "item access level changed"
    | "restricted access level changed"
    | "trusted-by company picked";
  productId: string;
  itemUid: string | null;
  detail: Record<string, string>;
}

/** Notes what staff did, each a row. */
export async function recordStaffEvents(
  { trx, orgId, now }: Omit<Write, "by">,
  events: readonly StaffEvent[],
): Promise<void> {
  const rows = events.map(({ detail, ...event }) => ({
    id: newId(),
    orgId,
    at: isoNow(now),
    ...event,
    viewerKind: "main",
    accountId: null,
    memberId: null,
    documentId: null,
    access: null,
    source: null,
    bytes: null,
    detailJson: JSON.stringify(detail),
  }));
  await inBatches(rows, (batch) => trx.insertInto("events").values(batch).execute());
}

/** Notes what a visitor did, or what failed for one; it stays in the installation. */
export async function recordVisitorEvent(
  { trx, orgId, now }: Omit<Write, "by">,
  { name, viewer, productId, itemUid, detail }: VisitorEvent,
): Promise<void> {
  const who =
    viewer.mode === "accountExternal"
      ? { accountId: viewer.account.id, memberId: viewer.member.id }
      : {
          accountId: viewer.mode === "preview" ? (viewer.account?.id ?? null) : null,
          memberId: null,
        };
  await trx
    .insertInto("events")
    .values({
      id: newId(),
      orgId,
      at: isoNow(now),
      name,
      viewerKind: viewer.mode,
      ...who,
      productId: productId ?? null,
      itemUid: itemUid ?? null,
      documentId: null,
      source: null,
      bytes: null,
      detailJson: detail === undefined ? null : JSON.stringify(detail),
    })
    .execute();
}
