import { recordStaffAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";

/** So many passkeys one person has at most. */
export const MOST_PASSKEYS = 10;

/** How long a device has time to answer, in milliseconds. */
export const CHALLENGE_LIFE = 5 * 60_000;

/** A passkey as its person sees it. */
export interface ListedPasskey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A passkey as an answer of its device is checked with it. */
export interface StoredPasskey {
  id: string;
  staffId: string;
  credentialId: string;
  publicKey: string;
  counter: number;
}

/** What a new passkey brings. */
export type NewPasskey = Pick<StoredPasskey, "credentialId" | "publicKey" | "counter"> & {
  name: string;
  transports: readonly string[];
};

/** A person's passkeys, the oldest first. */
export async function listPasskeys(db: Reader, staffId: string): Promise<ListedPasskey[]> {
  return db
    .selectFrom("passkeys")
    .select(["id", "name", "createdAt", "lastUsedAt"])
    .where("staffId", "=", staffId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** What a person's devices call their passkeys: no device makes a second one. */
export async function credentialsOf(db: Reader, staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select("credentialId")
    .where("staffId", "=", staffId)
    .execute();
  return rows.map(({ credentialId }) => credentialId);
}

/** Whether somebody has a second factor: an authenticator app, or a passkey, which is both factors. */
export async function hasSecondFactor(
  db: Reader,
  staff: { id: string; totpConfirmedAt: string | null },
): Promise<boolean> {
  return staff.totpConfirmedAt !== null || (await credentialsOf(db, staff.id)).length > 0;
}

/** The passkey of that name of a device's, whoever's it is, or null. */
export async function findPasskey(db: Reader, credentialId: string): Promise<StoredPasskey | null> {
  const row = await db
    .selectFrom("passkeys")
    .select(["id", "staffId", "credentialId", "publicKey", "counter"])
    .where("credentialId", "=", credentialId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Keeps a challenge until it is answered or its time is over; those whose time is over go.
 * @param adding the session that adds a passkey and the passkey's name; null for a sign-in
 */
export async function keepChallenge(
  trx: Writer,
  challenge: string,
  adding: { tokenHash: string; name: string } | null,
  now: Date,
): Promise<void> {
  await trx.deleteFrom("passkeyChallenges").where("expiresAt", "<=", isoNow(now)).execute();
  await trx
    .insertInto("passkeyChallenges")
    .values({
      challenge,
      tokenHash: adding?.tokenHash ?? null,
      name: adding?.name ?? null,
      expiresAt: isoNow(new Date(now.getTime() + CHALLENGE_LIFE)),
    })
    .execute();
}

/**
 * Spends a challenge: of two answers to it, one gets it.
 * @param tokenHash the session that adds a passkey; null for a sign-in
 * @returns the name of the passkey to be, or null where no such challenge waits
 */
export async function spendChallenge(
  trx: Writer,
  challenge: string,
  tokenHash: string | null,
  now: Date,
): Promise<{ name: string } | null> {
  const row = await trx
    .selectFrom("passkeyChallenges")
    .select(["name", "tokenHash"])
    .where("challenge", "=", challenge)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  if (row === undefined || row.tokenHash !== tokenHash) return null;
  const spent = await trx
    .deleteFrom("passkeyChallenges")
    .where("challenge", "=", challenge)
    .executeTakeFirst();
  return spent.numDeletedRows === 1n ? { name: row.name ?? "" } : null;
}

/**
 * Adds a passkey to a person's.
 * @throws Refused where they have ten, or where a passkey of that device's name is there
 */
export async function addPasskey(
  write: Omit<Write, "orgId">,
  staffId: string,
  passkey: NewPasskey,
): Promise<void> {
  const { trx, now } = write;
  mayAddPasskey(await credentialsOf(trx, staffId));
  if ((await findPasskey(trx, passkey.credentialId)) !== null)
    throw new Refused("This passkey is already in use.");
  await trx
    .insertInto("passkeys")
    .values({
      id: newId(),
      staffId,
      credentialId: passkey.credentialId,
      publicKey: passkey.publicKey,
      counter: passkey.counter,
      transportsJson: JSON.stringify(passkey.transports),
      name: passkey.name,
      createdAt: isoNow(now),
      lastUsedAt: null,
    })
    .execute();
  await recordStaffAudit(write, staffId, {
    action: "staff.passkey-added",
    detail: { passkey: passkey.name },
  });
}

/** @throws Refused where a person has as many passkeys as they can have */
export function mayAddPasskey(existing: readonly unknown[]): void {
  if (existing.length >= MOST_PASSKEYS)
    throw new Refused(`You have ${MOST_PASSKEYS} passkeys. Remove one before you add another.`);
}

/**
 * Notes that a passkey was used. A device that counts its uses counts up: of two answers with one
 * count, one is taken.
 * @returns false where the passkey is gone or the count is not new: nothing was changed
 */
export async function usePasskey(
  trx: Writer,
  passkey: StoredPasskey,
  counter: number,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable("passkeys")
    .set({ counter, lastUsedAt: isoNow(now) })
    .where("id", "=", passkey.id)
    .where("counter", "=", passkey.counter)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Removes one of a person's passkeys.
 * @returns its name, or null where they have no such one
 */
export async function removePasskey(
  write: Omit<Write, "orgId">,
  staffId: string,
  id: string,
): Promise<string | null> {
  const { trx } = write;
  const row = await trx
    .selectFrom("passkeys")
    .select("name")
    .where("id", "=", id)
    .where("staffId", "=", staffId)
    .executeTakeFirst();
  if (row === undefined) return null;
  await trx.deleteFrom("passkeys").where("id", "=", id).where("staffId", "=", staffId).execute();
  await recordStaffAudit(write, staffId, {
    action: "staff.passkey-removed",
    detail: { passkey: row.name },
  });
  return row.name;
}

/** Removes all of a person's passkeys. @returns how many there were */
export async function removeAllPasskeys(trx: Writer, staffId: string): Promise<number> {
  const result = await trx.deleteFrom("passkeys").where("staffId", "=", staffId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
