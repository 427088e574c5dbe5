import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { notedEntries } from "#tenancy/history/store/entry-changes.server.ts";
import type { IdPage } from "./entry-ids.server.ts";
import type { AccountEntry, CustomerEntry, RequestEntry } from "../rules/entries.ts";
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
    inOrg(db, orgId)
      .selectFrom("grants")
      .select(["accountId", "productId", "profileId", "ndaRequired", "expiresAt", "grantedAt"])
      .where("accountId", "in", ids)
      .where("revokedAt", "is", null)
      .orderBy("productId")
      .orderBy("profileId")
      .execute(),
  ]);
  const membersOf = Map.groupBy(members, ({ accountId }) => accountId);
  const grantsOf = Map.groupBy(grants, ({ accountId }) => accountId);
  return rows.map((row) => {
    const people = membersOf.get(row.id) ?? [];
    const rights = grantsOf.get(row.id) ?? [];
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
