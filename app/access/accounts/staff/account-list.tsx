import { Link } from "react-router";
import type { Route } from "./+types/account-list";
import { accountPage } from "../store/account-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatShortDate, lastDay } from "#values/dates.ts";
import { momentOf } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ListPage } from "#web/lists/page.tsx";
import { Beside, type ListColumn } from "#web/lists/table.tsx";
import { When } from "#web/ui/when.tsx";
import {
  ACCOUNT_STATES,
  ACCOUNTS_USUAL_SORT,
  accountQuery,
  accountSearchParams,
  ENDING_DAYS,
  type AccountSort,
} from "../forms/account-query.ts";
import { StateTag, STATE_NAMES } from "./state-tag.tsx";

export function meta() {
  return [{ title: pageTitle("Accounts") }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const query = accountQuery(url.searchParams);
  const found = await accountPage(store.read, org.id, query, now());
  return {
    ...found,
    query,
    rows: found.rows.map((row) => ({
      ...row,
      since: formatShortDate(row.createdAt, org.timeZone),
      until: row.expiresAt === null ? null : lastDay(row.expiresAt, org.timeZone, formatShortDate),
      seen: row.seenAt === null ? null : momentOf(row.seenAt, now(), org.timeZone),
    })),
  };
}

type ShownAccount = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: readonly ListColumn<ShownAccount, AccountSort>[] = [
  {
    title: "Account",
    by: "name",
    namesRow: true,
    share: 4,
    full: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to={`/accounts/${id}`} className="text-accent underline">
        {name}
      </Link>
    ),
  },
  { title: "State", cell: ({ state }) => <StateTag state={state} /> },
  { title: "Members", by: "members", from: "table", cell: ({ members }) => members },
  {
    title: "Access",
    share: 4,
    from: "table",
    full: ({ profiles, products }) => [...profiles, ...products].join(", "),
    cell: ({ profiles, products }) => (
      <>
        {profiles.join(", ")}{" "}
        {products.length === 0 ? null : <Beside>{products.join(", ")}</Beside>}
      </>
    ),
  },
  { title: "NDA", from: "wide", cell: signedWords },
  {
    title: "Access expires",
    by: "ends",
    cell: ({ until, state }) => until ?? (state === "active" ? "Never" : ""),
  },
  {
    title: "Last sign-in",
    by: "seen",
    from: "table",
    cell: ({ seen }) => (seen === null ? "Never" : <When at={seen} />),
  },
  { title: "Since", by: "since", from: "widest", cell: ({ since }) => since },
];

/** How many members signed the NDA; empty where nobody has access. */
function signedWords({ signed, members, profiles }: ShownAccount): string {
  if (signed !== null) return `${signed} of ${members} signed`;
  return profiles.length === 0 ? "" : "Not needed";
}

export default function Accounts({ loaderData }: Route.ComponentProps) {
  const { query, rows, page, pages, total, all } = loaderData;
  return (
    <ListPage
      path="/accounts"
      title="Accounts"
      lead="Companies whose people have requested or been given access."
      actions={[{ words: "Add account", to: "/accounts/new" }]}
      empty={{
        icon: "user",
        title: "No accounts yet",
        subtitle: "Approve a request or add an account to get started.",
      }}
      noneLeft={{ icon: "user", title: "No accounts match" }}
      query={accountSearchParams(query)}
      search={{
        label: "Search by account, member or email",
        value: query.search,
        maxLength: 200,
      }}
      filters={[
        {
          name: "state",
          label: "State",
          value: query.state,
          any: "All",
          options: ACCOUNT_STATES.map((name) => ({ value: name, label: STATE_NAMES[name] })),
        },
        {
          name: "ends",
          label: "Access expires",
          value: query.isEnding ? String(ENDING_DAYS) : null,
          any: "Any time",
          options: [{ value: String(ENDING_DAYS), label: `Within ${ENDING_DAYS} days` }],
        },
      ]}
      sorting={{ sort: query.sort, usual: ACCOUNTS_USUAL_SORT }}
      columns={COLUMNS}
      label="Accounts"
      rows={rows}
      counts={{ page, pages, all }}
      said={total === 1 ? "1 account" : `${total} accounts`}
      pagerLabel="Pages of accounts"
    />
  );
}
