import type { FormEvent } from "react";
import { Link, useRevalidator } from "react-router";
import type { VersionFacts } from "#model/documents/library.ts";
import { TELL_SUBSCRIBERS, updateAbout, type ShownDocument } from "./document-shown.ts";
import { formatDate, isDay } from "#values/dates.ts";
import { sizeInWords } from "#values/file-size.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FileField } from "./file-field.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploader } from "./uploader.ts";
import { OnceField } from "#web/ui/once-field.tsx";

/** The dates of a version; one that stays begins as the old version had it. */
const DATES: readonly {
  name: "periodFrom" | "periodTo" | "expiresOn";
  label: string;
  hint?: string;
  stays?: true;
}[] = [
  { name: "periodFrom", label: "Period from" },
  { name: "periodTo", label: "Period to" },
  {
    name: "expiresOn",
    label: "Expiration Date",
    hint: "The last day this version is valid. Leave empty for no expiry.",
    stays: true,
  },
];

const YEAR = /\b20\d\d\b/;

/**
 * What the new version says of itself, beside what the old one said: saved with the file, so that no
 * visitor sees it under the old facts.
 */
function VersionFactFields({
  document,
  sent,
  disabled,
}: {
  document: ShownDocument;
  sent: VersionFacts;
  disabled: boolean;
}) {
  const year = YEAR.exec(document.name)?.[0];
  const before = (value: string | null) =>
    `Old version: ${value === null ? "none" : isDay(value) ? formatDate(value, "UTC") : value}`;
  const field = (name: keyof VersionFacts) => ({ id: `version-${name}`, name, disabled });
  return (
    <>
      <TextField
        {...field("name")}
        label="Name"
        autoComplete="off"
        hint={
          year === undefined
            ? undefined
            : `Contains the year ${year}. Change it if the new version is from another year.`
        }
        defaultValue={sent.name ?? document.name}
      />
      <TextField
        {...field("auditor")}
        label="Auditor"
        autoComplete="off"
        hint={before(document.auditor)}
        defaultValue={sent.auditor ?? document.auditor ?? ""}
      />
      {DATES.map(({ name, label, ...date }) => (
        <TextField
          key={name}
          {...field(name)}
          type="date"
          label={label}
          hint={date.hint ?? before(document[name])}
          defaultValue={sent[name] ?? (date.stays ? document[name] : null) ?? ""}
          className="sm:max-w-60"
        />
      ))}
    </>
  );
}

/** 'Upload new version': a plain form; where scripts run, it shows how far it is. */
export function VersionForm({
  document,
  version,
  tells,
  maxBytes,
  sent,
  errors,
}: {
  document: ShownDocument;
  /** The number of the version that is shown; the fields begin anew with each. */
  version: number;
  /** Whether who uploads it may publish an update about it. */
  tells: boolean;
  maxBytes: number;
  /** What was typed before the form was refused. */
  sent: VersionFacts;
  errors: readonly string[] | undefined;
}) {
  const { entries, sending, add, remove, send } = useUploader({
    to: `/api/documents/${document.id}`,
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
      <VersionFactFields key={version} document={document} sent={sent} disabled={sending} />
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
        {done && tells ? (
          <>
            {" "}
            <Link
              to={updateAbout(document.id)}
              className="inline-block min-h-6 font-medium underline"
            >
              {TELL_SUBSCRIBERS}
            </Link>
          </>
        ) : null}
      </p>
      <Button look="secondary" disabled={sending}>
        {sending ? "Uploading…" : "Upload new version"}
      </Button>
    </form>
  );
}
