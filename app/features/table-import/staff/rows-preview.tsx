import { Button, ButtonLink } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { PostForm } from "../../../ui/post-form.tsx";
import { TableFrame } from "../../../ui/table-frame.tsx";
import { Tag, type Tone } from "../../../ui/tag.tsx";

interface RowsPreviewProps {
  /** The head of the column that a row is called by. */
  head: string;
  rows: readonly {
    row: number;
    name: string;
    outcome: "add" | "change" | "same" | "fault";
    detail: string;
  }[];
  counts: { add: number; change: number; same: number; fault: number };
  total: number;
  query: string;
  error: string | undefined;
}

const WORDS: Readonly<Record<"add" | "change" | "same" | "fault", { label: string; tone: Tone }>> =
  {
    add: { label: "Added", tone: "green" },
    change: { label: "Changed", tone: "blue" },
    same: { label: "As it is", tone: "neutral" },
    fault: { label: "Left out", tone: "red" },
  };

/** What would happen to each row, and the button that does it. */
export function RowsPreview({ head, rows, counts, total, query, error }: RowsPreviewProps) {
  return (
    <>
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={error === undefined ? undefined : [error]} fields={[]} />
      </div>
      <p role="status" className="mb-6 text-muted">
        {counts.add} added, {counts.change} changed, {counts.same} as they are, {counts.fault} left
        out. Nothing has changed yet.
      </p>
      <PostForm className="mb-8 flex flex-wrap gap-3">
        <input type="hidden" name="intent" value="import" />
        {counts.add + counts.change === 0 ? null : <Button>Import</Button>}{" "}
        <ButtonLink
          to={`?${new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => name === "default"))}`}
          look="secondary"
        >
          Previous
        </ButtonLink>
      </PostForm>
      <TableFrame label="What would happen" head={["Row", head, "What would happen"]}>
        {rows.map((row) => (
          <tr key={row.row}>
            <td>{row.row}</td>
            <th
              scope="row"
              className="px-4 py-3 text-start align-top font-medium [overflow-wrap:anywhere]"
            >
              {row.name === "" ? "(empty)" : row.name}
            </th>
            <td>
              <Tag tone={WORDS[row.outcome].tone}>{WORDS[row.outcome].label}</Tag> {row.detail}
            </td>
          </tr>
        ))}
      </TableFrame>
      {rows.length < total ? (
        <p className="mt-2 text-sm text-muted">
          The first {rows.length} of {total} rows.
        </p>
      ) : null}
    </>
  );
}
