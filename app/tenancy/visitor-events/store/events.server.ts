import { ARCHIVE_SOURCES } from "#model/bulk-download.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import { insertRow } from "#db/prepared.ts";
import type { EventsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { RELEASE_TAKEN } from "../rules/visitor-events.ts";

/** A view or download of a file, or a file that could not be served. */
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
  { trx, orgId, now }: Omit<Write, "by">,
  events: readonly FileEvent[],
): Promise<void> {
  const rows = events.map((event) => rowOf(orgId, event, now));
  await inBatches(rows, (batch) => trx.insertInto("events").values(batch).execute());
}

function rowOf(
  orgId: string,
  { viewer, detail = {}, ...event }: FileEvent,
  now: Date,
): EventsTable {
  const { staffId, ...who } = whoOf(viewer);
  const key = viewer.mode === "accountExternal" ? viewer.key : undefined;
  const all = {
    ...detail,
    ...(staffId === null ? {} : { staffId }),
    ...(key === undefined ? {} : { key: key.name }),
  };
  return {
    id: newId(),
    orgId,
    at: isoNow(now),
    ...event,
    ...who,
    detailJson: Object.keys(all).length === 0 ? null : JSON.stringify(all),
  };
}

const READ_MS = 3_600_000;

/**
 * Records that bytes of a gated file leave: one row for a reader, a file and an hour, to which
 * further bytes of that hour are added.
 * @returns the row, to which `addToRead` adds what leaves later
 */
export async function recordGatedRead(
  { trx, orgId, now }: Omit<Write, "by">,
  event: FileEvent,
): Promise<{ id: string; at: string }> {
  const row = rowOf(orgId, event, now);
  const same = (value: string | null) => (value === null ? "is" : "=");
  const known = await inOrg(trx, orgId)
    .selectFrom("events")
    .select(["id", "at"])
    .where("documentId", "=", event.documentId)
    .where("at", ">", isoNow(new Date(now.getTime() - READ_MS)))
    .where("at", "<=", row.at)
    .where("name", "=", row.name)
    .where("access", "=", event.access)
    .where("viewerKind", "=", row.viewerKind)
    .where("accountId", same(row.accountId), row.accountId)
    .where("memberId", same(row.memberId), row.memberId)
    .where("detailJson", same(row.detailJson), row.detailJson)
    .orderBy("at", "desc")
    .executeTakeFirst();
  if (known === undefined) {
    await insertRow(trx, "events", row);
    return { id: row.id, at: row.at };
  }
  await addToRead(trx, orgId, known.id, event.bytes ?? 0);
  return known;
}

/**
 * Adds bytes to a row of `recordGatedRead`. @returns false when the row is no more: erased, or past
 * its time
 */
export async function addToRead(
  trx: Writer,
  orgId: string,
  id: string,
  bytes: number,
): Promise<boolean> {
  const result = await inOrg(trx, orgId)
    .updateTable("events")
    .set((eb) => ({ bytes: eb(eb.fn.coalesce("bytes", eb.lit(0)), "+", bytes) }))
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Whether what happens now still belongs to the hour of a row that began `at`. */
export function isSameRead(at: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(at);
  return age >= 0 && age < READ_MS;
}

/** Something that people did: one event, or all documents that left in one archive. */
export interface Act {
  /** One of its events. */
  id: string;
  /** The newest of them. */
  at: string;
  /** How many documents it was about. */
  documents: number;
}

/**
 * What an account's members did, the newest first. An archive is one act; that it was prepared is
 * none, since what left of it is.
 * @param who `memberIds`: theirs alone, and alone what was about a file
 */
export async function recentActs(
  db: Reader,
  orgId: string,
  who: { accountId: string } | { memberIds: readonly string[] },
  limit: number,
): Promise<Act[]> {
  const events = inOrg(db, orgId)
    .selectFrom("events")
    .select((eb) => [
      "id",
      "at",
      "documentId",
      eb
        .case()
        .when(
          eb.and([
            eb("source", "in", Object.values(ARCHIVE_SOURCES)),
            eb("name", "=", "file engaged"),
            eb("detailJson", "is not", null),
          ]),
        )
        .then(eb.ref("detailJson"))
        .else(eb.ref("id"))
        .end()
        .as("act"),
    ])
    .where("viewerKind", "=", "accountExternal")
    .$if("accountId" in who, (query) =>
      query
        .where("accountId", "=", "accountId" in who ? who.accountId : "")
        .where("name", "!=", "bulk download"),
    )
    .$if("memberIds" in who, (query) =>
      query
        .where("memberId", "in", "memberIds" in who ? who.memberIds : [])
        .where("access", "is not", null),
    );
  return db
    .selectFrom(events.as("e"))
    .select((eb) => [
      eb.fn.min<string>("e.id").as("id"),
      eb.fn.max<string>("e.at").as("at"),
      eb.fn.count<number>("e.documentId").distinct().as("documents"),
    ])
    .groupBy("e.act")
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Something that a member did, and none of the portal's documents is part of. */
interface MemberEvent {
  name: "signed in" | typeof RELEASE_TAKEN;
  accountId: string;
  memberId: string;
  bytes?: number;
  detail?: Record<string, string>;
}

/** Writes what a member did: signing in, taking a questionnaire that was released. */
export async function recordMemberEvent(
  { trx, orgId, now }: Omit<Write, "by">,
  { name, accountId, memberId, bytes, detail }: MemberEvent,
): Promise<void> {
  const none = {
    productId: null,
    itemUid: null,
    documentId: null,
    access: null,
    source: null,
    bytes: bytes ?? null,
    detailJson: detail === undefined ? null : JSON.stringify(detail),
  };
  await insertRow(trx, "events", {
    id: newId(),
    orgId,
    at: isoNow(now),
    name,
    viewerKind: "accountExternal",
    accountId,
    memberId,
    ...none,
  });
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
