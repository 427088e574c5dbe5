import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { Refused } from "#db/refusals.ts";
import { credentialsOf, hasSecondFactor } from "#auth/store/passkeys.server.ts";
import { findStaff } from "#auth/store/staff.server.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { mayGive, type Manager } from "#auth/team/store/team-rights.server.ts";

/**
 * Teams that ask two-factor sign-in of everybody: until they have it, the org is closed to them
 * (auth/store/sessions).
 */

export async function findTwoFactorRule(
  db: Reader,
  orgId: string,
): Promise<{ requiredAt: string; requiredBy: string } | null> {
  return (
    (await inOrg(db, orgId)
      .selectFrom("twoFactorRules")
      .select(["requiredAt", "requiredBy"])
      .executeTakeFirst()) ?? null
  );
}

/**
 * Asks it of everybody from the next request on. A second call changes nothing.
 * @throws Refused unless whoever asks has it themselves
 */
export async function requireTwoFactor(write: Write<Manager>): Promise<void> {
  const { trx, orgId, by, now } = write;
  await mayGive(trx, orgId, by, "viewer");
  const staff = await findStaff(trx, by.staffId);
  if (staff === null || !(await hasSecondFactor(trx, staff)))
    throw new Refused(
      "Turn on two-factor sign-in or add a passkey for yourself first. Otherwise, you’d be the first to be locked out.",
    );
  if ((await findTwoFactorRule(trx, orgId)) !== null) return;
  await trx
    .insertInto("twoFactorRules")
    .values({ orgId, requiredAt: isoNow(now), requiredBy: by.actor.actorName })
    .execute();
  await recordAudit({ ...write, by: by.actor }, { action: "team.two-factor-required" });
}

/** Leaves it to each of the team again. */
export async function stopRequiringTwoFactor(write: Write<Manager>): Promise<void> {
  const { trx, orgId, by } = write;
  await mayGive(trx, orgId, by, "viewer");
  const result = await inOrg(trx, orgId).deleteFrom("twoFactorRules").executeTakeFirst();
  if (result.numDeletedRows === 1n)
    await recordAudit({ ...write, by: by.actor }, { action: "team.two-factor-optional" });
}

/**
 * Nobody turns the second factor off while a team of theirs asks for it, unless they have a passkey.
 * @throws Refused naming the orgs
 */
export async function mayTurnOffTwoFactor(trx: Writer, staffId: string): Promise<void> {
  if ((await credentialsOf(trx, staffId)).length > 0) return;
  const asking = await acrossTenants(trx, "A person may be on several teams.")
    .selectFrom("staffRoles")
    .innerJoin("twoFactorRules", "twoFactorRules.orgId", "staffRoles.orgId")
    .innerJoin("orgs", "orgs.id", "staffRoles.orgId")
    .select("orgs.name")
    .where("staffRoles.staffId", "=", staffId)
    .orderBy("orgs.name")
    .execute();
  if (asking.length > 0)
    throw new Refused(
      `${asking.map(({ name }) => name).join(", ")} requires two-factor sign-in for everyone on the team. It can’t be turned off.`,
    );
}
