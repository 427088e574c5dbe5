import { TableFrame } from "../../ui/table-frame.tsx";

/** Where the table is wider than the page: written by the style sheet, for those who see the page as it lays it out. */
const HINT =
  "mb-2 xl:hidden text-sm text-muted before:content-['Scroll_the_table_sideways_for_more']";

interface ShownEntry {
  id: string;
  at: string;
  when: string;
  actorName: string;
  what: string;
  subject: string | null;
  detail: string | null;
  ip: string | null;
}

export function AuditTable({ rows }: { rows: readonly ShownEntry[] }) {
  return (
    <>
      <div aria-hidden="true" className={HINT} />
      <TableFrame
        label="Audit entries"
        head={["When", "Who", "What", "Subject", "Details", "From"]}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="whitespace-nowrap">
              <time dateTime={row.at}>{row.when}</time>
            </td>
            <td className="whitespace-nowrap">{row.actorName}</td>
            <td className="min-w-[10rem]">{row.what}</td>
            <td>{row.subject}</td>
            <td>{row.detail}</td>
            <td className="whitespace-nowrap text-muted">{row.ip}</td>
          </tr>
        ))}
      </TableFrame>
    </>
  );
}
