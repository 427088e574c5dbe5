import { isoNow, sha256 } from "#db/ids.ts";
import { prepared } from "#db/prepared.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { MAX_KEYS, type KeyKind, type ListedStaffKey } from "#model/access-keys.ts";
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

/** Which list of keys: those that a person has for themselves, or all of the organization. */
export type KeyList = { kind: "own"; staffId: string } | { kind: "company" };

/** The keys of a list, the newest first; those that ended a month ago are not listed. */
export async function listKeys(
  db: Reader,
  orgId: string,
  list: KeyList,
  now: Date,
): Promise<ListedStaffKey[]> {
  const since = listedSince(now);
  const rows = await keysIn(db, orgId, list)
    .innerJoin("staff as s", "s.id", "k.staffId")
    .selectAll("k")
    .select("s.name as staffName")
    .where((eb) => eb.or([eb("k.revokedAt", "is", null), eb("k.revokedAt", ">", since)]))
    .where((eb) => eb.or([eb("k.expiresAt", "is", null), eb("k.expiresAt", ">", since)]))
    .orderBy("k.createdAt", "desc")
    .orderBy("k.id")
    .execute();
  return rows.map((row) => ({
    ...listedKey(row),
    kind: row.kind,
    staffId: row.staffId,
    staffName: row.staffName,
  }));
}

/** The keys of a list. */
function keysIn(db: Reader, orgId: string, list: KeyList) {
  const all = inOrg(db, orgId).selectFrom("accessKeys as k");
  return list.kind === "company"
    ? all
    : all.where("k.kind", "=", "own").where("k.staffId", "=", list.staffId);
}

/**
 * Makes a key for a person.
 * @returns the key itself, which is kept nowhere
 * @throws Refused beyond twenty keys that still open something
 */
export async function addKey(
  write: Write,
  { kind, staffId }: { kind: KeyKind; staffId: string },
  made: NewKey,
): Promise<string> {
  const { trx, orgId, now } = write;
  const own = await inOrg(trx, orgId)
    .selectFrom("accessKeys")
    .select(["revokedAt", "expiresAt"])
    .where("staffId", "=", staffId)
    .execute();
  if (countActive(own, now) >= MAX_KEYS)
    throw new Refused(`You can have ${MAX_KEYS} keys. Revoke one first.`);
  const { key, row } = madeKey("staff", orgId, made, now);
  await trx
    .insertInto("accessKeys")
    .values({ ...row, staffId, kind })
    .execute();
  const { name, scopes } = made;
  const detail = { name, kind, scopes: scopes.join(" "), expires: row.expiresAt };
  await recordAudit(write, { action: "key.added", subject: row.id, detail });
  return key;
}

/**
 * Revokes a key with the next request. One that ended already stays as it is.
 * @returns its name
 * @throws NotFound for one that is not in that list
 */
export async function revokeKey(write: Write, id: string, list: KeyList): Promise<string> {
  const key = await keysIn(write.trx, write.orgId, list)
    .select(["k.id", "k.name", "k.revokedAt"])
    .where("k.id", "=", id)
    .executeTakeFirst();
  if (key === undefined) throw new NotFound("key");
  if (key.revokedAt === null) await revokeRows(write, "accessKeys", [key]);
  return key.name;
}

/** Revokes every key of somebody who leaves a team: whoever comes back makes new ones. */
export async function revokeKeysOf(write: Write, staffId: string): Promise<void> {
  const keys = await inOrg(write.trx, write.orgId)
    .selectFrom("accessKeys")
    .select(["id", "name"])
    .where("staffId", "=", staffId)
    .where("revokedAt", "is", null)
    .execute();
  await revokeRows(write, "accessKeys", keys);
}

/** A key of staff as a request finds it. */
export interface KeptKey extends FoundKey {
  staffId: string;
  kind: KeyKind;
}

const BY_HASH = prepared((db, p: { hash: string }) =>
  acrossTenants(db, "A key says whose it is.")
    .selectFrom("accessKeys")
    .selectAll()
    .where("secretHash", "=", p.hash),
);

/** The key that a text is; null for one that nobody made. Whether it still opens anything is not asked. */
export async function findKey(db: Reader, text: string): Promise<KeptKey | null> {
  const [row] = await BY_HASH(db, { hash: sha256(text) });
  return row === undefined ? null : { ...foundKey(row), staffId: row.staffId, kind: row.kind };
}

/** Notes when and from where a key was used (`noteUseOfRow`). */
export const noteKeyUse = noteUseOfRow("accessKeys");

/** A key whose end comes near, and whose person was not told so yet. */
export interface EndingKey {
  id: string;
  kind: KeyKind;
  name: string;
  start: string;
  expiresAt: string;
  email: string;
  staffName: string;
  /** Which reminder it is. */
  days: number;
}

/** The keys of people on the team that end within 14 days, and within one, each once. */
export async function listEndingKeys(db: Reader, orgId: string, now: Date): Promise<EndingKey[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("accessKeys as k")
    .innerJoin("staff as s", "s.id", "k.staffId")
    .innerJoin("staffRoles as r", (join) =>
      join.onRef("r.orgId", "=", "k.orgId").onRef("r.staffId", "=", "k.staffId"),
    )
    .select(["k.id", "k.kind", "k.name", "k.start", "k.expiresAt", "k.remindedDays"])
    .select(["s.email", "s.name as staffName"])
    .where("k.revokedAt", "is", null)
    .where("k.expiresAt", ">", isoNow(now))
    .where("k.expiresAt", "<=", remindedUntil(now))
    .orderBy("k.expiresAt")
    .orderBy("k.id")
    .execute();
  return rows.flatMap(({ expiresAt, remindedDays, ...key }) => {
    if (expiresAt === null) return [];
    const days = reminderDue(expiresAt, remindedDays, now);
    return days === null ? [] : [{ ...key, expiresAt, days }];
  });
}

/** Remembers which reminder of a key went out. */
export const rememberKeyReminder = rememberReminderOfRow("accessKeys");

/** Forgets keys that ended a month ago. @returns how many */
export const purgeKeys = purgeRows("accessKeys");
