import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/**
 * Orgs taken out of service. To the public a suspended org is what an unpublished one is: unknown,
 * at every door (tenancy/orgs/store/orgs reads both as one). Its mail waits.
 */

/**
 * Takes an org out of service. A second call while it is suspended changes nothing.
 * @param reason for the org's staff to read; may be empty
 * @throws NotFound
 */
export async function suspendOrg(write: Write, reason: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  const subject = await mustFindSlug(trx, orgId);
  const current = await inOrg(trx, orgId)
    .selectFrom("orgSuspensions")
    .select("id")
    .where("resumedAt", "is", null)
    .executeTakeFirst();
  if (current !== undefined) return;
  await trx
    .insertInto("orgSuspensions")
    .values({
      orgId,
      id: newId(),
      suspendedAt: isoNow(now),
      suspendedBy: by.actorName,
      reason,
      resumedAt: null,
      resumedBy: null,
    })
    .execute();
  await contentChanged(trx, orgId);
  for (const of of [orgId, null])
    await recordAudit(
      { ...write, orgId: of },
      { action: "org.suspended", subject, detail: reason === "" ? null : { reason } },
    );
}

/** Puts it back as it was; its waiting mail leaves. */
export async function resumeOrg(write: Write): Promise<void> {
  const { trx, orgId, by, now } = write;
  const subject = await mustFindSlug(trx, orgId);
  const result = await inOrg(trx, orgId)
    .updateTable("orgSuspensions")
    .set({ resumedAt: isoNow(now), resumedBy: by.actorName })
    .where("resumedAt", "is", null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return;
  await contentChanged(trx, orgId);
  for (const of of [orgId, null])
    await recordAudit({ ...write, orgId: of }, { action: "org.resumed", subject });
}

async function mustFindSlug(trx: Writer, orgId: string): Promise<string> {
  const org = await trx
    .selectFrom("orgs")
    .select("slug")
    .where("id", "=", orgId)
    .executeTakeFirst();
  if (org === undefined) throw new NotFound("org");
  return org.slug;
}

/** The orgs whose mail waits. */
export async function suspendedOrgIds(db: Reader): Promise<ReadonlySet<string>> {
  const rows = await suspendedOrgs(db).execute();
  return new Set(rows.map(({ orgId }) => orgId));
}

/** The same as a part of a query. */
export function suspendedOrgs(db: Reader) {
  return acrossTenants(db, "The installation's owner sees all companies.")
    .selectFrom("orgSuspensions")
    .select("orgId")
    .where("resumedAt", "is", null);
}

/**
 * An org as those who run the installation see it: that it is there, and nothing of what is in it.
 */
export interface InstalledOrg {
  id: string;
  slug: string;
  name: string;
  createdAt: string;
  published: boolean;
  staff: number;
  suspended: { at: string; by: string; reason: string } | null;
}

/** Every org, the oldest first. */
export async function listInstalledOrgs(db: Reader): Promise<InstalledOrg[]> {
  const rows = await db
    .selectFrom("orgs as o")
    .leftJoin("publications as p", (join) =>
      join.onRef("p.orgId", "=", "o.id").on("p.unpublishedAt", "is", null),
    )
    .leftJoin("orgSuspensions as s", (join) =>
      join.onRef("s.orgId", "=", "o.id").on("s.resumedAt", "is", null),
    )
    .select((eb) => [
      "o.id",
      "o.slug",
      "o.name",
      "o.createdAt",
      "p.id as publication",
      "s.suspendedAt",
      "s.suspendedBy",
      "s.reason",
      eb
        .selectFrom("staffRoles as r")
        .select((inner) => inner.fn.countAll<number>().as("staff"))
        .whereRef("r.orgId", "=", "o.id")
        .as("staff"),
    ])
    .orderBy("o.createdAt")
    .orderBy("o.slug")
    .execute();
  return rows.map(({ publication, suspendedAt, suspendedBy, reason, staff, ...org }) => ({
    ...org,
    published: publication !== null,
    staff: Number(staff ?? 0),
    suspended:
      suspendedAt === null
        ? null
        : { at: suspendedAt, by: suspendedBy ?? "", reason: reason ?? "" },
  }));
}

export async function findInstalledOrg(db: Reader, orgId: string): Promise<InstalledOrg | null> {
  return (await listInstalledOrgs(db)).find(({ id }) => id === orgId) ?? null;
}
