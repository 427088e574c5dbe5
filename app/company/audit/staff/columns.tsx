import type { AuditSentence } from "#tenancy/audit/rules/audit.ts";
import type { ListColumn } from "#web/lists/table.tsx";
import { Sentence } from "./sentence.tsx";

interface ShownEntry {
  id: string;
  at: string;
  when: string;
  actorName: string;
  sentence: AuditSentence;
  /** The name of what happened, as the record and its export have it. */
  what: string;
  subject: string | null;
  detail: string | null;
  ip: string | null;
}

/** The columns of the record. */
export const AUDIT_COLUMNS: readonly ListColumn<ShownEntry>[] = [
  {
    title: "When",
    cell: ({ at, when }) => <time dateTime={at}>{when}</time>,
  },
  {
    title: "What happened",
    share: 8,
    full: ({ actorName, sentence: { before, object, after } }) =>
      `${actorName} ${before}${object?.text ?? ""}${after}`,
    cell: ({ actorName, sentence }) => <Sentence who={actorName} sentence={sentence} />,
  },
  {
    title: "Details",
    className: "md:[&:has([open])]:min-w-[14rem] md:[&:has([open])]:whitespace-normal",
    cell: (row) => <EntryDetails row={row} />,
  },
];

/** What the record itself holds of an entry, as its export has it. */
function EntryDetails({ row }: { row: ShownEntry }) {
  const parts = [
    ["Entry", row.what],
    ["Subject", row.subject],
    ["Details", row.detail],
    ["From", row.ip],
  ] as const;
  return (
    <details>
      {/* Above the column before it, whose links go on where they are cut. */}
      <summary className="relative w-max cursor-pointer py-0.5 text-muted hover:text-ink">
        Details
      </summary>
      <dl className="mt-1 grid gap-1 [&_dd]:break-words [&_dt]:text-muted">
        {parts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt> <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </details>
  );
}
