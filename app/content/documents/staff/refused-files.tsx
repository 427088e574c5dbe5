import { Link } from "react-router";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { RefusedUpload } from "./document-upload.ts";

/**
 * What a form without scripts came back with: file by file, in the order in which they were sent.
 */
export function RefusedFiles({ refused }: { refused: RefusedUpload }) {
  const fields = Object.entries(refused.fieldErrors).map(([name, errors]) => ({
    id: `upload-${name}`,
    errors,
  }));
  const files = refused.files.map(({ name, message }) => `${name}: ${message}`);
  const same = refused.files.flatMap(({ sameAs }) => (sameAs === null ? [] : [sameAs]));
  return (
    <div className="space-y-4">
      <ErrorSummary errors={[...refused.form, ...files]} fields={fields} />
      {same.length === 0 ? null : (
        <p className="text-sm">
          Already in the library:{" "}
          {same.map(({ id, name }, i) => (
            <span key={id}>
              {i === 0 ? null : ", "}
              <Link to={`/documents/${id}`} className="text-accent underline">
                {name}
              </Link>
            </span>
          ))}
        </p>
      )}
      {refused.added.length === 0 ? null : (
        <div
          role="status"
          className="flex gap-3 rounded-md border border-green bg-green-soft p-4 text-sm text-green"
        >
          <Icon name="checkCircle" className="shrink-0" />
          <div className="min-w-0">
            <p className="font-semibold">
              {refused.added.length === 1
                ? "1 document has been added"
                : `${refused.added.length} documents have been added`}
            </p>
            <ul className="mt-1">
              {refused.added.map(({ id, fileName }) => (
                <li key={id} className="[overflow-wrap:anywhere]">
                  {fileName}
                </li>
              ))}
            </ul>
            {refused.notes.map((note) => (
              <p key={note} className="mt-1 [overflow-wrap:anywhere]">
                {note}
              </p>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
