import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { LISTED_DAYS, MAX_PARTNERS, TOKEN_HOURS, type ListedToken } from "#model/partners.ts";

const HOUR_MS = 3_600_000;

/** A tool that members may send data to. */
export interface Partner {
  id: string;
  name: string;
  domain: string;
}

/** The partners of an org, by name. */
export async function listPartners(db: Reader, orgId: string): Promise<Partner[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("partners")
    .select(["id", "name", "domain"])
    .execute();
  return rows.sort((a, b) => a.name.localeCompare(b.name, "en") || a.id.localeCompare(b.id));
}

/** A partner of this org; null for one that is another's, or gone. */
export async function findPartner(db: Reader, orgId: string, id: string): Promise<Partner | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("partners")
    .select(["id", "name", "domain"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Adds a partner.
 * @throws Refused for a domain that another one has, and beyond 50
 */
export async function addPartner(
  write: Write,
  { name, domain }: Omit<Partner, "id">,
): Promise<string> {
  const { trx, orgId, now } = write;
  const others = await listPartners(trx, orgId);
  if (others.length >= MAX_PARTNERS)
    throw new Refused(`There can be ${MAX_PARTNERS} partners. Remove one first.`);
  refuseSameDomain(others, domain);
  const id = newId();
  await trx
    .insertInto("partners")
    .values({ orgId, id, name, domain, createdAt: isoNow(now) })
    .execute();
  const detail = { name, domain };
  await recordAudit(write, { action: "partner.added", subject: id, detail });
  return id;
}

/**
 * Changes a partner. Tokens for the domain that it had end: they name somebody else.
 * @throws NotFound for one that is not this org's; Refused for a domain that another one has
 */
export async function updatePartner(write: Write, { id, name, domain }: Partner): Promise<void> {
  const { trx, orgId, now } = write;
  const others = await listPartners(trx, orgId);
  const before = others.find((one) => one.id === id);
  if (before === undefined) throw new NotFound("partner");
  refuseSameDomain(
    others.filter((one) => one.id !== id),
    domain,
  );
  if (before.name === name && before.domain === domain) return;
  await inOrg(trx, orgId)
    .updateTable("partners")
    .set({ name, domain })
    .where("id", "=", id)
    .execute();
  if (before.domain !== domain)
    await inOrg(trx, orgId)
      .updateTable("partnerTokens")
      .set({ revokedAt: isoNow(now) })
      .where("partnerId", "=", id)
      .where("revokedAt", "is", null)
      .execute();
  const detail = { name, domain, before: before.name, domainBefore: before.domain };
  await recordAudit(write, { action: "partner.updated", subject: id, detail });
}

function refuseSameDomain(others: readonly Partner[], domain: string): void {
  const same = others.find((one) => one.domain === domain);
  if (same !== undefined) throw new Refused(`${same.name} already has this domain.`, "domain");
}

/** Removes a partner, and with it every token for it. @throws NotFound */
export async function removePartner(write: Write, id: string): Promise<string> {
  const { trx, orgId } = write;
  const partner = await findPartner(trx, orgId, id);
  if (partner === null) throw new NotFound("partner");
  await inOrg(trx, orgId).deleteFrom("partners").where("id", "=", id).execute();
  const { name, domain } = partner;
  const detail = { name, domain };
  await recordAudit(write, { action: "partner.removed", subject: id, detail });
  return name;
}

/**
 * Notes a token that a member makes. @returns its id, and from when until when it is good, to the
 * second
 */
export async function noteToken(
  write: Write,
  made: { partner: Partner; accountId: string; memberId: string },
): Promise<{ id: string; createdAt: Date; expiresAt: Date }> {
  const { trx, orgId, now } = write;
  const { partner, accountId, memberId } = made;
  const createdAt = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
  const expiresAt = new Date(createdAt.getTime() + TOKEN_HOURS * HOUR_MS);
  const id = newId();
  await trx
    .insertInto("partnerTokens")
    .values({
      orgId,
      id,
      partnerId: partner.id,
      accountId,
      memberId,
      createdAt: isoNow(createdAt),
      expiresAt: isoNow(expiresAt),
      revokedAt: null,
      lastReadAt: null,
      reads: 0,
    })
    .execute();
  const detail = { partner: partner.name, domain: partner.domain, account: accountId, token: id };
  await recordAudit(write, { action: "partner.token-generated", subject: memberId, detail });
  return { id, createdAt, expiresAt };
}

/**
 * Ends a token. One that ended already stays as it is.
 * @param of whose list it stands in: of an account, of a person's members, of a partner
 * @throws NotFound for one that is not in that list
 */
export async function revokeToken(write: Write, tokenId: string, of: TokenOwner): Promise<void> {
  const { trx, orgId, now } = write;
  const token = (await listTokens(trx, orgId, of, now)).find(({ id }) => id === tokenId);
  if (token === undefined) throw new NotFound("token");
  if (token.revokedAt !== null) return;
  await inOrg(trx, orgId)
    .updateTable("partnerTokens")
    .set({ revokedAt: isoNow(now) })
    .where("id", "=", tokenId)
    .execute();
  const { partnerName: partner, memberEmail: email } = token;
  await recordAudit(write, {
    action: "partner.token-revoked",
    subject: tokenId,
    detail: { partner, email },
  });
}

/** Whose tokens a list is about. */
export type TokenOwner =
  | { accountId: string }
  | { memberIds: readonly string[] }
  | { partnerId: string };

/**
 * The tokens of an account, a person or a partner, the newest first; those that ran out a month ago
 * are not listed.
 */
export async function listTokens(
  db: Reader,
  orgId: string,
  of: TokenOwner,
  now: Date,
): Promise<ListedToken[]> {
  const owned = inOrg(db, orgId)
    .selectFrom("partnerTokens as t")
    .innerJoin("partners as p", (join) =>
      join.onRef("p.orgId", "=", "t.orgId").onRef("p.id", "=", "t.partnerId"),
    )
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "t.orgId").onRef("a.id", "=", "t.accountId"),
    )
    .innerJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "t.orgId").onRef("m.id", "=", "t.memberId"),
    )
    .select([
      "t.id",
      "t.createdAt",
      "t.expiresAt",
      "t.revokedAt",
      "t.lastReadAt",
      "t.reads",
      "p.name as partnerName",
      "a.name as accountName",
      "m.email as memberEmail",
    ])
    .where("t.expiresAt", ">", keptSince(now))
    .orderBy("t.createdAt", "desc")
    .orderBy("t.id");
  if ("accountId" in of) return owned.where("t.accountId", "=", of.accountId).execute();
  if ("partnerId" in of) return owned.where("t.partnerId", "=", of.partnerId).execute();
  return owned.where("t.memberId", "in", ["", ...of.memberIds]).execute();
}

/**
 * A token that is noted, not revoked and not run out, with its partner as it is now; null for any
 * other.
 */
export async function openToken(db: Reader, id: string, now: Date) {
  const row = await acrossTenants(db, "A token says whose it is.")
    .selectFrom("partnerTokens as t")
    .innerJoin("partners as p", (join) =>
      join.onRef("p.orgId", "=", "t.orgId").onRef("p.id", "=", "t.partnerId"),
    )
    .select(["t.id", "t.orgId", "t.accountId", "t.memberId", "p.name as partnerName", "p.domain"])
    .where("t.id", "=", id)
    .where("t.revokedAt", "is", null)
    .where("t.expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  return row ?? null;
}

/** Counts a reading with a token. */
export async function noteRead({ trx, orgId, now }: Omit<Write, "by">, id: string): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("partnerTokens")
    .set((eb) => ({ lastReadAt: isoNow(now), reads: eb("reads", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** Forgets tokens that ran out a month ago. @returns how many */
export async function purgePartnerTokens(trx: Writer, now: Date): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("partnerTokens")
    .where("expiresAt", "<=", keptSince(now))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function keptSince(now: Date): string {
  return isoNow(new Date(now.getTime() - LISTED_DAYS * 24 * HOUR_MS));
}
