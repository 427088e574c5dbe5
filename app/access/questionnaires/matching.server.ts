import type { Control } from "#content/controls/store/controls.server.ts";
import { loadControls } from "#content/controls/store/shown.server.ts";
import { dueAmong } from "#content/knowledge-base/store/reviews.server.ts";
import { plainLines } from "#content/files/letter/lines.ts";
import { Pace } from "#db/pace.ts";
import type { Reader } from "#db/store.ts";
import { QUESTIONNAIRES_PAGE, type AnswerSource, type Proposal } from "#model/questionnaires.ts";
import {
  questionKey,
  requirementKey,
  type FoundQuestion,
  type Layout,
} from "#model/questionnaires/layouts.ts";
import { isAmong, sourceOf } from "#model/questionnaires/sources.ts";
import { keptMarkdown } from "#platform/files/store/markdown.server.ts";
import { seenEntries, type StoredEntry } from "#visibility/store/faq.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { filledAgain, filledFrom } from "./rules/filling.ts";
import { earlierAnswers, type EarlierAnswer } from "./store/earlier-answers.server.ts";
import { internalAmong } from "./store/internal-sources.server.ts";
import type { ProposedQuestion } from "./store/questionnaires.server.ts";

/** So many are proposed for one question. */
const MOST = 5;
/** So many texts are looked up at once: no more than a page may draw. */
const AT_ONCE = 50;

/**
 * Questions with what the company's own words propose for them, in this order: the same id in a file of
 * the same shape that was answered before, the same question there or in the FAQ, controls that answer
 * a requirement of the row. Nothing is guessed. What is internal is proposed to the team behind the
 * rest, and never fills a draft.
 * @param scope what the questionnaire's account may see
 * @param team what the team sees of the same product
 */
export async function proposedFor(
  { scope, team }: { scope: PageScope; team: PageScope },
  { layout, fingerprint }: { layout: Layout; fingerprint: string },
  questions: readonly FoundQuestion[],
): Promise<ProposedQuestion[]> {
  const { db, org } = scope;
  const [earlier, entries, controls, internal] = await Promise.all([
    earlierAnswers(db, org, questions),
    seenEntries(scope),
    loadControls(scope),
    internalTexts(team),
  ]);
  const keys = new Set(questions.map(({ question }) => questionKey(question)));
  const due = await dueAmong(
    db,
    org,
    [...entries, ...internal.entries].filter(({ question }) => keys.has(questionKey(question))),
    scope.now,
  );
  const internalNow = await internalAmong(db, org.id, earlier.map(sourceOfAnswer));
  const isOfShape = (answer: EarlierAnswer) =>
    layout.shape === "own" ? answer.fingerprint === fingerprint : answer.shape === layout.shape;
  const byId = firstBy(earlier.filter(isOfShape), ({ externalId }) => externalId);
  const byText = firstBy(earlier, (answer) => answer.questionKey);
  const keyOfEntry = ({ question }: StoredEntry) => questionKey(question);
  const faq = firstBy(entries, keyOfEntry);
  const internalFaq = firstBy(internal.entries, keyOfEntry);
  const plain = await plainTexts(
    db,
    org.id,
    [...faq, ...internalFaq].flatMap(([key, { answer }]) => (keys.has(key) ? [answer] : [])),
  );
  const byRequirement = new Map<string, Control[]>();
  for (const control of [...controls, ...internal.controls])
    for (const requirement of control.requirements) {
      const key = requirementKey(requirement);
      byRequirement.set(key, [...(byRequirement.get(key) ?? []), control]);
    }
  const pace = new Pace();
  const proposed: ProposedQuestion[] = [];
  for (const question of questions) {
    const key = questionKey(question.question);
    const found: Proposal[] = [];
    const before = (kind: "sameId" | "sameText", answer: EarlierAnswer | undefined) => {
      if (answer === undefined || found.some(({ to }) => to === placeOf(answer))) return;
      const filled = filledAgain(answer, question);
      const wasInternal = answer.toldInternal === 1;
      found.push({
        kind,
        reason:
          kind === "sameId"
            ? `Question ${question.externalId} got this answer in ${answer.fileName}.`
            : `The same question got this answer in ${answer.fileName}.`,
        to: placeOf(answer),
        ...filled,
        isSure:
          filled.answer !== "" && !wasInternal && !isAmong(sourceOfAnswer(answer), internalNow),
        source: sourceOfAnswer(answer),
        ...(wasInternal ? { wasInternal } : {}),
      });
    };
    if (question.externalId !== "") before("sameId", byId.get(question.externalId));
    if (key !== "") before("sameText", byText.get(key));
    for (const entry of key === "" ? [] : [faq.get(key), internalFaq.get(key)]) {
      if (entry === undefined) continue;
      const { shortAnswer, answer } = entry;
      const filled = filledFrom({ shortAnswer, text: plain.get(answer) ?? answer }, question);
      found.push({
        kind: "faq",
        reason: "Your FAQ answers the same question.",
        to: `/knowledge-base/${entry.id}`,
        ...filled,
        isSure: filled.answer !== "" && entry.access !== "internal",
      });
    }
    const named = new Set(
      question.requirements.flatMap((one) => byRequirement.get(requirementKey(one)) ?? []),
    );
    for (const control of [...named].slice(0, MOST)) {
      const { shortAnswer, title, description } = control;
      found.push({
        kind: "requirement",
        reason: `${control.reference} ${title} answers ${question.requirements.join(", ")}.`,
        to: `/controls/${control.id}`,
        ...filledFrom({ shortAnswer, text: description ?? title }, question),
        isSure: false,
      });
    }
    // What has to be reviewed first comes behind what is fresh.
    const isDue = (proposal: Proposal) => due.has(sourceOf(proposal).entryId ?? "");
    const ranked = [...found.filter((one) => !isDue(one)), ...found.filter(isDue)];
    proposed.push({ ...question, proposals: ranked.slice(0, MOST) });
    if (pace.isDue) await pace.breathe();
  }
  return proposed;
}

/** What only the team reads of a product's FAQ and controls. */
export async function internalTexts(
  team: PageScope,
): Promise<{ entries: StoredEntry[]; controls: Control[] }> {
  const [entries, controls] = await Promise.all([seenEntries(team), loadControls(team)]);
  return {
    entries: entries.filter(({ access }) => access === "internal"),
    controls: controls.filter(({ access }) => access === "internal"),
  };
}

function sourceOfAnswer({ usedEntryId, usedControlId }: EarlierAnswer): AnswerSource {
  return { entryId: usedEntryId, controlId: usedControlId };
}

/** Texts with what they say without their marks: a cell knows no Markdown. */
export async function plainTexts(
  db: Reader,
  orgId: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const plain = new Map<string, string>();
  const pace = new Pace();
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const some = texts.slice(at, at + AT_ONCE);
    const treeOf = await keptMarkdown(db, orgId, some);
    for (const text of some) {
      plain.set(text, plainLines(treeOf(text)));
      if (pace.isDue) await pace.breathe();
    }
  }
  return plain;
}

function placeOf({ questionnaireId, place }: EarlierAnswer): string {
  return `${QUESTIONNAIRES_PAGE}/${questionnaireId}/questions/${place}`;
}

/** The first of each key; the empty key has none. */
function firstBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  for (const one of list) {
    const key = keyOf(one);
    if (key !== "" && !found.has(key)) found.set(key, one);
  }
  return found;
}
