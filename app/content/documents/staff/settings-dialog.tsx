import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type { DocumentAccessType } from "#model/items/items.ts";
import { ACCESS_WORDS, MAX_UPLOAD_MEGABYTES } from "#model/documents/library.ts";
import {
  EARLIER_VERSIONS,
  EARLIER_VERSIONS_WORDS,
  type EarlierVersions,
} from "#model/documents/earlier-versions.ts";
import { selectField, textField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export interface LibrarySettings {
  maxUploadMegabytes: number;
  expiredDocuments: "hidden" | "shown";
  documentAccessType: DocumentAccessType;
  earlierVersions: EarlierVersions;
}

const EXPIRED = [
  { value: "shown", label: "Shown, marked as expired" },
  { value: "hidden", label: "Hidden from visitors" },
];
const ACCESS = (["view-and-download", "view-only"] as const).map((value) => ({
  value,
  label: ACCESS_WORDS[value],
}));

const EARLIER = EARLIER_VERSIONS.map((value) => ({
  value,
  label: EARLIER_VERSIONS_WORDS[value],
}));

/** What counts for every document of the org. */
export function SettingsDialog({
  closeHref,
  settings,
  constraint,
  refused,
}: {
  closeHref: string;
  settings: LibrarySettings;
  constraint: FormConstraint;
  refused: SubmissionResult | null;
}) {
  const [form, { documentAccessType, earlierVersions, expiredDocuments, maxUploadMegabytes }] =
    useForm<LibrarySettings>({
      id: "settings",
      lastResult: refused,
      defaultValue: settings,
      constraint,
    });
  return (
    <Dialog closeHref={closeHref} title="Document settings">
      <form method="post" className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
        <OnceField />
        <ErrorSummary
          errors={form.errors}
          fields={[documentAccessType, expiredDocuments, earlierVersions, maxUploadMegabytes]}
        />
        <input type="hidden" name="intent" value="settings" />
        <SelectField
          {...selectField(documentAccessType)}
          label="Default document access"
          options={ACCESS}
        />
        <SelectField
          {...selectField(expiredDocuments)}
          label="Expired documents"
          hint="Your team always sees them."
          options={EXPIRED}
        />
        <SelectField
          {...selectField(earlierVersions)}
          label="Earlier versions of documents"
          hint="Open ones can be compared with the current version."
          options={EARLIER}
        />
        <TextField
          {...textField(maxUploadMegabytes)}
          label="Largest file, in megabytes"
          hint="2048 megabytes are 2 GB."
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_UPLOAD_MEGABYTES}
          step={1}
        />
        <div className="flex flex-wrap gap-3">
          <Button>Save</Button>{" "}
          <Link to={closeHref} preventScrollReset className={buttonClass("secondary")}>
            Cancel
          </Link>
        </div>
      </form>
    </Dialog>
  );
}
