import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import type { noteSchema } from "../forms/account-forms.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { MessageField } from "#access/access-requests/staff/grant-fields.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";

/** What staff note for each other. */
export function NotesPanel({
  notes,
  constraint,
  result,
}: {
  constraint: FormConstraint;
  notes: readonly { id: string; note: string; createdBy: string; when: string | null }[];
  result: SubmissionResult | null;
}) {
  const [form, fields] = useForm<z.input<typeof noteSchema>>({
    id: "note",
    lastResult: result,
    constraint,
  });
  return (
    <section aria-labelledby="notes-title">
      <h2 id="notes-title" className="mb-4 text-lg font-semibold">
        Notes
      </h2>
      <ButtonForm
        button="note"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-4"
        key={notes.length}
      >
        <ErrorSummary errors={form.errors} fields={[fields.note]} />
        <MessageField field={fields.note} label="Note" hint="Internal note." />
        <Button look="secondary">Add note</Button>
      </ButtonForm>
      <ul className="mt-6 space-y-4">
        {notes.map((note) => (
          <li key={note.id} className="rounded-lg border border-line bg-surface p-4">
            <p className="whitespace-pre-line">{note.note}</p>
            <p className="mt-2 text-sm text-muted">
              {note.createdBy}, {note.when}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
