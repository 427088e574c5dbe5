import { getFormProps, useForm } from "@conform-to/react";
import { areaField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { AreaField } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { useFrame } from "#web/portal/links.ts";
import {
  AccessFormElement,
  Actions,
  BackToPortal,
  ChangeEmail,
  formErrors,
  refusedOf,
} from "./request-parts.tsx";
import type { OpenAccessDialog } from "./request-state.ts";

/** A request that waits: how long that takes, and what its sender can still do. */
export function Pending({ state }: { state: OpenAccessDialog }) {
  const { org } = useFrame();
  const errors = [
    ...formErrors(state, "withdraw"),
    ...formErrors(state, "mail-link"),
    // Refused because nobody waits for it any more: its form is not shown again.
    ...(state.questions.open === null && !state.gone ? formErrors(state, "answer") : []),
  ];
  if (state.gone) {
    return (
      <div className="space-y-5">
        <ErrorSummary
          errors={[...errors, ...formErrors(state, "note"), ...formErrors(state, "answer")]}
          fields={[]}
        />
        <Unsent state={state} />
        <p>
          {!state.byLink
            ? "This request has since been decided or withdrawn. Sign in with your email to see its status."
            : "This request was already answered or withdrawn, or the link is incomplete."}
        </p>
        <Actions>
          <BackToPortal look="primary" /> <ChangeEmail />
        </Actions>
      </div>
    );
  }
  return (
    <div className="space-y-5">
      <ErrorSummary errors={errors} fields={[]} />
      {state.questions.open === null ? null : (
        <Answer state={state} question={state.questions.open} />
      )}
      <p>
        {org.name} is reviewing{" "}
        {state.email === null ? (
          "your request"
        ) : (
          <>
            the request from <strong className="break-words font-semibold">{state.email}</strong>
          </>
        )}
        {state.questions.open === null
          ? `. Most requests are decided ${state.decision}. We’ll email you then.`
          : `. ${org.name} needs your answer before it can decide.`}
      </p>
      <Answered questions={state.questions.answered} />
      <Actions>
        <BackToPortal look={state.questions.open === null ? "primary" : "secondary"} />{" "}
        <ChangeEmail />
      </Actions>
      {state.mayChange ? <Changes state={state} /> : null}
      {state.mayAskForLink ? (
        <AccessFormElement button="mail-link" className="border-t border-line pt-4">
          <p className="mb-3 text-sm text-muted">
            To add a note or withdraw the request, use the link in the email we send you.
          </p>
          <Button look="secondary">Email me the link</Button>
        </AccessFormElement>
      ) : null}
    </div>
  );
}

/** What staff asked, and the form for the answer. */
function Answer({ state, question }: { state: OpenAccessDialog; question: string }) {
  const { org } = useFrame();
  const [form, fields] = useForm<{ answer: string }>({
    id: "access-answer",
    lastResult: refusedOf(state, "answer"),
    constraint: state.constraints.answer,
  });
  return (
    <AccessFormElement
      button="answer"
      {...getFormProps(form, { ariaAttributes: false })}
      className="space-y-3"
    >
      <ErrorSummary errors={form.errors} fields={[fields.answer]} />
      <input type="hidden" name="requestToken" value={state.requestToken ?? ""} />
      <p>{org.name} has a question about your request:</p>
      <blockquote className="border-s-2 border-accent ps-4 break-words whitespace-pre-line">
        {question}
      </blockquote>
      <AreaField {...areaField(fields.answer)} label="Your answer" rows={4} />
      <Button>Send answer</Button>
    </AccessFormElement>
  );
}

/** The answer that was refused because nobody waits for it any more. */
function unsentOf(state: OpenAccessDialog): string {
  const answer = refusedOf(state, "answer")?.initialValue?.answer;
  return typeof answer === "string" ? answer : "";
}

function Unsent({ state }: { state: OpenAccessDialog }) {
  const answer = unsentOf(state);
  return answer === "" ? null : (
    <blockquote className="border-s-2 border-line ps-4 break-words whitespace-pre-line text-muted">
      {answer}
    </blockquote>
  );
}

/** What was asked and answered before. */
function Answered({
  questions,
}: {
  questions: readonly { id: string; question: string; answer: string }[];
}) {
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="answered-title" className="space-y-3 border-t border-line pt-4">
      <h3 id="answered-title" className="font-semibold">
        Questions you answered
      </h3>
      {questions.map(({ id, question, answer }) => (
        <div key={id} className="space-y-1 text-sm">
          <p className="break-words whitespace-pre-line text-muted">{question}</p>
          <p className="break-words whitespace-pre-line">{answer}</p>
        </div>
      ))}
    </section>
  );
}

function Changes({ state }: { state: OpenAccessDialog }) {
  const result = refusedOf(state, "note");
  const [form, fields] = useForm<{ note: string }>({
    id: "access-note",
    lastResult: result,
    constraint: state.constraints.note,
    // An answer that came too late can still be a note.
    defaultValue: { note: unsentOf(state) },
  });
  const token =
    state.requestToken === null ? null : (
      <input type="hidden" name="requestToken" value={state.requestToken} />
    );
  return (
    <>
      {state.questions.open === null ? (
        <AccessFormElement
          button="note"
          {...getFormProps(form, { ariaAttributes: false })}
          className="space-y-3 border-t border-line pt-4"
        >
          <ErrorSummary errors={form.errors} fields={[fields.note]} />
          {token}
          <AreaField
            {...areaField(fields.note)}
            label={state.noted ? "Add another note" : "Add a note"}
            rows={3}
          />
          <Button look="secondary">Add note</Button>
        </AccessFormElement>
      ) : null}
      <AccessFormElement button="withdraw" className="border-t border-line pt-4">
        {token}
        <Button look="danger">Withdraw request</Button>
      </AccessFormElement>
    </>
  );
}
