import type { FormEvent } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import type { Moment } from "#values/moments.ts";
import { sizeInWords } from "#values/file-size.ts";
import { Button } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { When } from "#web/ui/when.tsx";
import { FileField } from "./file-field.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploader } from "./uploader.ts";

/** A file that waits to be published as the document's next version. */
export interface WaitingVersion {
  id: string;
  fileName: string;
  by: string;
  at: Moment;
}

/** New versions that somebody uploaded and nobody has published yet. */
export function WaitingVersions({
  documentId,
  waiting,
}: {
  documentId: string;
  waiting: readonly WaitingVersion[];
}) {
  return (
    <ul className="mb-4 space-y-2 text-sm">
      {waiting.map(({ id, fileName, by, at }) => (
        <li key={id} className="rounded-md border border-line bg-sunken p-3">
          <span className="font-medium [overflow-wrap:anywhere]">{fileName}</span> isn’t published
          yet. Uploaded by {by}, <When at={at} />.{" "}
          <Link
            to={`/documents/${documentId}/staged/${id}`}
            className="inline-block min-h-6 font-medium text-accent underline"
          >
            Check and publish
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * 'Upload new version': a plain form, whose next page asks for the version's own facts before
 * anyone sees it; where scripts run, it shows how far the file is.
 */
export function VersionForm({
  documentId,
  maxBytes,
  errors,
}: {
  documentId: string;
  maxBytes: number;
  errors: readonly string[] | undefined;
}) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { entries, sending, add, remove, send } = useUploader({
    to: `/documents/${documentId}/staged`,
    maxBytes,
    onAdded: ({ id }) => void navigate(`/documents/${documentId}/staged/${id}`),
  });
  const choose = (files: readonly File[]) => {
    for (const entry of entries) remove(entry.key);
    add(files.slice(0, 1));
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (entries.length === 0) return;
    event.preventDefault();
    if (sending) return;
    if (!(await send(new FormData(event.currentTarget)))) await revalidate();
  };
  return (
    <form
      method="post"
      noValidate
      encType="multipart/form-data"
      className="space-y-4"
      onSubmit={submit}
    >
      <OnceField />
      <FileField
        id="version-file"
        label="File"
        hint={`At most ${sizeInWords(maxBytes)}. You check its details before it’s published.`}
        errors={errors}
        hasFiles={entries.length > 0}
        onFiles={choose}
      />
      <UploadList entries={entries} onRemove={remove} />
      <p role="status" className="sr-only">
        {sending ? "Uploading" : ""}
      </p>
      <Button look="secondary" disabled={sending}>
        {sending ? "Uploading…" : "Upload new version"}
      </Button>
    </form>
  );
}
