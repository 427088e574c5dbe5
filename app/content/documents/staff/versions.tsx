import { Button, buttonClass } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { ShownVersion } from "./document-shown.ts";
import { OnceField } from "#web/ui/once-field.tsx";

/** What a document held, the newest first; an earlier one can be read again, and brought back. */
export function Versions({
  documentId,
  versions,
  may,
}: {
  documentId: string;
  versions: readonly ShownVersion[];
  may: { edit: boolean; download: boolean };
}) {
  const [current] = versions;
  return (
    <ol className="divide-y divide-line border-y border-line" reversed>
      {versions.map((version) => (
        <li
          key={version.number}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 text-sm"
        >
          <div className="min-w-0 flex-1 basis-72">
            <p className="flex flex-wrap items-center gap-x-2 font-medium">
              Version {version.number}
              {version === current ? <Tag tone="green">Current</Tag> : null}
              {version.encrypted ? <Tag>Encrypted</Tag> : null}
              {version.restoredFrom === null ? null : (
                <Tag>Restored from {version.restoredFrom}</Tag>
              )}
            </p>
            <p className="mt-1 text-muted [overflow-wrap:anywhere]">
              {version.fileName}, {version.size}
            </p>
            <p className="text-muted">
              <time dateTime={version.at.iso}>{version.at.text}</time>, {version.by}
            </p>
            <p className="mt-1 font-mono text-xs break-all text-muted">
              <abbr title="Fingerprint of the file" className="no-underline">
                SHA-256
              </abbr>{" "}
              {version.hash}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {may.download ? (
              <a
                href={`/documents/${documentId}/download?version=${version.number}`}
                download
                className={buttonClass("secondary", "small")}
                aria-label={`Download version ${version.number}`}
              >
                Download
              </a>
            ) : null}{" "}
            {may.edit && current !== undefined && version.hash !== current.hash ? (
              <form method="post" noValidate>
                <OnceField />
                <input type="hidden" name="intent" value="restore" />
                <input type="hidden" name="version" value={version.number} />
                <Button
                  look="secondary"
                  size="small"
                  aria-label={`Restore version ${version.number}`}
                >
                  Restore
                </Button>
              </form>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
