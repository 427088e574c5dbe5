import { redirect, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";
import { findMember } from "#auth/accounts/store/members.server.ts";
import { requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import { QUESTIONNAIRES_PAGE, type QUESTIONNAIRE_BUTTONS } from "#model/questionnaires.ts";
import { changedAnswers, documentsOf } from "#content/documents/store/standing-answers.server.ts";
import { allowedModel } from "#content/answers/asking.server.ts";
import type { Model } from "#content/answers/model.server.ts";
import { isoNow } from "#db/ids.ts";
import { Refused } from "#db/refusals.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { askDrafts, draftCounts, stopDrafts } from "../store/drafts.server.ts";
import { findOutage } from "../store/model-outages.server.ts";
import { reviewersOf } from "#access/access-requests/store/request-work.server.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formatDate } from "#values/dates.ts";
import { formatMoment } from "#values/moments.ts";
import { pageAsked } from "#values/page-query.ts";
import { buttonAction, goneBefore } from "#web/forms/button.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import {
  changeButton,
  pageButton,
  type PageButton,
  pressed,
  refusedOr,
  type StaffDesk,
} from "#web/forms/page-buttons.ts";
import { assignedWords, assignTo, filterFor } from "../assigning.server.ts";
import { answeredFileSchema, assignQuestionsSchema } from "../forms/questionnaire-forms.ts";
import { releaseToAccount } from "../release.server.ts";
import { takesSources } from "../rules/filling.ts";
import { keepingFault } from "../standing.server.ts";
import { withdrawRelease } from "../store/releases.server.ts";
import { loadReleases } from "./releases-data.ts";
import { questionFilter, questionParams } from "../forms/questionnaire-query.ts";
import { sectionsOf, stateCounts, sureCount } from "../store/question-counts.server.ts";
import { acceptSure, rowsPage } from "../store/question-rows.server.ts";
import { unkeptCount } from "../store/kept-answers.server.ts";
import {
  approveQuestionnaire,
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
  const staff = await requireStaff(context, "accounts:review");
  const { org } = staff;
  const { store, now } = context.get(servicesContext);
  const found = await findQuestionnaire(store.read, org.id, id);
  if (found === null) throw notFound();
  const page = `${QUESTIONNAIRES_PAGE}/${id}`;
  if (found.layoutJson === null) throw redirect(`${page}/columns`, { status: 303 });
  const filter = questionFilter(query);
  const me = staff.session.staff.id;
  const model = draftingModel(context, org);
  const [states, sections, shown, about, sure, releases, reviewers, edited, kept, drafts] =
    await Promise.all([
      stateCounts(store.read, org.id, id),
      sectionsOf(store.read, org.id, id),
      rowsPage(store.read, org.id, id, filterFor(staff, filter), pageAsked(query.get("page"))),
      aboutOf(context, org, found),
      sureCount(store.read, org.id, id),
      loadReleases(context, org, found),
      reviewersOf(store.read, org.id),
      found.finishedAt !== null && staff.permissions.has("kb:edit")
        ? unkeptCount(store.read, org.id, id)
        : 0,
      staff.permissions.has("files:view") ? keptDocuments(context, staff, id) : [],
      found.finishedAt === null ? draftCounts(store.read, org.id, id) : null,
    ]);
  const outage =
    model === null || drafts === null || drafts.waiting === 0
      ? null
      : await findOutage(store.read, model);
  const names = new Map(reviewers.map((one) => [one.id, one.id === me ? "you" : one.name]));
  const params = questionParams(filter);
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
    /** Edited answers that can go into the FAQ. */
    edited,
    documents: kept,
    drafts:
      drafts === null
        ? null
        : {
            ...drafts,
            mayAsk: model !== null,
            /** While the model doesn't respond: when it is asked again, where that is not now. */
            retryAt:
              outage === null || outage.retryAt <= isoNow(now())
                ? null
                : formatMoment(outage.retryAt, org.timeZone),
          },
    mayKeep:
      found.finishedAt !== null &&
      staff.permissions.has("files:edit") &&
      keepingFault(found, org) === null,
    approval: approvalOf(found, staff),
    reviewers: reviewers.map((one) => ({
      value: one.id,
      label: one.id === me ? `${one.name} (you)` : one.name,
    })),
    hasFile: found.blobHash !== null,
    takesSources: takesSources(found.format),
    /** Whoever gets the answers chooses what they leave as. */
    hasKinds: found.format === "pdf-text",
    answered: states.accepted + states.edited,
    counts: { ...counts, all: Object.values(states).reduce((sum, count) => sum + count, 0) },
    rows: rows.map(
      ({ id: rowId, place, externalId, question, answer, comment, state, ...row }) => ({
        id: rowId,
        to: `${page}/questions/${place}${params.size > 0 ? `?${params}` : ""}`,
        externalId,
        question: question.slice(0, SHOWN),
        answer: answer.slice(0, SHOWN),
        comment: comment.slice(0, SHOWN),
        state,
        assignee: names.get(row.assigneeId ?? "") ?? null,
        note: row.note?.slice(0, SHOWN) ?? null,
      }),
    ),
  };
}

/** The model that drafts answers here; null where there is none, or it may read nothing. */
function draftingModel(context: Context, org: StaffInOrg["org"]): Model | null {
  const { config } = context.get(servicesContext);
  return hasFeature(org, "genAi") ? allowedModel(config, org) : null;
}

/** The documents that it was kept as, with how many of their answers can be refreshed. */
async function keptDocuments(context: Context, { org, permissions }: StaffInOrg, id: string) {
  const { read } = context.get(servicesContext).store;
  const documents = await documentsOf(read, org.id, id);
  const mayRefresh = permissions.has("files:edit") && permissions.has("kb:edit");
  return Promise.all(
    documents.map(async (document) => ({
      id: document.id,
      name: document.originalName,
      changed: mayRefresh
        ? (await changedAnswers(read, org.id, document.id, document.blobHash)).length
        : 0,
    })),
  );
}

/**
 * Where the answers stand with a second person: nobody is wanted, somebody else has to look at them, or
 * this person can approve them.
 */
function approvalOf(
  { finishedAt, finishedByActor, approvedAt }: Questionnaire,
  { org, session }: Pick<StaffInOrg, "org" | "session">,
): "none" | "waiting" | "possible" {
  if (!org.customization.questionnairesNeedSecondPerson) return "none";
  if (finishedAt === null || approvedAt !== null) return "none";
  return finishedByActor === `staff:${session.staff.id}` ? "waiting" : "possible";
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
    questionnaire.approvedAt === null
      ? null
      : `Approved by ${questionnaire.approvedBy ?? ""} on ${formatMoment(questionnaire.approvedAt, org.timeZone)}`,
  ];
  const message = note === null ? "" : `${memberId === null ? "Note" : "Message"}: ${note}`;
  return { message, facts: facts.filter((fact): fact is string => fact !== null) };
}

type Desk = StaffDesk & StaffInOrg & { questionnaire: Questionnaire; query: URLSearchParams };

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
  const query = new URL(args.request.url).searchParams;
  const desk: Desk = { ...staff, context, page, questionnaire: found, query };
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
  draft: changeButton({
    run(write, _value, { context, org, session, questionnaire }: Desk) {
      const model = draftingModel(context, org);
      if (model === null) throw new Refused("The model is not turned on in Settings, Answers.");
      const asked = { staffId: session.staff.id, host: model.host };
      return askDrafts(write, questionnaire.id, asked);
    },
    done: (count) =>
      count === 1 ? "The model is drafting 1 answer." : `The model is drafting ${count} answers.`,
    isAlone: true,
  }),
  halt: changeButton({
    run: (write, _value, { questionnaire }: Desk) => stopDrafts(write, questionnaire.id),
    done: "Drafting stopped. Finished drafts are still here.",
    isAlone: true,
  }),
  assign: pageButton(assignQuestionsSchema, (desk: Desk, { value: { assignee } }) => {
    const { context, page, questionnaire } = desk;
    const filter = questionFilter(desk.query);
    const kept = questionParams(filter);
    const list = `${page}${kept.size > 0 ? `?${kept}` : ""}`;
    return buttonAction(context, list, async () => {
      const which = { filter: filterFor(desk, filter) };
      const assigned = await assignTo(context, desk, questionnaire.id, which, assignee);
      return redirectWithFlash(context, list, assignedWords(assigned, desk));
    });
  }),
  approve: changeButton({
    run: (write, _value, { questionnaire }: Desk) => approveQuestionnaire(write, questionnaire.id),
    done: ({ fileName }) => `You approved the answers of ${fileName}.`,
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
  release: pageButton(answeredFileSchema, (desk: Desk, { value: { sources, kind } }) =>
    buttonAction(desk.context, desk.page, () =>
      releaseToAccount(desk, { withSources: sources, kind }),
    ),
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
