import { isoNow, sha256 } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { revokeCalendarAddresses } from "./calendar-addresses.server.ts";
import { MAX_KEYS, type ListedMemberKey } from "#model/access-keys.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import {
  countActive,
  foundKey,
  listedKey,
  listedSince,
  madeKey,
  remindedUntil,
  reminderDue,
  noteUseOfRow,
  purgeRows,
  rememberReminderOfRow,
  revokeRows,
  type FoundKey,
  type NewKey,
} from "./key-rows.server.ts";

/** Whose keys: those of a person, by the member that they are in each account, or of an account. */
export type MemberKeyList = { memberIds: readonly string[] } | { accountId: string };

/** The keys of a list, the newest first; those that ended a month ago are not listed. */
export async function listMemberKeys(
  db: Reader,
  orgId: string,
  list: MemberKeyList,
  now: Date,
): Promise<ListedMemberKey[]> {
  const since = listedSince(now);
  const rows = await keysIn(db, orgId, list)
    .selectAll("k")
    .select("m.email")
    .where((eb) => eb.or([eb("k.revokedAt", "is", null), eb("k.revokedAt", ">", since)]))
    .where("k.expiresAt", ">", since)
    .orderBy("k.createdAt", "desc")
    .orderBy("k.id")
    .execute();
  return rows.map((row) => ({ ...listedKey(row), memberId: row.memberId, email: row.email }));
}

/** The keys of a list. */
function keysIn(db: Reader, orgId: string, list: MemberKeyList) {
  const all = inOrg(db, orgId)
    .selectFrom("memberKeys as k")
    .innerJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "k.orgId").onRef("m.id", "=", "k.memberId"),
    );
  return "accountId" in list
    ? all.where("m.accountId", "=", list.accountId)
    : all.where("k.memberId", "in", [...list.memberIds]);
}

/**
 * Makes a key for a member.
 * @param memberIds the same person in every account, whose keys count together
 * @returns the key itself, which is kept nowhere
 * @throws Refused beyond twenty keys that still open something
 */
export async function addMemberKey(
  write: Write,
  { memberId, memberIds }: { memberId: string; memberIds: readonly string[] },
  made: NewKey,
): Promise<string> {
  const { trx, orgId, now } = write;
  const own = await keysIn(trx, orgId, { memberIds })
    .select(["k.revokedAt", "k.expiresAt"])
    .execute();
  if (countActive(own, now) >= MAX_KEYS)
    throw new Refused(`You can have ${MAX_KEYS} keys. Revoke one first.`);
  const { key, row } = madeKey("member", orgId, made, now);
  const { expiresAt } = row;
  if (expiresAt === null) throw new Error("A member’s key has an end.");
  await trx
    .insertInto("memberKeys")
    .values({ ...row, expiresAt, memberId })
    .execute();
  const { name, scopes } = made;
  const detail = { name, kind: "member", scopes: scopes.join(" "), expires: expiresAt };
  await recordAudit(write, { action: "key.added", subject: row.id, detail });
  return key;
}

/**
 * Revokes a key with the next request. One that ended already stays as it is.
 * @returns its name
 * @throws NotFound for one that is not in that list
 */
export async function revokeMemberKey(
  write: Write,
  id: string,
  list: MemberKeyList,
): Promise<string> {
  const key = await keysIn(write.trx, write.orgId, list)
    .select(["k.id", "k.name", "k.revokedAt"])
    .where("k.id", "=", id)
    .executeTakeFirst();
  if (key === undefined) throw new NotFound("key");
  if (key.revokedAt === null) await revokeRows(write, "memberKeys", [key]);
  return key.name;
}

/**
 * Revokes every key of members whose access is taken away, and the addresses of their calendars:
 * whoever gets it again makes new ones.
 */
export async function revokeMemberKeys(write: Write, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const keys = await keysIn(write.trx, write.orgId, { memberIds })
    .select(["k.id", "k.name"])
    .where("k.revokedAt", "is", null)
    .orderBy("k.id")
    .execute();
  await revokeRows(write, "memberKeys", keys);
  await revokeCalendarAddresses(write, memberIds);
}

/** A member's key as a request finds it. */
export interface KeptMemberKey extends FoundKey {
  memberId: string;
}

/** The key that a text is; null for one that nobody made. Whether it still opens anything is not asked. */
export async function findMemberKey(db: Reader, text: string): Promise<KeptMemberKey | null> {
  const row = await acrossTenants(db, "A key says whose it is.")
    .selectFrom("memberKeys")
    .selectAll()
    .where("secretHash", "=", sha256(text))
    .executeTakeFirst();
  return row === undefined ? null : { ...foundKey(row), memberId: row.memberId };
}

/** Notes when and from where a member's key was used (`noteUseOfRow`). */
export const noteMemberKeyUse = noteUseOfRow("memberKeys");

/** A member's key whose end comes near, and whose person was not told so yet. */
export interface EndingMemberKey {
  id: string;
  name: string;
  start: string;
  expiresAt: string;
  email: string;
  memberName: string;
  /** Which reminder it is. */
  days: number;
}

/** The keys of members that end within 14 days, and within one, each once. */
export async function listEndingMemberKeys(
  db: Reader,
  orgId: string,
  now: Date,
): Promise<EndingMemberKey[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("memberKeys as k")
    .innerJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "k.orgId").onRef("m.id", "=", "k.memberId"),
    )
    .select(["k.id", "k.name", "k.start", "k.expiresAt", "k.remindedDays"])
    .select(["m.email", "m.firstName", "m.lastName"])
    .where("m.removedAt", "is", null)
    .where("k.revokedAt", "is", null)
    .where("k.expiresAt", ">", isoNow(now))
    .where("k.expiresAt", "<=", remindedUntil(now))
    .orderBy("k.expiresAt")
    .orderBy("k.id")
    .execute();
  return rows.flatMap(({ firstName, lastName, remindedDays, ...key }) => {
    const days = reminderDue(key.expiresAt, remindedDays, now);
    const memberName = `${firstName} ${lastName}`.trim();
    return days === null ? [] : [{ ...key, memberName, days }];
  });
}

/** Remembers which reminder of a member's key went out. */
export const rememberMemberKeyReminder = rememberReminderOfRow("memberKeys");

/** Forgets keys of members that ended a month ago. @returns how many */
export const purgeMemberKeys = purgeRows("memberKeys");
