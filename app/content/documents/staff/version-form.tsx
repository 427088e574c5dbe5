import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { sizeInWords } from "#values/file-size.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FileField } from "./file-field.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploader } from "./uploader.ts";
import { OnceField } from "#web/ui/once-field.tsx";

/** 'Upload new version': a plain form; where scripts run, it shows how far it is. */
export function VersionForm({
  documentId,
  maxBytes,
  expiresOn,
  errors,
}: {
  documentId: string;
  maxBytes: number;
  /** The date that the form begins with; empty where there is none. */
  expiresOn: string;
  errors: readonly string[] | undefined;
}) {
  const { entries, sending, add, remove, send } = useUploader({
    to: `/api/documents/${documentId}`,
    maxBytes,
  });
  const { revalidate } = useRevalidator();
  const done = entries.length > 0 && entries.every(({ state }) => state === "done");
  const choose = (files: readonly File[]) => {
    for (const entry of entries) remove(entry.key);
    add(files.slice(0, 1));
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (entries.length === 0) return;
    event.preventDefault();
    if (sending || done) return;
    await send(new FormData(event.currentTarget));
    await revalidate();
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
      <TextField
        id="version-expiresOn"
        name="expiresOn"
        type="date"
        label="Expiration Date"
        hint="The last day this version is valid. Leave empty for no expiry."
        defaultValue={expiresOn}
        disabled={sending}
        className="sm:max-w-60"
      />
      <FileField
        id="version-file"
        label="File"
        hint={`At most ${sizeInWords(maxBytes)}.`}
        errors={errors}
        hasFiles={entries.length > 0}
        onFiles={choose}
      />
      <UploadList entries={entries} onRemove={remove} />
      <p role="status" className={done ? "text-sm text-green" : "sr-only"}>
        {done ? "The new version has been added." : sending ? "Uploading" : ""}
      </p>
      <Button look="secondary" disabled={sending}>
        {sending ? "Uploading…" : "Upload new version"}
      </Button>
    </form>
  );
}
