import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";

/** Whether anybody runs the installation: an old one may have nobody yet. */
export async function hasInstallationOwner(db: Reader): Promise<boolean> {
  return (
    (await db.selectFrom("installationOwners").select("staffId").limit(1).executeTakeFirst()) !==
    undefined
  );
}

/**
 * Staff who run the installation: they make, suspend and delete orgs, and see nothing of what is in
 * them by that.
 */

export async function isInstallationOwner(db: Reader, staffId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom("installationOwners")
      .select("staffId")
      .where("staffId", "=", staffId)
      .executeTakeFirst()) !== undefined
  );
}

/** Makes somebody of staff one. @returns whether they were none before */
export async function makeInstallationOwner(
  write: Omit<Write, "orgId">,
  staff: { id: string; email: string },
): Promise<boolean> {
  const { trx, by, now } = write;
  if (await isInstallationOwner(trx, staff.id)) return false;
  await trx
    .insertInto("installationOwners")
    .values({ staffId: staff.id, grantedAt: isoNow(now), grantedBy: by.actorName })
    .execute();
  await recordAudit(
    { ...write, orgId: null },
    { action: "installation.owner-made", subject: staff.email },
  );
  return true;
}

/** Ends it. @returns whether they were one */
export async function endInstallationOwner(
  write: Omit<Write, "orgId">,
  staff: { id: string; email: string },
): Promise<boolean> {
  const { trx } = write;
  const result = await trx
    .deleteFrom("installationOwners")
    .where("staffId", "=", staff.id)
    .executeTakeFirst();
  if (result.numDeletedRows !== 1n) return false;
  await recordAudit(
    { ...write, orgId: null },
    { action: "installation.owner-ended", subject: staff.email },
  );
  return true;
}
