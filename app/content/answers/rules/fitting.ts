import { type AskedFor, type Kind, MONTHS, NEGATIONS, plainWords, UNIT_WORDS } from "./kinds.ts";
import {
  AT_ONCE_ABROAD,
  EVERY_ABROAD,
  isGermanName,
  isGermanPlace,
  NUMBERS_ABROAD,
  RATES_ABROAD,
  ROLES_ABROAD,
} from "./languages.ts";
import { namesCountry } from "./countries.ts";
import { isGeneral } from "./general-words.ts";
import { saysMore } from "./small-words.ts";
import { stemsOf } from "./quoting.ts";

/**
 * Whether a sentence says something of the kind that was asked for: a place to 'where', a rate to 'how
 * often'. One that doesn't is no answer, however many words it shares.
 */

/** What asks for no number, name, place or reason. */
const OPEN: ReadonlySet<Kind> = new Set(["thing", "way", "yesno", "other"]);

const LIMIT = /\b(?:up to|at most|no more than|within)\b/i;

/** Whether a sentence says something of the kind that was asked for. */
export function isOfKind(
  sentence: string,
  {
    kinds,
    isNegated,
    isOurs: ours,
    isForName,
    isForAll,
    isDuty,
    isOfPast,
    isOfEvent,
    isGerman,
    asksMore: more,
    words: askedWords,
  }: AskedFor,
  ownNames: ReadonlySet<string>,
): boolean {
  // Most questions want nothing that a sentence could leave out.
  const isBound =
    more || isNegated || isOfPast || isOfEvent || isDuty || ours || isForAll || isForName;
  if (!isBound && kinds.every((kind) => OPEN.has(kind))) return true;
  const words = plainWords(sentence);
  // What was asked with is no answer: 'officer' to 'who is your security officer'.
  const isAsked = (word: string) =>
    askedWords.some((one) => one.slice(0, 5) === word.toLowerCase().slice(0, 5));
  const names = () =>
    namesSaid(sentence, ownNames).filter((name) => /\p{Ll}/u.test(name) && !isAsked(name));
  const denies = words.some((word) => NEGATIONS.has(word));
  if (isNegated && !denies) return false;
  if (isOfPast && !words.some((word) => PAST.has(word) || /^(?:19|20)\d\d$/.test(word)))
    return false;
  if (isOfEvent && !words.some((word) => PAST.has(word) || TOOK.has(word) || word.endsWith("ed")))
    return false;
  if (isDuty && !words.some((word) => DUTIES.has(word))) return false;
  if (ours && !isSaidToAskers(sentence)) return false;
  if (more && !saysMore(askedWords, words, sentence)) return false;
  if (isForAll && words.some((word) => FOR_SOME.has(word))) return false;
  return kinds.every((kind) => {
    switch (kind) {
      case "who":
        return (
          (askedWords.includes("whom") && words.some((word) => PEOPLE.has(word))) ||
          (!isForName &&
            words.some(
              (word) => (ROLES.test(word) || ROLES_ABROAD.test(word)) && !isAsked(word),
            )) ||
          (isGerman ? isGermanName(sentence) : names().length > 0)
        );
      case "where":
        if (isGerman) return isGermanPlace(sentence);
        if (askedWords.some((word) => COUNTRIES.has(word)) && !namesCountry(sentence)) return false;
        return PLACE_WORDS.test(sentence) || isPlaced(sentence, ownNames);
      case "rate":
        return saysRate(words, isAsked) && !words.includes("never");
      case "date":
        return saysDate(words);
      case "duration":
        // How long something took is no limit.
        return saysDuration(words) && !(askedWords.includes("did") && LIMIT.test(sentence));
      case "period":
        return saysDuration(words) || (saysDate(words) && words.some((word) => MONTHS.has(word)));
      case "count":
        return (
          words.some(isNumber) &&
          (!askedWords.some((word) => MONEY_ASKED.has(word)) || MONEY.test(sentence))
        );
      case "reason":
        return /\b(?:because|since|so that|in order to|therefore|due to)\b/i.test(sentence);
      default:
        return !isForName || names().length > 0;
    }
  });
}

const COUNTRIES = new Set("country countries jurisdiction jurisdictions".split(" "));

/** What goes by names, so that a name answers which of them it is: 'AES-256' is an algorithm, and no coverage. */
const NAMED = new Set(
  stemsOf(
    "algorithm cipher hash curve protocol standard framework certification certificate regulation law authority regulator " +
      "provider vendor supplier subprocessor company firm auditor assessor lab insurer bank cloud region country city " +
      "tool product source measure data platform software scanner siem language database browser system format version library service app " +
      "application channel method technique mechanism scheme model plan edition address",
  ),
);

/** Whether what is asked for goes by a name: then a sentence that names one need not say what it is. */
export function goesByName({ noun }: AskedFor): boolean {
  const head = stemsOf(noun.at(-1) ?? "");
  return head.some((stem) => NAMED.has(stem)) || isGeneral(head);
}

/** Whether something is in or at what has a name: 'in Frankfurt', and not in one of the company's own products. */
function isPlaced(sentence: string, ownNames: ReadonlySet<string>): boolean {
  for (const [, name = ""] of sentence.matchAll(
    /(?<!\p{L})(?:[Ii]n|[Aa]t|[Ff]rom|to|[Nn]ear|à|À|[Ee]n|[Aa]u|[Aa]ux) (\p{Lu}[\p{L}\p{N}]*)/gu,
  ))
    if (!ownNames.has(name.toLowerCase())) return true;
  return false;
}

const ASKERS = new Set(
  (
    "you your yours customer customers customer's customers' workspace workspaces administrator administrators " +
    "user users member members anyone anybody everyone reviewer reviewers"
  ).split(" "),
);
/** All of them are no answer to who does something, and one to whom it is done. */
const PEOPLE = new Set("staff employees people everybody everyone customers customer".split(" "));
const DUTIES = new Set(
  "must shall require requires required mandatory obliged obligation have has need needs bound contract contracts contractually".split(
    " ",
  ),
);
/** What speaks of what has been. */
const PAST = new Set("since was were had been history ever never last so".split(" "));
/** What was, beside what ends as 'lasted' does. */
const TOOK = new Set("took found did gave held cost began ended made".split(" "));
/** What only some customers have. */
const FOR_SOME = new Set(
  "plan plans edition editions tier tiers add-on optional optionally".split(" "),
);
const NUMBER_WORDS = new Set(
  (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty " +
    "fifty sixty seventy eighty ninety hundred thousand million no none zero half " +
    NUMBERS_ABROAD
  ).split(" "),
);
/** What asks for money: other numbers are no answer. */
const MONEY_ASKED = new Set(
  "spend spent cost costs pay paid price budget fee fees charge".split(" "),
);
const MONEY = /[€$£]|\b(?:euros?|dollars?|pounds?|francs?|eur|usd|gbp|chf|free|charge)\b/i;
const AMOUNTS = new Set("a an few several some ein eine einem einen einer un une una".split(" "));
const AT_ONCE = new Set(`immediately instantly indefinitely ${AT_ONCE_ABROAD}`.split(" "));
const RATE_WORDS = new Set(
  (
    "hourly daily nightly weekly monthly quarterly yearly annually continuously once twice half-yearly biannually " +
    RATES_ABROAD
  ).split(" "),
);
const EVERY = new Set(`every each per ${EVERY_ABROAD}`.split(" "));
const RATED = new Set(
  "release build change commit time deployment login sign-in access".split(" "),
);
/** 'Within a minute' is how long something takes, not how often. */
const WITHIN = new Set("within after under in for than about over".split(" "));
/** 'A week behind' is how far something is, not how often. */
const DISTANT = new Set("behind ahead ago later earlier before after of or".split(" "));
const PLACE_WORDS = /\b(?:EU|EEA|UK|US|Europe|worldwide|premises|on site|online|portal|page)\b/;
const ROLES =
  /^(?:CISO|CTO|CEO|CFO|COO|CPO|DPO|officer|teams?|managers?|management|board|committee|director|chief|lead|owners?|engineers?|administrators?|counsel|firms?|auditors?|providers?|responders|commanders?|researchers?|guards?|nobody)$/i;

/** Whether a text speaks to its reader, or of customers and their people. */
export function isSaidToAskers(text: string): boolean {
  return plainWords(text).some((word) => ASKERS.has(word));
}

/** Whether a word is a number, in digits or in letters. */
export function isNumber(word: string | undefined): boolean {
  return word !== undefined && (/^\d/.test(word) || NUMBER_WORDS.has(word));
}

/** 'Within 24 hours', 'five business days', 'immediately', 'at once'. */
function saysDuration(words: readonly string[]): boolean {
  return words.some((word, place) => {
    const before = words[place - 1] ?? "";
    if (AT_ONCE.has(word)) return true;
    if (word === "once") return before === "at";
    if (word === "date") return before === "end";
    if (!UNIT_WORDS.has(word)) return false;
    const counted = ["business", "working", "calendar"].includes(before)
      ? words[place - 2]
      : before;
    return isNumber(counted) || AMOUNTS.has(counted ?? "") || before === "within";
  });
}

/** 'Every year', 'twice a month', 'daily', 'at each release'. */
function saysRate(words: readonly string[], isAsked: (word: string) => boolean): boolean {
  return words.some((word, place) => {
    if (RATE_WORDS.has(word)) return word !== "once" || words[place - 1] !== "at";
    // 'Each change' is no rate where changes are what is asked of.
    const isRated = RATED.has(word) && !isAsked(word);
    if ((!UNIT_WORDS.has(word) || word.startsWith("second")) && !isRated) return false;
    return words
      .slice(Math.max(0, place - 3), place)
      .some(
        (before) =>
          EVERY.has(before) ||
          (before === "a" &&
            words[place - 1] === "a" &&
            !WITHIN.has(words[place - 2] ?? "") &&
            !DISTANT.has(words[place + 1] ?? "")),
      );
  });
}

/** A year, or a month with a day. */
function saysDate(words: readonly string[]): boolean {
  return words.some(
    (word, place) =>
      (/^(?:19|20)\d\d$/.test(word) && !/^\d{4,5}$/.test(words[place - 1] ?? "")) ||
      (MONTHS.has(word) && (isNumber(words[place - 1]) || isNumber(words[place + 1]))),
  );
}

/** Longer, in words, is no label. */
const MAX_LABEL = 4;

/**
 * The persons and firms that a sentence names. Behind a label stands a value that begins with a capital, whatever it
 * is: 'Hosting type: Major cloud provider' names nobody, 'Hosting provider: Stratavault' does.
 */
function namesSaid(sentence: string, ownNames: ReadonlySet<string>): string[] {
  const at = sentence.indexOf(": ");
  if (at < 0 || plainWords(sentence.slice(0, at)).length > MAX_LABEL)
    return namesIn(sentence, ownNames, true);
  const value = sentence.slice(at + 2).trim();
  return /^\p{Lu}[^\s]*$/u.test(value) ? [value] : namesIn(value, ownNames, true);
}

/** What a sentence names: words with a capital that don't begin it, without the company's own. */
export function namesIn(
  sentence: string,
  ownNames: ReadonlySet<string>,
  arePersons = false,
): string[] {
  const tokens = sentence.split(/[\s,;:()/]+/u).filter((token) => token !== "");
  let isPlace = false;
  return tokens.flatMap((token, place) => {
    const word = token.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
    if (!/^\p{Lu}/u.test(word)) {
      // 'In Berlin, Austin and Melbourne' names three places.
      isPlace &&= /^(?:and|or|&)$/.test(token);
      return [];
    }
    if (ownNames.has(word.toLowerCase())) return [];
    const next = tokens[place + 1] ?? "";
    const before = tokens[place - 1] ?? "";
    isPlace ||= /^(?:in|at|from|to|near|of|under|see|section|article)$/i.test(
      /^the$/i.test(before) ? (tokens[place - 2] ?? "") : before,
    );
    if (arePersons && isPlace) return [];
    // The first word has its capital anyway: it names something with a second one behind it.
    if (
      (place === 0 || /[.!?]["”)]?$/.test(tokens[place - 1] ?? "")) &&
      !/^\p{Lu}/u.test(next) &&
      !/^[\p{Lu}\d-]{2,}$/u.test(word)
    )
      return [];
    return [word];
  });
}
