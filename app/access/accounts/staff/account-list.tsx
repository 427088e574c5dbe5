import { Link } from "react-router";
import type { Route } from "./+types/account-list";
import {
  ACCOUNT_SORTS,
  ACCOUNT_STATES,
  accountPage,
  type AccountSort,
  type AccountState,
} from "../store/account-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { isoNow } from "#db/ids.ts";
import { formatShortDate, lastDay } from "#values/dates.ts";
import { readSort, sortParams, type ListSort } from "#values/list-sort.ts";
import { momentOf } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { FilterButtons } from "#web/ui/filter-form.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { sortableColumns } from "#web/ui/sorted-head.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { When } from "#web/ui/when.tsx";
import { StateTag, STATE_NAMES } from "./state-tag.tsx";

const USUAL: ListSort<AccountSort> = { by: "name", descending: false };
/** What the filter 'Ends' offers, in days from now. */
const ENDING = 30;

export function meta() {
  return [{ title: pageTitle("Accounts") }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const query = url.searchParams;
  const search = (query.get("q") ?? "").slice(0, 200);
  const state: AccountState | null =
    ACCOUNT_STATES.find((name) => name === query.get("state")) ?? null;
  const sort = readSort(query, ACCOUNT_SORTS, USUAL);
  const ending = query.get("ends") === String(ENDING);
  const soon = new Date(now().getTime() + ENDING * 86_400_000);
  const found = await accountPage(
    store.read,
    org.id,
    {
      search,
      state,
      endsBefore: ending ? isoNow(soon) : null,
      sort,
      page: Number(query.get("page") ?? 1),
    },
    now(),
  );
  return {
    filter: {
      ...(search === "" ? {} : { q: search }),
      ...(state === null ? {} : { state }),
      ...(ending ? { ends: String(ENDING) } : {}),
    } as Partial<Record<"q" | "state" | "ends", string>>,
    sort,
    states: ACCOUNT_STATES,
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      since: formatShortDate(row.createdAt, org.timeZone),
      until: row.expiresAt === null ? null : lastDay(row.expiresAt, org.timeZone),
      seen: row.seenAt === null ? null : momentOf(row.seenAt, now(), org.timeZone),
    })),
  };
}

const COLUMNS = [
  ["Account", "name"],
  ["State", null],
  ["Members", "members"],
  ["Access", null],
  ["NDA", null],
  ["Access ends", "ends"],
  ["Last sign-in", "seen"],
  ["Since", "since"],
] as const;

export default function Accounts({ loaderData }: Route.ComponentProps) {
  const { rows, filter, sort, states, page, pages, total } = loaderData;
  const filtered = Object.keys(filter).length > 0;
  const query = Object.entries({ ...filter, ...sortParams(sort, USUAL) });
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h1 className="text-2xl font-semibold tracking-tight">Accounts</h1>{" "}
        <ButtonLink to="/accounts/new">Add account</ButtonLink>
      </div>
      <p className="mt-2 mb-6 text-muted">Companies with access</p>
      <form method="get" noValidate role="search" className="mb-6 flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow sm:max-w-[24rem]">
          <label htmlFor="q" className="mb-1 block text-sm font-medium">
            Search by account, member or email
          </label>
          <input
            id="q"
            name="q"
            type="search"
            maxLength={200}
            defaultValue={filter.q ?? ""}
            className={inputClass}
          />
        </div>{" "}
        <div>
          <label htmlFor="state" className="mb-1 block text-sm font-medium">
            State
          </label>
          <select id="state" name="state" defaultValue={filter.state ?? ""} className={inputClass}>
            <option value="">All</option>
            {states.map((name) => (
              <option key={name} value={name}>
                {STATE_NAMES[name]}
              </option>
            ))}
          </select>
        </div>{" "}
        <div>
          <label htmlFor="ends" className="mb-1 block text-sm font-medium">
            Access ends
          </label>
          <select id="ends" name="ends" defaultValue={filter.ends ?? ""} className={inputClass}>
            <option value="">Any time</option>
            <option value={ENDING}>Within {ENDING} days</option>
          </select>
        </div>{" "}
        <FilterButtons path="/accounts" narrowed={filtered} kept={sortParams(sort, USUAL)} />
      </form>
      <p role="status" className="mb-3 text-sm text-muted">
        {total === 1 ? "1 account" : `${total} accounts`}
      </p>
      {rows.length === 0 ? (
        <EmptyState
          icon="user"
          title={filtered ? "No accounts match" : "No accounts yet"}
          subtitle={
            filtered
              ? undefined
              : "An account comes with the first approved request, or you add one."
          }
        />
      ) : (
        <TableFrame
          label="Accounts"
          head={sortableColumns(COLUMNS, { path: "/accounts", query, sort }, USUAL)}
        >
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                <Link to={`/accounts/${row.id}`} className="text-accent underline">
                  {row.name}
                </Link>
              </th>
              <td>
                <StateTag state={row.state} />
              </td>
              <td>{row.members}</td>
              <td className="min-w-[9rem]">
                {row.profiles.join(", ")}
                {row.products.length === 0 ? null : (
                  <span className="block text-muted">{row.products.join(", ")}</span>
                )}
              </td>
              <td>
                {row.signed !== null
                  ? `${row.signed} of ${row.members} signed`
                  : row.profiles.length === 0
                    ? ""
                    : "Not needed"}
              </td>
              <td className="whitespace-nowrap">
                {row.until ?? (row.state === "active" ? "Never" : "")}
              </td>
              <td className="whitespace-nowrap">
                {row.seen === null ? "Never" : <When at={row.seen} />}
              </td>
              <td className="whitespace-nowrap">{row.since}</td>
            </tr>
          ))}
        </TableFrame>
      )}
      <Pager
        page={page}
        pages={pages}
        href={(target) => `/accounts?${new URLSearchParams([...query, ["page", String(target)]])}`}
        label="Pages of accounts"
      />
    </>
  );
}
