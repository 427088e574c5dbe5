import { isoNow, newId, newToken, sha256 } from "#db/ids.ts";
import type { CalendarAddressesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { listedSince } from "./key-rows.server.ts";

/** How often it is noted that an address was read, in milliseconds. */
const NOTED_EVERY = 3_600_000;
/** What the audit log calls it, where keys have names. */
const NAME = "Calendar";

/** The addresses of a person that still work, in each account; the newest first. */
export async function listCalendarAddresses(
  db: Reader,
  orgId: string,
  memberIds: readonly string[],
): Promise<CalendarAddressesTable[]> {
  if (memberIds.length === 0) return [];
  return inOrg(db, orgId)
    .selectFrom("calendarAddresses")
    .selectAll()
    .where("memberId", "in", memberIds)
    .where("revokedAt", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
}

/**
 * Makes a member's address; the one that they had before ends.
 * @returns its secret part, which is kept nowhere
 */
export async function addCalendarAddress(write: Write, memberId: string): Promise<string> {
  const { trx, orgId, now } = write;
  await revokeCalendarAddresses(write, [memberId]);
  const secret = newToken();
  const id = newId();
  await trx
    .insertInto("calendarAddresses")
    .values({
      orgId,
      id,
      memberId,
      secretHash: sha256(secret),
      createdAt: isoNow(now),
      revokedAt: null,
      lastReadAt: null,
    })
    .execute();
  const detail = { name: NAME, kind: "calendar" };
  await recordAudit(write, { action: "key.added", subject: id, detail });
  return secret;
}

/** Ends the addresses of members with the next request. @returns how many */
export async function revokeCalendarAddresses(
  write: Write,
  memberIds: readonly string[],
): Promise<number> {
  const { trx, orgId, now } = write;
  const active = await listCalendarAddresses(trx, orgId, memberIds);
  for (const { id } of active) {
    await inOrg(trx, orgId)
      .updateTable("calendarAddresses")
      .set({ revokedAt: isoNow(now) })
      .where("id", "=", id)
      .execute();
    const detail = { name: NAME };
    await recordAudit(write, { action: "key.revoked", subject: id, detail });
  }
  return active.length;
}

/** The address of a secret that still works in this org; null for every other text. */
export async function findCalendarAddress(
  db: Reader,
  orgId: string,
  secret: string,
): Promise<Pick<CalendarAddressesTable, "id" | "memberId" | "lastReadAt"> | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("calendarAddresses")
    .select(["id", "memberId", "lastReadAt"])
    .where("secretHash", "=", sha256(secret))
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether it is to be noted now that an address was read. */
export function isReadNoted(
  { lastReadAt }: Pick<CalendarAddressesTable, "lastReadAt">,
  now: Date,
): boolean {
  return lastReadAt === null || now.getTime() - Date.parse(lastReadAt) >= NOTED_EVERY;
}

/** Notes that an address was read. */
export async function noteCalendarRead(
  { trx, orgId, now }: Omit<Write, "by">,
  id: string,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("calendarAddresses")
    .set({ lastReadAt: isoNow(now) })
    .where("id", "=", id)
    .execute();
}

/** Forgets addresses that ended a month ago. @returns how many */
export async function purgeCalendarAddresses(trx: Writer, now: Date): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("calendarAddresses")
    .where("revokedAt", "<=", listedSince(now))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
