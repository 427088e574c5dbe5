import type { Route } from "./+types/comment-list";
import { countWaiting, lastQuestions, listThreads } from "../store/comment-threads.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment, lasting } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { oneLine, threadPath } from "#model/comments.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ListHead } from "#web/lists/head.tsx";
import { ListTabs } from "#web/lists/tabs.tsx";
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
  return (
    <>
      {/* At the right of the title stands the inbox's menu. */}
      <div className="pe-28">
        <ListHead
          title="Questions"
          count={total === 1 ? "1 conversation" : `${total} conversations`}
        />
      </div>
      <ListTabs
        label="Conversations by state"
        current={all ? "/comments?folder=all" : "/comments"}
        tabs={[
          { to: "/comments", label: `Waiting (${waiting})` },
          { to: "/comments?folder=all", label: "All" },
        ]}
      />
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
      <Pager
        page={page}
        pages={pages}
        href={pagesOf("/comments", [], all ? { folder: "all" } : {})}
        label="Pages of conversations"
      />
      <p className="mt-4 text-sm text-muted">
        What members ask about items. Each account has its own conversation about each item.
        {enabled
          ? ""
          : " Questions are turned off right now, so members don’t see these conversations."}
      </p>
    </>
  );
}
