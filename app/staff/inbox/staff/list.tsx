import { Link } from "react-router";
import type { Route } from "./+types/list";
import { requireStaff } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { listViews } from "#access/access-requests/store/inbox-views.server.ts";
import { SavedViews } from "#access/access-requests/staff/saved-views.tsx";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { ListHead } from "#web/lists/head.tsx";
import { Beside, ListTable, type ListColumn } from "#web/lists/table.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { approvalLines, everythingWaiting } from "../lines.server.ts";
import { APPROVALS_PAGE, INBOX_PAGE } from "../rules/inbox.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title ?? "Inbox") }];
}

/**
 * What waits, the longest first: everything that this person may decide, or the updates to approve
 * alone.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const approvals = url.pathname === APPROVALS_PAGE;
  const staff = await requireStaff(context, approvals ? "updates:publish" : "files:view");
  const { store, now } = context.get(servicesContext);
  const lines = await (approvals ? approvalLines : everythingWaiting)(store.read, staff, now());
  const isWhole = !approvals && staff.permissions.has("accounts:review");
  const views = isWhole ? await listViews(store.read, staff.org.id, staff.session.staff.id) : [];
  return {
    views: views.map(({ id, name, search }) => ({ id, name, to: `/requests${search}` })),
    title: approvals ? "Approvals" : "Inbox",
    about: approvals
      ? "Trust updates waiting for a colleague’s approval."
      : "Everything waiting for your team, oldest first.",
    lines: lines.map((line) => ({ ...line, when: formatMoment(line.since, staff.org.timeZone) })),
  };
}

type ShownLine = Route.ComponentProps["loaderData"]["lines"][number];

const COLUMNS: readonly ListColumn<ShownLine>[] = [
  {
    title: "Subject",
    namesRow: true,
    share: 8,
    full: ({ title, about }) => `${title} ${about}`,
    cell: ({ to, title, about }) => (
      <>
        <Link to={to} className="text-accent underline" data-inbox-row="">
          {title}
        </Link>{" "}
        <Beside>{about}</Beside>
      </>
    ),
  },
  { title: "Kind", cell: ({ kind }) => kind },
  {
    title: "Waiting for",
    cell: ({ since, when, late, lasting }) => (
      <>
        <time dateTime={since} title={when} className={late ? "text-red" : undefined}>
          {lasting}
        </time>
        {late ? <Tag tone="red">Late</Tag> : null}
      </>
    ),
  },
];

export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { title, about, lines } = loaderData;
  return (
    <>
      <ListHead title={title} count={lines.length === 0 ? undefined : `${lines.length} waiting`} />
      <SavedViews views={loaderData.views} here={INBOX_PAGE} list="/requests" />
      {lines.length === 0 ? (
        <EmptyState icon="mail" title="All caught up" />
      ) : (
        <ListTable label={title} columns={COLUMNS} rows={lines} rowKey={({ key }) => key} />
      )}
      <p className="mt-4 text-sm text-muted">{about}</p>
    </>
  );
}
