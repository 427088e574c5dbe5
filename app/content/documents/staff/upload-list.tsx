import { Link } from "react-router";
import { withoutName } from "#model/documents/file-notes.ts";
import { sizeInWords } from "#values/file-size.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { UploadEntry } from "./uploader.ts";

/** The files that were chosen, each with its progress or what is wrong with it. */
export function UploadList({
  entries,
  onRemove,
}: {
  entries: readonly UploadEntry[];
  onRemove: (key: number) => void;
}) {
  if (entries.length === 0) return null;
  return (
    <ul aria-label="Chosen files" className="divide-y divide-line rounded-md border border-line">
      {entries.map((entry) => (
        <li key={entry.key} className="flex items-start gap-3 px-3 py-2.5 text-sm">
          <Icon
            name={
              entry.state === "done" ? "checkCircle" : entry.state === "failed" ? "alert" : "file"
            }
            size={18}
            className={
              entry.state === "done"
                ? "mt-0.5 text-green"
                : entry.state === "failed"
                  ? "mt-0.5 text-red"
                  : "mt-0.5 text-muted"
            }
          />
          <div className="min-w-0 grow">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
                {entry.file.name}
              </span>
              <span className="text-muted">
                {entry.state === "sending"
                  ? `${Math.floor(entry.progress * 100)}%`
                  : entry.state === "done"
                    ? "Uploaded"
                    : sizeInWords(entry.file.size)}
              </span>
            </p>
            {entry.state === "sending" ? (
              <progress
                value={entry.progress}
                max={1}
                aria-label={`Upload of ${entry.file.name}`}
                className="upload-progress mt-1.5"
              />
            ) : null}
            {entry.notes.map((note) => (
              <p key={note} role="status" className="mt-1 [overflow-wrap:anywhere]">
                {withoutName(note, entry.file.name)}
              </p>
            ))}
            {entry.message === null ? null : (
              <p role="alert" className="mt-1 text-red">
                {entry.message}
                {entry.sameAs === null ? null : (
                  <>
                    {" "}
                    <Link to={`/documents/${entry.sameAs.id}`} className="underline">
                      Open it
                    </Link>
                  </>
                )}
              </p>
            )}
          </div>
          {entry.state === "waiting" || entry.state === "failed" ? (
            <button
              type="button"
              onClick={() => onRemove(entry.key)}
              className="-me-1 inline-flex size-7 flex-none cursor-pointer items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
            >
              <Icon name="close" size={16} label={`Remove ${entry.file.name}`} />
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
