import { findAccessRequest } from "./access-requests.server.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import { listStaffOfOrg } from "#auth/store/staff.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newLaterId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { RequestNotesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Somebody of staff who may decide about requests. */
export interface Reviewer {
  id: string;
  name: string;
  email: string;
}

/** Everyone on the team who may decide about requests, by name. */
export async function reviewersOf(db: Reader, orgId: string): Promise<Reviewer[]> {
  const team = await listStaffOfOrg(db, orgId);
  return team
    .filter(({ role }) => permissionsOf(role).has("accounts:review"))
    .map(({ id, name, email }) => ({ id, name, email }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** What a reviewer was given to look at. */
export interface Assigned {
  reviewer: Reviewer | null;
  /** The requests that were not theirs before. */
  requestIds: string[];
}

/**
 * Says who looks at requests that wait, all or none of them.
 * @param staffId somebody who may decide about requests; null: nobody
 * @throws NotFound for a request that is gone; Refused for one that was decided or withdrawn, and
 *   for somebody who may not decide
 */
export async function assignRequests(
  write: Write,
  requestIds: readonly string[],
  staffId: string | null,
): Promise<Assigned> {
  const { trx, orgId } = write;
  const reviewer =
    staffId === null ? null : (await reviewersOf(trx, orgId)).find(({ id }) => id === staffId);
  if (reviewer === undefined)
    throw new Refused("This person no longer reviews requests. Choose someone else.");
  const changed: string[] = [];
  for (const requestId of requestIds) {
    const request = await findAccessRequest(trx, orgId, requestId);
    if (request === null) throw new NotFound("access request");
    if (request.status !== "pending") throw new Refused(`${CLOSED} It can no longer be assigned.`);
    if (request.assignedTo === staffId) continue;
    await inOrg(trx, orgId)
      .updateTable("accessRequests")
      .set({ assignedTo: staffId })
      .where("id", "=", requestId)
      .execute();
    await recordAudit(write, {
      action: reviewer === null ? "access-request.unassigned" : "access-request.assigned",
      subject: requestId,
      detail: reviewer === null ? null : { to: reviewer.name },
    });
    changed.push(requestId);
  }
  return { reviewer, requestIds: changed };
}

const CLOSED = "This request was already decided or withdrawn.";

/** Leaves what somebody looked at to nobody: they may not decide any more. */
export async function unassignAll(trx: Writer, orgId: string, staffId: string): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("accessRequests")
    .set({ assignedTo: null })
    .where("assignedTo", "=", staffId)
    .execute();
}

/**
 * Notes something about a request, for staff alone. @throws NotFound
 */
export async function addInternalNote(
  write: Write,
  requestId: string,
  note: string,
): Promise<void> {
  const { trx, orgId, by, now } = write;
  if ((await findAccessRequest(trx, orgId, requestId)) === null)
    throw new NotFound("access request");
  await trx
    .insertInto("requestNotes")
    .values({
      orgId,
      id: newLaterId(),
      requestId,
      note,
      createdAt: isoNow(now),
      createdBy: by.actorName,
    })
    .execute();
  await recordAudit(write, { action: "access-request.internal-note", subject: requestId });
}

/** What staff noted about a request, the newest last. */
export async function internalNotesOf(
  db: Reader,
  orgId: string,
  requestId: string,
): Promise<Pick<RequestNotesTable, "id" | "note" | "createdAt" | "createdBy">[]> {
  return inOrg(db, orgId)
    .selectFrom("requestNotes")
    .select(["id", "note", "createdAt", "createdBy"])
    .where("requestId", "=", requestId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}
