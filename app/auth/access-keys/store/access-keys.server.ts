import { isoNow, newId, sha256 } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import {
  KEY_REMINDERS,
  KEYS_LISTED_DAYS,
  keyState,
  MAX_KEYS,
  type KeyEnd,
  type KeyKind,
  type ListedKey,
} from "#model/access-keys.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { newKey, startOf } from "../rules/key-text.ts";

const DAY_MS = 86_400_000;
/** How often the use of a key is noted, in milliseconds: most requests write nothing. */
const NOTED_EVERY = 60_000;
/** How many networks are remembered of a key. */
const MOST_SEEN = 50;

/** Which list of keys: those that a person has for themselves, or all of the organization. */
export type KeyList = { kind: "own"; staffId: string } | { kind: "company" };

/** What somebody says of a key that they make. */
export interface NewKey {
  name: string;
  scopes: readonly string[];
  products: readonly string[];
  ends: KeyEnd;
  networks: readonly string[];
}

/** The keys of a list, the newest first; those that ended a month ago are not listed. */
export async function listKeys(
  db: Reader,
  orgId: string,
  list: KeyList,
  now: Date,
): Promise<ListedKey[]> {
  const since = isoNow(new Date(now.getTime() - KEYS_LISTED_DAYS * DAY_MS));
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
    id: row.id,
    kind: row.kind,
    staffId: row.staffId,
    staffName: row.staffName,
    name: row.name,
    start: row.start,
    scopes: textsOf(row.scopesJson),
    productIds: textsOf(row.productsJson),
    networks: textsOf(row.networksJson),
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    lastUsedAt: row.lastUsedAt,
    lastIp: row.lastIp,
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
  if (own.filter((key) => keyState(key, now) === "active").length >= MAX_KEYS)
    throw new Refused(`You can have ${MAX_KEYS} keys. Revoke one first.`);
  const key = newKey();
  const id = newId();
  const days = made.ends === "never" ? null : Number(made.ends);
  const expiresAt = days === null ? null : isoNow(new Date(now.getTime() + days * DAY_MS));
  await trx
    .insertInto("accessKeys")
    .values({
      orgId,
      id,
      staffId,
      kind,
      name: made.name,
      secretHash: sha256(key),
      start: startOf(key),
      scopesJson: JSON.stringify(made.scopes),
      productsJson: JSON.stringify(made.products),
      networksJson: JSON.stringify(made.networks),
      createdAt: isoNow(now),
      expiresAt,
      revokedAt: null,
      revokedBy: null,
      lastUsedAt: null,
      lastIp: null,
      seenNetworksJson: "[]",
      toldNetworkAt: null,
      remindedDays: null,
    })
    .execute();
  const detail = { name: made.name, kind, scopes: made.scopes.join(" "), expires: expiresAt };
  await recordAudit(write, { action: "key.added", subject: id, detail });
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
  if (key.revokedAt === null) await revoke(write, [key]);
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
  await revoke(write, keys);
}

async function revoke(write: Write, keys: readonly { id: string; name: string }[]): Promise<void> {
  const { trx, orgId, by, now } = write;
  for (const { id, name } of keys) {
    await inOrg(trx, orgId)
      .updateTable("accessKeys")
      .set({ revokedAt: isoNow(now), revokedBy: by.actorName })
      .where("id", "=", id)
      .execute();
    await recordAudit(write, { action: "key.revoked", subject: id, detail: { name } });
  }
}

/** A key as a request finds it. */
export interface KeptKey {
  orgId: string;
  id: string;
  staffId: string;
  kind: KeyKind;
  name: string;
  start: string;
  scopes: ReadonlySet<string>;
  /** null: all of them. */
  productIds: ReadonlySet<string> | null;
  networks: readonly string[];
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  seenNetworks: readonly string[];
  toldNetworkAt: string | null;
}

/** The key that a text is; null for one that nobody made. Whether it still opens anything is not asked. */
export async function findKey(db: Reader, text: string): Promise<KeptKey | null> {
  const row = await acrossTenants(db, "A key says whose it is.")
    .selectFrom("accessKeys")
    .selectAll()
    .where("secretHash", "=", sha256(text))
    .executeTakeFirst();
  if (row === undefined) return null;
  const products = textsOf(row.productsJson);
  return {
    orgId: row.orgId,
    id: row.id,
    staffId: row.staffId,
    kind: row.kind,
    name: row.name,
    start: row.start,
    scopes: new Set(textsOf(row.scopesJson)),
    productIds: products.length === 0 ? null : new Set(products),
    networks: textsOf(row.networksJson),
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    lastUsedAt: row.lastUsedAt,
    seenNetworks: textsOf(row.seenNetworksJson),
    toldNetworkAt: row.toldNetworkAt,
  };
}

/** Whether the use of a key is to be noted: a minute after the last time, and from a new network. */
export function isNews(key: KeptKey, network: string, now: Date): boolean {
  const { lastUsedAt, seenNetworks } = key;
  return (
    !seenNetworks.includes(network) ||
    lastUsedAt === null ||
    now.getTime() - Date.parse(lastUsedAt) >= NOTED_EVERY
  );
}

/**
 * Notes when and from where a key was used.
 * @returns whether its person is to be told of a new network now: once a day at most, since the
 *   programs of some services come from another one each time
 */
export async function noteKeyUse(
  { trx, orgId, now }: Omit<Write, "by">,
  id: string,
  { ip, network }: { ip: string; network: string },
): Promise<boolean> {
  const row = await inOrg(trx, orgId)
    .selectFrom("accessKeys")
    .select(["seenNetworksJson", "toldNetworkAt"])
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  if (row === undefined) return false;
  const seen = textsOf(row.seenNetworksJson);
  const isNew = !seen.includes(network);
  const { toldNetworkAt } = row;
  const isTold =
    isNew && (toldNetworkAt === null || now.getTime() - Date.parse(toldNetworkAt) >= DAY_MS);
  await inOrg(trx, orgId)
    .updateTable("accessKeys")
    .set({
      lastUsedAt: isoNow(now),
      lastIp: ip,
      ...(isNew ? { seenNetworksJson: JSON.stringify([...seen, network].slice(-MOST_SEEN)) } : {}),
      ...(isTold ? { toldNetworkAt: isoNow(now) } : {}),
    })
    .where("id", "=", id)
    .execute();
  return isTold;
}

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
  const until = isoNow(new Date(now.getTime() + KEY_REMINDERS[0] * DAY_MS));
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
    .where("k.expiresAt", "<=", until)
    .orderBy("k.expiresAt")
    .orderBy("k.id")
    .execute();
  return rows.flatMap(({ expiresAt, remindedDays, ...key }) => {
    if (expiresAt === null) return [];
    const left = (Date.parse(expiresAt) - now.getTime()) / DAY_MS;
    const days = KEY_REMINDERS.findLast((one) => left <= one);
    if (days === undefined || (remindedDays !== null && remindedDays <= days)) return [];
    return [{ ...key, expiresAt, days }];
  });
}

/** Remembers which reminder of a key went out. */
export async function rememberKeyReminder(
  { trx, orgId }: Pick<Write, "trx" | "orgId">,
  { id, days }: Pick<EndingKey, "id" | "days">,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("accessKeys")
    .set({ remindedDays: days })
    .where("id", "=", id)
    .execute();
}

/** Forgets keys that ended a month ago. @returns how many */
export async function purgeKeys(trx: Writer, now: Date): Promise<number> {
  const since = isoNow(new Date(now.getTime() - KEYS_LISTED_DAYS * DAY_MS));
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("accessKeys")
    .where((eb) => eb.or([eb("expiresAt", "<=", since), eb("revokedAt", "<=", since)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function textsOf(json: string): string[] {
  return JSON.parse(json) as string[];
}
