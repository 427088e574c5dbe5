import { setTimeout as pause } from "node:timers/promises";
import { actionGuard } from "#db/action-guard.ts";
import { isoNow } from "#db/ids.ts";
import type { Store, Writer } from "#db/store.ts";
import {
  beginRemoval,
  claimBlob,
  endRemoval,
  findMark,
  noteStray,
  purgeMarks,
} from "./store/blob-marks.server.ts";
import { findBlob } from "./store/blobs.server.ts";

/** A removal that takes longer counts as given up: whoever began it is dead, or was never answered. */
const REMOVAL_MS = 60_000;
/** How long somebody waits for a removal of the very bytes that they store. */
const CLAIM_MS = 10_000;
const CLAIM_PAUSE_MS = 100;
/** Longer than marks have a meaning: the sweep asks for a day. */
const KEPT_MS = 3 * 24 * 3_600_000;

/**
 * Who is about to store, name or remove a blob, for places that several servers share and that keep
 * no such times themselves. It stands in rows: a blob is claimed before its bytes leave, and a
 * removal is noted before it is asked for, so that neither meets the other in between.
 */
export class BlobMarks {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @returns false while the blob is being removed, and after having waited for its end */
  async claim(orgId: string, hash: string): Promise<boolean> {
    for (const end = Date.now() + CLAIM_MS; ;) {
      const claimed = await this.#write((trx) =>
        claimBlob(trx, orgId, hash, { now: isoNow(new Date()), since: ago(REMOVAL_MS) }),
      );
      if (claimed || Date.now() >= end) return claimed;
      await pause(CLAIM_PAUSE_MS);
    }
  }

  async isYounger(orgId: string, hash: string, moment: Date): Promise<boolean> {
    const mark = await findMark(this.#store.read, orgId, hash);
    return mark?.touchedAt != null && mark.touchedAt >= isoNow(moment);
  }

  /**
   * Removes a blob that no row has and nobody touched since `before`. While `remove` is under way
   * nobody stores it; where it fails, nobody does for a minute, since it may still be done.
   */
  async removing(
    orgId: string,
    hash: string,
    before: Date,
    remove: () => Promise<boolean>,
  ): Promise<boolean> {
    const now = isoNow(new Date());
    const may = await this.#write((trx) =>
      beginRemoval(trx, orgId, hash, { now, before: isoNow(before), since: ago(REMOVAL_MS) }),
    );
    if (!may) return false;
    const removed = await remove();
    await this.#write((trx) => endRemoval(trx, orgId, hash, now));
    return removed;
  }

  /**
   * Looks whether a blob that lies in the bucket has a row, and notes when it has none.
   * @returns whether it had none at a moment already
   */
  async strayedBefore(orgId: string, hash: string, before: Date, now: Date): Promise<boolean> {
    if (await this.hasRow(orgId, hash)) return false;
    const since = await this.#write((trx) => noteStray(trx, orgId, hash, isoNow(now)));
    return since <= isoNow(before);
  }

  async hasRow(orgId: string, hash: string): Promise<boolean> {
    return (await findBlob(this.#store.read, orgId, hash)) !== null;
  }

  /**
   * A mark is no part of what a form does: it is written where the form itself is refused, and says
   * nothing of whether the form was done.
   */
  #write<T>(work: (trx: Writer) => Promise<T>): Promise<T> {
    return actionGuard.exit(() => this.#store.write(work, false));
  }

  async purge(now: Date): Promise<void> {
    const until = isoNow(new Date(now.getTime() - KEPT_MS));
    await this.#write((trx) => purgeMarks(trx, until));
  }
}

function ago(ms: number): string {
  return isoNow(new Date(Date.now() - ms));
}
