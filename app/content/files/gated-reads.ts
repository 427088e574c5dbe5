import {
  addToRead,
  isSameRead,
  recordGatedRead,
  type FileEvent,
} from "#tenancy/visitor-events/store/events.server.ts";
import type { Store } from "#db/store.ts";
import type { Services } from "#platform/context.ts";

/** A row of this hour, and the bytes that are still to be added to it. */
interface Read {
  /** When it was asked for, until the row is there with its own moment. */
  at: string;
  row: Promise<{ id: string; at: string }>;
  owed: number;
  adding: boolean;
}

/**
 * Rows that this process remembers, so that a reader's further requests don't wait for the
 * database.
 */
const MAX_KNOWN = 20_000;
const known = new WeakMap<Store, Map<string, Read>>();

type Recorder = Pick<Services, "store" | "now" | "log">;

/**
 * Records that bytes of a file that is not for everyone leave for a reader: one row for the reader,
 * the file (alone or within one archive) and the hour, whatever part of it they ask for and however it ends. The first of the
 * hour is written before anything leaves: what can't be recorded is not handed over. What follows
 * is added behind the answer.
 * @param event `bytes` are those that this answer hands over
 * @throws StorageUnavailable when the row can't be written
 */
export async function noteGatedRead(
  services: Recorder,
  orgId: string,
  event: FileEvent,
): Promise<void> {
  const { store, now } = services;
  const reads = known.get(store) ?? new Map<string, Read>();
  known.set(store, reads);
  const key = keyOf(orgId, event);
  const moment = now();
  const read = reads.get(key);
  if (read !== undefined && isSameRead(read.at, moment)) {
    await read.row;
    read.owed += event.bytes ?? 0;
    void addOwed(services, orgId, event, read);
    return;
  }
  const row = store.write((trx) => recordGatedRead({ trx, orgId, now: moment }, event));
  const begun: Read = { at: moment.toISOString(), row, owed: 0, adding: false };
  reads.delete(key);
  const [oldest] = reads.keys();
  if (reads.size >= MAX_KNOWN && oldest !== undefined) reads.delete(oldest);
  reads.set(key, begun);
  try {
    begun.at = (await row).at;
  } catch (error) {
    if (reads.get(key) === begun) reads.delete(key);
    throw error;
  }
}

/** Adds what is owed to a row, one write at a time; several requests meanwhile are one. */
async function addOwed(
  services: Recorder,
  orgId: string,
  event: FileEvent,
  read: Read,
): Promise<void> {
  if (read.adding) return;
  read.adding = true;
  const { store, log } = services;
  try {
    const { id } = await read.row;
    while (read.owed > 0) {
      const bytes = read.owed;
      read.owed = 0;
      if (await store.write((trx) => addToRead(trx, orgId, id, bytes))) continue;
      // The row was erased since, with its reader's other records: what is read now is a new one.
      known.get(store)?.delete(keyOf(orgId, event));
      await noteGatedRead(services, orgId, { ...event, bytes });
    }
  } catch (error) {
    log.warn({ error: String(error) }, "bytes could not be added to the record of a read");
  } finally {
    read.adding = false;
  }
}

function keyOf(orgId: string, { viewer, documentId, access, detail }: FileEvent): string {
  const who =
    viewer.mode === "accountExternal"
      ? [viewer.account.id, viewer.member.id]
      : viewer.mode === "public"
        ? []
        : [viewer.mode, viewer.staff.id, viewer.mode === "preview" ? viewer.account?.id : null];
  return JSON.stringify([orgId, documentId, access, detail ?? null, ...who]);
}
