import { Link } from "react-router";
import type { Route } from "./+types/list";
import { requireStaff } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { listViews } from "#access/access-requests/store/inbox-views.server.ts";
import { SavedViews } from "#access/access-requests/staff/saved-views.tsx";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
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
      : "Everything waiting for your team, the oldest first.",
    lines: lines.map((line) => ({ ...line, when: formatMoment(line.since, staff.org.timeZone) })),
  };
}

export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { title, about, lines } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 mb-6 text-muted">{about}</p>
      <SavedViews views={loaderData.views} here={INBOX_PAGE} list="/requests" />
      {lines.length === 0 ? (
        <EmptyState icon="mail" title="All caught up" />
      ) : (
        <TableFrame label={title} head={["What", "Kind", "Waits"]}>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                <Link to={line.to} className="break-words text-accent underline" data-inbox-row="">
                  {line.title}
                </Link>{" "}
                <span className="block font-normal break-words text-muted">{line.about}</span>
              </th>
              <td>{line.kind}</td>
              <td className="whitespace-nowrap">
                <time
                  dateTime={line.since}
                  title={line.when}
                  className={line.late ? "text-red" : undefined}
                >
                  {line.lasting}
                </time>
                {line.late ? <Tag tone="red">Late</Tag> : null}
              </td>
            </tr>
          ))}
        </TableFrame>
      )}
    </>
  );
}
