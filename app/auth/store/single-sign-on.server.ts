import * as z from "zod";
import { ROLES, type Role } from "#model/auth/permissions.ts";
import type { ClientProof, RoleOfClaim } from "#model/auth/single-sign-on.ts";
import { recordAudit, SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newToken, sha256 } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/** How an org's team signs in by its own identity provider. */
export interface SingleSignOn {
  issuer: string;
  clientId: string;
  clientProof: ClientProof;
  newcomerRole: Role | null;
  roleClaim: string | null;
  /** What the claim says for a role; the first role of the list that it says counts. */
  roles: readonly RoleOfClaim[];
  enabled: boolean;
  /** It is the only way into the org. */
  only: boolean;
}

/** How long a browser may be at its provider, in milliseconds. */
export const FLOW_LIFE = 10 * 60_000;

const storedRoles = z.array(z.object({ value: z.string(), role: z.enum(ROLES) }));

/** What was set up; null: nothing ever. */
export async function findSingleSignOn(db: Reader, orgId: string): Promise<SingleSignOn | null> {
  const row = await inOrg(db, orgId).selectFrom("singleSignOn").selectAll().executeTakeFirst();
  if (row === undefined) return null;
  const { issuer, clientId, clientProof, newcomerRole, roleClaim } = row;
  return {
    issuer,
    clientId,
    clientProof,
    newcomerRole,
    roleClaim,
    roles: storedRoles.parse(JSON.parse(row.rolesJson)),
    enabled: row.enabledAt !== null,
    only: row.onlySince !== null,
  };
}

/** Sets it up, or up anew. Sessions that began by it before go on. */
export async function saveSingleSignOn(write: Write, values: SingleSignOn): Promise<void> {
  const { trx, orgId, by, now } = write;
  const at = isoNow(now);
  const before = await inOrg(trx, orgId)
    .selectFrom("singleSignOn")
    .select(["enabledAt", "onlySince"])
    .executeTakeFirst();
  const { issuer, clientId, clientProof, newcomerRole, roleClaim, enabled, only } = values;
  const row = {
    issuer,
    clientId,
    clientProof,
    newcomerRole,
    roleClaim,
    rolesJson: JSON.stringify(values.roles),
    enabledAt: enabled ? (before?.enabledAt ?? at) : null,
    onlySince: enabled && only ? (before?.onlySince ?? at) : null,
    changedAt: at,
    changedBy: by.actorName,
  };
  await trx
    .insertInto("singleSignOn")
    .values({ orgId, ...row })
    .onConflict((conflict) => conflict.column("orgId").doUpdateSet(row))
    .execute();
  await recordAudit(write, {
    action: "settings.single-sign-on-changed",
    detail: { enabled, only, issuer, client: clientId, newcomers: newcomerRole, claim: roleClaim },
  });
}

/** A domain of an org's people, and whether it is proved. */
export interface SignOnDomain {
  domain: string;
  token: string;
  provedAt: string | null;
}

/** An org's domains, by name. */
export async function listSignOnDomains(db: Reader, orgId: string): Promise<SignOnDomain[]> {
  return inOrg(db, orgId)
    .selectFrom("singleSignOnDomains")
    .select(["domain", "token", "provedAt"])
    .orderBy("domain")
    .execute();
}

const MOST_DOMAINS = 50;

/** Adds a domain, which leads nobody anywhere until it is proved. @throws Refused */
export async function addSignOnDomain(write: Write, domain: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  const known = await listSignOnDomains(trx, orgId);
  if (known.some((one) => one.domain === domain))
    throw new Refused(`${domain} is already in the list.`);
  if (known.length >= MOST_DOMAINS) throw new Refused(`Use at most ${MOST_DOMAINS} domains.`);
  await trx
    .insertInto("singleSignOnDomains")
    .values({
      orgId,
      domain,
      token: newToken(),
      addedAt: isoNow(now),
      addedBy: by.actorName,
      provedAt: null,
      proved: null,
    })
    .execute();
  await recordAudit(write, { action: "settings.sign-on-domain-added", subject: domain });
}

/**
 * Notes that a domain's record is there. It is one org's alone: the one whose record is there now
 * has it, and an org that proved it before has it no more.
 * @returns the orgs that had it before
 * @throws NotFound when it is not in the list
 */
export async function proveSignOnDomain(write: Write, domain: string): Promise<string[]> {
  const { trx, orgId, now } = write;
  const formers = await acrossTenants(trx, "A domain is proved for one company at a time.")
    .selectFrom("singleSignOnDomains")
    .select("orgId")
    .where("proved", "=", domain)
    .where("orgId", "!=", orgId)
    .execute();
  for (const former of formers)
    await loseSignOnDomain({ trx, orgId: former.orgId, by: SYSTEM, now }, domain);
  const result = await inOrg(trx, orgId)
    .updateTable("singleSignOnDomains")
    .set({ provedAt: isoNow(now), proved: domain })
    .where("domain", "=", domain)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new NotFound("domain");
  await recordAudit(write, { action: "settings.sign-on-domain-proved", subject: domain });
  return formers.map((former) => former.orgId);
}

/** A domain's record is gone, or another's: nobody comes in by it until it is proved again. */
export async function loseSignOnDomain(write: Write, domain: string): Promise<void> {
  const { trx, orgId } = write;
  const result = await inOrg(trx, orgId)
    .updateTable("singleSignOnDomains")
    .set({ provedAt: null, proved: null })
    .where("proved", "=", domain)
    .executeTakeFirst();
  if (result.numUpdatedRows === 1n)
    await recordAudit(write, { action: "settings.sign-on-domain-lost", subject: domain });
}

/** Takes a domain off the list. */
export async function removeSignOnDomain(write: Write, domain: string): Promise<void> {
  const { trx, orgId } = write;
  const result = await inOrg(trx, orgId)
    .deleteFrom("singleSignOnDomains")
    .where("domain", "=", domain)
    .executeTakeFirst();
  if (result.numDeletedRows === 1n)
    await recordAudit(write, { action: "settings.sign-on-domain-removed", subject: domain });
}

/** The org that a domain leads to the provider of, or null. */
export async function signOnOf(
  db: Reader,
  domain: string,
): Promise<{ orgId: string; name: string; only: boolean } | null> {
  const row = await acrossTenants(db, "Who signs in names a domain, and no company.")
    .selectFrom("singleSignOnDomains as d")
    .innerJoin("singleSignOn as s", "s.orgId", "d.orgId")
    .innerJoin("orgs", "orgs.id", "d.orgId")
    .select(["d.orgId", "orgs.name", "s.onlySince"])
    .where("d.proved", "=", domain)
    .where("s.enabledAt", "is not", null)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { orgId: row.orgId, name: row.name, only: row.onlySince !== null };
}

/** Keeps a browser's way to its provider until it comes back; those that did not go. */
export async function keepFlow(
  trx: Writer,
  flow: { state: string; orgId: string; sealed: string },
  now: Date,
): Promise<void> {
  await acrossTenants(trx, "What is over goes, whosever it was.")
    .deleteFrom("singleSignOnFlows")
    .where("expiresAt", "<=", isoNow(now))
    .execute();
  await trx
    .insertInto("singleSignOnFlows")
    .values({
      stateHash: sha256(flow.state),
      orgId: flow.orgId,
      sealed: flow.sealed,
      expiresAt: isoNow(new Date(now.getTime() + FLOW_LIFE)),
    })
    .execute();
}

/** A browser's way to the provider of an org, unless it came back or its time is over. */
export async function findFlow(
  db: Reader,
  orgId: string,
  state: string,
  now: Date,
): Promise<string | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("singleSignOnFlows")
    .select("sealed")
    .where("stateHash", "=", sha256(state))
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/** Spends a browser's way back: of two that come with one state, one gets it. */
export async function spendFlow(
  trx: Writer,
  orgId: string,
  state: string,
  now: Date,
): Promise<string | null> {
  const sealed = await findFlow(trx, orgId, state, now);
  if (sealed === null) return null;
  const spent = await inOrg(trx, orgId)
    .deleteFrom("singleSignOnFlows")
    .where("stateHash", "=", sha256(state))
    .executeTakeFirst();
  return spent.numDeletedRows === 1n ? sealed : null;
}

/** Who somebody is at a provider. */
export interface ProvidersPerson {
  issuer: string;
  subject: string;
}

/** The person of staff that a provider's person is for an org, or null. */
export async function findIdentity(
  db: Reader,
  orgId: string,
  { issuer, subject }: ProvidersPerson,
): Promise<string | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("staffIdentities")
    .select("staffId")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.staffId ?? null;
}

/** From now on that provider's person is this person of staff, for one org. */
export async function linkIdentity(
  write: Write,
  { id, email }: { id: string; email: string },
  { issuer, subject }: ProvidersPerson,
): Promise<void> {
  const { trx, orgId, now } = write;
  await trx
    .insertInto("staffIdentities")
    .values({ orgId, issuer, subject, staffId: id, linkedAt: isoNow(now) })
    .execute();
  await recordAudit(write, {
    action: "staff.identity-linked",
    subject: email,
    detail: { issuer, "known there as": subject },
  });
}

/** Whether a person of staff is somebody at an issuer already, for an org. */
export async function hasIdentity(
  db: Reader,
  orgId: string,
  staffId: string,
  issuer: string,
): Promise<boolean> {
  const row = await inOrg(db, orgId)
    .selectFrom("staffIdentities")
    .select("subject")
    .where("staffId", "=", staffId)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends sessions that an org's provider began, because it says that they are over there.
 * @param ended its session, its person, or both; of a session whose name it never said, the person
 *   counts
 * @param before sessions that began later go on: the person came back
 * @returns how many ended
 */
export async function endProviderSessions(
  write: Write,
  ended: { session: string | null; person: ProvidersPerson | null },
  before: Date,
): Promise<number> {
  const { trx, orgId, now } = write;
  const staffId = ended.person === null ? null : await findIdentity(trx, orgId, ended.person);
  const { session } = ended;
  if (session === null && staffId === null) return 0;
  const ending = await trx
    .updateTable("sessions")
    .set({ revokedAt: isoNow(now) })
    .where("kind", "=", "staff")
    .where("onlyOrgId", "=", orgId)
    .where("createdAt", "<=", isoNow(before))
    .where("revokedAt", "is", null)
    .where((eb) =>
      eb.or([
        ...(session === null ? [] : [eb("providerSession", "=", session)]),
        ...(staffId === null
          ? []
          : [
              eb.and([
                eb("staffId", "=", staffId),
                ...(session === null ? [] : [eb("providerSession", "is", null)]),
              ]),
            ]),
      ]),
    )
    .executeTakeFirst();
  const sessions = Number(ending.numUpdatedRows);
  if (sessions > 0)
    await recordAudit(write, { action: "staff.ended-by-provider", detail: { sessions } });
  return sessions;
}
