import { useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/keep-answers";
import { requireStaff } from "#auth/current-staff.ts";
import { QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { isAmong } from "#model/questionnaires/sources.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { pageTitle } from "#values/page-title.ts";
import { formAction, formFailed, notFound } from "#web/forms/form.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { ANSWERS_ASKED, faqChoicesSchema } from "../forms/faq-choices.ts";
import { faqTextOf, keepAnswers, type Kept } from "../keeping.server.ts";
import { sameEntries, unkeptCount, unkeptRows } from "../store/kept-answers.server.ts";
import { internalAmong } from "../store/internal-sources.server.ts";
import { findQuestionnaire, type QuestionnaireRow } from "../store/questionnaires.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Edited answers", loaderData?.failed) }];
}

/** Who may both answer questionnaires and write the FAQ. @throws the missing page */
async function keeperOf(context: Route.LoaderArgs["context"], id: string) {
  await requireStaff(context, "accounts:review");
  const staff = await requireStaff(context, "kb:edit");
  const { read } = context.get(servicesContext).store;
  const questionnaire = await findQuestionnaire(read, staff.org.id, id);
  if (questionnaire === null) throw notFound();
  return { staff, questionnaire };
}

/** Edited answers that can go into the FAQ, some at a time. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { staff, questionnaire } = await keeperOf(context, params.questionnaireId);
  const { id, fileName, finishedAt } = questionnaire;
  const { read } = context.get(servicesContext).store;
  const [count, rows] = await Promise.all([
    unkeptCount(read, staff.org.id, id),
    finishedAt === null ? [] : unkeptRows(read, staff.org.id, id, ANSWERS_ASKED),
  ]);
  const same = await sameEntries(read, staff.org.id, rows);
  const usedBy = (row: QuestionnaireRow) => ({
    entryId: row.usedEntryId,
    controlId: row.usedControlId,
  });
  const internal = await internalAmong(read, staff.org.id, rows.map(usedBy));
  return {
    failed: formFailed(context),
    page: `${QUESTIONNAIRES_PAGE}/${id}`,
    fileName,
    isFinished: finishedAt !== null,
    count,
    answers: rows.map((row) => {
      const { place, question, answer, comment } = row;
      const entry = same.get(row.questionKey) ?? null;
      const mayAdd = faqTextOf(row) !== null;
      // What is internal is not published by the way.
      const mayReplace =
        mayAdd &&
        entry !== null &&
        (entry.access === "internal" ||
          (row.toldInternal === 0 && !isAmong(usedBy(row), internal)));
      return { place, question, answer, comment, mayAdd, mayReplace, entry };
    }),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { staff, questionnaire } = await keeperOf(context, params.questionnaireId);
  return formAction({ request, context }, faqChoicesSchema, async ({ value, refuse }) => {
    const { answers } = value;
    if (answers.every(({ as }) => as === undefined))
      return refuse({ form: ["Choose what happens to at least one answer."] });
    const kept = await keepAnswers(context, staff, questionnaire, answers);
    const { read } = context.get(servicesContext).store;
    const left = await unkeptCount(read, staff.org.id, questionnaire.id);
    const page = `${QUESTIONNAIRES_PAGE}/${questionnaire.id}`;
    return redirectWithFlash(context, left === 0 ? page : `${page}/faq`, keptWords(kept));
  });
}

function keptWords({ added, replaced }: Kept): string {
  const entries = (count: number) => `${count} FAQ ${count === 1 ? "entry" : "entries"}`;
  const done = [
    added === 0 ? null : `${entries(added)} added.`,
    replaced === 0 ? null : `${entries(replaced)} changed.`,
  ].filter((part) => part !== null);
  return done.length === 0 ? "Saved. Your FAQ stays as it is." : done.join(" ");
}

type Shown = Route.ComponentProps["loaderData"];

export default function KeepAnswers({ loaderData, actionData }: Route.ComponentProps) {
  const { page, fileName, isFinished, count, answers } = loaderData;
  const [form] = useForm({ id: "keep", lastResult: actionData?.result ?? null });
  const sent = actionData?.result.initialValue;
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={page} className="inline-block py-0.5 text-accent underline">
          {fileName}
        </Link>
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">Edited answers</h1>
      <p className="mt-2 mb-6 max-w-[44rem] text-muted">
        Add answers to your FAQ, and the next questionnaire gets them by itself. Added entries are
        internal: only your team sees them until you change that.
      </p>
      <div className="mb-6 max-w-[44rem] empty:hidden">
        <ErrorSummary errors={form.errors} fields={[]} />
      </div>
      {answers.length === 0 ? (
        <p className="text-muted">
          {isFinished || count === 0
            ? "There are no edited answers left to decide about."
            : "Finish this questionnaire first."}
        </p>
      ) : (
        <form method="post" noValidate action={`${page}/faq`} className="max-w-[44rem] space-y-8">
          <OnceField />
          {answers.map((answer, at) => (
            <EditedAnswer key={answer.place} answer={answer} at={at} sent={sent} />
          ))}
          {count > answers.length ? (
            <p className="text-sm text-muted">{count - answers.length} more come after these.</p>
          ) : null}
          <div className="flex flex-wrap gap-3">
            <Button>Save</Button>{" "}
            <ButtonLink to={page} look="secondary">
              Not now
            </ButtonLink>
          </div>
        </form>
      )}
    </>
  );
}

/** What was chosen in a form that is shown again. */
function chosenIn(sent: unknown, at: number): string | null {
  const answers = (sent as { answers?: { as?: unknown }[] } | undefined)?.answers;
  const as = answers?.[at]?.as;
  return typeof as === "string" ? as : null;
}

function EditedAnswer({
  answer: { place, question, answer, comment, mayAdd, mayReplace, entry },
  at,
  sent,
}: {
  answer: Shown["answers"][number];
  at: number;
  sent: unknown;
}) {
  const name = `answers[${at}]`;
  const chosen = chosenIn(sent, at);
  const choice = (value: string, label: string, hint?: string) => (
    <Choice
      id={`${value}-${place}`}
      type="radio"
      name={`${name}.as`}
      value={value}
      label={label}
      hint={hint}
      defaultChecked={chosen === value}
    />
  );
  return (
    <section className="rounded-lg border border-line bg-surface p-4">
      <FieldGroup id={`answer-${place}`} legend={question}>
        <p className="whitespace-pre-wrap break-words text-sm">
          {[answer, comment].filter(Boolean).join("\n")}
        </p>
        <input type="hidden" name={`${name}.place`} value={place} />
        {entry === null ? null : (
          <>
            <input type="hidden" name={`${name}.entry`} value={entry.id} />
            <input type="hidden" name={`${name}.seen`} value={entry.modifiedAt} />
            <p className="text-sm text-muted">
              Your FAQ says:{" "}
              <Link to={`/knowledge-base/${entry.id}`} className="text-accent underline">
                {entry.answer.slice(0, 300)}
              </Link>
            </p>
          </>
        )}
        {mayAdd ? choice("added", "Add to the FAQ", "A new internal entry.") : null}
        {mayReplace
          ? choice(
              "replaced",
              "Replace the FAQ’s answer",
              "It also changes where visitors read it.",
            )
          : null}
        {choice("here", "Only for this questionnaire")}
      </FieldGroup>
    </section>
  );
}
