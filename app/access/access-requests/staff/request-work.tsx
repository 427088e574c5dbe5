import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import { NOBODY, type askSchema, type internalNoteSchema } from "../forms/review-forms.ts";
import { areaField } from "#web/forms/fields.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { AreaField } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { requestData } from "./request-data.ts";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { Folded } from "./folded.tsx";

type Work = Awaited<ReturnType<typeof requestData>>["work"];

/** Who looks at the request, and whom it waits for: one quiet line. */
export function Assignee({ work }: { work: Work }) {
  const { me, assignee, reviewers, waits, waitsForThem } = work;
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-sm">
      <p className="me-2 text-muted">
        {assignee === null
          ? "Unassigned"
          : `Assigned to ${assignee.id === me ? "you" : assignee.name}`}
        {waitsForThem ? <Tag tone="blue">Waiting for requester</Tag> : null}
      </p>{" "}
      {waits && assignee?.id !== me ? (
        <ButtonForm button="assign">
          <input type="hidden" name="assignee" value={me} />
          <Button look="quiet" size="small">
            Assign to me
          </Button>
        </ButtonForm>
      ) : null}{" "}
      {waits ? (
        <details className="sm:relative">
          <summary className={buttonClass("quiet", "small", "list-none")}>Assign to …</summary>
          <ButtonForm
            button="assign"
            className="flex min-w-0 flex-wrap items-center gap-2 py-1 sm:absolute sm:end-0 sm:top-full sm:z-10 sm:w-max sm:max-w-[24rem] sm:rounded-lg sm:border sm:border-edge sm:bg-surface sm:p-2 sm:shadow-panel"
          >
            <label htmlFor="assignee" className="sr-only">
              Assign to
            </label>
            <select
              id="assignee"
              name="assignee"
              key={assignee?.id ?? NOBODY}
              defaultValue={assignee?.id ?? NOBODY}
              className={`${inputClass} w-auto! min-w-0`}
            >
              <option value={NOBODY}>Unassigned</option>
              {reviewers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>{" "}
            <Button look="secondary">Assign</Button>
          </ButtonForm>
        </details>
      ) : null}
    </div>
  );
}

/** What the person was asked, their answers, and the form for the next question. */
export function Questions({ work, result }: { work: Work; result: SubmissionResult | null }) {
  const { questions, waits, waitsForThem } = work;
  if (questions.length === 0 && !waits) return null;
  return (
    <section aria-labelledby="questions-title" className="space-y-4">
      <h2 id="questions-title" className="text-lg font-semibold">
        Ask the requester
      </h2>
      {questions.length === 0 ? null : (
        <ol className="space-y-4">
          {questions.map(({ id, question, asked, answer, answered, closed }) => (
            <li key={id} className="rounded-lg border border-line bg-surface">
              <div className="p-4">
                <p className="break-words whitespace-pre-line">{question}</p>
                <p className="mt-2 text-sm text-muted">{asked}</p>
              </div>
              <div className="border-t border-line p-4">
                {answer === null ? (
                  <p className="text-muted">
                    {closed || !waits ? "Not answered" : "Not answered yet"}
                  </p>
                ) : (
                  <>
                    <p className="break-words whitespace-pre-line">{answer}</p>
                    <p className="mt-2 text-sm text-muted">Answered {answered}</p>
                  </>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      {waitsForThem ? (
        <ButtonForm button="stop-asking" className="flex flex-wrap items-center gap-3">
          <Button look="secondary">Stop waiting</Button>{" "}
          <span className="text-sm text-muted">Moves the request back to New.</span>
        </ButtonForm>
      ) : waits ? (
        <AskForm key={questions.length} work={work} result={result} />
      ) : null}
    </section>
  );
}

function AskForm({ work, result }: { work: Work; result: SubmissionResult | null }) {
  const [form, fields] = useForm<z.input<typeof askSchema>>({
    id: "ask",
    lastResult: result,
    constraint: work.constraints.ask,
  });
  return (
    <Folded title="Ask a question" isOpen={result !== null}>
      <ButtonForm
        button="ask"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-3"
      >
        <ErrorSummary errors={form.errors} fields={[fields.question]} />
        <AreaField
          {...areaField(fields.question)}
          label="Question"
          hint="We’ll email it with a link to answer. The request won’t be marked late while you wait for the answer."
          rows={3}
        />
        <Button look="secondary">Send question</Button>
      </ButtonForm>
    </Folded>
  );
}

/** What staff note for each other; the person never sees it. */
export function InternalNotes({ work, result }: { work: Work; result: SubmissionResult | null }) {
  const { notes } = work;
  const [form, fields] = useForm<z.input<typeof internalNoteSchema>>({
    id: "internal-note",
    lastResult: result,
    constraint: work.constraints.note,
  });
  return (
    <section aria-labelledby="internal-notes-title" className="space-y-4">
      <h2 id="internal-notes-title" className="text-lg font-semibold">
        Internal notes
      </h2>
      {notes.length === 0 ? null : (
        <ol className="space-y-4">
          {notes.map(({ id, note, createdBy, when }) => (
            <li key={id} className="rounded-lg border border-line bg-surface p-4">
              <p className="break-words whitespace-pre-line">{note}</p>
              <p className="mt-2 text-sm text-muted">
                {createdBy}, {when}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Folded key={notes.length} title="Add a note" isOpen={result !== null}>
        <ButtonForm
          button="note"
          {...getFormProps(form, { ariaAttributes: false })}
          className="space-y-3"
        >
          <ErrorSummary errors={form.errors} fields={[fields.note]} />
          <AreaField
            {...areaField(fields.note)}
            label="Note"
            hint="For your team. The requester never sees it."
            rows={3}
          />
          <Button look="secondary">Add note</Button>
        </ButtonForm>
      </Folded>
    </section>
  );
}
