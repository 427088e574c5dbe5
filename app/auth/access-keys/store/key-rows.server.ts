import { isoNow, newId, sha256 } from "#db/ids.ts";
import type { KeyColumns } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import {
  KEY_REMINDERS,
  KEYS_LISTED_DAYS,
  keyState,
  type KeyEnd,
  type ListedKey,
} from "#model/access-keys.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { newKey, startOf, type KeyOwner } from "../rules/key-text.ts";

/** What the tables of keys have in common, whoever's the keys are. */

export const DAY_MS = 86_400_000;
/** How often the use of a key is noted, in milliseconds: most requests write nothing. */
const NOTED_EVERY = 60_000;
/** How many networks are remembered of a key. */
const MOST_SEEN = 50;

/** What somebody says of a key that they make. */
export interface NewKey {
  name: string;
  scopes: readonly string[];
  products: readonly string[];
  ends: KeyEnd;
  networks: readonly string[];
}

/** A new key, and the row that is kept of it. */
export function madeKey(
  owner: KeyOwner,
  orgId: string,
  made: NewKey,
  now: Date,
): { key: string; row: KeyColumns } {
  const key = newKey(owner);
  const days = made.ends === "never" ? null : Number(made.ends);
  return {
    key,
    row: {
      orgId,
      id: newId(),
      name: made.name,
      secretHash: sha256(key),
      start: startOf(key),
      scopesJson: JSON.stringify(made.scopes),
      productsJson: JSON.stringify(made.products),
      networksJson: JSON.stringify(made.networks),
      createdAt: isoNow(now),
      expiresAt: days === null ? null : isoNow(new Date(now.getTime() + days * DAY_MS)),
      revokedAt: null,
      revokedBy: null,
      lastUsedAt: null,
      lastIp: null,
      seenNetworksJson: "[]",
      toldNetworkAt: null,
      remindedDays: null,
    },
  };
}

/** How many of somebody's keys still open something. */
export function countActive(
  keys: readonly Pick<KeyColumns, "revokedAt" | "expiresAt">[],
  now: Date,
): number {
  return keys.filter((key) => keyState(key, now) === "active").length;
}

/** The moment after which a key must have ended to be listed still. */
export function listedSince(now: Date): string {
  return isoNow(new Date(now.getTime() - KEYS_LISTED_DAYS * DAY_MS));
}

/** A row as lists show it. */
export function listedKey(row: KeyColumns): ListedKey {
  return {
    id: row.id,
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
  };
}

/** A key as a request finds it, whoever's it is. */
export interface FoundKey {
  orgId: string;
  id: string;
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

/** A row as a request finds it. */
export function foundKey(row: KeyColumns): FoundKey {
  const products = textsOf(row.productsJson);
  return {
    orgId: row.orgId,
    id: row.id,
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
export function isNews(key: FoundKey, network: string, now: Date): boolean {
  const { lastUsedAt, seenNetworks } = key;
  return (
    !seenNetworks.includes(network) ||
    lastUsedAt === null ||
    now.getTime() - Date.parse(lastUsedAt) >= NOTED_EVERY
  );
}

/** What a use changes of a row. */
type KeyUse = Pick<KeyColumns, "lastUsedAt" | "lastIp"> &
  Partial<Pick<KeyColumns, "seenNetworksJson" | "toldNetworkAt">>;

/**
 * What a use changes of a row, and whether its person is to be told of a new network now: once a day
 * at most, since the programs of some services come from another one each time.
 */
export function useOf(
  { seenNetworksJson, toldNetworkAt }: Pick<KeyColumns, "seenNetworksJson" | "toldNetworkAt">,
  { ip, network }: { ip: string; network: string },
  now: Date,
): { changes: KeyUse; isTold: boolean } {
  const seen = textsOf(seenNetworksJson);
  const isNew = !seen.includes(network);
  const isTold =
    isNew && (toldNetworkAt === null || now.getTime() - Date.parse(toldNetworkAt) >= DAY_MS);
  return {
    isTold,
    changes: {
      lastUsedAt: isoNow(now),
      lastIp: ip,
      ...(isNew ? { seenNetworksJson: JSON.stringify([...seen, network].slice(-MOST_SEEN)) } : {}),
      ...(isTold ? { toldNetworkAt: isoNow(now) } : {}),
    },
  };
}

/** Until when a key must end for its person to be told. */
export function remindedUntil(now: Date): string {
  return isoNow(new Date(now.getTime() + KEY_REMINDERS[0] * DAY_MS));
}

/** Which reminder of a key is due; null where none is. */
export function reminderDue(
  expiresAt: string,
  remindedDays: number | null,
  now: Date,
): number | null {
  const left = (Date.parse(expiresAt) - now.getTime()) / DAY_MS;
  const days = KEY_REMINDERS.findLast((one) => left <= one);
  return days === undefined || (remindedDays !== null && remindedDays <= days) ? null : days;
}

/** The tables of keys. */
type KeyTable = "accessKeys" | "memberKeys";

/** Revokes keys with the next request, each with a row of the audit. */
export async function revokeRows(
  write: Write,
  table: KeyTable,
  keys: readonly { id: string; name: string }[],
): Promise<void> {
  const { trx, orgId, by, now } = write;
  for (const { id, name } of keys) {
    await inOrg(trx, orgId)
      .updateTable(table)
      .set({ revokedAt: isoNow(now), revokedBy: by.actorName })
      .where("id", "=", id)
      .execute();
    await recordAudit(write, { action: "key.revoked", subject: id, detail: { name } });
  }
}

/**
 * Notes when and from where a key was used.
 * @returns what does it: whether its person is to be told of a new network now
 */
export function noteUseOfRow(table: KeyTable) {
  return async (
    { trx, orgId, now }: Omit<Write, "by">,
    id: string,
    from: { ip: string; network: string },
  ): Promise<boolean> => {
    const row = await inOrg(trx, orgId)
      .selectFrom(table)
      .select(["seenNetworksJson", "toldNetworkAt"])
      .where("id", "=", id)
      .where("revokedAt", "is", null)
      .executeTakeFirst();
    if (row === undefined) return false;
    const { changes, isTold } = useOf(row, from, now);
    await inOrg(trx, orgId).updateTable(table).set(changes).where("id", "=", id).execute();
    return isTold;
  };
}

/** Remembers which reminder of a key went out. */
export function rememberReminderOfRow(table: KeyTable) {
  return async (
    { trx, orgId }: Pick<Write, "trx" | "orgId">,
    { id, days }: { id: string; days: number },
  ): Promise<void> => {
    await inOrg(trx, orgId)
      .updateTable(table)
      .set({ remindedDays: days })
      .where("id", "=", id)
      .execute();
  };
}

/** Forgets keys that ended a month ago. @returns what does it, and says how many */
export function purgeRows(table: KeyTable) {
  return async (trx: Writer, now: Date): Promise<number> => {
    const since = listedSince(now);
    const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
      .deleteFrom(table)
      .where((eb) => eb.or([eb("expiresAt", "<=", since), eb("revokedAt", "<=", since)]))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  };
}

function textsOf(json: string): string[] {
  return JSON.parse(json) as string[];
}
