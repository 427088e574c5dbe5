import { randomBytes } from "node:crypto";
import { isoNow } from "#db/ids.ts";
import type { TracesTable, WatermarkedCopiesTable } from "#db/schema.ts";
import type { Reader, Store, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/** Letters and digits that are not taken for one another on paper. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Who looked at which version of a document on which day. */
export type TraceValues = Omit<TracesTable, "orgId" | "id" | "createdAt">;

/**
 * The trace of a viewer, document version and day: the one that there is, else a new one.
 * @param values.day in the org's time zone, so that a mark's day is the reader's
 */
export async function traceFor(
  store: Store,
  orgId: string,
  values: TraceValues,
  now: Date,
): Promise<TracesTable> {
  const find = async () => {
    const { documentId, versionHash, viewerKey, day } = values;
    const row = await inOrg(store.read, orgId)
      .selectFrom("traces")
      .selectAll()
      .where("documentId", "=", documentId)
      .where("versionHash", "=", versionHash)
      .where("viewerKey", "=", viewerKey)
      .where("day", "=", day)
      .executeTakeFirst();
    return row ?? null;
  };
  const known = await find();
  if (known !== null) return known;
  const trace: TracesTable = { ...values, orgId, id: newTraceId(), createdAt: isoNow(now) };
  // Two requests at once have one trace: the first one's.
  await store.write((trx) =>
    trx
      .insertInto("traces")
      .values(trace)
      .onConflict((conflict) =>
        conflict.columns(["orgId", "documentId", "versionHash", "viewerKey", "day"]).doNothing(),
      )
      .execute(),
  );
  return (await find()) ?? trace;
}

/** Eight letters, 40 bits: short enough to read out, and unique an org by its key. */
function newTraceId(): string {
  const letters = [...randomBytes(8)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/**
 * A trace by what someone read from a page: case, blanks and look-alikes forgiven. Null when the
 * org has none.
 */
export async function findTrace(
  db: Reader,
  orgId: string,
  typed: string,
): Promise<TracesTable | null> {
  const letters = typed
    .toUpperCase()
    .replace(/^TRACE/, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1")
    .replace(/[^0-9A-Z]/g, "");
  if (letters.length !== 8) return null;
  const row = await inOrg(db, orgId)
    .selectFrom("traces")
    .selectAll()
    .where("id", "=", `${letters.slice(0, 4)}-${letters.slice(4)}`)
    .executeTakeFirst();
  return row ?? null;
}

/** The newest traces of the org. */
export async function listTraces(db: Reader, orgId: string, limit: number): Promise<TracesTable[]> {
  return inOrg(db, orgId)
    .selectFrom("traces")
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The copy that was made for a trace and has not expired. */
export async function findCopy(
  db: Reader,
  orgId: string,
  traceId: string,
  now: Date,
): Promise<WatermarkedCopiesTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("watermarkedCopies")
    .selectAll()
    .where("traceId", "=", traceId)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Notes the copy that was made for a trace, in place of an earlier one; its blob is stored and
 * recorded already.
 */
export async function recordCopy(trx: Writer, copy: WatermarkedCopiesTable): Promise<void> {
  await inOrg(trx, copy.orgId)
    .deleteFrom("watermarkedCopies")
    .where("traceId", "=", copy.traceId)
    .execute();
  await trx.insertInto("watermarkedCopies").values(copy).execute();
}

/** Forgets copies that have expired; the sweep of orphans takes their blobs. @returns how many */
export async function purgeCopies(trx: Writer, now: Date): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("watermarkedCopies")
    .where("expiresAt", "<=", isoNow(now))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
