import { isWeak } from "#model/search/weak.ts";
import { stands } from "#model/search/words.ts";
import type { SearchType } from "#model/search.ts";
import type { Asked } from "./asked.ts";
import { isCounted, isOnlyCounted } from "./counting.ts";
import { goesByName, namesIn } from "./fitting.ts";
import { isAspect } from "./general-words.ts";
import type { Kind } from "./kinds.ts";
import {
  type AskedPart,
  isAskedIn,
  isIn,
  isInOwnWords,
  isMeantIn,
  PREFERENCE,
  stemsOf,
  weightOf,
} from "./quoting.ts";
import type { About, Sentence } from "./reading.ts";
import { isEmpty, isKept, isOfOtherSubject } from "./same-question.ts";
import { VERSION_NUMBER } from "./small-words.ts";
import { isUnspecific, isWanted } from "./wanted.ts";

/** Whether a sentence answers: it and its title speak of all that is asked, together. */

/** As much of what is asked must stand in a sentence and its title. */
const LEAST_COVERED = 0.75;
/** A number belongs to what stands beside it: of what asks for one, more must be there. */
const MEASURES: ReadonlySet<Kind> = new Set(["rate", "date", "duration", "count"]);
const LEAST_MEASURED = 0.8;
/** One telling part that stands nowhere is forgiven from so many on, where one text has the others. */
const FORGIVING_FROM = 4;
/** A sentence below a title that says it all has so many words at least. */
const LEAST_WORDS = 4;
/** As much of a title must be asked where one word alone leads to it, and of a control's. */
const LEAST_ASKED = 0.6;
const LEAST_ASKED_OF_TERM = 0.5;
const LEAST_OF_CONTROL = 0.4;
const LEAST_HEADED = 0.5;
/** Texts that name much beside what they are about. */
const UNSURE: ReadonlySet<SearchType> = new Set([
  "documents",
  "webpage",
  "trust center updates",
  "facts",
  "knowledge base",
]);

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
export function sentenceScore(
  asked: Asked,
  about: About,
  {
    sentence: { text: sentence, stems },
    whole: text,
    type,
  }: { sentence: Sentence; whole?: Sentence; type: SearchType },
): number | null {
  const said = text?.stems ?? stems;
  const found = foundParts(asked, about, said, { sentence, type });
  if (found === null || !isMeant(asked, about, found, { sentence, said, type })) return null;
  if (isOfOtherSubject(asked, [...about.title, ...about.card, ...said])) return null;
  const { asksFor } = asked;
  // Strewn over a text, words belong together where its title has one of them.
  const isHeld = found.some((one) => one.part.weight === 1 && one.isTitled);
  if (text !== undefined && (!isHeld || asksFor.isNegated || asksFor.isForAll)) return null;
  if (text !== undefined && isOnlyCounted(asksFor, text.text)) return null;
  // What says nothing neither covers a question nor leaves it open.
  const saying = found.filter(({ part }) => !isEmpty(part) && !isKept(part));
  const weighed = saying.length === 0 ? found : saying;
  const whole = weightOf(weighed.map(({ part }) => part));
  const covered = weightOf(weighed.filter(isAnywhere).map(({ part }) => part)) / whole;
  const isMeasured = asksFor.kinds.some((kind) => MEASURES.has(kind));
  if (covered < (isMeasured ? LEAST_MEASURED : LEAST_COVERED)) return null;
  const titled = weightOf(weighed.filter(({ isTitled }) => isTitled).map(({ part }) => part));
  const own = weighed.filter(({ isOwn, part }) => isOwn && part.weight === 1).length;
  return (
    covered +
    PREFERENCE[type] +
    0.25 * (titled / whole) +
    0.2 * precision(about, asked.parts) +
    0.1 * (own / Math.max(1, weighed.length))
  );
}

const [VERSION = ""] = stemsOf("versions");

/**
 * Whether a sentence of a passage may answer, by what the passage has at all: a telling part of the
 * question that stands nowhere in it is forgiven as `sentenceScore` does.
 */
export function mayAnswer({ parts, asksFor }: Asked, having: readonly boolean[]): boolean {
  const noun = new Set(asksFor.noun.flatMap(stemsOf));
  const telling = parts.filter(({ weight }) => weight === 1);
  const missing = parts.filter(
    // A name may stand for what is asked for.
    ({ weight, ways }, nth) =>
      weight === 1 && having[nth] === false && ways[0]?.every((stem) => noun.has(stem)) !== true,
  );
  return missing.length <= (telling.length >= FORGIVING_FROM ? 1 : 0);
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
  // By another term it may be something wider: 'accessibility' for 'which assistive technology'.
  const isWider = ({ isOwn, part }: Found) => !isOwn && part.ways[0]?.length !== 1;
  const unnamed = found.filter((one) => one.isNoun && (!isAnywhere(one) || isWider(one)));
  if (unnamed.length === 0) return found;
  // 'Which algorithm' may be answered by its name alone, where the rest of the question stands.
  // The name in a fact is of its subject, and no algorithm.
  if (type === "facts" || unnamed.some(({ part }) => part.isName) || parts.length <= noun.size)
    return null;
  if (!goesByName(asksFor)) return null;
  // What was asked with is no name that was asked for, and 'AA' is a level.
  const names = namesIn(sentence, ownNames).filter(
    (name) => name.length > 2 && !stemsOf(name).every((stem) => isAskedIn(stem, parts)),
  );
  if (names.length === 0 && !(noun.has(VERSION) && VERSION_NUMBER.test(sentence))) return null;
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
  // A card and a title that are both asked, word for word, are what is asked.
  const isOfCard = isAbout && about.card.every((stem) => isAskedIn(stem, parts));
  // A title that is asked holds together what stands below it, where it is no list of names.
  const isHeaded =
    type !== "facts" &&
    type !== "documents" &&
    titled > 0 &&
    precision(about, parts) >= LEAST_HEADED;
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
      [...about.title, ...(isOfCard ? about.card : []), ...said],
      { title: type === "facts" ? [] : about.title, isHeaded },
    ) &&
    !isNearTitle &&
    !(isAbout && isCalled(telling, about.title))
  )
    return false;
  if (telling.length === 0 && !isAbout) return false;
  if (carded > 0 && carded * 2 >= telling.length && !isOfCard) return false;
  // One word alone stands in all kinds of texts, a term of several in fewer.
  const isTerm = telling.some(({ part }) => (part.ways[0]?.length ?? 0) > 1);
  const leastAsked = isTerm ? LEAST_ASKED_OF_TERM : LEAST_ASKED;
  const isTheName = isNamedAlone(telling, asksFor.kinds) && !UNSURE.has(type);
  if (telling.length === 1 && (titled === 0 || precision(about, parts) < leastAsked) && !isTheName)
    return false;
  if (type === "controls" && precision(about, parts) < LEAST_OF_CONTROL) return false;
  // What is wanted is what a text is called, and not a side of it.
  if (asksFor.isForTelling && type !== "documents" && !isWanted(about.title, parts)) return false;
  // 'Have the policies been tested' names nothing that one file of many speaks of.
  if (type === "documents" && parts.every(isUnspecific)) return false;
  // News answer what is asked of them, by their title.
  if (type === "trust center updates" && (titled * 2 < telling.length || !isOfNews(asksFor)))
    return false;
  // A fact says that something is so, and not how.
  if (type === "facts" && asksFor.kinds.includes("way")) return false;
  // One of several is no answer to what asks for all.
  if (asksFor.isForSeveral && (type === "facts" || type === "controls")) return false;
  if (type === "facts" && (telling.length < 2 || titled * 2 <= telling.length)) return false;
  // What a supplier is there for says nothing of what the company does, unless that supplier is asked for.
  const isNamed = telling.some((one) => one.part.isName === true && one.isTitled);
  const isTheTitle = said.length === about.title.length;
  if (type === "facts" && isTheTitle && asksFor.kinds.includes("yesno") && !isNamed) return false;
  // What a thing costs is said, or not.
  if (found.some((one) => !isAnywhere(one) && one.part.ways[0]?.some(isAspect) === true))
    return false;
  // What happens then stands below no title that has half of it.
  if (asksFor.words.slice(0, 2).includes("happens") && spoken < telling.length && !isAbout)
    return false;
  if (spoken === 0 && (!isAbout || sentence.split(" ").length < LEAST_WORDS)) return false;
  if (asksFor.isNegated && spoken < telling.length) return false;
  // A long sentence of a file says one thing in each of its halves.
  if (type === "documents" && !isInOneHalf(telling, sentence, spoken)) return false;
  // Below a question that asks for more, a sentence has to speak of it all by itself.
  if (type === "knowledge base" && spoken < telling.length && !isAbout) return false;
  if (asksFor.isOwn && ![...said, ...about.title].includes("own")) return false;
  return (
    !isOnlyCounted(asksFor, sentence) &&
    isCounted(asksFor, sentence) &&
    !isStrewn(parts, sentence, spoken, asksFor.kinds)
  );
}

/**
 * Whether a title is another term for what is asked: for terms of several words, and for what is short for several; one
 * word alone leads to other subjects.
 */
function isCalled(telling: readonly Found[], title: readonly string[]): boolean {
  return (
    telling.length > 0 &&
    telling.every(({ part }) => {
      const [own = [], ...others] = part.ways;
      const isTerm = own.length > 1 || others.some((other) => isShortOf(own[0] ?? "", other));
      return isTerm && isIn(part.ways, title);
    })
  );
}

/** Whether a word has the first letters of others in their order, with one more at most: 'sbom' without the 'of'. */
function isShortOf(word: string, others: readonly string[]): boolean {
  if (others.length < 2 || word.length < others.length || word.length > others.length + 1)
    return false;
  let at = 0;
  for (const other of others) {
    at = word.indexOf(other.charAt(0), at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** What asks for what was, or for the last of several: news tell that, and not what is. */
const OF_NEWS = new Set(
  "was were did has have had last latest recent recently new newest when since ago".split(" "),
);

function isOfNews({ words }: Asked["asksFor"]): boolean {
  return words.some(
    (word, place) => OF_NEWS.has(word) && (place === 0 || !/^ha[sv]e?$/.test(word)),
  );
}

/** Whether the telling words of a sentence stand between the same two semicolons. */
function isInOneHalf(telling: readonly Found[], sentence: string, spoken: number): boolean {
  return sentence.split(";").some((half) => {
    const stems = stemsOf(half);
    return telling.filter(({ part }) => isMeantIn(part, stems)).length >= spoken;
  });
}

/** 'Do you run on Kubernetes?': the one telling word is a name, and a sentence has it. */
function isNamedAlone(telling: readonly Found[], kinds: readonly Kind[]): boolean {
  return (
    telling.length === 1 &&
    kinds.every((kind) => kind === "yesno") &&
    telling.every(({ part, isSpoken, isOwn }) => part.isName === true && isSpoken && isOwn)
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
  if (title.length === 0) return 0;
  const telling = title.filter((stem) => !isWeak(stem));
  // 'Information Security Policy' has no other words.
  const counted = telling.length === 0 ? title : telling;
  return counted.filter((stem) => isAskedIn(stem, parts)).length / counted.length;
}
