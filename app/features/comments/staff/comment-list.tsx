import { Link } from "react-router";
import type { Route } from "./+types/comment-list";
import { countWaiting, listThreads } from "../store/comment-threads.server.ts";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../values/moments.ts";
import { pageTitle } from "../../../values/page-title.ts";
import { threadPath } from "../post-message.server.ts";
import { requireStaff } from "../../../auth/current-staff.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState } from "../../../ui/screens.tsx";
import { TableFrame } from "../../../ui/table-frame.tsx";

export function meta() {
  return [{ title: pageTitle("Comments") }];
}

/** What members ask about items: the threads that wait for an answer, or all. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store } = context.get(servicesContext);
  const all = url.searchParams.get("folder") === "all";
  const found = await listThreads(store.read, org.id, {
    waiting: !all,
    page: Number(url.searchParams.get("page") ?? 1),
  });
  const when = (iso: string | null) =>
    iso === null ? null : { iso, text: formatMoment(iso, org.timeZone) };
  return {
    all,
    enabled: org.customization.commentsEnabled,
    waiting: await countWaiting(store.read, org.id),
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      href: threadPath(row),
      last: when(row.lastAt),
      since: when(row.waitingSince),
    })),
  };
}

export default function Comments({ loaderData }: Route.ComponentProps) {
  const { all, enabled, waiting, rows, page, pages, total } = loaderData;
  const tabs = [
    { href: "/comments", label: `Waiting (${waiting})`, current: !all },
    { href: "/comments?folder=all", label: "All", current: all },
  ];
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Comments</h1>
      <p className="mt-2 mb-6 text-muted">
        Questions from accounts. Each account has its own conversation about an item.
        {enabled ? "" : " Comments are switched off right now, so members see none."}
      </p>
      <nav aria-label="Conversations by state" className="mb-6">
        <ul className="flex gap-1">
          {tabs.map(({ href, label, current }) => (
            <li key={href}>
              <Link
                to={href}
                aria-current={current ? "page" : undefined}
                className={classNames(
                  "inline-flex min-h-9 items-center rounded-md px-3 text-sm font-medium no-underline",
                  current
                    ? "bg-accent-soft text-accent"
                    : "text-muted hover:bg-sunken hover:text-ink",
                )}
              >
                {label}
              </Link>{" "}
            </li>
          ))}
        </ul>
      </nav>
      {rows.length === 0 ? (
        <EmptyState
          icon="mail"
          title={all ? "No conversations" : "All answered"}
          subtitle={all ? "Members start one below an item." : undefined}
        />
      ) : (
        <TableFrame
          label="Conversations"
          head={["Item", "Product", "Account", "Messages", "Last message", "Waiting since"]}
        >
          {rows.map((row) => (
            <tr key={row.href}>
              <td>
                <Link to={row.href} className="font-medium text-accent underline">
                  {row.itemTitle}
                </Link>
              </td>
              <td>{row.productName}</td>
              <td>
                <Link to={`/accounts/${row.accountId}`} className="text-accent underline">
                  {row.accountName}
                </Link>
              </td>
              <td>{row.messages}</td>
              <td>
                {row.last === null ? null : <time dateTime={row.last.iso}>{row.last.text}</time>}
              </td>
              <td>
                {row.since === null ? "–" : <time dateTime={row.since.iso}>{row.since.text}</time>}
              </td>
            </tr>
          ))}
        </TableFrame>
      )}
      <p className="mt-4 text-sm text-muted">
        {total === 1 ? "1 conversation" : `${total} conversations`}
      </p>
      <Pager
        page={page}
        pages={pages}
        href={(target) =>
          `/comments?${new URLSearchParams({ ...(all ? { folder: "all" } : {}), page: String(target) })}`
        }
        label="Pages of conversations"
      />
    </>
  );
}
