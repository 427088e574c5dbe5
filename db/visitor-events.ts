import type { Viewer } from "../app/domain/viewer.ts";
import { isoNow, newId } from "./ids.ts";
import type { Writer } from "./store.ts";

export interface VisitorEvent {
  /** A name of the specifications. */
  name: string;
  viewer: Viewer;
  productId?: string;
  detail?: Record<string, string | number | boolean | null>;
}

/** Notes what a visitor did, or what failed for one; it stays in the installation. */
export async function recordVisitorEvent(
  trx: Writer,
  orgId: string,
  { name, viewer, productId, detail }: VisitorEvent,
  now: Date,
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
      itemUid: null,
      documentId: null,
      source: null,
      bytes: null,
      detailJson: detail === undefined ? null : JSON.stringify(detail),
    })
    .execute();
}
