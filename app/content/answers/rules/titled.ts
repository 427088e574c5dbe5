import { isWeak } from "#model/search/weak.ts";
import type { SearchType } from "#model/search.ts";
import type { Asked } from "./asked.ts";
import { nearest } from "./candidates.ts";
import { isOfKind } from "./fitting.ts";
import { isAspect, isGeneral } from "./general-words.ts";
import { type AskedFor, askedFor, type Kind, plainWords } from "./kinds.ts";
import { type AskedPart, isInOwnWords, isMeantIn, type Passage, stemsOf } from "./quoting.ts";
import { type Reading, readingOf, type Sentence } from "./reading.ts";
import { isOfOtherActor, isOfOtherParty, isPermission } from "./same-question.ts";
import { isCounted, isOnlyCounted } from "./sentences.ts";

/**
 * What a title says is just what is asked: 'Separation of Duties' to 'How do you ensure separation of
 * duties?'. Then what stands below it answers, though it need not repeat what is asked.
 */

/** What asks whether something is, how it is, or what it is: no number, name or place. */
const OPEN: ReadonlySet<Kind> = new Set(["yesno", "way", "thing", "other"]);
/** Rows of lists name much, and files and news have titles that say less than they do. */
export const TITLED: ReadonlySet<SearchType> = new Set([
  "trust center content",
  "knowledge base",
  "controls",
]);
const LOOSE: ReadonlySet<SearchType> = new Set(["documents", "webpage", "trust center updates"]);
/** What sets two things side by side: what asks for it must be said. */
const COMPARING = new Set(
  (
    "longer shorter more less fewer later earlier instead fee free charge failed refused rejected extra ever average " +
    "longest biggest largest only solely exclusively"
  ).split(" "),
);

/** What says that something was. */
export const WAS = /^(?:was|were|did|had)$/;
const PAST = new Set("past previous previously ever".split(" "));

/** A passage whose title is what is asked, with what is quoted of it. */
export interface Titled {
  /** Its place among the passages. */
  place: number;
  sentence: Sentence;
}

/**
 * What stands below the title that is asked; null where none is.
 * @param passages what the viewer may read
 */
export function* titledPassage(
  asked: Asked,
  passages: readonly Passage[],
): Generator<undefined, Titled | null, void> {
  const { parts, asksFor } = asked;
  // A title says what is, not what was or is not.
  if (asksFor.isNegated || asksOfThePast(asksFor)) return null;
  // What may be done is seldom said below a title.
  if (asksFor.kinds.includes("yesno") && isPermission(asksFor)) return null;
  const near = yield* nearest(asked, passages);
  const first = near.find(({ place }) => !LOOSE.has(passages[place]?.type ?? "documents"));
  const passage = passages[first?.place ?? -1];
  if (first === undefined || passage === undefined || !TITLED.has(passage.type)) return null;
  const reading = yield* readingOf(passage);
  const title = passage.type === "knowledge base" ? headingOf(passage) : reading.about.title;
  const own = new Set(parts.flatMap(({ ways }) => ways[0] ?? []));
  if (title.every(isWeak) || !title.every((stem) => own.has(stem))) return null;
  const isThere = (part: AskedPart, { stems }: Sentence) =>
    isMeantIn(part, title) || isMeantIn(part, stems);
  const isOpen = isOfOpenKind(asksFor);
  // A number, a name or a place stands in one sentence.
  const sentence = isOpen
    ? quotedOf(passage, reading, (one) => parts.filter((part) => isThere(part, one)).length)
    : first.best;
  if (sentence === null || !isCounted(asksFor, sentence.text)) return null;
  if (isOnlyCounted(asksFor, sentence.text)) return null;
  const isSaid = parts.every((part) => isThere(part, sentence) || !isTelling(part));
  return isSaid && isFitting(asked, passage, sentence, title)
    ? { place: first.place, sentence }
    : null;
}

/** Whether something is asked that is no number, name or place. */
export function isOfOpenKind({ kinds }: AskedFor): boolean {
  return kinds.every((kind) => OPEN.has(kind));
}

/** Whether it is asked what was. */
export function asksOfThePast({ isOfPast, words }: AskedFor): boolean {
  return isOfPast || WAS.test(words[0] ?? "") || words.some((word) => PAST.has(word));
}

/** The stems of the question that an entry answers. */
export function headingOf({ stems, heading }: Passage): readonly string[] {
  return stems?.heading ?? stemsOf(heading);
}

/** Whether a part has to be said below a title, too. */
function isTelling({ ways: [words = []], weight, isStressed }: AskedPart): boolean {
  return words.some(isAspect) || isStressed === true || (weight === 1 && !isGeneral(words));
}

/** What of a passage is quoted below its title: all of it where it is short, else what has most of the question. */
function quotedOf(
  { type, text }: Passage,
  { whole, said }: Reading,
  countOf: (sentence: Sentence) => number,
): Sentence | null {
  if (type === "knowledge base") return text === "" ? null : { text, stems: stemsOf(text) };
  if (whole !== null) return whole;
  let best: { sentence: Sentence; count: number } | null = null;
  for (const sentence of said) {
    const count = countOf(sentence);
    if (best === null || count > best.count) best = { sentence, count };
  }
  return best?.sentence ?? null;
}

/** Whether what is quoted is of the kind that is asked for, of the same things and people. */
export function isFitting(
  asked: Asked,
  { type, heading }: Passage,
  { text, stems }: Sentence,
  title: readonly string[],
): boolean {
  const { parts, asksFor, ownNames, question } = asked;
  const theirs = type === "knowledge base" ? askedFor(heading) : null;
  // What somebody may do says nothing of what the company does.
  if (theirs !== null && (isPermission(theirs) || isOfOtherActor(asked, heading))) return false;
  const isKind =
    isOfKind(text, asksFor, ownNames) ||
    theirs?.kinds.some((kind) => asksFor.kinds.includes(kind)) === true;
  const all = [...title, ...stems];
  const isNamed = parts.every(
    (part) => part.isName !== true || isInOwnWords([part], all, { title }),
  );
  const words = new Set(plainWords(`${heading} ${text}`));
  return (
    isKind &&
    isNamed &&
    !(asksFor.isOwn && !words.has("own")) &&
    !asksFor.words.some((word) => COMPARING.has(word) && !words.has(word)) &&
    !isOfOtherParty(question, `${heading} ${text}`)
  );
}
