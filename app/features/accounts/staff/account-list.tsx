import { Link } from "react-router";
import type { Route } from "./+types/account-list";
import { ACCOUNT_STATES, accountPage, type AccountState } from "../store/account-list.server.ts";
import { servicesContext } from "../../../context.ts";
import { formatDate, lastDay } from "../../../values/dates.ts";
import { pageTitle } from "../../../values/page-title.ts";
import { requireStaff } from "../../../auth/current-staff.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState } from "../../../ui/screens.tsx";
import { TableFrame } from "../../../ui/table-frame.tsx";
import { StateTag, STATE_NAMES } from "./state-tag.tsx";

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
  const found = await accountPage(
    store.read,
    org.id,
    { search, state, page: Number(query.get("page") ?? 1) },
    now(),
  );
  return {
    search,
    state,
    states: ACCOUNT_STATES,
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      since: formatDate(row.createdAt, org.timeZone),
      until: row.expiresAt === null ? null : lastDay(row.expiresAt, org.timeZone),
    })),
  };
}

export default function Accounts({ loaderData }: Route.ComponentProps) {
  const { rows, search, state, states, page, pages, total } = loaderData;
  const filtered = search !== "" || state !== null;
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
            Search by name or member's address
          </label>
          <input
            id="q"
            name="q"
            type="search"
            maxLength={200}
            defaultValue={search}
            className={inputClass}
          />
        </div>{" "}
        <div>
          <label htmlFor="state" className="mb-1 block text-sm font-medium">
            State
          </label>
          <select id="state" name="state" defaultValue={state ?? ""} className={inputClass}>
            <option value="">All</option>
            {states.map((name) => (
              <option key={name} value={name}>
                {STATE_NAMES[name]}
              </option>
            ))}
          </select>
        </div>{" "}
        <Button look="secondary">Search</Button>
      </form>
      {rows.length === 0 ? (
        <EmptyState
          icon="user"
          title={filtered ? "No accounts match" : "No accounts yet"}
          subtitle={
            filtered
              ? undefined
              : "An account comes with the first approved request, or you add one."
          }
          actions={
            filtered ? (
              <ButtonLink to="/accounts" look="secondary">
                Show all
              </ButtonLink>
            ) : undefined
          }
        />
      ) : (
        <TableFrame label="Accounts" head={["Account", "State", "Members", "Access ends", "Since"]}>
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
              <td className="whitespace-nowrap">
                {row.until ?? (row.state === "active" ? "Never" : "")}
              </td>
              <td className="whitespace-nowrap">{row.since}</td>
            </tr>
          ))}
        </TableFrame>
      )}
      <p className="mt-4 text-sm text-muted">{total === 1 ? "1 account" : `${total} accounts`}</p>
      <Pager
        page={page}
        pages={pages}
        href={(target) =>
          `/accounts?${new URLSearchParams({ ...(search === "" ? {} : { q: search }), ...(state === null ? {} : { state }), page: String(target) })}`
        }
        label="Pages of accounts"
      />
    </>
  );
}
