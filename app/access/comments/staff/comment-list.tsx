import { Link } from "react-router";
import type { Route } from "./+types/comment-list";
import { countWaiting, lastQuestions, listThreads } from "../store/comment-threads.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment, lasting } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { oneLine, threadPath } from "#model/comments.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { promisedSince } from "#access/access-requests/forms/inbox-query.ts";

export function meta() {
  return [{ title: pageTitle("Questions") }];
}

/** What members ask about items: the threads that wait for an answer, or all. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const all = url.searchParams.get("folder") === "all";
  const found = await listThreads(store.read, org.id, {
    waiting: !all,
    page: Number(url.searchParams.get("page") ?? 1),
  });
  const questions = await lastQuestions(store.read, org.id, found.rows);
  const when = (iso: string) => ({
    iso,
    text: formatMoment(iso, org.timeZone),
    lasting: lasting(iso, now()),
  });
  const lateBefore = promisedSince(org.customization.answerHours, now()).toISOString();
  return {
    all,
    enabled: org.customization.commentsEnabled,
    waiting: await countWaiting(store.read, org.id),
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      href: threadPath(row),
      asker: questions.get(threadPath(row))?.asker ?? null,
      question: oneLine(questions.get(threadPath(row))?.content ?? "", 140),
      last: when(row.lastAt),
      since: row.waitingSince === null ? null : when(row.waitingSince),
      late: row.waitingSince !== null && row.waitingSince < lateBefore,
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
      <h1 className="text-2xl font-semibold tracking-tight">Questions</h1>
      <p className="mt-2 mb-6 text-muted">
        What members ask about items. Each account has its own conversation about an item.
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
          head={["Question", "Item", "Account", all ? "Last message" : "Waits"]}
        >
          {rows.map((row) => (
            <tr key={row.href}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                <Link to={row.href} className="break-words text-accent underline" data-inbox-row="">
                  {row.question === "" ? `On ${row.itemTitle}` : row.question}
                </Link>{" "}
                {row.asker === null ? null : (
                  <span className="block font-normal break-words text-muted">{row.asker}</span>
                )}
              </th>
              <td>
                {row.itemTitle} <span className="block text-muted">{row.productName}</span>
              </td>
              <td>
                <Link to={`/accounts/${row.accountId}`} className="text-accent underline">
                  {row.accountName}
                </Link>
              </td>
              <td className="whitespace-nowrap">
                {all || row.since === null ? (
                  <time dateTime={row.last.iso}>{row.last.text}</time>
                ) : (
                  <time
                    dateTime={row.since.iso}
                    title={row.since.text}
                    className={row.late ? "text-red" : undefined}
                  >
                    {row.since.lasting}
                  </time>
                )}
                {row.late ? <Tag tone="red">Late</Tag> : null}
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
