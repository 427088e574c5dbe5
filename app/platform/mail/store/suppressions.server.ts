import { suppressionKey, type SuppressionReason } from "#model/mail/mail.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { hashedAddress } from "#platform/privacy/store/erased-addresses.server.ts";
import { isoNow } from "#db/ids.ts";
import { prepared } from "#db/prepared.ts";
import { mustChange } from "#db/refusals.ts";
import type { SuppressionsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

const REASONS = prepared((db, p: { orgId: string; address: string; hashed: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("suppressions")
    .select("reason")
    .where("email", "in", [p.address, p.hashed]),
);

/**
 * Whether mail to an address is held back.
 * @param requested the person asked for this mail a moment ago: only what staff put on the list
 *   holds it back
 */
export async function isSuppressed(
  db: Reader,
  orgId: string,
  email: string,
  requested: boolean,
): Promise<boolean> {
  const address = suppressionKey(email);
  const rows = await REASONS(db, { orgId, address, hashed: hashedAddress(db, orgId, address) });
  return rows.some(({ reason }) => !requested || reason === "manual");
}

/**
 * Puts an address on the org's list; one that is there keeps its first reason. @returns whether it
 * is new there
 */
export async function suppressAddress(
  write: Write,
  values: { email: string; reason: SuppressionReason; detail?: string | null },
): Promise<boolean> {
  const { trx, orgId, now } = write;
  const email = suppressionKey(values.email);
  const result = await trx
    .insertInto("suppressions")
    .values({ orgId, email, reason: values.reason, detail: values.detail ?? null, at: isoNow(now) })
    .onConflict((conflict) => conflict.columns(["orgId", "email"]).doNothing())
    .executeTakeFirst();
  if ((result.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await recordAudit(write, {
    action: "mail.suppressed",
    subject: email,
    detail: { reason: values.reason },
  });
  return true;
}

/** Takes an address off the list. @throws NotFound when it is not on it */
export async function unsuppressAddress(write: Write, email: string): Promise<void> {
  const { trx, orgId } = write;
  const address = suppressionKey(email);
  mustChange(
    await inOrg(trx, orgId)
      .deleteFrom("suppressions")
      .where("email", "=", address)
      .executeTakeFirst(),
    "suppression",
  );
  await recordAudit(write, { action: "mail.unsuppressed", subject: address });
}

/** The org's list, newest first. */
export async function listSuppressions(
  db: Reader,
  orgId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Omit<SuppressionsTable, "orgId">[]; total: number }> {
  const { total } = await inOrg(db, orgId)
    .selectFrom("suppressions")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await inOrg(db, orgId)
    .selectFrom("suppressions")
    .select(["email", "reason", "detail", "at"])
    .orderBy("at", "desc")
    .orderBy("email")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(total) };
}
