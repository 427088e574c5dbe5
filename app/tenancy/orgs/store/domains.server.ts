import type { DomainState, DomainVerdict } from "#model/settings/domain.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId, newToken } from "#db/ids.ts";
import { contentChanged } from "./org-changes.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/** A host that an org has or says it has. */
export interface OrgDomain {
  host: string;
  state: DomainState;
  /** null for one that came with the content and was never claimed. */
  token: string | null;
  verifiedAt: string | null;
  /** When the first request came by it; links are built from no other. */
  answeredAt: string | null;
  checkedAt: string | null;
  message: string | null;
}

/**
 * The org's hosts, those in use first, oldest first: the first one that answered a request is what
 * its links are built from.
 */
export async function listDomains(db: Reader, orgId: string): Promise<OrgDomain[]> {
  const verified = await inOrg(db, orgId)
    .selectFrom("domains")
    .select(["host", "verifiedAt", "answeredAt"])
    .orderBy("createdAt")
    .orderBy("host")
    .execute();
  const claims = await inOrg(db, orgId)
    .selectFrom("domainClaims")
    .selectAll()
    .orderBy("createdAt")
    .orderBy("host")
    .execute();
  const inUse = verified.map(({ host, verifiedAt, answeredAt }): OrgDomain => {
    const claim = claims.find((candidate) => candidate.host === host);
    return {
      host,
      state: verifiedAt === null ? "pending" : "verified",
      token: claim?.token ?? null,
      verifiedAt,
      answeredAt,
      checkedAt: claim?.checkedAt ?? null,
      message: claim?.message ?? null,
    };
  });
  const waiting = claims
    .filter(({ host }) => !verified.some((domain) => domain.host === host))
    .map(({ host, token, checkedAt, message, outcome }): OrgDomain => ({
      host,
      state: outcome === null ? "pending" : "failed",
      token,
      verifiedAt: null,
      answeredAt: null,
      checkedAt,
      message,
    }));
  return [...inUse, ...waiting];
}

/**
 * Notes that an org says a host is its own. Any org may; the name server decides.
 * @throws Refused when the host is in use, or this org named it already
 */
export async function claimDomain(write: Write, host: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  if (
    (await acrossTenants(trx, "A host belongs to one company of all.")
      .selectFrom("domains")
      .select("id")
      .where("host", "=", host)
      .executeTakeFirst()) !== undefined
  )
    throw new Refused(`The domain ${host} is already in use.`, "host");
  if ((await findClaim(trx, orgId, host)) !== null)
    throw new Refused(`The domain ${host} is already in the list.`, "host");
  await trx
    .insertInto("domainClaims")
    .values({
      orgId,
      id: newId(),
      host,
      token: newToken(),
      createdAt: isoNow(now),
      createdBy: by.actorName,
      checkedAt: null,
      outcome: null,
      message: null,
    })
    .execute();
  await recordAudit(write, { action: "domain.claimed", subject: host });
}

/** What an org said about a host, or null. */
export async function findClaim(
  db: Reader,
  orgId: string,
  host: string,
): Promise<{ host: string; token: string } | null> {
  return (
    (await inOrg(db, orgId)
      .selectFrom("domainClaims")
      .select(["host", "token"])
      .where("host", "=", host)
      .executeTakeFirst()) ?? null
  );
}

/**
 * Keeps what a check found. A host that is verified leads to the org's portal from the next request
 * on; one that was verified before stays so, whatever a later check by hand says (`keepRecheck`
 * takes it away).
 * @returns how it went
 * @throws NotFound when the claim was removed meanwhile
 */
export async function keepCheck(
  write: Write,
  host: string,
  verdict: DomainVerdict,
): Promise<DomainVerdict> {
  const { trx, orgId, now } = write;
  const holder = await acrossTenants(trx, "A host belongs to one company of all.")
    .selectFrom("domains")
    .select(["orgId", "verifiedAt"])
    .where("host", "=", host)
    .executeTakeFirst();
  const taken = holder !== undefined && holder.orgId !== orgId;
  const kept: DomainVerdict = taken
    ? { verified: false, message: `The domain ${host} is already in use.` }
    : verdict;
  const result = await inOrg(trx, orgId)
    .updateTable("domainClaims")
    .set({
      checkedAt: isoNow(now),
      outcome: kept.verified ? "verified" : "failed",
      message: kept.message,
      ...(kept.verified ? { failedChecks: 0 } : {}),
    })
    .where("host", "=", host)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw new NotFound("domain");
  if (kept.verified && holder === undefined) {
    await addDomain(write, { host, verified: true });
    await recordAudit(write, { action: "domain.verified", subject: host });
  }
  return kept;
}

/**
 * Takes a host away: the portal does not answer there any more.
 * @throws NotFound
 */
export async function removeDomain(write: Write, host: string): Promise<void> {
  const { trx, orgId } = write;
  const claim = await inOrg(trx, orgId)
    .deleteFrom("domainClaims")
    .where("host", "=", host)
    .executeTakeFirst();
  const domain = await inOrg(trx, orgId)
    .deleteFrom("domains")
    .where("host", "=", host)
    .executeTakeFirst();
  if (claim.numDeletedRows + domain.numDeletedRows === 0n) throw new NotFound("domain");
  await recordAudit(write, { action: "domain.removed", subject: host });
  await contentChanged(trx, orgId);
}

/**
 * Gives an org a host of its own. A verified one leads to its portal, and is what its links are
 * built from once a request has come by it.
 * @returns the domain's id
 * @throws Refused when any org has the host
 */
export async function addDomain(
  { trx, orgId, now }: Omit<Write, "by">,
  values: { host: string; verified: boolean },
): Promise<string> {
  const host = values.host.trim().toLowerCase();
  if (
    (await acrossTenants(trx, "A host belongs to one company of all.")
      .selectFrom("domains")
      .select("id")
      .where("host", "=", host)
      .executeTakeFirst()) !== undefined
  ) {
    throw new Refused(`The domain ${host} is already in use.`, "host");
  }
  const id = newId();
  await trx
    .insertInto("domains")
    .values({
      orgId,
      id,
      host,
      verifiedAt: values.verified ? isoNow(now) : null,
      answeredAt: null,
      createdAt: isoNow(now),
    })
    .execute();
  await contentChanged(trx, orgId);
  return id;
}

/** Notes that a request came by a verified host: from now on links are built from it. */
export async function domainAnswered(trx: Writer, host: string, now: Date): Promise<void> {
  const domain = await acrossTenants(trx, "A request came by a host: it says whose it is.")
    .updateTable("domains")
    .set({ answeredAt: isoNow(now) })
    .where("host", "=", host)
    .where("verifiedAt", "is not", null)
    .where("answeredAt", "is", null)
    .returning("orgId")
    .executeTakeFirst();
  if (domain !== undefined) await contentChanged(trx, domain.orgId);
}
