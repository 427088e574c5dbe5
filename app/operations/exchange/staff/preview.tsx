import type { Fault } from "../content-ids.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface PreviewProps {
  stamp: string;
  notes: readonly string[];
  counts: { added: number; changed: number; removed: number };
  rows: readonly {
    what: "added" | "changed" | "removed";
    noun: string;
    key: string;
    label: string;
    fields: readonly string[];
  }[];
  left: number;
  replace: boolean;
  error: string | undefined;
}

const TONES: Readonly<Record<"added" | "changed" | "removed", Tone>> = {
  added: "green",
  changed: "blue",
  removed: "red",
};
const WORDS = { added: "Added", changed: "Changed", removed: "Removed" } as const;

/** What an import would change, and the button that does it. */
export function Preview({ stamp, notes, counts, rows, left, replace, error }: PreviewProps) {
  const nothing = rows.length === 0;
  return (
    <>
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={error === undefined ? undefined : [error]} fields={[]} />
      </div>
      <p role="status" className="mb-4">
        {nothing
          ? "The archive matches what is here. Nothing would change."
          : `${counts.added} added, ${counts.changed} changed, ${counts.removed} removed. Nothing has changed yet.`}
      </p>
      <p className="mb-6 max-w-[44rem] text-muted">
        {replace
          ? "Content that isn’t in the archive will be removed."
          : "Content that isn’t in the archive will stay."}{" "}
        <a
          href={replace ? "?" : "?replace=yes"}
          className="inline-block py-0.5 text-accent underline"
        >
          {replace ? "Keep it instead" : "Remove it instead"}
        </a>
      </p>
      {notes.length === 0 ? null : (
        <ul className="mb-6 max-w-[44rem] list-disc space-y-1 ps-5 text-sm text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {nothing ? (
        <p className="mb-8">
          <Cancel />
        </p>
      ) : (
        <form method="post" noValidate className="mb-8 flex flex-wrap gap-3">
          <OnceField />
          <input type="hidden" name="stamp" value={stamp} />
          <input type="hidden" name="replace" value={replace ? "yes" : "no"} />
          <Button look={counts.removed > 0 ? "danger" : "primary"}>
            {counts.removed > 0 ? `Import and remove ${counts.removed}` : "Import"}
          </Button>{" "}
          <Cancel />
        </form>
      )}
      {nothing ? null : (
        <TableFrame label="What would change" head={["Change", "What", "Name", "Fields"]}>
          {rows.map((row) => (
            <tr key={`${row.noun} ${row.key}`}>
              <td>
                <Tag tone={TONES[row.what]}>{WORDS[row.what]}</Tag>
              </td>
              <td>{row.noun}</td>
              <th
                scope="row"
                className="px-4 py-3 text-start align-top font-medium [overflow-wrap:anywhere]"
              >
                {row.label}
                {row.key === "" ? null : (
                  <span className="block text-xs font-normal text-muted">{row.key}</span>
                )}
              </th>
              <td>{row.fields.join(", ")}</td>
            </tr>
          ))}
        </TableFrame>
      )}
      {left === 0 ? null : <p className="mt-2 text-sm text-muted">And {left} more.</p>}
    </>
  );
}

/** What is wrong with an archive, by file and line. */
export function FaultList({ faults }: { faults: readonly Fault[] }) {
  return (
    <>
      <div
        role="alert"
        className="mb-6 max-w-[44rem] rounded-md border border-red bg-red-soft p-4 text-sm text-red"
      >
        <p className="font-semibold">There is a problem</p>
        <p className="mt-1">
          {faults.length === 1
            ? "The archive has an error"
            : `The archive has ${faults.length} errors`}
          : nothing can be imported until it is fixed.
        </p>
      </div>
      <p className="mb-6">
        <ButtonLink to="/settings/content" look="secondary">
          Choose another file
        </ButtonLink>
      </p>
      <TableFrame label="Errors" head={["File", "Line", "Key", "Fault"]}>
        {faults.map((fault) => (
          <tr key={`${fault.file} ${fault.line} ${fault.key} ${fault.message}`}>
            <th
              scope="row"
              className="px-4 py-3 text-start align-top font-medium [overflow-wrap:anywhere]"
            >
              {fault.file}
            </th>
            <td>{fault.line === 0 ? "" : fault.line}</td>
            <td className="[overflow-wrap:anywhere]">{fault.key}</td>
            <td>{fault.message}</td>
          </tr>
        ))}
      </TableFrame>
    </>
  );
}

function Cancel() {
  return (
    <ButtonLink to="/settings/content" look="secondary">
      Cancel
    </ButtonLink>
  );
}
