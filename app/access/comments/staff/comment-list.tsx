import { Link } from "react-router";
import type { Route } from "./+types/comment-list";
import { countWaiting, lastQuestions, listThreads } from "../store/comment-threads.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment, lasting } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { oneLine, threadPath } from "#model/comments.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { ListTable } from "#web/lists/table.tsx";
import { promisedSince } from "#access/access-requests/forms/inbox-query.ts";
import { THREAD_COLUMNS, WAITING_COLUMNS } from "./thread-columns.tsx";

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
        <ListTable
          label="Conversations"
          columns={all ? THREAD_COLUMNS : WAITING_COLUMNS}
          rows={rows}
          rowKey={({ href }) => href}
        />
      )}
      <p className="mt-4 text-sm text-muted">
        {total === 1 ? "1 conversation" : `${total} conversations`}
      </p>
      <Pager
        page={page}
        pages={pages}
        href={pagesOf("/comments", [], all ? { folder: "all" } : {})}
        label="Pages of conversations"
      />
    </>
  );
}
