import type { ReactNode } from "react";
import { SUBPROCESSOR_TABLE } from "../forms/import-table.ts";
import {
  countChanges,
  type SubprocessorChange,
  type SubprocessorWords,
} from "../rules/subprocessor-changes.ts";
import type { ShownPreview } from "#web/table-import/staff/list-import.ts";
import { ImportStep, LinePages } from "#web/table-import/staff/list-import-steps.tsx";
import type { FaultyRow } from "#web/table-import/staff/row-faults.ts";
import { byOutcome } from "#web/table-import/staff/rows-on-page.ts";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";

/** What would change, or a row that can't be brought in. */
type Line = SubprocessorChange | (FaultyRow & { kind: "fault" });

interface Shown {
  counts: Record<SubprocessorChange["kind"], number>;
  /** Rows that are left out. */
  left: number;
  /** A draft update comes with it. */
  isAnnounced: boolean;
}

const WORDS: Readonly<Record<Line["kind"], { label: string; tone: Tone }>> = {
  fault: { label: "Skipped", tone: "red" },
  added: { label: "Added", tone: "green" },
  changed: { label: "Changed", tone: "yellow" },
  removed: { label: "Removed", tone: "red" },
  unchanged: { label: "Unchanged", tone: "neutral" },
  kept: { label: "Not in the file, stays", tone: "neutral" },
};

const FIELDS = SUBPROCESSOR_TABLE.columns.flatMap((column) =>
  column === "company" ? [] : [[column, SUBPROCESSOR_TABLE.words[column]] as const],
);

/** What the page shows: in a long list one looks for what is wrong, then for what changes. */
export function previewOf(
  changes: readonly SubprocessorChange[],
  faulty: readonly FaultyRow[],
  isAnnounced: boolean,
): { lines: readonly Line[]; shown: Shown } {
  const lines = [...faulty.map((row): Line => ({ kind: "fault", ...row })), ...changes];
  return {
    lines: byOutcome(lines, ORDER, ({ kind }) => kind),
    shown: { isAnnounced, left: faulty.length, counts: countChanges(changes) },
  };
}

/** What a file would do to each row of the list, and the button that does it. */
export function ImportPreview({
  preview,
  back,
}: {
  preview: ShownPreview<Line, Shown>;
  back: ReactNode;
}) {
  const { lines, counts, left, isAnnounced } = preview;
  return (
    <>
      <ImportStep
        preview={preview}
        words={`${counts.added} added, ${counts.changed} changed, ${counts.removed} removed, ${counts.unchanged + counts.kept} unchanged${left === 0 ? "" : `, ${left} skipped`}.`}
        more={isAnnounced ? " A draft update will be saved." : ""}
        isEmpty={counts.added + counts.changed + counts.removed === 0}
        back={back}
      />
      <TableFrame label="What would change" head={["Row", "Company", "What would change"]}>
        {lines.rows.map((change) => (
          <tr key={"row" in change ? `row-${change.row}` : change.id}>
            <td>{"row" in change ? change.row : ""}</td>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium break-words">
              {change.kind === "fault" ? change.text || "(empty)" : wordsOf(change).company}
            </th>
            <td className="space-y-1">
              <Tag tone={WORDS[change.kind].tone}>{WORDS[change.kind].label}</Tag>{" "}
              {change.kind === "fault" ? change.fault : <Details change={change} />}
            </td>
          </tr>
        ))}
      </TableFrame>
      <LinePages preview={preview} />
    </>
  );
}

const ORDER: readonly Line["kind"][] = [
  "fault",
  "removed",
  "changed",
  "added",
  "unchanged",
  "kept",
];

function wordsOf(change: SubprocessorChange): SubprocessorWords {
  return "after" in change ? change.after : change.before;
}

function Details({ change }: { change: SubprocessorChange }) {
  if (change.kind !== "changed" && change.kind !== "added") return null;
  const before = change.kind === "changed" ? change.before : null;
  const lines = FIELDS.filter(([field]) =>
    before === null ? change.after[field] !== null : before[field] !== change.after[field],
  );
  if (lines.length === 0) return null;
  return (
    <dl className="text-sm">
      {lines.map(([field, label]) => (
        <div key={field}>
          <dt className="inline text-muted">{label}: </dt>
          <dd className="inline break-words">
            {before === null ? null : (
              <>
                <del>{before[field] ?? "(empty)"}</del> →{" "}
              </>
            )}
            {change.after[field] ?? "(empty)"}
          </dd>
        </div>
      ))}
    </dl>
  );
}
