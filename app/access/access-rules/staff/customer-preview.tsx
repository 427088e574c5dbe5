import type { ReactNode } from "react";
import type { CustomerChanges } from "#access/access-requests/store/customer-domains.server.ts";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import type { WaitingImport } from "#web/table-import/staff/list-import.ts";
import { ImportStep } from "#web/table-import/staff/list-import-steps.tsx";
import type { CustomerRow } from "./customer-rows.ts";

type Outcome = "fault" | "remove" | "add" | "change" | "same";

interface Line {
  row: number | null;
  text: string;
  outcome: Outcome;
  detail: string;
}

export interface Preview {
  /** The first of them, what is wrong before what is right. */
  lines: readonly Line[];
  counts: Record<Outcome, number>;
  total: number;
}

/** Lines that the page shows; all of them count. */
const SHOWN = 200;

/** In a long list one looks for what is wrong, then for what goes. */
const ORDER: readonly Outcome[] = ["fault", "remove", "change", "add", "same"];

/** What the page shows of the rows, and of the domains that leave the list. */
export function previewOf(
  rows: readonly CustomerRow[],
  { add, change, remove }: CustomerChanges,
): Preview {
  const added = new Set(add.map(({ domain }) => domain));
  const changed = new Set(change.map(({ domain }) => domain));
  const lines = rows.map((row): Line => {
    if ("fault" in row)
      return { row: row.row, text: row.text, outcome: "fault", detail: row.fault };
    const { domain, name } = row.customer;
    const outcome = added.has(domain) ? "add" : changed.has(domain) ? "change" : "same";
    return { row: row.row, text: domain, outcome, detail: name ?? "" };
  });
  for (const domain of remove)
    lines.push({ row: null, text: domain, outcome: "remove", detail: "Not in these rows" });
  const counts = { fault: 0, remove: 0, change: 0, add: 0, same: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  const sorted = lines.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  return { lines: sorted.slice(0, SHOWN), counts, total: lines.length };
}

const WORDS: Readonly<Record<Outcome, { label: string; tone: Tone }>> = {
  add: { label: "Added", tone: "green" },
  change: { label: "Name changed", tone: "blue" },
  same: { label: "As it is", tone: "neutral" },
  remove: { label: "Removed", tone: "yellow" },
  fault: { label: "Left out", tone: "red" },
};

/** What would happen to the list, and the button that does it. */
export function CustomerPreview({
  preview,
  back,
}: {
  preview: Preview & WaitingImport;
  back: ReactNode;
}) {
  const { lines, counts, total } = preview;
  const { add, change, remove, same, fault } = counts;
  return (
    <>
      <ImportStep
        preview={preview}
        words={`${add} added, ${change} changed, ${remove} removed, ${same} as they are, ${fault} left out.`}
        isEmpty={add + change + remove === 0}
        back={back}
      />
      <TableFrame label="What would happen" head={["Row", "Domain", "What would happen"]}>
        {lines.map(({ row, text, outcome, detail }) => (
          <tr key={`${row ?? "removed"} ${text}`}>
            <td>{row}</td>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium break-all">
              {text === "" ? "(empty)" : text}
            </th>
            <td>
              <Tag tone={WORDS[outcome].tone}>{WORDS[outcome].label}</Tag> {detail}
            </td>
          </tr>
        ))}
      </TableFrame>
      {total > lines.length ? (
        <p className="mt-2 text-sm text-muted">
          The first {lines.length} of {total.toLocaleString("en")} rows.
        </p>
      ) : null}
    </>
  );
}
