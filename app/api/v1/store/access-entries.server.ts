import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { notedEntries } from "#tenancy/history/store/entry-changes.server.ts";
import type { IdPage } from "./entry-ids.server.ts";
import type { AccountEntry, CustomerEntry, MemberEntry, RequestEntry } from "../rules/entries.ts";
import { latest } from "./content-entries.server.ts";

/** Requests for access as the inbox has them, without what is only the form's own. */
export async function requestEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<RequestEntry[]> {
  const [rows, noted] = await Promise.all([
    inOrg(db, orgId).selectFrom("accessRequests").selectAll().where("id", "in", ids).execute(),
    notedEntries(db, orgId, "requests", ids),
  ]);
  return rows.map((row) => {
    const ticked = row.productIdsJson === null ? [] : (JSON.parse(row.productIdsJson) as string[]);
    return {
      id: row.id,
      kind: row.kind,
      status: row.status,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      companyName: row.companyName,
      jobTitle: row.jobTitle,
      relationship: row.relationship,
      country: row.country,
      note: row.note,
      accountId: row.accountId,
      productIds: ticked.length === 0 && row.productId !== null ? [row.productId] : ticked,
      itemUid: row.itemUid,
      decidedAt: row.decidedAt,
      decidedBy: row.decidedBy,
      outcome: row.outcome,
      message: row.message,
      createdAt: row.createdAt,
      updatedAt: latest([
        row.createdAt,
        row.notedAt,
        row.withdrawnAt,
        row.decidedAt,
        row.askedAt,
        row.answeredAt,
        noted.get(row.id),
      ]),
    };
  });
}

/** Accounts with the people in them and what they may see. */
export async function accountEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<AccountEntry[]> {
  const [rows, noted, members, grants] = await Promise.all([
    inOrg(db, orgId).selectFrom("accounts").selectAll().where("id", "in", ids).execute(),
    notedEntries(db, orgId, "accounts", ids),
    inOrg(db, orgId)
      .selectFrom("members")
      .select(["id", "accountId", "email", "firstName", "lastName", "signedInAt", "createdAt"])
      .where("accountId", "in", ids)
      .where("removedAt", "is", null)
      .orderBy("email")
      .execute(),
    grantsOf(db, orgId, ids),
  ]);
  const membersOf = Map.groupBy(members, ({ accountId }) => accountId);
  return rows.map((row) => {
    const people = membersOf.get(row.id) ?? [];
    const rights = grants.get(row.id) ?? [];
    return {
      id: row.id,
      name: row.name,
      reviewStatus: row.reviewStatus,
      reviewedAt: row.reviewedAt,
      reviewedBy: row.reviewedBy,
      members: people.map(({ id, email, firstName, lastName, signedInAt }) => ({
        id,
        email,
        firstName,
        lastName,
        signedInAt,
      })),
      grants: rights.map(({ productId, profileId, ndaRequired, expiresAt }) => ({
        productId,
        profileId,
        ndaRequired: ndaRequired === 1,
        expiresAt,
      })),
      createdAt: row.createdAt,
      updatedAt: latest([
        row.createdAt,
        row.reviewedAt,
        noted.get(row.id),
        ...people.flatMap(({ createdAt, signedInAt }) => [createdAt, signedInAt]),
        ...rights.map(({ grantedAt }) => grantedAt),
      ]),
    };
  });
}

/** The members behind one who were not removed. */
export function memberIds(
  db: Reader,
  orgId: string,
  { after, count }: IdPage,
): Promise<readonly { id: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("members")
    .select("id")
    .where("removedAt", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(count)
    .execute();
}

/** The people of accounts, each with the products of the account. */
export async function memberEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<MemberEntry[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("members")
    .select(["id", "accountId", "email", "firstName", "lastName", "signedInAt", "createdAt"])
    .where("id", "in", ids)
    .where("removedAt", "is", null)
    .execute();
  const accountIds = [...new Set(rows.map(({ accountId }) => accountId))];
  const [noted, grants] = await Promise.all([
    notedEntries(db, orgId, "accounts", accountIds),
    grantsOf(db, orgId, accountIds),
  ]);
  return rows.map(({ createdAt, ...member }) => {
    const held = grants.get(member.accountId) ?? [];
    return {
      ...member,
      productIds: [...new Set(held.map(({ productId }) => productId))].sort(),
      createdAt,
      // Whoever comes, goes or moves is noted with the account.
      updatedAt: latest([
        createdAt,
        member.signedInAt,
        noted.get(member.accountId),
        ...held.map(({ grantedAt }) => grantedAt),
      ]),
    };
  });
}

/** What accounts may see, by their ids: all that was not revoked. */
async function grantsOf(db: Reader, orgId: string, accountIds: readonly string[]) {
  const rows = await inOrg(db, orgId)
    .selectFrom("grants")
    .select(["accountId", "productId", "profileId", "ndaRequired", "expiresAt", "grantedAt"])
    .where("accountId", "in", accountIds)
    .where("revokedAt", "is", null)
    .orderBy("productId")
    .orderBy("profileId")
    .execute();
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

/** The domains of customers behind one, which are their own ids. */
export async function customerIds(
  db: Reader,
  orgId: string,
  { after, count }: IdPage,
): Promise<{ id: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("customerDomains")
    .select("domain as id")
    .where("domain", ">", after)
    .orderBy("domain")
    .limit(count)
    .execute();
}

/** Domains of customers with what staff call them. */
export async function customerEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<CustomerEntry[]> {
  const [rows, noted] = await Promise.all([
    inOrg(db, orgId).selectFrom("customerDomains").selectAll().where("domain", "in", ids).execute(),
    notedEntries(db, orgId, "customers", ids),
  ]);
  return rows.map(({ domain, name, addedAt }) => ({
    id: domain,
    domain,
    name,
    createdAt: addedAt,
    updatedAt: latest([addedAt, noted.get(domain)]),
  }));
}
