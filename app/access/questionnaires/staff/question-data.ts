import { redirect, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";
import { actorOf, requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import { reviewersOf } from "#access/access-requests/store/request-work.server.ts";
import { QUESTIONNAIRES_PAGE, type QUESTION_BUTTONS } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { shortAnswerWords } from "#model/short-answers.ts";
import {
  citedBy,
  isAmong,
  sourceNamed,
  sourceOf,
  sourcesOf,
  tellsInternal,
} from "#model/questionnaires/sources.ts";
import { formatMoment } from "#values/moments.ts";
import { goneBefore } from "#web/forms/button.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { type Accepted, type FormAnswer, formFailed, notFound } from "#web/forms/form.ts";
import {
  type PageButton,
  pageButton,
  pressed,
  refusedOr,
  type StaffDesk,
} from "#web/forms/page-buttons.ts";
import { dueByIds } from "#content/knowledge-base/store/reviews.server.ts";
import { candidatesFor } from "../candidates.server.ts";
import { assignTo, filterFor } from "../assigning.server.ts";
import {
  answerSchema,
  assignQuestionsSchema,
  noteQuestionSchema,
  skipSchema,
  takeSchema,
} from "../forms/questionnaire-forms.ts";
import { questionFilter, questionParams } from "../forms/questionnaire-query.ts";
import { filledFrom } from "../rules/filling.ts";
import { internalAmong } from "../store/internal-sources.server.ts";
import {
  RowChanged,
  TellsInternal,
  allowedOf,
  findRow,
  neighbors,
  proposalsOf,
  saveRow,
  type RowAnswer,
} from "../store/question-rows.server.ts";
import { noteQuestion } from "../store/question-work.server.ts";
import {
  findQuestionnaire,
  type Questionnaire,
  type QuestionnaireRow,
} from "../store/questionnaires.server.ts";

type Context = Readonly<RouterContextProvider>;

interface Place {
  questionnaireId: string;
  place: string;
}

async function found(context: Context, orgId: string, { questionnaireId, place }: Place) {
  const { read } = context.get(servicesContext).store;
  const questionnaire = await findQuestionnaire(read, orgId, questionnaireId);
  const row = /^\d{1,5}$/.test(place)
    ? await findRow(read, orgId, questionnaireId, Number(place))
    : null;
  return questionnaire === null || row === null ? null : { questionnaire, row };
}

const VSAQ_COMMENT =
  "For the warning that asks you to explain your answer. VSAQ shows it only if that warning applies.";

/**
 * What the page of a question shows.
 * @param query the filter of the list; `use` puts what a candidate says into the form, and `tell` asks
 *   about the proposal of that place, which is internal
 * @throws the missing page
 */
export async function loadQuestion(context: Context, at: Place, query: URLSearchParams) {
  const staff = await requireStaff(context, "accounts:review");
  const { org } = staff;
  const { store, now } = context.get(servicesContext);
  const shown = await found(context, org.id, at);
  if (shown === null) throw notFound();
  const { questionnaire, row } = shown;
  const filter = questionFilter(query);
  const kept = questionParams(filter);
  const proposals = proposalsOf(row);
  const [candidates, beside, reviewers, internal, due, account] = await Promise.all([
    candidatesFor(context, staff, questionnaire, row.question),
    neighbors(store.read, org.id, row, filterFor(staff, filter)),
    reviewersOf(store.read, org.id),
    internalAmong(store.read, org.id, proposals.flatMap(sourcesOf)),
    dueByIds(
      store.read,
      org,
      proposals.flatMap((proposal) => sourceOf(proposal).entryId ?? []),
      now(),
    ),
    questionnaire.accountId === null
      ? null
      : findAccount(store.read, org.id, questionnaire.accountId),
  ]);
  const shownProposals = proposals.map((proposal, index) => ({
    ...proposal,
    at: index,
    isInternal:
      proposal.wasInternal === true ||
      sourcesOf(proposal).some((source) => isAmong(source, internal)),
    isDue: due.has(sourceOf(proposal).entryId ?? ""),
  }));
  const me = staff.session.staff.id;
  const allowed = allowedOf(row);
  const used = candidates.find(({ id, isReadOnly }) => id === query.get("use") && !isReadOnly);
  const asked = shownProposals[Number(query.get("tell") ?? NaN)];
  const filled =
    used === undefined ? row : filledFrom(used, { allowed, commentColumn: row.commentColumn });
  const page = `${QUESTIONNAIRES_PAGE}/${questionnaire.id}`;
  const search = kept.size > 0 ? `?${kept}` : "";
  const questionAt = (place: number | null) =>
    place === null ? null : `${page}/questions/${place}${search}`;
  return {
    failed: formFailed(context),
    constraint: formConstraint(answerSchema),
    fileName: questionnaire.fileName,
    isFinished: questionnaire.finishedAt !== null,
    list: `${page}${search}`,
    page: `${page}/questions/${row.place}${search}`,
    place: row.place,
    section: row.section,
    externalId: row.externalId,
    question: row.question,
    allowed,
    hasComment: row.commentColumn !== null,
    /** What becomes of the comment, where that isn’t plain. */
    commentHint: questionnaire.format === "json" ? VSAQ_COMMENT : null,
    state: row.state,
    version: row.version,
    answer: filled.answer,
    comment: filled.comment,
    note: row.note ?? "",
    noteConstraint: formConstraint(noteQuestionSchema),
    assignee: reviewers.find(({ id }) => id === row.assigneeId)?.name ?? null,
    assigneeId: row.assigneeId,
    isMine: row.assigneeId === me,
    reviewers: reviewers.map(({ id, name }) => ({
      value: id,
      label: id === me ? `${name} (you)` : name,
    })),
    saved: savedWords(row, org.timeZone),
    proposals: shownProposals,
    /** The internal proposal that somebody is about to accept. */
    telling: asked?.isInternal ? asked : null,
    /** What is put into the form, and whether the account sees nothing of it. */
    used: used === undefined ? null : { id: used.id, isInternal: used.isInternal },
    tellsInternal: tellsInternal(account?.name ?? null),
    candidates: candidates.map(({ id, shortAnswer, source: _source, ...candidate }) => ({
      ...candidate,
      id,
      shortAnswer: shortAnswerWords(shortAnswer),
      use: `${page}/questions/${row.place}?${new URLSearchParams([...kept, ["use", id]])}`,
    })),
    previous: questionAt(beside.previous),
    next: questionAt(beside.next),
  };
}

function savedWords({ changedAt, changedBy }: QuestionnaireRow, timeZone: string): string | null {
  return changedAt === null
    ? null
    : `Saved by ${changedBy ?? ""} on ${formatMoment(changedAt, timeZone)}.`;
}

interface Desk extends StaffDesk, StaffInOrg {
  questionnaire: Questionnaire;
  row: QuestionnaireRow;
  query: URLSearchParams;
}

/** Saves an answer, accepts a proposal or skips the question, and leads to the next one. */
export async function answerQuestion(
  args: { request: Request; context: Context; pattern: string },
  at: Place,
) {
  const { context, request } = args;
  const staff = await requireStaff(context, "accounts:review");
  const shown = await found(context, staff.org.id, at);
  if (shown === null) throw goneBefore("This question", QUESTIONNAIRES_PAGE);
  const query = new URL(request.url).searchParams;
  const page = `${QUESTIONNAIRES_PAGE}/${shown.questionnaire.id}/questions/${shown.row.place}`;
  const desk: Desk = { ...staff, ...shown, context, page, query };
  return refusedOr(
    await pressed(args, BUTTONS, desk, { nameIn: (form) => form.get("intent") ?? "save" }),
  );
}

/** What is said where a colleague saved first: their answer stands beside what was typed. */
const WORDS = {
  answers(error: unknown, { refuse }: Pick<Accepted<unknown>, "refuse">) {
    if (error instanceof TellsInternal)
      return refuse({ fields: { told: ["Confirm this, or enter an answer of your own"] } });
    if (!(error instanceof RowChanged)) return undefined;
    const { changedBy, answer, comment, note } = error.saved;
    const theirs = [answer, comment].filter(Boolean).join(" – ") || "no answer";
    const noted = note === null ? "" : ` Its note is: ${note}`;
    return refuse(
      {
        form: [
          `${changedBy ?? "Someone else"} saved this question after you opened it: ${theirs}.${noted} Open it again to continue from there.`,
        ],
      },
      { status: 409 },
    );
  },
};

const BUTTONS: Readonly<
  Record<"save" | (typeof QUESTION_BUTTONS)[number], PageButton<Desk, Response | FormAnswer>>
> = {
  save: pageButton(answerSchema, save, WORDS),
  take: pageButton(takeSchema, take, WORDS),
  skip: pageButton(skipSchema, skip, WORDS),
  assign: pageButton(assignQuestionsSchema, assign),
  note: pageButton(noteQuestionSchema, saveNote, WORDS),
};

async function saved(desk: Desk, version: number, saving: RowAnswer): Promise<Response> {
  const { context, org, session, questionnaire, row, query } = desk;
  const { store, now } = context.get(servicesContext);
  await store.write((trx) =>
    saveRow(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      { questionnaireId: questionnaire.id, place: row.place, version },
      saving,
    ),
  );
  const filter = questionFilter(query);
  const kept = questionParams(filter);
  const { next } = await neighbors(store.read, org.id, row, filterFor(desk, filter));
  const list = `${QUESTIONNAIRES_PAGE}/${questionnaire.id}`;
  const to = next === null ? list : `${list}/questions/${next}`;
  return redirectWithFlash(context, `${to}${kept.size > 0 ? `?${kept}` : ""}`, "Saved.");
}

function save(desk: Desk, { value }: Accepted<z.output<typeof answerSchema>>): Promise<Response> {
  const { version, answer, comment, used, told: isTold } = value;
  const proposed = proposalsOf(desk.row).find(
    (proposal) => proposal.answer === answer && proposal.comment === comment,
  );
  // It is named by its id: what is related may be another thing by now.
  const named = used === undefined ? undefined : sourceNamed(used);
  const source = proposed === undefined ? named : sourceOf(proposed);
  return saved(desk, version, {
    state: proposed === undefined ? "edited" : "accepted",
    answer,
    comment,
    isTold,
    ...(source === undefined ? {} : { source }),
    ...(proposed === undefined
      ? {}
      : { cited: citedBy(proposed), wasInternal: proposed.wasInternal === true }),
  });
}

async function take(
  desk: Desk,
  { value: { version, proposal, told: isTold }, refuse }: Accepted<z.output<typeof takeSchema>>,
): Promise<Response | FormAnswer> {
  const taken = proposalsOf(desk.row)[proposal];
  if (taken === undefined) return refuse({ form: ["This proposal no longer exists."] });
  const { answer, comment } = taken;
  const [source, cited] = [sourceOf(taken), citedBy(taken)];
  const wasInternal = taken.wasInternal === true;
  const saving = {
    state: "accepted",
    answer,
    comment,
    source,
    cited,
    wasInternal,
    isTold,
  } as const;
  try {
    return await saved(desk, version, saving);
  } catch (error) {
    if (!(error instanceof TellsInternal)) throw error;
    const kept = questionParams(questionFilter(desk.query));
    kept.set("tell", String(proposal));
    return redirect(`${desk.page}?${kept}`, { status: 303 });
  }
}

function skip(
  desk: Desk,
  { value: { version } }: Accepted<z.output<typeof skipSchema>>,
): Promise<Response> {
  const { answer, comment } = desk.row;
  return saved(desk, version, { state: "skipped", answer, comment });
}

/** The question again, with what the list is narrowed to. */
function again({ context, page, query }: Desk, said: string): Response {
  const kept = questionParams(questionFilter(query));
  return redirectWithFlash(context, `${page}${kept.size > 0 ? `?${kept}` : ""}`, said);
}

async function assign(
  desk: Desk,
  { value: { assignee } }: Accepted<z.output<typeof assignQuestionsSchema>>,
): Promise<Response> {
  const { context, questionnaire, row } = desk;
  const which = { place: row.place };
  const assigned = await assignTo(context, desk, questionnaire.id, which, assignee);
  const { reviewer } = assigned;
  return again(
    desk,
    reviewer === null
      ? "Unassigned."
      : `Assigned to ${reviewer.id === desk.session.staff.id ? "you" : reviewer.name}.`,
  );
}

async function saveNote(
  desk: Desk,
  { value }: Accepted<z.output<typeof noteQuestionSchema>>,
): Promise<Response> {
  const { context, org, session, questionnaire, row } = desk;
  const { store, now } = context.get(servicesContext);
  await store.write((trx) =>
    noteQuestion(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      { questionnaireId: questionnaire.id, place: row.place, version: value.version },
      value.note,
    ),
  );
  return again(desk, "Note saved.");
}
