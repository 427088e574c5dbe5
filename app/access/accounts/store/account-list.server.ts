import { isoNow } from "#db/ids.ts";
import { pattern } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { sortedBy } from "#values/list-sort.ts";
import {
  ENDING_DAYS,
  type AccountQuery,
  type AccountSort,
  type AccountState,
} from "../forms/account-query.ts";

export const ACCOUNTS_PER_PAGE = 25;

const DAY_MS = 86_400_000;

export interface AccountRow {
  id: string;
  name: string;
  state: AccountState;
  members: number;
  /** What is in force, by the names of profiles and products. */
  profiles: string[];
  products: string[];
  /** How many members signed the NDA where access asks for one; null: it doesn't. */
  signed: number | null;
  /** When the last grant in force ends; null: never, or there is none. */
  expiresAt: string | null;
  /** When one of its members signed in last. */
  seenAt: string | null;
  createdAt: string;
}

export interface AccountPage {
  rows: AccountRow[];
  page: number;
  pages: number;
  total: number;
  /** How many there are that nothing narrows. */
  all: number;
}

const SORT_VALUES: Readonly<Record<AccountSort, (row: AccountRow) => string | number | null>> = {
  name: ({ name }) => name,
  members: ({ members }) => members,
  ends: ({ expiresAt }) => expiresAt,
  seen: ({ seenAt }) => seenAt,
  since: ({ createdAt }) => createdAt,
};

/** A page of the accounts, found by their name, or a member's name or address. */
export async function accountPage(
  db: Reader,
  orgId: string,
  { search, state, isEnding, sort, page }: AccountQuery,
  now: Date,
): Promise<AccountPage> {
  const endsBefore = isEnding ? isoNow(new Date(now.getTime() + ENDING_DAYS * DAY_MS)) : null;
  const found = (await everyAccount(db, orgId, search, now)).filter(
    (account) =>
      (state === null || account.state === state) &&
      (endsBefore === null || (account.expiresAt !== null && account.expiresAt < endsBefore)),
  );
  const sorted = sortedBy(found, SORT_VALUES[sort.by], sort.descending);
  const pages = Math.max(1, Math.ceil(sorted.length / ACCOUNTS_PER_PAGE));
  const current = Math.min(Math.max(1, page), pages);
  const { all } = await inOrg(db, orgId)
    .selectFrom("accounts")
    .select((eb) => eb.fn.countAll<number>().as("all"))
    .executeTakeFirstOrThrow();
  return {
    rows: sorted.slice((current - 1) * ACCOUNTS_PER_PAGE, current * ACCOUNTS_PER_PAGE),
    page: current,
    pages,
    total: sorted.length,
    all: Number(all),
  };
}

async function everyAccount(
  db: Reader,
  orgId: string,
  search: string,
  now: Date,
): Promise<AccountRow[]> {
  const at = isoNow(now);
  let query = inOrg(db, orgId)
    .selectFrom("accounts as a")
    .select(["a.id", "a.name", "a.reviewStatus", "a.createdAt"]);
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)) {
    const like = pattern("", word, "");
    query = query.where((eb) =>
      eb.or([
        eb(eb.fn<string>("lower", ["a.name"]), "like", like),
        eb.exists(
          eb
            .selectFrom("members as m")
            .select("m.id")
            .whereRef("m.orgId", "=", "a.orgId")
            .whereRef("m.accountId", "=", "a.id")
            .where("m.removedAt", "is", null)
            .where((member) =>
              member.or(
                (["m.email", "m.firstName", "m.lastName"] as const).map((column) =>
                  member(member.fn<string>("lower", [column]), "like", like),
                ),
              ),
            ),
        ),
      ]),
    );
  }
  const accounts = await query.orderBy("a.name").orderBy("a.id").execute();
  const members = await inOrg(db, orgId)
    .selectFrom("members")
    .select((eb) => [
      "accountId",
      eb.fn.countAll<number>().as("count"),
      eb.fn.max<string | null>("signedInAt").as("seenAt"),
    ])
    .where("removedAt", "is", null)
    .groupBy("accountId")
    .execute();
  const grants = await inOrg(db, orgId)
    .selectFrom("grants as g")
    .innerJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "g.orgId").onRef("p.id", "=", "g.productId"),
    )
    .innerJoin("permissionProfiles as f", (join) =>
      join.onRef("f.orgId", "=", "g.orgId").onRef("f.id", "=", "g.profileId"),
    )
    .select([
      "g.accountId",
      "g.expiresAt",
      "g.revokedAt",
      "g.ndaRequired",
      "p.name as product",
      "f.name as profile",
    ])
    .orderBy("p.position")
    .execute();
  const signed = await membersWhoSigned(db, orgId);
  const people = new Map(members.map((row) => [row.accountId, row]));
  const held = new Map<string, typeof grants>();
  for (const grant of grants) {
    const own = held.get(grant.accountId);
    if (own === undefined) held.set(grant.accountId, [grant]);
    else own.push(grant);
  }
  return accounts.map(({ id, name, reviewStatus, createdAt }) => {
    const own = held.get(id) ?? [];
    const inForce = own.filter(
      (grant) => grant.revokedAt === null && (grant.expiresAt === null || grant.expiresAt > at),
    );
    const state: AccountState =
      reviewStatus !== "approved"
        ? reviewStatus
        : own.length > 0 && inForce.length === 0
          ? "expired"
          : "active";
    const ends = inForce.some((grant) => grant.expiresAt === null)
      ? []
      : inForce.flatMap((grant) => grant.expiresAt ?? []).sort();
    const count = Number(people.get(id)?.count ?? 0);
    return {
      id,
      name,
      state,
      members: count,
      profiles: [...new Set(inForce.map(({ profile }) => profile))],
      products: [...new Set(inForce.map(({ product }) => product))],
      signed: inForce.some(({ ndaRequired }) => ndaRequired === 1) ? signed(id, count) : null,
      expiresAt: ends.at(-1) ?? null,
      seenAt: people.get(id)?.seenAt ?? null,
      createdAt,
    };
  });
}

/**
 * How many of an account's members count as having signed: each who did, or all of them where a
 * signature covers the account. Null where the org asks for no NDA.
 */
async function membersWhoSigned(
  db: Reader,
  orgId: string,
): Promise<(accountId: string, members: number) => number | null> {
  const settings = await inOrg(db, orgId)
    .selectFrom("ndaSettings")
    .select(["provider", "accountWide"])
    .executeTakeFirst();
  if (settings === undefined || settings.provider === "none") return () => null;
  const signatures = await inOrg(db, orgId)
    .selectFrom("ndaSignatures as s")
    .leftJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "s.orgId").onRef("m.id", "=", "s.memberId"),
    )
    .select(["s.accountId", "s.memberId", "s.importedAt", "m.removedAt"])
    .execute();
  const covered = new Set<string>();
  const signers = new Map<string, Set<string>>();
  for (const { accountId, memberId, importedAt, removedAt } of signatures) {
    if (settings.accountWide === 1 || (memberId === null && importedAt !== null))
      covered.add(accountId);
    if (memberId === null || removedAt !== null) continue;
    signers.set(accountId, (signers.get(accountId) ?? new Set()).add(memberId));
  }
  return (accountId, members) =>
    covered.has(accountId) ? members : (signers.get(accountId)?.size ?? 0);
}
