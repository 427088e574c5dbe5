import { isWeak } from "#model/search/weak.ts";
import { stands } from "#model/search/words.ts";
import type { Asked } from "./asked.ts";
import { nearest } from "./candidates.ts";
import { isOfKind } from "./fitting.ts";
import { isAspect, isGeneral } from "./general-words.ts";
import { isVague, nearStems } from "./near-words.ts";
import { type AskedPart, isIn, type Passage, stemsOf, WEAK_WEIGHT } from "./quoting.ts";
import { type Reading, readingOf, type Sentence } from "./reading.ts";
import {
  isEmpty,
  isKept,
  isOfOtherPredicate,
  isOfOtherSubject,
  isPermission,
} from "./same-question.ts";
import {
  asksOfThePast,
  headingOf,
  isFitting,
  isJustThat,
  isOfOpenKind,
  type Titled,
  TITLED,
} from "./titled.ts";

/**
 * A title that says most of what is asked, with a text that stands far before the next one: then what
 * stands below it answers, though some of the question's words stand nowhere in it. Each part of the
 * question counts by how sure it stands there, and by how much it says.
 */

/** How sure a part stands in a text: by another term for it, by one that is nearly the same, word by word. */
const MEANT = 0.9;
const NEARLY = 0.8;
const APART = 0.8;
const NEARLY_APART = 0.65;
/** How much a part says that stands around anything, and one that says nothing. */
const GENERAL_WEIGHT = 0.4;
const SLIGHT_WEIGHT = 0.2;
const EMPTY_WEIGHT = 0.05;
/** So much of the question must stand in the title and the text, and so much of the title in the question. */
const LEAST_COVERED = 0.45;
const LEAST_TITLED = 0.5;
const LEAST_TITLED_OTHERWISE = 0.88;
/** What is less sure stands nowhere. */
const LEAST_SURE = 0.5;
/** It stands so far before the next thing that may be quoted below its title. */
const LEAST_AHEAD = 2.5;
/** A part that stands in fewer texts asks for what hardly anybody wrote of. */
const LEAST_TEXTS = 3;
/** What is done about a thing: each is something else than the others. */
const DONE = new Set(stemsOf("detect prevent respond recover report test train"));

/**
 * What stands below a title that is nearly what is asked; null where none is, or where another one is
 * nearly as near.
 * @param passages what the viewer may read
 */
export function* nearlyTitledPassage(
  asked: Asked,
  passages: readonly Passage[],
): Generator<undefined, Titled | null, void> {
  const { parts, asksFor } = asked;
  if (!isOfOpenKind(asksFor) || asksFor.kinds.includes("other") || asksOfThePast(asksFor))
    return null;
  if (asksFor.isNegated || asksFor.isOurs || asksFor.isForTelling || isPermission(asksFor))
    return null;
  const near = yield* nearest(asked, passages);
  const [first, second] = near.filter(({ place }) => TITLED.has(passages[place]?.type ?? "facts"));
  const passage = passages[first?.place ?? -1];
  // Alone, nothing shows how far it stands before others.
  if (first === undefined || passage === undefined || near.length < 2) return null;
  if (first.score < (second?.score ?? 0) + LEAST_AHEAD) return null;
  const reading = yield* readingOf(passage);
  const title = passage.type === "knowledge base" ? headingOf(passage) : reading.about.title;
  if (!isTitledEnough(title, parts) || isOfOtherDeed(title, parts)) return null;
  const sentence = quotedOf(asked, passage, reading);
  if (sentence === null) return null;
  const stems = [...title, ...reading.about.card, ...sentence.stems];
  if (isOfOtherSubject(asked, stems) || isOfOtherPredicate(asked, stems)) return null;
  const sure = parts.map((part) => sureIn(part, stems));
  const isMissing = (part: AskedPart, nth: number) =>
    (sure[nth] ?? 0) < LEAST_SURE && isNeeded(part, nth, passages);
  if (parts.some(isMissing)) return null;
  const weights = parts.map(weightOf);
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const covered = weights.reduce((sum, one, nth) => sum + one * (sure[nth] ?? 0), 0) / whole;
  if (covered < LEAST_COVERED || !isJustThat(asked, passage, sentence, title)) return null;
  return isFitting(asked, passage, sentence, title) ? { place: first.place, sentence } : null;
}

/** Whether a part that stands nowhere leaves the question open: a term, or what hardly a text speaks of. */
function isNeeded(part: AskedPart, nth: number, passages: readonly Passage[]): boolean {
  const own = part.ways[0] ?? [];
  if (own.some(isAspect) || part.isStressed === true) return true;
  if (part.weight < 1 || isGeneral(own) || own.every(isVague)) return false;
  let texts = 0;
  for (const { having } of passages) if (having?.[nth] !== false) texts += 1;
  return own.length > 1 || texts < LEAST_TEXTS;
}

/** Whether something else is done below a title than what is asked: what detects does not prevent. */
function isOfOtherDeed(title: readonly string[], parts: readonly AskedPart[]): boolean {
  const own = parts.flatMap(({ ways }) => ways[0] ?? []).filter((stem) => DONE.has(stem));
  const theirs = title.filter((stem) => DONE.has(stem));
  return own.length > 0 && theirs.length > 0 && !theirs.some((stem) => own.includes(stem));
}

/** How much a part of a question says of what is asked. */
function weightOf(part: AskedPart): number {
  const own = part.ways[0] ?? [];
  if (isEmpty(part) || isKept(part)) return EMPTY_WEIGHT;
  if (part.weight <= WEAK_WEIGHT) return SLIGHT_WEIGHT;
  return isGeneral(own) || own.every(isVague) ? GENERAL_WEIGHT : 1;
}

/** How sure a part of a question stands in a text. @param stems the text's */
function sureIn(
  { ways: [own = [], ...others], near, isName }: AskedPart,
  stems: readonly string[],
) {
  if (isIn([own], stems)) return 1;
  if (others.some((way) => stands(way, stems))) return MEANT;
  if (near.some((way) => stands(way, stems))) return NEARLY;
  if (isName === true) return 0;
  // The words of a term may stand apart, those that say little beside the others nowhere.
  const telling = own.filter((stem) => !isWeak(stem));
  const words = telling.length === 0 ? own : telling;
  const each = words.map((word) => {
    if (stems.includes(word)) return APART;
    return nearStems(word).some((other) => stems.includes(other)) ? NEARLY_APART : 0;
  });
  return Math.min(...each);
}

/**
 * Whether a title speaks of what is asked: most of it is asked, in the question's own words, or all of it.
 * @param title its stems
 */
function isTitledEnough(title: readonly string[], parts: readonly AskedPart[]): boolean {
  const sureOf = (stem: string) =>
    Math.max(
      ...parts.map(({ ways: [own = [], ...others], near, isName }) => {
        if (own.includes(stem)) return 1;
        if (others.some((way) => way.includes(stem) && stands(way, title))) return MEANT;
        if (near.some((way) => way.includes(stem))) return NEARLY;
        const isNear = own.some((word) => !isWeak(word) && nearStems(word).includes(stem));
        return isName !== true && isNear ? NEARLY_APART : 0;
      }),
    );
  const sure = title.map(sureOf);
  let [whole, asked] = [0, 0];
  for (const [nth, stem] of title.entries()) {
    const weight = isWeak(stem) ? WEAK_WEIGHT : 1;
    whole += weight;
    asked += weight * (sure[nth] ?? 0);
  }
  const titled = whole === 0 ? 0 : asked / whole;
  // Other terms alone lead to other subjects, most of all to what has one word for its title.
  return sure.includes(1)
    ? titled >= LEAST_TITLED
    : title.length > 1 && titled >= LEAST_TITLED_OTHERWISE;
}

/** What of a passage is quoted: all of it where it is short, else the sentence that has most of the question. */
function quotedOf(
  { parts, asksFor, ownNames }: Asked,
  { type, text }: Passage,
  { whole, said }: Reading,
): Sentence | null {
  if (type === "knowledge base") return text === "" ? null : { text, stems: stemsOf(text) };
  if (whole !== null) return whole;
  let best: { sentence: Sentence; score: number } | null = null;
  for (const sentence of said) {
    if (!isOfKind(sentence.text, asksFor, ownNames)) continue;
    const score = parts.reduce((sum, part) => sum + part.weight * sureIn(part, sentence.stems), 0);
    if (best === null || score > best.score) best = { sentence, score };
  }
  return best?.sentence ?? null;
}
