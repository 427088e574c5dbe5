import { isoNow } from "../../../../db/ids.ts";
import type { Reader } from "../../../../db/store.ts";

export const ACCOUNTS_PER_PAGE = 25;

export const ACCOUNT_STATES = ["active", "expired", "pending", "declined"] as const;
/**
 * active: approved, whatever it may read now. expired: approved, and its last grant has run out or
 * was taken away.
 */
export type AccountState = (typeof ACCOUNT_STATES)[number];

export interface AccountRow {
  id: string;
  name: string;
  state: AccountState;
  members: number;
  /** When the last grant in force ends; null: never, or there is none. */
  expiresAt: string | null;
  createdAt: string;
}

export interface AccountPage {
  rows: AccountRow[];
  page: number;
  pages: number;
  total: number;
}

/** Accounts by name, found by their name or an address of a member. */
export async function accountPage(
  db: Reader,
  orgId: string,
  { search, state, page }: { search: string; state: AccountState | null; page: number },
  now: Date,
): Promise<AccountPage> {
  const all = (await everyAccount(db, orgId, search, now)).filter(
    (account) => state === null || account.state === state,
  );
  const pages = Math.max(1, Math.ceil(all.length / ACCOUNTS_PER_PAGE));
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  return {
    rows: all.slice((current - 1) * ACCOUNTS_PER_PAGE, current * ACCOUNTS_PER_PAGE),
    page: current,
    pages,
    total: all.length,
  };
}

async function everyAccount(
  db: Reader,
  orgId: string,
  search: string,
  now: Date,
): Promise<AccountRow[]> {
  const at = isoNow(now);
  let query = db
    .selectFrom("accounts as a")
    .select(["a.id", "a.name", "a.reviewStatus", "a.createdAt"])
    .where("a.orgId", "=", orgId);
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)) {
    const like = `%${word.replace(/[%_]/g, " ").trim()}%`;
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
            .where("m.email", "like", like),
        ),
      ]),
    );
  }
  const accounts = await query.orderBy("a.name").orderBy("a.id").execute();
  const members = await db
    .selectFrom("members")
    .select((eb) => ["accountId", eb.fn.countAll<number>().as("count")])
    .where("orgId", "=", orgId)
    .where("removedAt", "is", null)
    .groupBy("accountId")
    .execute();
  const grants = await db
    .selectFrom("grants")
    .select(["accountId", "expiresAt", "revokedAt"])
    .where("orgId", "=", orgId)
    .execute();
  const counts = new Map(members.map((row) => [row.accountId, Number(row.count)]));
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
    return {
      id,
      name,
      state,
      members: counts.get(id) ?? 0,
      expiresAt: ends.at(-1) ?? null,
      createdAt,
    };
  });
}
