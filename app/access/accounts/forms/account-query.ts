import { readSort, type ListSort } from "#values/list-sort.ts";
import { pageAsked } from "#values/page-query.ts";

export const ACCOUNT_STATES = ["active", "expired", "pending", "declined"] as const;
/**
 * active: approved, whatever it may read now. expired: approved, and its last grant has run out or
 * was taken away.
 */
export type AccountState = (typeof ACCOUNT_STATES)[number];

const ACCOUNT_SORTS = ["name", "members", "ends", "seen", "since"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

export const ACCOUNTS_USUAL_SORT: ListSort<AccountSort> = { by: "name", descending: false };

/** What the filter 'Ends' offers, in days from now. */
export const ENDING_DAYS = 30;

/** What the list of accounts is narrowed to, and how it is sorted. */
export interface AccountQuery {
  search: string;
  state: AccountState | null;
  /** Only those whose access ends within `ENDING_DAYS`. */
  isEnding: boolean;
  sort: ListSort<AccountSort>;
  page: number;
}

/** The list that an address asks for. */
export function accountQuery(address: URLSearchParams): AccountQuery {
  return {
    search: (address.get("q") ?? "").slice(0, 200),
    state: ACCOUNT_STATES.find((name) => name === address.get("state")) ?? null,
    isEnding: address.get("ends") === String(ENDING_DAYS),
    sort: readSort(address, ACCOUNT_SORTS, ACCOUNTS_USUAL_SORT),
    page: pageAsked(address.get("page")),
  };
}

/** The query of an address that narrows the list so. */
export function accountSearchParams({
  search,
  state,
  isEnding,
}: Pick<AccountQuery, "search" | "state" | "isEnding">): URLSearchParams {
  return new URLSearchParams({
    ...(search === "" ? {} : { q: search }),
    ...(state === null ? {} : { state }),
    ...(isEnding ? { ends: String(ENDING_DAYS) } : {}),
  });
}
