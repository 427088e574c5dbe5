import { isWeak } from "#model/search/weak.ts";
import type { SearchType } from "#model/search.ts";
import type { Asked } from "./asked.ts";
import { nearest } from "./candidates.ts";
import { goesByName, isOfKind, isSaidToAskers, namesIn } from "./fitting.ts";
import { nearStems } from "./near-words.ts";
import { isAspect, isGeneral } from "./general-words.ts";
import { type AskedFor, askedFor, type Kind, plainWords } from "./kinds.ts";
import {
  type AskedPart,
  isAskedIn,
  isIn,
  isInOwnWords,
  isMeantIn,
  type Passage,
  stemsOf,
} from "./quoting.ts";
import { type About, type Reading, readingOf, type Sentence } from "./reading.ts";
import {
  isOfOtherActor,
  isOfOtherParty,
  isOfOtherPredicate,
  isPermission,
} from "./same-question.ts";
import { isCounted, isOnlyCounted } from "./counting.ts";

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
    "longest biggest largest only solely exclusively same identical equal"
  ).split(" "),
);

const WAS = /^(?:was|were|did|had)$/;
const PAST = new Set("past previous previously ever".split(" "));

/** What sets things apart or beside each other: what asks for it must say it. */
const APARTING = new Set("different each every all per another other separate outside".split(" "));
/** How many of the first words say when it is. */
const BEGUN = 4;
/** Whom a title names is what its text is of. */
const PEOPLE = new Set(stemsOf("team officer committee board group"));
/** Who asks for what to do. */
const ASKER = new Set("i my me we".split(" "));
/** Where another term for a title is asked, it stands so far before the next thing. */
const LEAST_AHEAD = 1.5;

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
  const [first, second] = near.filter(
    ({ place }) => !LOOSE.has(passages[place]?.type ?? "documents"),
  );
  const passage = passages[first?.place ?? -1];
  if (first === undefined || passage === undefined || !TITLED.has(passage.type)) return null;
  const reading = yield* readingOf(passage);
  const called = calledBy(reading.about, parts);
  const standing = passage.type === "knowledge base" ? headingOf(passage) : reading.about.title;
  const own = new Set(parts.flatMap(({ ways }) => ways[0] ?? []));
  const isAsked = !standing.every(isWeak) && standing.every((stem) => own.has(stem));
  if (!isAsked && called.length === 0) return null;
  const title = [...standing, ...called];
  const isThere = (part: AskedPart, { stems }: Sentence) =>
    isMeantIn(part, title) || isMeantIn(part, stems);
  const isOpen = isOfOpenKind(asksFor);
  // A number, a name or a place stands in one sentence.
  const sentence = isOpen
    ? quotedOf(passage, reading, (one) => parts.filter((part) => isThere(part, one)).length)
    : first.best;
  if (sentence === null || !isCounted(asksFor, sentence.text)) return null;
  if (isOnlyCounted(asksFor, sentence.text)) return null;
  if (isOfOtherPredicate(asked, [...title, ...sentence.stems])) return null;
  const isSaid = parts.every((part) => isThere(part, sentence) || !isTelling(part));
  // A name has to stand in the text itself.
  if (!isSaid || !isFitting(asked, passage, sentence, standing)) return null;
  if (isAsked) return { place: first.place, sentence };
  // Another term for the title: it has to be sure in other ways, too.
  const isAhead = first.score >= (second?.score ?? 0) + LEAST_AHEAD;
  const isAll = parts.every((part) => part.weight < 1 || isThere(part, sentence));
  // One word alone stands beside anything.
  return isAhead &&
    ((isOpen && called.length > 1) || isAll) &&
    isJustThat(asked, passage, sentence, title)
    ? { place: first.place, sentence }
    : null;
}

/**
 * Whether what is quoted below a title is just what is asked, though the title has it in other words: of
 * what is, of no people that nobody asked of, with the name that is asked for.
 */
export function isJustThat(
  asked: Asked,
  { heading }: Passage,
  sentence: Sentence,
  title: readonly string[],
): boolean {
  const { asksFor, parts } = asked;
  const words = new Set(plainWords(`${heading} ${sentence.text}`));
  const people = stemsOf(heading).at(-1) ?? "";
  const own = parts.flatMap(({ ways }) => ways[0] ?? []);
  // What somebody does with an account of theirs is no rule of the company's.
  if (asksFor.words.some((word) => ASKER.has(word)) && !isSaidToAskers(sentence.text)) return false;
  return (
    !asksFor.words.slice(0, BEGUN).some((word) => WAS.test(word)) &&
    !asksFor.words.some((word) => APARTING.has(word) && !words.has(word)) &&
    !(PEOPLE.has(people) && title.includes(people) && !own.includes(people)) &&
    !isOnlyCounted(asksFor, sentence.text) &&
    isNamedIn(asked, sentence)
  );
}

/** Whether what is asked for by its name stands in a text, or the text names something. */
function isNamedIn({ asksFor, parts, ownNames }: Asked, { text, stems }: Sentence): boolean {
  const isSaid = (stem: string) => [stem, ...nearStems(stem)].some((one) => stems.includes(one));
  const noun = asksFor.noun.flatMap(stemsOf);
  if (noun.every(isSaid)) return true;
  // By another term it may be something wider: 'accessibility' for 'which assistive technology'.
  const isTerm = ({ ways: [own = [], ...others] }: AskedPart) =>
    own.length > 1 &&
    others.length > 0 &&
    own.every((stem) => noun.includes(stem)) &&
    !isIn([own], stems);
  if (parts.some(isTerm)) return false;
  return (
    goesByName(asksFor) &&
    namesIn(text, ownNames).some((name) => !stemsOf(name).every((stem) => isAskedIn(stem, parts)))
  );
}

/** Whether something is asked that is no number, name or place. */
export function isOfOpenKind({ kinds }: AskedFor): boolean {
  return kinds.every((kind) => OPEN.has(kind));
}

/** Whether it is asked what was. */
export function asksOfThePast({ isOfPast, words }: AskedFor): boolean {
  return isOfPast || WAS.test(words[0] ?? "") || words.some((word) => PAST.has(word));
}

/** The stems of other terms for a standard title that a question asks in its own words. */
function calledBy({ others }: About, parts: readonly AskedPart[]): readonly string[] {
  const own = new Set(parts.flatMap(({ ways }) => ways[0] ?? []));
  return others
    .filter((words) => words.every((stem) => own.has(stem)) && !words.every(isWeak))
    .flat();
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
