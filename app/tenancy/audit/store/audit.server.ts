import { isoNow, newId } from "#db/ids.ts";
import { insertRow } from "#db/prepared.ts";
import type { Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/**
 * Who did something: `staff:{id}`, `member:{id}`, `visitor` or `system`, the name to show, and from
 * where.
 */
export interface Actor {
  actor: string;
  actorName: string;
  ip?: string | null;
  /** The org that it was done in: the record of no other one says from where. */
  orgId?: string | null;
}

/** The installation itself: the command line, the first start, the clock. */
export const SYSTEM: Actor = { actor: "system", actorName: "Open Trust Center" };

/** A member of staff as an actor. @param orgId the org that they work in at that moment */
export function staffActor(
  staff: { id: string; name: string },
  ip: string | null = null,
  orgId: string | null = null,
): Actor {
  return { actor: `staff:${staff.id}`, actorName: staff.name, ip, orgId };
}

/** Who does something, and when: each bundle that carries them is one of these. */
export interface Authorship {
  by: Actor;
  now: Date;
}

/**
 * What a verb writes with, its first argument: the transaction, whose rows it writes, who does it
 * and when. The moment is taken once, by the loader, action, call or job that begins it.
 */
export interface Write<By = Actor> {
  trx: Writer;
  orgId: string;
  by: By;
  now: Date;
}

/** What is recorded of it. */
export interface AuditFact {
  /** A noun, a dot and what happened to it: `staff.signed-in`. */
  action: string;
  subject?: string | null;
  /** Small facts; never secrets. */
  detail?: Record<string, string | number | boolean | null> | null;
}

/** null: nobody's org, such as the installation itself. */
type AuditWrite = Omit<Write, "orgId"> & { orgId: string | null };

/**
 * Writes one row of the append-only record, in the transaction of what it tells about.
 * @returns the row's id
 */
export async function recordAudit(
  { trx, orgId, by, now }: AuditWrite,
  { action, subject = null, detail = null }: AuditFact,
): Promise<string> {
  const id = newId();
  await insertRow(trx, "audit", {
    id,
    orgId,
    at: isoNow(now),
    actor: by.actor,
    actorName: by.actorName,
    action,
    subject,
    detailJson: detail === null ? null : JSON.stringify(detail),
    ip: by.ip ?? null,
  });
  return id;
}

const HOUR_MS = 3_600_000;

/**
 * As `recordAudit`, for looking at something: whoever looks at the same thing again within the hour
 * leaves one row, however many parts of it their browser asks for.
 */
export async function recordLook(write: Write, fact: AuditFact): Promise<void> {
  const { trx, orgId, by, now } = write;
  const { action, subject = null, detail = null } = fact;
  const same = (value: string | null) => (value === null ? "is" : "=");
  const detailJson = detail === null ? null : JSON.stringify(detail);
  const known = await inOrg(trx, orgId)
    .selectFrom("audit")
    .select("id")
    .where("at", ">", isoNow(new Date(now.getTime() - HOUR_MS)))
    .where("at", "<=", isoNow(now))
    .where("actor", "=", by.actor)
    .where("action", "=", action)
    .where("subject", same(subject), subject)
    .where("detailJson", same(detailJson), detailJson)
    .executeTakeFirst();
  if (known === undefined) await recordAudit(write, fact);
}

/**
 * Records what concerns a person rather than an org (a sign-in, a new password): one row in every
 * org where the person has a role, since each has an interest in it; one row of nobody's when there
 * is none. From where it was done is told to the org that it was done in, and to one that is the
 * person's only one: where somebody is while working for others is not its to know.
 */
export async function recordStaffAudit(
  write: Omit<Write, "orgId">,
  staffId: string,
  fact: AuditFact,
): Promise<void> {
  const { trx, by } = write;
  const roles = await acrossTenants(trx, "A person may be on several teams.")
    .selectFrom("staffRoles")
    .select("orgId")
    .where("staffId", "=", staffId)
    .execute();
  const orgIds = roles.length === 0 ? [null] : roles.map((role) => role.orgId);
  for (const orgId of orgIds) {
    const isTheirs = orgIds.length === 1 || orgId === by.orgId;
    await recordAudit({ ...write, orgId, by: isTheirs ? by : { ...by, ip: null } }, fact);
  }
}
