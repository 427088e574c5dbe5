import type { DeclineOutcome } from "#model/access-requests/access-outcomes.ts";
import type { DomainLists } from "#model/access-requests/access-domains.ts";
import type { TokenIdentity } from "#model/byoid.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { ruleDecisionFor } from "#access/access-requests/store/access-rules.server.ts";
import { createAccount, findAccount, type Account } from "#auth/accounts/store/accounts.server.ts";
import {
  addMember,
  findMember,
  spellingsOf,
  type Member,
} from "#auth/accounts/store/members.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { Byoid } from "./byoid.server.ts";
import { REMOVED_BY_ERASURE } from "#platform/privacy/store/erased-addresses.server.ts";
import { grantAccess, grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { isoNow } from "#db/ids.ts";
import { pattern } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Whom a token is about, and the address under which they stand here if they were erased. */
export type KnownIdentity = TokenIdentity & { erasedAs: string };

const DAY_MS = 86_400_000;

/** What a token leads to: coming in, or why not. */
export type Admission =
  | {
      kind: "welcome";
      /** null: it is made. */
      account: Account | null;
      member: Member | null;
      /** The products that are opened. */
      gives: string[];
    }
  | { kind: "declined"; outcome: DeclineOutcome; message: string | null }
  | { kind: "pending" }
  /** Access ran out or was taken away; `member` may ask for it again. */
  | { kind: "expired"; member: Member | null };

interface AdmittingOrg {
  id: string;
  customization: DomainLists;
}

/**
 * What a token would lead to. Staff's decisions stand above it: it brings back nobody who was
 * removed or declined, and nothing that ran out or was taken away.
 */
export async function foreseeAdmission(
  db: Reader,
  org: AdmittingOrg,
  settings: Byoid,
  identity: KnownIdentity,
  now: Date,
): Promise<Admission> {
  const orgId = org.id;
  const account = await accountOf(db, orgId, identity);
  const person = account === null ? null : await personIn(db, orgId, account.id, identity);
  if (person === null) {
    // The token says nothing of the person but the address: no rule that asks for more decides.
    const facts = { relationship: null, country: null, productIds: settings.productIds };
    const ruleDecision = await ruleDecisionFor(db, org, { ...identity.email, facts }, false);
    // Whose domains may ask says nothing of people for whom the company's own provider speaks.
    const notListed = ruleDecision?.rule === null && ruleDecision.action === "decline";
    if (ruleDecision !== null && ruleDecision.action !== "approve" && !notListed)
      return {
        kind: "declined",
        outcome: RULED[ruleDecision.action],
        message: ruleDecision.message,
      };
  }
  if (account === null)
    return { kind: "welcome", account, member: null, gives: settings.productIds };
  if (account.reviewStatus === "pending") return { kind: "pending" };
  if (account.reviewStatus === "declined" || person === "removed")
    return { kind: "declined", outcome: "request_declined", message: null };
  const held = await inOrg(db, orgId)
    .selectFrom("grants")
    .select("productId")
    .where("accountId", "=", account.id)
    .execute();
  const { grants } = await grantsInForce(db, orgId, account.id, now);
  if (held.length > 0 && grants.length === 0) return { kind: "expired", member: person };
  const ever = new Set(held.map(({ productId }) => productId));
  return {
    kind: "welcome",
    account,
    member: person,
    gives: settings.productIds.filter((id) => !ever.has(id)),
  };
}

const RULED = {
  decline: "request_access_auto_declined",
  "third-party": "request_declined_third_party",
  block: "request_declined_blocked_domain",
} as const;

/**
 * Lets the person of a token in, with account, membership and grants where they are not there yet.
 * @returns the member, or why not
 */
export async function admit(
  write: Write,
  org: AdmittingOrg,
  settings: Byoid,
  identity: KnownIdentity,
): Promise<{ kind: "in"; member: Member } | Exclude<Admission, { kind: "welcome" }>> {
  const { trx, orgId, now } = write;
  const foreseen = await foreseeAdmission(trx, org, settings, identity, now);
  if (foreseen.kind !== "welcome") return foreseen;
  const accountId =
    foreseen.account?.id ??
    (await createAccount(write, { name: identity.companyName, reviewStatus: "approved" }));
  await trx
    .insertInto("byoidAccounts")
    .values({ orgId, company: identity.company, accountId, linkedAt: isoNow(now) })
    .onConflict((conflict) => conflict.columns(["orgId", "company"]).doNothing())
    .execute();
  const { email, firstName, lastName } = identity;
  const memberId =
    foreseen.member?.id ??
    (await addMember(write, accountId, {
      email: email.email,
      firstName,
      lastName,
      autoApproved: true,
    }));
  const expiresAt =
    settings.expiresInDays === null
      ? null
      : new Date(now.getTime() + settings.expiresInDays * DAY_MS).toISOString();
  for (const productId of foreseen.gives) {
    await grantAccess(write, {
      accountId,
      productId,
      profileId: settings.profileId,
      ndaRequired: settings.ndaRequired,
      expiresAt,
    });
  }
  const member = await findMember(trx, orgId, memberId);
  if (member === null) throw new Error("a member that was found is gone within one transaction");
  return { kind: "in", member };
}

/**
 * The account that a company of the tokens is: the one it was before, else the one of that name to
 * which the person belongs.
 */
async function accountOf(
  db: Reader,
  orgId: string,
  { company, companyName, ...identity }: KnownIdentity,
): Promise<Account | null> {
  const linked = await inOrg(db, orgId)
    .selectFrom("byoidAccounts")
    .select("accountId")
    .where("company", "=", company)
    .executeTakeFirst();
  if (linked !== undefined) return findAccount(db, orgId, linked.accountId);
  const names = new Set([company, companyName.toLowerCase()]);
  const memberships = await memberRows(db, orgId, identity);
  for (const { accountId } of memberships.filter((row) =>
    names.has(row.accountName.trim().normalize("NFC").toLowerCase()),
  )) {
    const account = await findAccount(db, orgId, accountId);
    if (account !== null) return account;
  }
  return null;
}

/** The person in an account, also when they were removed from it. */
async function personIn(
  db: Reader,
  orgId: string,
  accountId: string,
  identity: KnownIdentity,
): Promise<Member | "removed" | null> {
  const rows = (await memberRows(db, orgId, identity)).filter((row) => row.accountId === accountId);
  const here = rows.find((row) => row.removedAt === null);
  if (here !== undefined) return findMember(db, orgId, here.id);
  return rows.length > 0 ? "removed" : null;
}

/**
 * Memberships of the person behind an address, however its tag and its domain were written, with those
 * that ended; those that staff ended also after the person was erased.
 */
async function memberRows(
  db: Reader,
  orgId: string,
  { email: { email, key }, erasedAs }: Pick<KnownIdentity, "email" | "erasedAs">,
) {
  const { from, before } = spellingsOf({ key });
  const erased = (row: { email: string }) =>
    row.email === erasedAs ||
    row.email.startsWith(`${erasedAs.slice(0, erasedAs.lastIndexOf("@"))}.`);
  const rows = await inOrg(db, orgId)
    .selectFrom("members as m")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "m.orgId").onRef("a.id", "=", "m.accountId"),
    )
    .select(["m.id", "m.accountId", "m.email", "m.removedAt", "a.name as accountName"])
    .where((eb) =>
      eb.or([
        eb.and([eb("m.email", ">=", from), eb("m.email", "<", before)]),
        eb.and([
          eb(
            "m.email",
            "like",
            pattern(
              erasedAs.slice(0, erasedAs.lastIndexOf("@")),
              erasedAs.slice(erasedAs.lastIndexOf("@")),
            ),
          ),
          eb("m.removedBy", "!=", REMOVED_BY_ERASURE),
        ]),
      ]),
    )
    .orderBy("m.createdAt")
    .orderBy("m.id")
    .execute();
  return rows.filter(
    (row) => row.email === email || readEmail(row.email)?.key === key || erased(row),
  );
}
