import { Link, useNavigate, useRevalidator } from "react-router";
import type { FormEvent } from "react";
import { ACCEPTED_WORDS } from "../../../values/file-types.ts";
import { ACCESS_WORDS, SORTED_DOCUMENT_TYPES } from "../rules/library.ts";
import { sizeInWords } from "../../../values/file-size.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { FileField } from "./file-field.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploader } from "./uploader.ts";
import type { LibrarySettings } from "./settings-dialog.tsx";
import type { RefusedUpload } from "./document-upload.ts";

interface UploadDialogProps {
  closeHref: string;
  refused: RefusedUpload | null;
  maxBytes: number;
  settings: LibrarySettings;
}

const TYPES = SORTED_DOCUMENT_TYPES.map((type) => ({ value: type, label: type }));

/**
 * Adds files to the library. It is a plain form of one file or many; where scripts run, each file
 * is sent on its own with its progress, and one that is refused leaves the others alone.
 */
export function UploadDialog({ closeHref, refused, maxBytes, settings }: UploadDialogProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { entries, sending, add, remove, send } = useUploader({ to: "/api/documents", maxBytes });
  const errors = refused?.fieldErrors ?? {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    // Nothing was chosen: the form itself says so, as it does without scripts.
    if (entries.length === 0) return;
    event.preventDefault();
    if (sending) return;
    const sent = entries.filter(({ state }) => state !== "done");
    const whole = await send(new FormData(event.currentTarget));
    if (!whole) return revalidate();
    const [first] = sent;
    const uploaded =
      entries.length === 1 && first !== undefined
        ? `“${first.file.name}” has been added.`
        : `${entries.length} documents have been added.`;
    return navigate(closeHref, { state: { uploaded }, preventScrollReset: true });
  };
  const access = [
    { value: "default", label: `Default (${ACCESS_WORDS[settings.documentAccessType]})` },
    ...(["view-only", "view-and-download"] as const).map((value) => ({
      value,
      label: ACCESS_WORDS[value],
    })),
  ];
  return (
    <Dialog closeHref={closeHref} title="Upload documents">
      <form
        method="post"
        noValidate
        encType="multipart/form-data"
        className="space-y-6"
        onSubmit={submit}
      >
        {refused === null ? null : <Refused refused={refused} />}
        <SelectField
          id="upload-type"
          name="type"
          label="Type"
          options={TYPES}
          defaultValue={refused?.values.type ?? "Other"}
          errors={errors.type}
          disabled={sending}
        />
        <SelectField
          id="upload-accessType"
          name="accessType"
          label="Access"
          hint="View only documents are shown as pages with a watermark; the file itself stays here."
          options={access}
          defaultValue={refused?.values.accessType ?? "default"}
          errors={errors.accessType}
          disabled={sending}
        />
        <TextField
          id="upload-expiresOn"
          name="expiresOn"
          type="date"
          label="Expiration Date"
          hint="Optional. The last day it is valid."
          defaultValue={refused?.values.expiresOn ?? ""}
          errors={errors.expiresOn}
          disabled={sending}
        />
        <label className="flex items-center gap-3 text-sm">
          <input
            type="checkbox"
            name="same"
            value="add"
            defaultChecked={refused?.values.same === "add"}
            disabled={sending}
            className="size-6 flex-none accent-accent"
          />
          <span>Upload even if the file already exists</span>
        </label>
        <FileField
          id="upload-files"
          label="Files"
          hint={`${ACCEPTED_WORDS}, at most ${sizeInWords(maxBytes)} each.`}
          errors={errors.files}
          multiple
          hasFiles={entries.length > 0}
          onFiles={add}
        />
        <UploadList entries={entries} onRemove={remove} />
        <p role="status" className="sr-only">
          {sending ? `Uploading ${entries.length} file(s)` : ""}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button disabled={sending}>
            {sending
              ? "Uploading…"
              : entries.some(({ state }) => state === "failed")
                ? "Try again"
                : "Upload"}
          </Button>{" "}
          <Link to={closeHref} preventScrollReset className={buttonClass("secondary")}>
            {entries.some(({ state }) => state === "done") && !sending ? "Done" : "Cancel"}
          </Link>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * What a form without scripts came back with: file by file, in the order in which they were sent.
 */
function Refused({ refused }: { refused: RefusedUpload }) {
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
          There already:{" "}
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
          </div>
        </div>
      )}
    </div>
  );
}
