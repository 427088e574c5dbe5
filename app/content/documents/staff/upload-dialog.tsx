import { Link, useNavigate, useRevalidator } from "react-router";
import { useRef, type FormEvent } from "react";
import { ACCEPTED_WORDS } from "#values/file-types.ts";
import { ACCESS_WORDS, SORTED_DOCUMENT_TYPES } from "#model/documents/library.ts";
import { addedWords } from "#model/documents/file-notes.ts";
import { sizeInWords } from "#values/file-size.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { placeHref } from "../rules/placing.ts";
import { RefusedFiles } from "./refused-files.tsx";
import { FileField } from "./file-field.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploader } from "./uploader.ts";
import type { LibrarySettings } from "./settings-dialog.tsx";
import type { RefusedUpload } from "./document-upload.ts";
import { OnceField } from "#web/ui/once-field.tsx";

interface UploadDialogProps {
  closeHref: string;
  /** The next page asks where visitors find what was added. */
  mayPlace: boolean;
  refused: RefusedUpload | null;
  maxBytes: number;
  settings: LibrarySettings;
}

const TYPES = SORTED_DOCUMENT_TYPES.map((type) => ({ value: type, label: type }));

/**
 * Adds files to the library. It is a plain form of one file or many; where scripts run, each file
 * is sent on its own with its progress, and one that is refused leaves the others alone.
 */
export function UploadDialog({
  closeHref,
  mayPlace,
  refused,
  maxBytes,
  settings,
}: UploadDialogProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const added = useRef<string[]>([]);
  const told = useRef<string[]>([]);
  const { entries, sending, add, remove, send } = useUploader({
    to: "/api/documents",
    maxBytes,
    onAdded: ({ id }, notes) => {
      added.current.push(id);
      told.current.push(...notes);
    },
  });
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
    const next = mayPlace && added.current.length > 0 ? placeHref(added.current) : closeHref;
    const words = addedWords(uploaded, told.current);
    return navigate(next, { state: { uploaded: words }, preventScrollReset: next === closeHref });
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
        <OnceField />
        {refused === null ? null : <RefusedFiles refused={refused} />}
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
          hint="View-only documents are shown as pages with a watermark. The file itself is never sent."
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
          {sending
            ? `Uploading ${entries.length === 1 ? "1 file" : `${entries.length} files`}`
            : ""}
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
