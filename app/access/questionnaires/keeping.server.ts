import type { RouterContextProvider } from "react-router";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";
import { FAQ_LIMITS, faqSaid } from "#content/knowledge-base/forms/faq-fields.ts";
import { faqSubject } from "#content/knowledge-base/store/entry-history.server.ts";
import {
  addFaqEntry,
  findFaqEntry,
  updateFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import { newId } from "#db/ids.ts";
import { Refused } from "#db/refusals.ts";
import { TABLE_SOURCE } from "#model/knowledge-base.ts";
import { shortAnswerNamed, type ShortAnswer } from "#model/short-answers.ts";
import { servicesContext } from "#platform/context.ts";
import { keepAll } from "#platform/files/markdown/keep-markdown.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { entryEdit } from "#web/staff/editing/entry-edit.ts";
import type { FaqChoice } from "./forms/faq-choices.ts";
import { isAnyInternal } from "./store/internal-sources.server.ts";
import { markKept } from "./store/kept-answers.server.ts";
import { findRow } from "./store/question-rows.server.ts";
import {
  findQuestionnaire,
  type Questionnaire,
  type QuestionnaireRow,
} from "./store/questionnaires.server.ts";

type Context = Readonly<RouterContextProvider>;
type Staff = Pick<StaffInOrg, "org" | "session">;

/** What an answer says as an entry of the FAQ. */
export interface FaqText {
  question: string;
  shortAnswer: ShortAnswer | null;
  answer: string;
}

/** An answer as an entry of the FAQ; null where it is too short for one. */
export function faqTextOf({
  question,
  answer,
  comment,
}: Pick<QuestionnaireRow, "question" | "answer" | "comment">): FaqText | null {
  const shortAnswer = shortAnswerNamed(answer);
  const text = shortAnswer !== null && comment !== "" ? comment : joined(answer, comment);
  const told = {
    question: question.replace(/\s+/g, " ").trim().slice(0, FAQ_LIMITS.question.max).trim(),
    shortAnswer,
    answer: text.slice(0, FAQ_LIMITS.answer.max).trim(),
  };
  return told.question.length < FAQ_LIMITS.question.min ||
    told.answer.length < FAQ_LIMITS.answer.min
    ? null
    : told;
}

function joined(answer: string, comment: string): string {
  return [answer, comment].filter(Boolean).join("\n\n");
}

/** How many entries were added, and how many have another answer. */
export interface Kept {
  added: number;
  replaced: number;
}

/**
 * Makes entries of the FAQ out of edited answers, all that was chosen or nothing. What somebody else
 * decided meanwhile stays as they decided it.
 * @throws Refused where the questionnaire is not finished, an entry was changed since it was shown, or
 *   an answer that is made of something internal would be published
 */
export async function keepAnswers(
  context: Context,
  staff: Staff,
  { id: questionnaireId }: Questionnaire,
  choices: readonly FaqChoice[],
): Promise<Kept> {
  const { org, session } = staff;
  const { store, now } = context.get(servicesContext);
  await keepTextsOf(context, org.id, questionnaireId, choices);
  return store.write(async (trx) => {
    const write: Write = { trx, orgId: org.id, by: actorOf(context, session), now: now() };
    const questionnaire = await findQuestionnaire(trx, org.id, questionnaireId);
    if (questionnaire === null || questionnaire.finishedAt === null)
      throw new Refused("Finish this questionnaire first.");
    const kept = { added: 0, replaced: 0 };
    for (const choice of choices) {
      if (choice.as === undefined) continue;
      const row = await findRow(trx, org.id, questionnaireId, choice.place);
      if (row === null || row.state !== "edited" || row.keptAs !== null) continue;
      const text = faqTextOf(row);
      if (choice.as === "here" || text === null) {
        await markKept(write, row.id, "here", null);
        continue;
      }
      const entryId =
        choice.as === "added"
          ? await added(context, staff, write, questionnaire, text)
          : await replaced(context, staff, write, choice, { text, row });
      await markKept(write, row.id, choice.as, entryId);
      kept[choice.as] += 1;
    }
    return kept;
  });
}

/** Nobody else writes while a transaction lasts: the texts are laid out before it. */
async function keepTextsOf(
  context: Context,
  orgId: string,
  questionnaireId: string,
  choices: readonly FaqChoice[],
): Promise<void> {
  const { store, now } = context.get(servicesContext);
  const texts: string[] = [];
  for (const { as, place } of choices) {
    if (as !== "added" && as !== "replaced") continue;
    const row = await findRow(store.read, orgId, questionnaireId, place);
    const text = row === null ? null : faqTextOf(row);
    if (text !== null) texts.push(text.answer);
  }
  const faults = await keepAll({ store, now }, orgId, texts);
  const [fault] = faults.values();
  if (fault !== undefined)
    throw new Refused("One of these answers can’t be shown as an FAQ entry. Add it by hand.");
}

async function added(
  context: Context,
  staff: Staff,
  { trx, orgId, now }: Write,
  { format, fileName }: Questionnaire,
  text: FaqText,
): Promise<string> {
  const id = newId();
  const values = {
    ...text,
    id,
    comment: null,
    topic: null,
    // What was said to one customer is the team's until somebody decides otherwise.
    access: "internal" as const,
    productIds: [],
    sourceType: TABLE_SOURCE,
    sourceSubtype: format,
    sourceName: fileName,
  };
  await recordChange(trx, entryEdit(context, staff, faqSubject, id), () =>
    addFaqEntry(trx, orgId, values, now),
  );
  return id;
}

async function replaced(
  context: Context,
  staff: Staff,
  { trx, orgId, now }: Write,
  { entry = "", seen }: FaqChoice,
  {
    text: { shortAnswer, answer },
    row: { usedEntryId: entryId, usedControlId: controlId, toldInternal },
  }: { text: FaqText; row: QuestionnaireRow },
): Promise<string> {
  const before = await findFaqEntry(trx, orgId, entry);
  if (before === null || before.modifiedAt !== seen)
    throw new Refused("Someone else changed or deleted an FAQ entry. Look at it, then try again.");
  const isInternal =
    toldInternal === 1 || (await isAnyInternal(trx, orgId, [{ entryId, controlId }]));
  if (before.access !== "internal" && isInternal)
    throw new Refused(
      "One of these answers tells something your portal keeps internal. Add it as a new entry instead.",
    );
  const said = faqSaid(before);
  const values = {
    question: said.question,
    shortAnswer: shortAnswer ?? said.shortAnswer,
    answer,
    comment: said.comment,
    topic: said.topic,
    access: said.access,
    favourite: said.favourite,
    productIds: said.productIds,
  };
  await recordChange(trx, entryEdit(context, staff, faqSubject, entry), () =>
    updateFaqEntry(trx, orgId, entry, values, now),
  );
  return entry;
}
