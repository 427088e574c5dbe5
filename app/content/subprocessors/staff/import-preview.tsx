import { Link } from "react-router";
import {
  countChanges,
  type SubprocessorChange,
  type SubprocessorWords,
} from "../rules/subprocessor-changes.ts";
import type { WantedDraft } from "../forms/subprocessors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export interface Preview {
  /** The first of them, those before that change something. */
  changes: readonly SubprocessorChange[];
  counts: Record<SubprocessorChange["kind"], number>;
  total: number;
  /** Of the list that the changes were found in. */
  stamp: string;
  /** The file as it waits here, by id. */
  staged: string;
  fileName: string;
  removeAbsent: boolean;
  draft: WantedDraft | null;
  /** Why it is shown again. */
  note: string | null;
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
export function previewOf(
  changes: readonly SubprocessorChange[],
  rest: Omit<Preview, "changes" | "counts" | "total">,
): Preview {
  const sorted = changes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return {
    ...rest,
    changes: sorted.slice(0, SHOWN),
    counts: countChanges(changes),
    total: changes.length,
  };
}

/** What a file would do to each row of the list, and the button that does it. */
export function ImportPreview({ preview, backHref }: { preview: Preview; backHref: string }) {
  const { changes, counts, total, stamp, staged, fileName, removeAbsent, draft, note } = preview;
  const touched = counts.added + counts.changed + counts.removed;
  return (
    <>
      {note === null ? null : (
        <p
          role="alert"
          className="mb-6 rounded-md border border-yellow bg-yellow-soft p-4 text-sm text-yellow"
        >
          {note}
        </p>
      )}
      <p className="mb-2 text-muted [overflow-wrap:anywhere]">{fileName}</p>
      <p role="status" className="mb-6">
        {counts.added} added, {counts.changed} changed, {counts.removed} removed,{" "}
        {counts.unchanged + counts.kept} unchanged.{" "}
        <span className="text-muted">
          Nothing has changed yet.{draft === null ? "" : " A draft update will be written."}
        </span>
      </p>
      <form method="post" noValidate className="mb-8 flex flex-wrap gap-3">
        <OnceField />
        <input type="hidden" name="step" value="import" />
        <input type="hidden" name="staged" value={staged} />
        <input type="hidden" name="stamp" value={stamp} />
        {removeAbsent ? <input type="hidden" name="removeAbsent" value="on" /> : null}
        {draft === null ? null : (
          <>
            <input type="hidden" name="draftUpdate" value="on" />
            <input type="hidden" name="effectiveOn" value={draft.effectiveOn ?? ""} />
            <input type="hidden" name="objectionDays" value={draft.objectionDays ?? ""} />
          </>
        )}
        {touched === 0 ? null : <Button>Import</Button>}{" "}
        <Link to={backHref} preventScrollReset className={buttonClass("secondary")}>
          Previous
        </Link>
      </form>
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
