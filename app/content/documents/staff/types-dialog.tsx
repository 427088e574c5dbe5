import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { Link } from "react-router";
import { SORTED_DOCUMENT_TYPES } from "#model/documents/library.ts";
import { selectField } from "#web/forms/fields.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { useSending } from "#web/staff/page/sending.ts";
import { SelectField } from "#web/ui/field.tsx";
import type { ShownDocument } from "./library-row.ts";
import { OnceField } from "#web/ui/once-field.tsx";

interface TypesDialogProps {
  closeHref: string;
  selected: readonly string[];
  rows: readonly ShownDocument[];
  refused: SubmissionResult | null;
}

const OPTIONS = [
  { value: "", label: "Choose a type" },
  ...SORTED_DOCUMENT_TYPES.map((type) => ({ value: type, label: type })),
];

/** 'Select document type' for the rows that were selected. */
export function TypesDialog({ closeHref, selected, rows, refused }: TypesDialogProps) {
  const [saving, begin] = useSending();
  const [chosenNow, setChosenNow] = useState(false);
  const names = rows.filter((row) => selected.includes(row.id)).map((row) => row.name);
  const [form, { type, documentIds }] = useForm<{ type: string; documentIds: string[] }>({
    id: "types",
    lastResult: refused,
  });
  // Choosing a type answers what was said about it.
  const ofType = chosenNow ? undefined : type.errors;
  const cancel = (
    <Link
      to={closeHref}
      preventScrollReset
      className={buttonClass("secondary")}
      aria-disabled={saving || undefined}
      onClick={(event) => (saving ? event.preventDefault() : undefined)}
    >
      Cancel
    </Link>
  );
  return (
    <Dialog closeHref={closeHref} title="Select document type">
      {selected.length === 0 ? (
        <div className="space-y-6">
          <p>Select at least one document in the list first.</p>
          {cancel}
        </div>
      ) : (
        <form
          method="post"
          className="space-y-6"
          {...getFormProps(form, { ariaAttributes: false })}
          onSubmit={begin}
        >
          <OnceField />
          <ErrorSummary
            errors={[...(form.errors ?? []), ...(documentIds.errors ?? [])]}
            fields={[{ id: type.id, errors: ofType }]}
          />
          <input type="hidden" name="intent" value="change-type" />
          {selected.map((id) => (
            <input key={id} type="hidden" name="documentIds" value={id} />
          ))}
          <p className="text-sm">
            {selected.length === 1
              ? "1 document selected"
              : `${selected.length} documents selected`}
            {names.length === 0 ? "." : ": "}
            <span className="text-muted [overflow-wrap:anywhere]">
              {names.slice(0, 5).join(", ")}
            </span>
            {names.length > 5 ? (
              <span className="text-muted"> and {names.length - 5} more</span>
            ) : null}
          </p>
          <SelectField
            {...selectField(type)}
            label="Type"
            hint="This selection will replace any existing type on the document"
            options={OPTIONS}
            onChange={(event) => setChosenNow(event.currentTarget.value !== "")}
            errors={ofType}
          />
          <div className="flex flex-wrap gap-3">
            <Button disabled={saving} aria-busy={saving || undefined}>
              {saving ? "Saving…" : "Save"}
            </Button>{" "}
            {cancel}
          </div>
        </form>
      )}
    </Dialog>
  );
}
