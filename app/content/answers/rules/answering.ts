import type { SearchType } from "#model/search.ts";
import { isWeak } from "#model/search/weak.ts";
import { wordsOf } from "#model/search/words.ts";
import { SHORT_ANSWER_LABELS, type ShortAnswer } from "#model/short-answers.ts";
import type { Asked } from "./asked.ts";
import { isNumber, isOfKind, isSaidToAskers, namesIn } from "./fitting.ts";
import { type Kind, askedFor, NEGATIONS, plainWords } from "./kinds.ts";
import { nearStems } from "./near-words.ts";
import { answeredRows, isProse, isSaid } from "./prose.ts";
import {
  type AskedPart,
  type Passage,
  type Quote,
  isIn,
  isMeantIn,
  sentencesOf,
  stands,
  stemsOf,
} from "./quoting.ts";
import { isHarmless, isOfOtherActor, isSameAsked } from "./same-question.ts";

/**
 * Finds what answers a question among the company's own texts, word for word: nothing is invented.
 * An entry answers that asks the same, a sentence that speaks of all that is asked and says something
 * of the kind that is asked for. Yes and no are never read out of a text.
 */

/** As much of what is asked must stand in a sentence and its title. */
const LEAST_COVERED = 0.75;
/** A number belongs to what stands beside it: of what asks for one, more must be there. */
const MEASURES: ReadonlySet<Kind> = new Set(["rate", "date", "duration", "count"]);
const LEAST_MEASURED = 0.8;
const LEAST_OF_ENTRY = 0.6;
/** As many telling words stand there as they were asked: other terms lead to other subjects. */
const LEAST_OWN = 2 / 3;
/** One telling part that stands nowhere is forgiven from so many on, where one text has the others. */
const FORGIVING_FROM = 4;
/** The answer of a questionnaire to the very question. */
const ROW_SCORE = 1.2;
/** Shorter questions stand in longer ones by chance. */
const LEAST_ROW = 12;
/** Characters of a text of an item that is quoted as a whole. */
const SHORT_TEXT = 320;
/** A sentence below a title that says it all has so many words at least. */
const LEAST_WORDS = 4;
/** A number counts what stands so many words behind it at most. */
const COUNTED_WITHIN = 4;
/** Texts that name much beside what they are about. */
const UNSURE: ReadonlySet<SearchType> = new Set([
  "documents",
  "webpage",
  "trust center updates",
  "facts",
  "knowledge base",
]);
/** What a company answers in words of its own is the better answer. */
const PREFERENCE: Readonly<Record<SearchType, number>> = {
  "knowledge base": 0.25,
  "trust center content": 0.1,
  facts: 0.08,
  controls: 0.04,
  "trust center updates": -0.12,
  documents: -0.06,
  webpage: -0.1,
};

/**
 * What each passage says to a question, the best first; a step a passage and a sentence, since there
 * are hundreds.
 * @param passages what the viewer may read
 */
export function* rankedQuotes(
  asked: Asked,
  passages: readonly Passage[],
): Generator<undefined, Quote[], void> {
  const quotes: Quote[] = [];
  if (asked.parts.length === 0) return quotes;
  for (const [place, passage] of passages.entries()) {
    const best = entryQuote(asked, passage) ?? (yield* bestSentence(asked, passage));
    if (best !== null) quotes.push({ passage: place, ...best });
    yield;
  }
  return quotes.sort((a, b) => b.score - a.score || a.passage - b.passage);
}

type Said = Omit<Quote, "passage">;

/** An entry as a whole, where its question asks what is asked. */
function entryQuote(asked: Asked, passage: Passage): Said | null {
  const { type, heading, text } = passage;
  if (type !== "knowledge base" || text === "") return null;
  const { parts, asksFor, ownNames } = asked;
  const theirs = askedFor(heading);
  // What is asked in another way has to be said in the answer.
  const others = asksFor.kinds.filter((kind) => !theirs.kinds.includes(kind));
  const isFitting =
    others.every((kind) => theirs.kinds.some((own) => answers(own, kind))) &&
    isOfKind(
      text,
      { ...asksFor, kinds: others, isNegated: false, isOurs: false, isDuty: false },
      ownNames,
    );
  if (!isFitting || asksFor.isNegated !== theirs.isNegated) return null;
  // What its asker may do says nothing of what the company does.
  if (isPermission(theirs) && isOfOtherActor(asked, heading)) return null;
  const about = stemsOf(heading);
  const said = stemsOf(text);
  const headed = parts.filter(({ ways }) => isIn(ways, about));
  const found = parts.filter((part) => isMeantIn(part, about) || isMeantIn(part, said));
  const telling = parts.filter(({ weight }) => weight === 1);
  const [whole, sum, inHeading] = [weightOf(parts), weightOf(found), weightOf(headed)];
  if (inHeading === 0 || telling.some((part) => !found.includes(part))) return null;
  const isHeaded = telling.every((part) => headed.includes(part));
  if (!isHeaded && !isInOwnWords(telling, [...about, ...said])) return null;
  const beside = about.filter((stem) => !isAskedIn(stem, parts));
  const tellingOthers = beside.filter((stem) => !isWeak(stem) && !ownNames.has(stem)).length;
  const isNarrower = tellingOthers > 0 && tellingOthers >= telling.length;
  if (isNarrower || sum / whole < LEAST_OF_ENTRY) return null;
  if (asksFor.isOwn && ![...about, ...said].includes("own")) return null;
  if (asksFor.isOurs && !theirs.isOurs && !isSaidToAskers(text)) return null;
  // A question of nothing but weak words is answered where just that is asked.
  if (telling.length === 0 && (inHeading < whole || beside.length > 0)) return null;
  const isItself =
    isWhether(asked) && theirs.kinds.includes("yesno") && isSameAsked(asked, heading);
  return {
    ...withVerdict(passage, text, isItself),
    score: sum / whole + PREFERENCE[type] + 0.25 * (inHeading / whole) - 0.1 * tellingOthers,
  };
}

/** Whether an entry that asks in one way answers what is asked in another. */
function answers(theirs: Kind, asked: Kind): boolean {
  switch (asked) {
    case theirs:
    case "other":
      return true;
    case "yesno":
      return theirs === "way" || theirs === "thing";
    case "thing":
      return theirs === "who" || theirs === "where" || theirs === "count";
    case "where":
      return theirs === "thing";
    case "duration":
      return theirs === "date";
    case "date":
      return theirs === "duration";
    default:
      return false;
  }
}

/** Whether a question asks what somebody may do. */
function isPermission({ words: [first = ""] }: Asked["asksFor"]): boolean {
  return /^(?:can|may|could|must|might)$/.test(first);
}

function isWhether({ asksFor }: Asked): boolean {
  return asksFor.kinds.length === 1 && asksFor.kinds[0] === "yesno" && !asksFor.isNegated;
}

/** The best sentence of a passage, where one answers. */
function* bestSentence(asked: Asked, passage: Passage): Generator<undefined, Said | null, void> {
  const { type, heading, card = "" } = passage;
  const sentences = sentencesOf(passage.text);
  if (type === "documents") {
    const row = answeredRows(sentences).find(({ question }) =>
      isSameQuestion(question, asked.question),
    );
    if (row !== undefined) return { text: row.said, score: ROW_SCORE };
  }
  const title = titleOf(passage);
  const about: About =
    type === "documents" ? { title: [], card: [] } : { title: stemsOf(title), card: stemsOf(card) };
  const rate = rateOf(asked, passage, about);
  if (rate !== null) return rate;
  let best: Said | null = null;
  const said = saidIn(type, title, sentences);
  const whole = type === "trust center content" ? shortText(said) : null;
  for (const sentence of said) {
    yield;
    if (!isOfKind(sentence, asked.asksFor, asked.ownNames)) continue;
    const alone = sentenceScore(asked, about, { sentence, type });
    const score =
      alone ?? (whole === null ? null : sentenceScore(asked, about, { sentence, whole, type }));
    if (score === null || score <= (best?.score ?? 0)) continue;
    const text = alone === null && whole !== null ? whole : sentence;
    best = { ...shown(asked, passage, text, heading), score };
  }
  return best;
}

/** What an item says, where that is short: it speaks of one thing, and is quoted as a whole. */
function shortText(sentences: readonly string[]): string | null {
  const whole = sentences.join(" ");
  return sentences.length > 1 && whole.length <= SHORT_TEXT ? whole : null;
}

/** A title without the card's before it, and a control's without its reference. */
function titleOf({ type, heading, card = "" }: Passage): string {
  if (type === "controls") {
    const [first = "", ...rest] = heading.split(" ");
    return rest.length > 0 && /\d/.test(first) ? rest.join(" ") : heading;
  }
  return card !== "" && heading.startsWith(`${card} - `) ? heading.slice(card.length + 3) : heading;
}

/** The sentences of a passage that can be quoted. */
function saidIn(type: SearchType, title: string, sentences: readonly string[]): string[] {
  switch (type) {
    // A fact is its heading, and a control's title says what is done.
    case "facts":
      return [title, ...sentences];
    case "controls":
      return [[`${title}.`, ...sentences.slice(0, 2)].join(" ")];
    case "documents":
    case "webpage":
      return sentences.filter(isProse);
    default:
      return sentences.filter(isSaid);
  }
}

/** How often an item is done, where its title is what is asked. */
function rateOf({ parts, asksFor }: Asked, passage: Passage, about: About): Said | null {
  const every = /(?:^|\. )(Every [^.\n]+)/.exec(passage.details ?? "")?.[1];
  if (every === undefined || asksFor.kinds.length !== 1 || asksFor.kinds[0] !== "rate") return null;
  const telling = parts.filter(({ weight }) => weight === 1);
  // How often keys are managed is not how often they are changed.
  const isItself = (part: AskedPart) => isIn(part.ways, about.title) || isHarmless(part);
  if (telling.length === 0 || !parts.every(isItself)) return null;
  if (about.title.some((stem) => !isAskedIn(stem, parts))) return null;
  return { text: `${passage.heading}. ${every}`, score: 1 + PREFERENCE[passage.type] };
}

/** A sentence as it is quoted: with its title where that names what is asked, without a verdict. */
function shown(
  asked: Asked,
  passage: Passage,
  sentence: string,
  heading: string,
): Omit<Said, "score"> {
  const { type } = passage;
  if (type === "controls") {
    const title = titleOf(passage);
    // That it is in place answers no question that its title turns round.
    const isSame =
      isSameAsked(asked, title) && !plainWords(title).some((word) => NEGATIONS.has(word));
    return withVerdict(passage, sentence, isSame && isWhether(asked));
  }
  const said = stemsOf(sentence);
  const isNamed =
    type === "facts" ||
    type === "knowledge base" ||
    asked.parts.some((part) => part.weight === 1 && isMeantIn(part, said));
  const text = withoutVerdict(sentence);
  return { text: isNamed ? text : `${heading}. ${text}` };
}

/**
 * A text with the short answer of its entry before it, where the entry answers the very question;
 * else without the yes or no that it opens with.
 */
function withVerdict(
  { shortAnswer }: Passage,
  text: string,
  isSame: boolean,
): Pick<Quote, "text" | "verdict"> {
  if (!isSame || shortAnswer == null) return { text: withoutVerdict(text) };
  return { text: saidWith(shortAnswer, text), verdict: shortAnswer };
}

/** A text behind a short answer, which is not said twice. */
export function saidWith(shortAnswer: ShortAnswer, text: string): string {
  const label = SHORT_ANSWER_LABELS[shortAnswer];
  const opens = text.slice(0, label.length + 1).toLowerCase();
  if (opens === `${label.toLowerCase()}.` || opens === `${label.toLowerCase()},`) return text;
  return `${label}. ${withoutVerdict(text)}`;
}

/** A text without the yes or no that it opens with: only an entry's own field says one. */
export function withoutVerdict(text: string): string {
  const rest = text.replace(/^(?:yes|no)\b(?:[,;:.!]| [–—-]) */i, "");
  return rest === "" ? text : rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Whether a question of a questionnaire is the one that is asked, without its number. */
function isSameQuestion(row: string, question: string): boolean {
  const [own, asked] = [row, question].map((text) => wordsOf(text).join(" ")) as [string, string];
  return own === asked || (asked.length >= LEAST_ROW && own.endsWith(` ${asked}`));
}

/** What a text is about: the stems of its title, and of its card's. */
interface About {
  title: readonly string[];
  card: readonly string[];
}

/** A part of a question with where it stands. */
interface Found {
  part: AskedPart;
  isTitled: boolean;
  isSpoken: boolean;
  isCarded: boolean;
  /** It stands in the question's own words, not by another term for them. */
  isOwn: boolean;
}

/**
 * How well a sentence answers below its title; null when it leaves out what is asked.
 * @param whole the short text that it is of, where that may have the rest of what is asked
 */
function sentenceScore(
  asked: Asked,
  about: About,
  { sentence, whole: text, type }: { sentence: string; whole?: string; type: SearchType },
): number | null {
  const said = stemsOf(text ?? sentence);
  const found = foundParts(asked, about, said, { sentence, type });
  if (found === null || !isMeant(asked, about, found, { sentence, said, type })) return null;
  const { asksFor } = asked;
  // Strewn over a text, words belong together where its title has one of them.
  const isHeld = found.some((one) => one.part.weight === 1 && one.isTitled);
  if (text !== undefined && (!isHeld || asksFor.isNegated)) return null;
  const whole = weightOf(found.map(({ part }) => part));
  const covered = weightOf(found.filter(isAnywhere).map(({ part }) => part)) / whole;
  const isMeasured = asksFor.kinds.some((kind) => MEASURES.has(kind));
  if (covered < (isMeasured ? LEAST_MEASURED : LEAST_COVERED)) return null;
  const titled = weightOf(found.filter(({ isTitled }) => isTitled).map(({ part }) => part));
  return covered + PREFERENCE[type] + 0.25 * (titled / whole) + 0.2 * precision(about, asked.parts);
}

/** Where each part of a question stands; null where what is asked for goes by no name. */
function foundParts(
  { parts, asksFor, ownNames }: Asked,
  about: About,
  said: readonly string[],
  { sentence, type }: { sentence: string; type: SearchType },
): Found[] | null {
  const noun = new Set(asksFor.noun.flatMap(stemsOf));
  // A fact names much beside what is asked: what is nearly the same leads astray.
  const standsIn = (part: AskedPart, stems: readonly string[]) =>
    type === "facts" ? isIn(part.ways, stems) : isMeantIn(part, stems);
  const found = parts.map((part): Found & { isNoun: boolean } => ({
    part,
    isTitled: standsIn(part, about.title),
    isSpoken: standsIn(part, said),
    isCarded: isMeantIn(part, about.card),
    isOwn: isIn(part.ways.slice(0, 1), [...about.title, ...said]),
    isNoun: part.ways[0]?.every((stem) => noun.has(stem)) === true,
  }));
  const unnamed = found.filter((one) => one.isNoun && !isAnywhere(one));
  if (unnamed.length === 0) return found;
  // 'Which algorithm' may be answered by its name alone, where the rest of the question stands.
  // The name in a fact is of its subject, and no algorithm.
  if (type === "facts" || unnamed.some(({ part }) => part.isName) || parts.length <= noun.size)
    return null;
  if (namesIn(sentence, ownNames).length === 0) return null;
  return found.filter((one) => !unnamed.includes(one));
}

function isAnywhere({ isTitled, isSpoken, isCarded }: Found): boolean {
  return isTitled || isSpoken || isCarded;
}

/** Whether the telling words stand where they say something together: not scattered over a record. */
function isMeant(
  { parts, asksFor }: Asked,
  about: About,
  found: readonly Found[],
  { sentence, said, type }: { sentence: string; said: readonly string[]; type: SearchType },
): boolean {
  const telling = found.filter(({ part }) => part.weight === 1);
  const spoken = telling.filter(({ isSpoken }) => isSpoken).length;
  const titled = telling.filter(({ isTitled }) => isTitled).length;
  const carded = telling.filter((one) => one.isCarded && !one.isTitled && !one.isSpoken).length;
  const missing = telling.filter((one) => !isAnywhere(one));
  // The title speaks of nothing else than what is asked.
  const isAbout =
    about.title.length > 0 &&
    about.title.every((stem) =>
      parts.some(({ ways, near }) =>
        [...ways, ...near].some((way) => way.includes(stem) && stands(way, about.title)),
      ),
    );
  const isForgiven =
    missing.length === 1 &&
    missing[0]?.part.isName !== true &&
    telling.length >= FORGIVING_FROM &&
    Math.max(spoken, titled) >= telling.length - 1;
  if (missing.length > 0 && !isForgiven) return false;
  // Other terms are near, and nothing but such terms leads to another subject.
  const isNearTitle = telling.length === 1 && found.some((one) => one.isOwn && one.isTitled);
  if (
    !isInOwnWords(
      telling.map(({ part }) => part),
      [...about.title, ...said],
    ) &&
    !isNearTitle
  )
    return false;
  if (telling.length === 0 && !isAbout) return false;
  if (carded > 0 && carded * 2 >= telling.length) return false;
  // One word alone stands in all kinds of texts.
  const isTheName = isNamedAlone(telling, asksFor.kinds) && !UNSURE.has(type);
  if (telling.length === 1 && (titled === 0 || precision(about, parts) < 0.5) && !isTheName)
    return false;
  // One of several is no answer to what asks for all.
  if (asksFor.isForSeveral && (type === "facts" || type === "controls")) return false;
  if (type === "facts" && (telling.length < 2 || titled * 2 <= telling.length)) return false;
  if (spoken === 0 && (!isAbout || sentence.split(" ").length < LEAST_WORDS)) return false;
  if (asksFor.isNegated && spoken < telling.length) return false;
  // Below a question that asks for more, a sentence has to speak of it all by itself.
  if (type === "knowledge base" && spoken < telling.length && !isAbout) return false;
  if (asksFor.isOwn && ![...said, ...about.title].includes("own")) return false;
  return isCounted(asksFor, sentence) && !isStrewn(parts, sentence, spoken, asksFor.kinds);
}

/** Whether a text has enough of the telling words as they were asked. */
function isInOwnWords(telling: readonly AskedPart[], stems: readonly string[]): boolean {
  const own = telling.filter(({ ways }) => isIn(ways.slice(0, 1), stems)).length;
  return own >= telling.length * LEAST_OWN;
}

/** 'Do you run on Kubernetes?': the one telling word is a name, and a sentence has it. */
function isNamedAlone(telling: readonly Found[], kinds: readonly Kind[]): boolean {
  return (
    telling.length === 1 &&
    kinds.every((kind) => kind === "yesno") &&
    telling.every(({ part, isSpoken, isOwn }) => part.isName === true && isSpoken && isOwn)
  );
}

/** Whether a sentence has the noun that is counted, close behind a number. */
function isCounted({ kinds, noun }: Asked["asksFor"], sentence: string): boolean {
  const counted = stemsOf(noun.at(-1) ?? "").flatMap((stem) => [stem, ...nearStems(stem)]);
  if (!kinds.includes("count") || counted.length === 0) return true;
  const words = plainWords(sentence);
  return words.some(
    (word, place) =>
      stemsOf(word).some((stem) => counted.includes(stem)) &&
      words.slice(Math.max(0, place - COUNTED_WITHIN), place).some(isNumber),
  );
}

/** Whether the words of a yes/no question stand apart in a list of things. */
function isStrewn(
  parts: readonly AskedPart[],
  sentence: string,
  spoken: number,
  kinds: readonly Kind[],
): boolean {
  const segments = sentence.split(/[,;:]/);
  let row = 0;
  const isList = segments.some((segment) => {
    row = segment.trim().split(" ").length <= 3 ? row + 1 : 0;
    return row >= 3;
  });
  if (!isList || spoken < 2 || !kinds.includes("yesno")) return false;
  const together = segments.map((segment) => {
    const stems = stemsOf(segment);
    return parts.filter((part) => part.weight === 1 && isMeantIn(part, stems)).length;
  });
  return Math.max(...together) < spoken;
}

/** How much of what a title speaks of is asked. */
function precision({ title }: About, parts: readonly AskedPart[]): number {
  const telling = title.filter((stem) => !isWeak(stem));
  if (telling.length === 0) return 0;
  return telling.filter((stem) => isAskedIn(stem, parts)).length / telling.length;
}

/** Whether a stem is one of a question's, in one of the ways to say it. */
function isAskedIn(stem: string, parts: readonly AskedPart[]): boolean {
  return parts.some(({ ways, near }) => [...ways, ...near].some((way) => way.includes(stem)));
}

function weightOf(parts: readonly AskedPart[]): number {
  return parts.reduce((sum, { weight }) => sum + weight, 0);
}
