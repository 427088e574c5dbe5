import { newId } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants } from "#db/tenant.ts";
import type { Services } from "#platform/context.ts";
import { listOrgIds } from "#tenancy/orgs/store/org-lists.server.ts";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";

/**
 * Tells programs that the nightly backup failed: those of the companies whose teams run the
 * installation, and of all where nobody does, as the notice on staff's pages.
 */
export async function announceFailedBackup({
  store,
  now,
}: Pick<Services, "store" | "now">): Promise<void> {
  await store.write(async (trx) => {
    for (const orgId of await orgsThatHear(trx))
      await announce(
        { trx, orgId, now: now() },
        { type: "backup.failed", subjectId: newId(), path: "/home" },
      );
  });
}

async function orgsThatHear(db: Reader): Promise<string[]> {
  const owners = await db.selectFrom("installationOwners").select("staffId").execute();
  if (owners.length === 0) return listOrgIds(db);
  const roles = await acrossTenants(db, "Who runs the installation may be on several teams.")
    .selectFrom("staffRoles")
    .select("orgId")
    .distinct()
    .where(
      "staffId",
      "in",
      owners.map(({ staffId }) => staffId),
    )
    .execute();
  return roles.map(({ orgId }) => orgId);
}
