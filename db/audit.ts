import { isoNow, newId } from "./ids.ts";
import type { Reader, Writer } from "./store.ts";

/** Who did something: `staff:{id}`, `member:{id}`, `visitor` or `system`, the name to show, and from where. */
export interface Actor {
  actor: string;
  actorName: string;
  ip?: string | null;
}

/** The installation itself: the command line, the first start, the clock. */
export const SYSTEM: Actor = { actor: "system", actorName: "Open Trust Center" };

/** A member of staff as an actor. */
export function staffActor(staff: { id: string; name: string }, ip: string | null = null): Actor {
  return { actor: `staff:${staff.id}`, actorName: staff.name, ip };
}

export interface AuditEntry {
  /** null: nobody's org, such as the installation itself. */
  orgId: string | null;
  by: Actor;
  /** A noun, a dot and what happened to it: `staff.signed-in`. */
  action: string;
  subject?: string | null;
  /** Small facts; never secrets. */
  detail?: Record<string, string | number | boolean | null> | null;
  now: Date;
}

/** Writes one row of the append-only record, in the transaction of what it tells about (design §4). */
export async function recordAudit(trx: Writer, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto("audit")
    .values({
      id: newId(),
      orgId: entry.orgId,
      at: isoNow(entry.now),
      actor: entry.by.actor,
      actorName: entry.by.actorName,
      action: entry.action,
      subject: entry.subject ?? null,
      detailJson: entry.detail == null ? null : JSON.stringify(entry.detail),
      ip: entry.by.ip ?? null,
    })
    .execute();
}

/**
 * Records what concerns a person rather than an org (a sign-in, a new password): one row in every org
 * where the person has a role, since each has an interest in it; one row of nobody's when there is none.
 */
export async function recordStaffAudit(trx: Writer, staffId: string, entry: Omit<AuditEntry, "orgId">): Promise<void> {
  const roles = await trx.selectFrom("staffRoles").select("orgId").where("staffId", "=", staffId).execute();
  const orgIds = roles.length === 0 ? [null] : roles.map((role) => role.orgId);
  for (const orgId of orgIds) await recordAudit(trx, { ...entry, orgId });
}

export interface AuditRow {
  id: string;
  at: string;
  actorName: string;
  action: string;
  subject: string | null;
  detail: string | null;
  ip: string | null;
}

export interface AuditPage {
  rows: AuditRow[];
  page: number;
  pages: number;
  total: number;
}

export const AUDIT_PER_PAGE = 50;

/** An org's record, newest first. A page that does not exist gives the nearest one that does. */
export async function listAudit(db: Reader, orgId: string, { page, perPage = AUDIT_PER_PAGE }: { page: number; perPage?: number }): Promise<AuditPage> {
  const counted = await db
    .selectFrom("audit")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("orgId", "=", orgId)
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const pages = Math.max(1, Math.ceil(total / perPage));
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const rows = await db
    .selectFrom("audit")
    .select(["id", "at", "actorName", "action", "subject", "detailJson", "ip"])
    .where("orgId", "=", orgId)
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(perPage)
    .offset((current - 1) * perPage)
    .execute();
  return {
    rows: rows.map(({ detailJson, ...row }) => ({ ...row, detail: describe(detailJson) })),
    page: current,
    pages,
    total,
  };
}

/** `{"role":"owner"}` as 'role: owner'. */
function describe(detailJson: string | null): string | null {
  if (detailJson === null) return null;
  const detail: unknown = JSON.parse(detailJson);
  if (typeof detail !== "object" || detail === null) return String(detail);
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ");
}
