import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import { findAccessRequest } from "./access-requests.server.ts";

/**
 * Adds a note to a request that waits; a second one follows the first.
 * @returns whether it still waited
 */
export async function addRequestNote(
  write: Write,
  requestId: string,
  note: string,
): Promise<boolean> {
  const { trx, orgId, now } = write;
  const request = await findAccessRequest(trx, orgId, requestId);
  if (request === null || request.status !== "pending") return false;
  const whole = request.note === null ? note : `${request.note}\n\n${note}`;
  await inOrg(trx, orgId)
    .updateTable("accessRequests")
    .set({ note: whole.slice(-MAX_NOTES), notedAt: isoNow(now) })
    .where("id", "=", requestId)
    .execute();
  await recordAudit(write, { action: "access-request.noted", subject: requestId });
  return true;
}

/**
 * Takes a request back, by the person who sent it.
 * @returns whether it still waited: of two parallel calls one gets true
 */
export async function withdrawRequest(write: Write, requestId: string): Promise<boolean> {
  const { trx, orgId, now } = write;
  const result = await inOrg(trx, orgId)
    .updateTable("accessRequests")
    .set({ status: "withdrawn", withdrawnAt: isoNow(now), pendingKey: null })
    .where("id", "=", requestId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  await recordAudit(write, { action: "access-request.withdrawn", subject: requestId });
  return true;
}

const MAX_NOTES = 4_000;
