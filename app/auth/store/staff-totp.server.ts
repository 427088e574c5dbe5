import { recordStaffAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { revokeOtherSessions } from "./session-list.server.ts";
import type { Reader, Writer } from "#db/store.ts";

/** The second factor of a person of staff: an authenticator app's secret and ten recovery codes. */

/**
 * Keeps a secret to be confirmed; an earlier unconfirmed one ends.
 * @param sealedSecret sealed with the installation's key
 * @returns false when the person is enrolled already: nothing was changed
 */
export async function beginTotp(
  trx: Writer,
  staffId: string,
  sealedSecret: string,
): Promise<boolean> {
  const result = await trx
    .updateTable("staff")
    .set({ totpSecret: sealedSecret, totpLastStep: null })
    .where("id", "=", staffId)
    .where("totpConfirmedAt", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Drops a secret that was not confirmed. */
export async function cancelTotp(trx: Writer, staffId: string): Promise<void> {
  await trx
    .updateTable("staff")
    .set({ totpSecret: null, totpLastStep: null })
    .where("id", "=", staffId)
    .where("totpConfirmedAt", "is", null)
    .execute();
}

/**
 * Enrols: from now on signing in asks for a code. The secret must still be the one whose code was
 * checked, and the code's step counts as used. The person's other sessions, which never gave a
 * code, end.
 * @param confirmed `codeHashes` of the ten recovery codes; `keepSession` the token hash of the one
 *   session that stays
 * @returns false when it was confirmed or replaced meanwhile: nothing was changed
 */
export async function confirmTotp(
  write: Omit<Write, "orgId">,
  staffId: string,
  confirmed: {
    sealedSecret: string;
    step: number;
    codeHashes: readonly string[];
    keepSession: string | null;
  },
): Promise<boolean> {
  const { trx, now } = write;
  const result = await trx
    .updateTable("staff")
    .set({ totpConfirmedAt: isoNow(now), totpLastStep: confirmed.step })
    .where("id", "=", staffId)
    .where("totpConfirmedAt", "is", null)
    .where("totpSecret", "=", confirmed.sealedSecret)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  await storeRecoveryCodes(trx, staffId, confirmed.codeHashes, now);
  const sessionsEnded = await revokeOtherSessions(trx, staffId, confirmed.keepSession, now);
  await recordStaffAudit(write, staffId, {
    action: "staff.totp-enrolled",
    detail: { "other sessions ended": sessionsEnded },
  });
  return true;
}

/**
 * Spends a time step: each code works once, and none older than the last one that was accepted.
 * @returns whether it was still unspent
 */
export async function useTotpStep(trx: Writer, staffId: string, step: number): Promise<boolean> {
  const result = await trx
    .updateTable("staff")
    .set({ totpLastStep: step })
    .where("id", "=", staffId)
    .where("totpConfirmedAt", "is not", null)
    .where((eb) => eb.or([eb("totpLastStep", "is", null), eb("totpLastStep", "<", step)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Takes the second factor away, recovery codes included. */
export async function disableTotp(write: Omit<Write, "orgId">, staffId: string): Promise<void> {
  const { trx } = write;
  const result = await trx
    .updateTable("staff")
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where("id", "=", staffId)
    .where("totpSecret", "is not", null)
    .executeTakeFirst();
  await trx.deleteFrom("recoveryCodes").where("staffId", "=", staffId).execute();
  if (result.numUpdatedRows === 1n)
    await recordStaffAudit(write, staffId, { action: "staff.totp-disabled" });
}

/** Ten new recovery codes in place of all earlier ones. */
export async function replaceRecoveryCodes(
  write: Omit<Write, "orgId">,
  staffId: string,
  codeHashes: readonly string[],
): Promise<void> {
  const { trx, now } = write;
  await storeRecoveryCodes(trx, staffId, codeHashes, now);
  await recordStaffAudit(write, staffId, { action: "staff.recovery-codes-renewed" });
}

/**
 * Spends a recovery code by one conditional update.
 * @returns whether it existed and was unspent
 */
export async function useRecoveryCode(
  write: Omit<Write, "orgId">,
  staffId: string,
  codeHash: string,
): Promise<boolean> {
  const { trx, now } = write;
  const result = await trx
    .updateTable("recoveryCodes")
    .set({ usedAt: isoNow(now) })
    .where("staffId", "=", staffId)
    .where("codeHash", "=", codeHash)
    .where("usedAt", "is", null)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  await recordStaffAudit(write, staffId, { action: "staff.recovery-code-used" });
  return true;
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Reader, staffId: string): Promise<number> {
  const row = await db
    .selectFrom("recoveryCodes")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("staffId", "=", staffId)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}

async function storeRecoveryCodes(
  trx: Writer,
  staffId: string,
  codeHashes: readonly string[],
  now: Date,
): Promise<void> {
  await trx.deleteFrom("recoveryCodes").where("staffId", "=", staffId).execute();
  const createdAt = isoNow(now);
  await trx
    .insertInto("recoveryCodes")
    .values(
      codeHashes.map((codeHash) => ({ id: newId(), staffId, codeHash, createdAt, usedAt: null })),
    )
    .execute();
}
