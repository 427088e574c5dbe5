import type { ReactNode } from "react";
import {
  countChanges,
  type SubprocessorChange,
  type SubprocessorWords,
} from "../rules/subprocessor-changes.ts";
import type { WaitingImport } from "#web/table-import/staff/list-import.ts";
import { ImportStep } from "#web/table-import/staff/list-import-steps.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";

export interface Preview {
  /** The first of them, those before that change something. */
  changes: readonly SubprocessorChange[];
  counts: Record<SubprocessorChange["kind"], number>;
  total: number;
  /** A draft update comes with it. */
  isAnnounced: boolean;
}

/** Rows that the page shows; all of them count. */
const SHOWN = 100;

const WORDS: Readonly<Record<SubprocessorChange["kind"], { label: string; tone: Tone }>> = {
  added: { label: "Added", tone: "green" },
  changed: { label: "Changed", tone: "yellow" },
  removed: { label: "Removed", tone: "red" },
  unchanged: { label: "Unchanged", tone: "neutral" },
  kept: { label: "Not in the file: stays", tone: "neutral" },
};

const FIELDS = [
  ["purpose", "Purpose"],
  ["location", "Location"],
  ["additionalDetails", "Additional Details"],
] as const;

/** What the page shows of the changes: in a long list one looks for what changes. */
export function previewOf(changes: readonly SubprocessorChange[], isAnnounced: boolean): Preview {
  const sorted = changes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return {
    isAnnounced,
    changes: sorted.slice(0, SHOWN),
    counts: countChanges(changes),
    total: changes.length,
  };
}

/** What a file would do to each row of the list, and the button that does it. */
export function ImportPreview({
  preview,
  back,
}: {
  preview: Preview & WaitingImport;
  back: ReactNode;
}) {
  const { changes, counts, total, isAnnounced } = preview;
  return (
    <>
      <ImportStep
        preview={preview}
        words={`${counts.added} added, ${counts.changed} changed, ${counts.removed} removed, ${counts.unchanged + counts.kept} unchanged.`}
        more={isAnnounced ? " A draft update will be written." : ""}
        isEmpty={counts.added + counts.changed + counts.removed === 0}
        back={back}
      />
      <TableFrame label="What would change" head={["Row", "Company", "What would change"]}>
        {changes.map((change) => (
          <tr key={"row" in change ? `row-${change.row}` : change.id}>
            <td>{"row" in change ? change.row : ""}</td>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium break-words">
              {wordsOf(change).company}
            </th>
            <td className="space-y-1">
              <Tag tone={WORDS[change.kind].tone}>{WORDS[change.kind].label}</Tag>
              <Details change={change} />
            </td>
          </tr>
        ))}
      </TableFrame>
      {total > changes.length ? (
        <p className="mt-2 text-sm text-muted">
          The first {changes.length} of {total} rows.
        </p>
      ) : null}
    </>
  );
}

const ORDER: readonly SubprocessorChange["kind"][] = [
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
