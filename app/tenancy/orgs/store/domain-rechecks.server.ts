import type { DomainVerdict } from "#model/settings/domain.ts";
import { recordAudit, SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { contentChanged } from "./org-changes.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * How many daily checks in a row find the proof of a verified host gone before the org loses it.
 */
export const CHECKS_TO_LOSE = 7;

/**
 * The hosts in use whose name server can be asked again; one that came with the content has no
 * token.
 */
export async function domainsToCheck(
  db: Reader,
  orgId: string,
): Promise<{ host: string; token: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("domains as d")
    .innerJoin("domainClaims as c", (join) =>
      join.onRef("c.orgId", "=", "d.orgId").onRef("c.host", "=", "d.host"),
    )
    .select(["c.host", "c.token"])
    .where("d.verifiedAt", "is not", null)
    .orderBy("c.host")
    .execute();
}

/** What a daily check of a verified host found. */
export interface Recheck {
  host: string;
  token: string;
  proof: "there" | "gone";
  verdict: DomainVerdict;
}

/**
 * Keeps what a daily check of a verified host found. One whose proof is gone for `CHECKS_TO_LOSE`
 * checks in a row is in use no more: it may be somebody else's by now. The claim stays, so that the
 * record can be set again.
 * @returns how many more checks may fail, when staff have to be told of it: with the first, and 0
 *   with the last
 */
export async function keepRecheck(
  write: Omit<Write, "by">,
  { host, token, proof, verdict }: Recheck,
): Promise<number | null> {
  const { trx, orgId, now } = write;
  const claim = await inOrg(trx, orgId)
    .selectFrom("domainClaims")
    .select("failedChecks")
    .where("host", "=", host)
    .where("token", "=", token)
    .executeTakeFirst();
  if (claim === undefined) return null;
  const isThere = proof === "there";
  const failedChecks = isThere ? 0 : claim.failedChecks + 1;
  const left = Math.max(0, CHECKS_TO_LOSE - failedChecks);
  await inOrg(trx, orgId)
    .updateTable("domainClaims")
    .set({
      failedChecks,
      checkedAt: isoNow(now),
      outcome: verdict.verified ? "verified" : "failed",
      message: isThere ? verdict.message : goneInWords(host, left),
    })
    .where("host", "=", host)
    .execute();
  const record = (action: string) =>
    recordAudit({ ...write, by: SYSTEM }, { action, subject: host });
  if (isThere) {
    if (claim.failedChecks > 0) await record("domain.record-back");
    return null;
  }
  if (left === 0) {
    await inOrg(trx, orgId).deleteFrom("domains").where("host", "=", host).execute();
    await record("domain.lost");
    await contentChanged(trx, orgId);
    return 0;
  }
  if (failedChecks > 1) return null;
  await record("domain.record-gone");
  return left;
}

function goneInWords(host: string, left: number): string {
  return left === 0
    ? `The TXT record that proves whose ${host} is was gone for ${CHECKS_TO_LOSE} days, so the portal no longer answers there. Set the record again, then check it.`
    : `The TXT record that proves whose ${host} is, is missing. After ${left === 1 ? "one more daily check" : `${left} more daily checks`} without it the portal no longer answers there.`;
}
