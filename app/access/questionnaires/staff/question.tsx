import {
  type FieldMetadata,
  getFormProps,
  useForm,
  type SubmissionResult,
} from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/question";
import {
  ASSIGNED_TO_NOBODY,
  QUESTION_BUTTONS,
  QUESTION_KEYS,
  ROW_STATE_LABELS,
} from "#model/questionnaires.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { areaField, choiceField, selectField } from "#web/forms/fields.ts";
import { PageKeys } from "#web/staff/page/page-keys.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { AreaField, Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { answerQuestion, loadQuestion } from "./question-data.ts";
import { Candidates, Proposals, TellInternal } from "./proposals.tsx";
import { STATE_TONES } from "./state-tones.ts";

export const handle: RouteHandle = { button: QUESTION_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData === undefined ? "Question" : `Question ${loaderData.place}`;
  return [{ title: pageTitle(title, loaderData?.failed) }];
}

export function loader({ context, params, url }: Route.LoaderArgs) {
  return loadQuestion(context, params, url.searchParams);
}

export function action({ params, ...args }: Route.ActionArgs) {
  return answerQuestion(args, params);
}

export default function Question({ loaderData, actionData }: Route.ComponentProps) {
  const { list, fileName, section, externalId, question, state, previous, next } = loaderData;
  const result = actionData?.result ?? null;
  const isSave = actionData?.button === "save";
  const isNote = actionData?.button === "note";
  const [pressed] = useForm({ id: "pressed", lastResult: isSave || isNote ? null : result });
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={list} className="inline-block py-0.5 text-accent underline">
          {fileName}
        </Link>
      </p>
      <h1 className="max-w-[44rem] text-xl font-semibold tracking-tight break-words">{question}</h1>
      <p className="mt-2 mb-6 text-sm text-muted">
        {[externalId, section].filter(Boolean).join(" · ")}{" "}
        <Tag tone={STATE_TONES[state]}>{ROW_STATE_LABELS[state]}</Tag> {loaderData.saved}{" "}
        {loaderData.assignee === null
          ? null
          : `Assigned to ${loaderData.isMine ? "you" : loaderData.assignee}.`}
      </p>
      <div className="max-w-[44rem] space-y-8">
        <ErrorSummary errors={pressed.errors} fields={[]} />
        {loaderData.telling !== null && !loaderData.isFinished ? (
          <TellInternal
            proposal={loaderData.telling}
            words={loaderData.tellsInternal}
            version={loaderData.version}
            page={loaderData.page}
          />
        ) : loaderData.isFinished ? (
          <Final answer={loaderData.answer} comment={loaderData.comment} />
        ) : (
          <>
            <Answer
              key={`${loaderData.page} ${loaderData.version} ${loaderData.comment}`}
              shown={loaderData}
              result={isSave ? result : null}
            />
            <ButtonForm button="skip">
              <input type="hidden" name="version" value={loaderData.version} />
              <Button look="quiet" data-key="s">
                Skip this question
              </Button>
            </ButtonForm>
            <Proposals proposals={loaderData.proposals} version={loaderData.version} />
            <Candidates candidates={loaderData.candidates} />
          </>
        )}
        <Teamwork
          key={`${loaderData.page} ${loaderData.version} ${loaderData.assigneeId}`}
          shown={loaderData}
          result={actionData?.button === "note" ? result : null}
        />
        <nav aria-label="Questions" className="flex flex-wrap gap-3">
          {previous === null ? null : (
            <ButtonLink to={previous} look="secondary" data-key="k">
              Previous
            </ButtonLink>
          )}{" "}
          {next === null ? null : (
            <ButtonLink to={next} look="secondary" data-key="j">
              Next
            </ButtonLink>
          )}{" "}
          <PageKeys keys={QUESTION_KEYS} />
        </nav>
      </div>
    </>
  );
}

/** The answer of a questionnaire that is finished. */
function Final({ answer, comment }: { answer: string; comment: string }) {
  return (
    <section aria-labelledby="final-title">
      <h2 id="final-title" className="text-lg font-semibold">
        Answer
      </h2>
      <p className="mt-2 whitespace-pre-wrap break-words">{answer || "No answer"}</p>
      {comment === "" ? null : <p className="mt-2 whitespace-pre-wrap break-words">{comment}</p>}
    </section>
  );
}

interface Fields {
  version: string;
  answer: string;
  comment: string;
  used: string;
  told: string;
}

function Answer({
  shown,
  result,
}: {
  shown: Route.ComponentProps["loaderData"];
  result: SubmissionResult | null;
}) {
  const { allowed, commentHint, hasComment, version, used } = shown;
  const [form, fields] = useForm<Fields>({
    id: "answer",
    lastResult: result,
    constraint: shown.constraint,
    defaultValue: { answer: shown.answer, comment: shown.comment, used: shown.used?.id ?? "" },
  });
  const { answer, comment, told } = fields;
  // What was put into the form stays so when it comes again, which it does without its query.
  const usedId = used?.id ?? fields.used.initialValue ?? "";
  return (
    <form
      method="post"
      action={shown.page}
      className="space-y-6"
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <OnceField />
      <input type="hidden" name="version" value={version} />
      {usedId === "" ? null : <input type="hidden" name="used" value={usedId} />}
      <ErrorSummary errors={form.errors} fields={[answer, comment, told]} />
      <div data-key="e">
        <AnswerField field={answer} allowed={allowed} />
      </div>
      {hasComment ? (
        <AreaField
          {...areaField(comment)}
          label="Comment"
          rows={6}
          {...(commentHint === null ? {} : { hint: commentHint })}
        />
      ) : null}
      {used?.isInternal || told.errors !== undefined ? (
        <FieldGroup id={told.id} legend="Internal content" errors={told.errors}>
          <Choice {...choiceField(told, "yes", "checkbox")} label={shown.tellsInternal} />
        </FieldGroup>
      ) : null}
      <Button {...(shown.proposals.length === 0 ? { "data-key": "a" } : {})}>
        Save and continue
      </Button>
    </form>
  );
}

function AnswerField({
  field,
  allowed,
}: {
  field: FieldMetadata<string>;
  allowed: readonly string[] | null;
}) {
  if (allowed === null) return <AreaField {...areaField(field)} label="Answer" rows={4} />;
  return (
    <SelectField
      {...selectField(field)}
      label="Answer"
      options={[
        { value: "", label: "No answer" },
        ...allowed.map((choice) => ({ value: choice, label: choice })),
      ]}
    />
  );
}

/** Who answers the question, and what the team notes at it. */
function Teamwork({
  shown,
  result,
}: {
  shown: Route.ComponentProps["loaderData"];
  result: SubmissionResult | null;
}) {
  const { reviewers, version, note, noteConstraint, isFinished } = shown;
  const [form, fields] = useForm<{ version: string; note: string }>({
    id: "team",
    lastResult: result,
    constraint: noteConstraint,
    defaultValue: { note },
  });
  return (
    <section aria-labelledby="team-title">
      <h2 id="team-title" className="text-lg font-semibold">
        Your team
      </h2>
      {isFinished ? null : (
        <ButtonForm button="assign" className="mt-3 flex flex-wrap items-end gap-3">
          <div className="min-w-0 grow basis-56">
            <SelectField
              id="assignee"
              name="assignee"
              label="Assign to"
              defaultValue={shown.assigneeId ?? ASSIGNED_TO_NOBODY}
              options={[{ value: ASSIGNED_TO_NOBODY, label: "No one" }, ...reviewers]}
            />
          </div>
          <Button look="secondary">Assign</Button>
        </ButtonForm>
      )}
      <ButtonForm
        button="note"
        className="mt-4 space-y-3"
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <input type="hidden" name="version" value={version} />
        <ErrorSummary errors={form.errors} fields={[fields.note]} />
        <AreaField
          {...areaField(fields.note)}
          label="Note"
          hint="Only your team sees it. It never goes into the file."
          rows={3}
        />
        <Button look="secondary">Save note</Button>
      </ButtonForm>
    </section>
  );
}
