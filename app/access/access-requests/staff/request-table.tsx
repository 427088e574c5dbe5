import { Link } from "react-router";
import type { ListedRow } from "../store/access-inbox.server.ts";
import { inboxSearch, isOpenFolder, type InboxQuery } from "../forms/inbox-query.ts";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";

export interface ListedRequest extends ListedRow {
  when: string;
  /** '2 days ago' */
  ago: string;
  /** 'Customer · Germany'; empty when neither was said. */
  about: string;
  decided: string | null;
  /** '2 days ago': when its sender was asked something that is open. */
  asked: string | null;
  /** The account that the person most likely belongs to. */
  account: string | null;
}

/**
 * Requests, one a row; in the folder of new ones each can be selected for a decision about many.
 */
export function RequestTable({
  query,
  rows,
  select,
}: {
  /** The list that the rows are of: what is opened remembers it. */
  query: InboxQuery;
  rows: readonly ListedRequest[];
  select: { name: string; chosen: ReadonlySet<string> } | null;
}) {
  const { folder } = query;
  const assigned = rows.some(({ assignee }) => assignee !== null);
  const known = rows.some(({ account }) => account !== null);
  const head = [
    ...(select === null ? [] : ["Select"]),
    "Person",
    "Company",
    ...(known ? ["Account"] : []),
    "Asked for",
    "Asked",
    ...(assigned ? ["Assigned to"] : []),
    ...(isOpenFolder(folder) ? [] : ["Decided"]),
  ];
  return (
    <TableFrame label="Requests" head={head}>
      {rows.map((row) => (
        <tr key={row.id}>
          {select === null ? null : (
            <td>
              <input
                type="checkbox"
                name={select.name}
                value={row.id}
                defaultChecked={select.chosen.has(row.id)}
                aria-label={`Select the request of ${row.email}`}
                className="size-6 accent-accent"
              />
            </td>
          )}
          <th scope="row" className="px-4 py-3 text-start align-top font-medium">
            <Link
              to={`/requests/${row.id}${inboxSearch(query)}`}
              className="text-accent underline"
              data-inbox-row=""
            >
              {`${row.firstName} ${row.lastName}`.trim() || row.email}
            </Link>{" "}
            <span className="block font-normal break-all text-muted">{row.email}</span>
            {row.freeMail ? <Tag tone="yellow">Free email</Tag> : null}
            {row.kind === "extension" ? <Tag tone="blue">Wants longer</Tag> : null}
            {row.invitedBy === null ? null : <Tag>Invited</Tag>}
          </th>
          <td>
            {row.companyName}{" "}
            {row.about === "" ? null : <span className="block text-muted">{row.about}</span>}
          </td>
          {known ? <td>{row.account}</td> : null}
          <td>
            {row.itemTitle ?? row.productName}{" "}
            {row.itemTitle === null ? null : (
              <span className="block text-muted">{row.productName}</span>
            )}
          </td>
          <td className="whitespace-nowrap">
            <time
              dateTime={row.createdAt}
              title={row.when}
              className={row.late ? "text-red" : undefined}
            >
              {row.ago}
            </time>
            {row.late ? <Tag tone="red">Late</Tag> : null}
            {row.asked === null || !isOpenFolder(folder) ? null : (
              <span className="block text-muted">Question sent {row.asked}</span>
            )}
          </td>
          {assigned ? <td>{row.assignee ?? <span className="text-muted">Nobody</span>}</td> : null}
          {isOpenFolder(folder) ? null : (
            <td>
              {row.decidedAt === null ? null : <time dateTime={row.decidedAt}>{row.decided}</time>}{" "}
              <span className="block text-muted">{row.decidedBy}</span>
            </td>
          )}
        </tr>
      ))}
    </TableFrame>
  );
}
