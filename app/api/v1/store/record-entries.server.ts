import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { AuditEntry, EventEntry } from "../rules/company-entries.ts";
import type { IdPage } from "./entry-ids.server.ts";

/**
 * Records that only grow. The ids of their entries begin with their time, so that a list is in its
 * order, what is new comes last, and a program that asks for what is new reads nothing else.
 */

/** @param at an ISO time, of which the digits are taken */
function recordId(at: string, id: string): string {
  return `${at.replaceAll(/\D/g, "")}.${id}`;
}

/** The time and the row in such an id; what is none is before everything. */
function partsOf(id: string): { at: string; id: string } {
  const [, year, month, day, hour, minute, second, ms, own] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})\.(.+)$/.exec(id) ?? [];
  return own === undefined
    ? { at: "", id: "" }
    : { at: `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`, id: own };
}

/** The rows of a record behind one, in the order in which they were written. */
export function recordIds(table: "audit" | "events") {
  return async (
    db: Reader,
    orgId: string,
    { after, count, since = "" }: IdPage,
  ): Promise<{ id: string }[]> => {
    const from = partsOf(after);
    const rows = await inOrg(db, orgId)
      .selectFrom(table)
      .select(["id", "at"])
      .where("at", ">=", from.at > since ? from.at : since)
      .where((eb) =>
        eb.or([eb("at", ">", from.at), eb.and([eb("at", "=", from.at), eb("id", ">", from.id)])]),
      )
      .orderBy("at")
      .orderBy("id")
      .limit(count)
      .execute();
    return rows.map(({ id, at }) => ({ id: recordId(at, id) }));
  };
}

/** The rows of the audit, with what they hold of it. */
export async function auditEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<AuditEntry[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("audit")
    .select(["id", "at", "actor", "actorName", "action", "subject", "detailJson", "ip"])
    .where(
      "id",
      "in",
      ids.map((id) => partsOf(id).id),
    )
    .execute();
  const entries = rows.map(({ id, at, detailJson, ip, ...row }) => ({
    id: recordId(at, id),
    at,
    ...row,
    detail: detailsIn(detailJson),
    ip,
    updatedAt: at,
  }));
  return named(entries, ids);
}

/** What visitors, members and staff did on the portal. */
export async function eventEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<EventEntry[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("events")
    .select([
      "id",
      "at",
      "name",
      "viewerKind",
      "accountId",
      "memberId",
      "productId",
      "itemUid",
      "documentId",
      "access",
      "source",
      "bytes",
      "detailJson",
    ])
    .where(
      "id",
      "in",
      ids.map((id) => partsOf(id).id),
    )
    .execute();
  const entries = rows.map(({ id, at, detailJson, ...row }) => ({
    id: recordId(at, id),
    at,
    ...row,
    detail: detailsIn(detailJson),
    updatedAt: at,
  }));
  return named(entries, ids);
}

/** Those that were asked for: an id with another time is none. */
function named<One extends { id: string }>(entries: readonly One[], ids: readonly string[]): One[] {
  const asked = new Set(ids);
  return entries.filter(({ id }) => asked.has(id));
}

function detailsIn(json: string | null): Record<string, string | number | boolean | null> | null {
  return json === null
    ? null
    : (JSON.parse(json) as Record<string, string | number | boolean | null>);
}
