import { redirect, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";
import { findMember } from "#auth/accounts/store/members.server.ts";
import { requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import { QUESTIONNAIRES_PAGE, type QUESTIONNAIRE_BUTTONS } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { formatDate } from "#values/dates.ts";
import { formatMoment } from "#values/moments.ts";
import { pageAsked } from "#values/page-query.ts";
import { buttonAction, goneBefore } from "#web/forms/button.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import {
  changeButton,
  NO_FIELDS,
  pageButton,
  type PageButton,
  pressed,
  refusedOr,
  type StaffDesk,
} from "#web/forms/page-buttons.ts";
import { releaseToAccount } from "../release.server.ts";
import { withdrawRelease } from "../store/releases.server.ts";
import { loadReleases } from "./releases-data.ts";
import { questionFilter, questionParams } from "../forms/questionnaire-query.ts";
import {
  acceptSure,
  rowsPage,
  sectionsOf,
  stateCounts,
  sureCount,
} from "../store/question-rows.server.ts";
import {
  findQuestionnaire,
  finishQuestionnaire,
  removeQuestionnaire,
  reopenQuestionnaire,
  type Questionnaire,
} from "../store/questionnaires.server.ts";

type Context = Readonly<RouterContextProvider>;

/** How much of a text a list holds. */
const SHOWN = 300;

/** What the page of a questionnaire shows. @throws the missing page; a redirect to its columns */
export async function loadQuestionnaire(context: Context, id: string, query: URLSearchParams) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store } = context.get(servicesContext);
  const found = await findQuestionnaire(store.read, org.id, id);
  if (found === null) throw notFound();
  const page = `${QUESTIONNAIRES_PAGE}/${id}`;
  if (found.layoutJson === null) throw redirect(`${page}/columns`, { status: 303 });
  const filter = questionFilter(query);
  const [states, sections, shown, about, sure, releases] = await Promise.all([
    stateCounts(store.read, org.id, id),
    sectionsOf(store.read, org.id, id),
    rowsPage(store.read, org.id, id, filter, pageAsked(query.get("page"))),
    aboutOf(context, org, found),
    sureCount(store.read, org.id, id),
    loadReleases(context, org, found),
  ]);
  const kept = questionParams(filter);
  const { rows, ...counts } = shown;
  return {
    failed: formFailed(context),
    page,
    fileName: found.fileName,
    filter,
    states,
    sections,
    about,
    sure,
    releases,
    isFinished: found.finishedAt !== null,
    hasFile: found.blobHash !== null,
    answered: states.accepted + states.edited,
    counts: { ...counts, all: Object.values(states).reduce((sum, count) => sum + count, 0) },
    rows: rows.map(({ id: rowId, place, externalId, question, answer, comment, state }) => ({
      id: rowId,
      to: `${page}/questions/${place}${kept.size > 0 ? `?${kept}` : ""}`,
      externalId,
      question: question.slice(0, SHOWN),
      answer: answer.slice(0, SHOWN),
      comment: comment.slice(0, SHOWN),
      state,
    })),
  };
}

/** What is said of a questionnaire beside its questions. */
async function aboutOf(context: Context, org: StaffInOrg["org"], questionnaire: Questionnaire) {
  const { accountId, memberId, dueOn, note, finishedAt, finishedBy, createdAt } = questionnaire;
  const { read } = context.get(servicesContext).store;
  const account = accountId === null ? null : await findAccount(read, org.id, accountId);
  const member = memberId === null ? null : await findMember(read, org.id, memberId);
  const origin =
    memberId === null
      ? `Added by ${questionnaire.createdBy}`
      : member === null
        ? "Sent by someone who is no longer a member"
        : `Sent by ${`${member.firstName} ${member.lastName}`.trim() || member.email}`;
  const facts = [
    account?.name ?? "No account",
    dueOn === null ? null : `Due ${formatDate(dueOn, org.timeZone)}`,
    `${origin} on ${formatMoment(createdAt, org.timeZone)}`,
    finishedAt === null
      ? null
      : `Finished by ${finishedBy ?? ""} on ${formatMoment(finishedAt, org.timeZone)}`,
  ];
  return { note, facts: facts.filter((fact): fact is string => fact !== null) };
}

type Desk = StaffDesk & StaffInOrg & { questionnaire: Questionnaire };

/** Does what one of the page's buttons says. */
export async function answerQuestionnaire(
  args: { request: Request; context: Context; pattern: string },
  id: string,
) {
  const { context } = args;
  const staff = await requireStaff(context, "accounts:review");
  const found = await findQuestionnaire(context.get(servicesContext).store.read, staff.org.id, id);
  if (found === null) throw goneBefore("This questionnaire", QUESTIONNAIRES_PAGE);
  const page = `${QUESTIONNAIRES_PAGE}/${id}`;
  const desk: Desk = { ...staff, context, page, questionnaire: found };
  return refusedOr(await pressed(args, BUTTONS, desk));
}

const BUTTONS: Readonly<
  Record<(typeof QUESTIONNAIRE_BUTTONS)[number], PageButton<Desk, Response>>
> = {
  accept: changeButton({
    run: (write, _value, { questionnaire }: Desk) => acceptSure(write, questionnaire.id),
    done: (count) => `Accepted ${count} ${count === 1 ? "answer" : "answers"}.`,
    isAlone: true,
  }),
  finish: changeButton({
    run: (write, _value, { questionnaire }: Desk) => finishQuestionnaire(write, questionnaire.id),
    done: ({ fileName }) => `${fileName} is finished.`,
    isAlone: true,
  }),
  reopen: changeButton({
    run: (write, _value, { questionnaire }: Desk) => reopenQuestionnaire(write, questionnaire.id),
    done: ({ fileName }) => `${fileName} was reopened.`,
    isAlone: true,
  }),
  release: pageButton(NO_FIELDS, (desk: Desk) =>
    buttonAction(desk.context, desk.page, () => releaseToAccount(desk)),
  ),
  withdraw: changeButton({
    schema: z.object({ release: z.string().max(64).default("") }),
    run: (write, { release }, { questionnaire }: Desk) =>
      withdrawRelease(write, questionnaire.id, release),
    done: ({ fileName }) => `${fileName} was withdrawn.`,
    isAlone: true,
  }),
  remove: changeButton({
    run: (write, _value, { questionnaire }: Desk) => removeQuestionnaire(write, questionnaire.id),
    done: ({ fileName }) => `${fileName} was deleted.`,
    to: () => QUESTIONNAIRES_PAGE,
    isAlone: true,
  }),
};
