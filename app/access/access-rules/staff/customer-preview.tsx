import type { ReactNode } from "react";
import type { CustomerChanges } from "#access/access-requests/store/customer-domains.server.ts";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import type { ShownPreview } from "#web/table-import/staff/list-import.ts";
import { ImportStep, LinePages } from "#web/table-import/staff/list-import-steps.tsx";
import { byOutcome } from "#web/table-import/staff/rows-on-page.ts";
import type { CustomerRow } from "./customer-rows.ts";

type Outcome = "fault" | "remove" | "add" | "change" | "same";

interface Line {
  row: number | null;
  text: string;
  outcome: Outcome;
  detail: string;
}

interface Shown {
  counts: Record<Outcome, number>;
}

/** In a long list one looks for what is wrong, then for what goes. */
const ORDER: readonly Outcome[] = ["fault", "remove", "change", "add", "same"];

/** What the page shows of the rows, and of the domains that leave the list. */
export function previewOf(
  rows: readonly CustomerRow[],
  { add, change, remove }: CustomerChanges,
): { lines: readonly Line[]; shown: Shown } {
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
  return { lines: byOutcome(lines, ORDER, ({ outcome }) => outcome), shown: { counts } };
}

const WORDS: Readonly<Record<Outcome, { label: string; tone: Tone }>> = {
  add: { label: "Added", tone: "green" },
  change: { label: "Name changed", tone: "blue" },
  same: { label: "Unchanged", tone: "neutral" },
  remove: { label: "Removed", tone: "yellow" },
  fault: { label: "Skipped", tone: "red" },
};

/** What would happen to the list, and the button that does it. */
export function CustomerPreview({
  preview,
  back,
}: {
  preview: ShownPreview<Line, Shown>;
  back: ReactNode;
}) {
  const { lines, counts } = preview;
  const { add, change, remove, same, fault } = counts;
  return (
    <>
      <ImportStep
        preview={preview}
        words={`${add} added, ${change} changed, ${remove} removed, ${same} unchanged, ${fault} skipped.`}
        isEmpty={add + change + remove === 0}
        back={back}
      />
      <TableFrame label="What would happen" head={["Row", "Domain", "What would happen"]}>
        {lines.rows.map(({ row, text, outcome, detail }) => (
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
      <LinePages preview={preview} />
    </>
  );
}
