import { Link } from "react-router";
import type { ListedRow } from "../store/access-inbox.server.ts";
import type { RequestFolder } from "../forms/review-forms.ts";
import { TableFrame } from "../../../ui/table-frame.tsx";
import { Tag } from "../../../ui/tag.tsx";

export interface ListedRequest extends ListedRow {
  when: string;
  /** '2 days ago' */
  ago: string;
  /** 'Customer · Germany'; empty when neither was said. */
  about: string;
  decided: string | null;
}

/**
 * Requests, one a row; in the folder of new ones each can be selected for a decision about many.
 */
export function RequestTable({
  folder,
  rows,
  select,
}: {
  folder: RequestFolder;
  rows: readonly ListedRequest[];
  select: { name: string; chosen: ReadonlySet<string> } | null;
}) {
  const head = [
    ...(select === null ? [] : ["Select"]),
    "Person",
    "Company",
    "Asked for",
    "Asked",
    ...(folder === "new" ? [] : ["Decided"]),
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
            <Link to={`/requests/${row.id}`} className="text-accent underline">
              {`${row.firstName} ${row.lastName}`.trim() || row.email}
            </Link>{" "}
            <span className="block font-normal break-all text-muted">{row.email}</span>
            {row.freeMail ? <Tag tone="yellow">Free email</Tag> : null}
            {row.kind === "extension" ? <Tag tone="blue">Asks again</Tag> : null}
          </th>
          <td>
            {row.companyName}{" "}
            {row.about === "" ? null : <span className="block text-muted">{row.about}</span>}
          </td>
          <td>
            {row.itemTitle ?? row.productName}{" "}
            {row.itemTitle === null ? null : (
              <span className="block text-muted">{row.productName}</span>
            )}
          </td>
          <td className="whitespace-nowrap">
            <time dateTime={row.createdAt} title={row.when}>
              {row.ago}
            </time>
          </td>
          {folder === "new" ? null : (
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
