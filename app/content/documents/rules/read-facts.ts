import { isDay } from "#values/dates.ts";
import { MAX_AUDITOR } from "#model/documents/library.ts";

/** A fact that a first page seems to say, with the sentence it comes from. */
export interface ReadFact {
  fact: "auditor" | "periodFrom" | "periodTo" | "expiresOn";
  /** A name, or a day (YYYY-MM-DD). */
  value: string;
  sentence: string;
}

/** A fact of the first page, its value as people read it. */
export interface ShownReadFact extends ReadFact {
  words: string;
}

/** Characters of the first page that are looked at, and of one sentence. */
const PAGE_CHARACTERS = 6_000;
const SENTENCE_CHARACTERS = 300;

/**
 * Reads from a first page who audited, for which period, and until when it is valid. It only
 * proposes: a person confirms each fact beside its sentence.
 * @param firstPage its text, as the reader of files wrote it
 * @returns at most one of each fact, what stands first
 */
export function readFacts(firstPage: string): ReadFact[] {
  const found = new Map<ReadFact["fact"], ReadFact>();
  for (const sentence of sentencesOf(firstPage.slice(0, PAGE_CHARACTERS)))
    for (const { fact, value } of factsIn(sentence))
      if (!found.has(fact)) found.set(fact, { fact, value, sentence });
  return [...found.values()];
}

function factsIn(sentence: string): Omit<ReadFact, "sentence">[] {
  const dates = datesIn(sentence);
  const lower = sentence.toLowerCase();
  const facts: Omit<ReadFact, "sentence">[] = [];
  const period = periodIn(lower, dates);
  if (period !== null)
    facts.push({ fact: "periodFrom", value: period.from }, { fact: "periodTo", value: period.to });
  const end = endIn(lower, dates);
  if (end !== null) facts.push({ fact: "expiresOn", value: end });
  const auditor = auditorIn(sentence, lower);
  if (auditor !== null) facts.push({ fact: "auditor", value: auditor });
  return facts;
}

/**
 * Lines and sentences, with one space between their words, each cut to a bounded length. A line that
 * only names a fact, as covers and certificates have it, is one with the line below it.
 */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const line of withLabels(text.split(/[\n\r\f]/))) {
    let sentence = "";
    for (const word of line.split(/\s/)) {
      if (word === "") continue;
      sentence += sentence === "" ? word : ` ${word}`;
      if (!endsSentence(word)) continue;
      sentences.push(sentence);
      sentence = "";
    }
    if (sentence !== "") sentences.push(sentence);
  }
  return sentences.map((sentence) => sentence.slice(0, SENTENCE_CHARACTERS));
}

/** Lines that say what stands in the line below them. */
const LABELS = new Set([
  "audit period",
  "auditor",
  "assessor",
  "assessor company",
  "audit firm",
  "certification body",
  "date of expiry",
  "examination period",
  "expiration",
  "expiration date",
  "expires",
  "expires on",
  "expiry",
  "expiry date",
  "independent auditor",
  "independent service auditor",
  "issued by",
  "lead auditor",
  "period",
  "period covered",
  "prepared by",
  "report period",
  "reporting period",
  "review period",
  "service auditor",
  "testing period",
  "valid through",
  "valid to",
  "valid until",
]);

function withLabels(lines: readonly string[]): string[] {
  const whole: string[] = [];
  let label: string | null = null;
  for (const line of lines) {
    const said = line.trim();
    if (said === "") continue;
    const name: string = said.endsWith(":") ? said.slice(0, -1).trimEnd() : said;
    if (label === null && LABELS.has(name.toLowerCase())) {
      label = name;
      continue;
    }
    whole.push(label === null ? said : `${label}: ${said}`);
    label = null;
  }
  return whole;
}

/** A short word with a period is an abbreviation such as 'Inc.' and 'Sept.'. */
function endsSentence(word: string): boolean {
  return word.endsWith(".") && (word.length > 5 || /^\d{4}\.$/.test(word));
}

interface FoundDate {
  day: string;
  begin: number;
  end: number;
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
/** 'October 1, 2025', '1 October 2025', '2025-10-01'; what depends on a country is left alone. */
const MONTH_FIRST =
  /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/gi;
const DAY_FIRST =
  /\b(\d{1,2})(?:st|nd|rd|th)?\.? (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,? (\d{4})\b/gi;
const NUMBERS = /\b(\d{4})-(\d{2})-(\d{2})\b/g;

function datesIn(sentence: string): FoundDate[] {
  const dates: FoundDate[] = [];
  const add = (match: RegExpExecArray, year = "", month = 0, day = "") => {
    const written = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
    if (isDay(written))
      dates.push({ day: written, begin: match.index, end: match.index + match[0].length });
  };
  for (const match of sentence.matchAll(MONTH_FIRST))
    add(match, match[3], monthOf(match[1]), match[2]);
  for (const match of sentence.matchAll(DAY_FIRST))
    add(match, match[3], monthOf(match[2]), match[1]);
  for (const match of sentence.matchAll(NUMBERS)) add(match, match[1], Number(match[2]), match[3]);
  return dates.sort((a, b) => a.begin - b.begin);
}

function monthOf(word = ""): number {
  return MONTHS.findIndex((month) => month.startsWith(word.slice(0, 3).toLowerCase())) + 1;
}

const JOINED = new Set([
  "to",
  "through",
  "until",
  "till",
  "and",
  "-",
  "–",
  "—",
  "to and including",
]);
const PERIOD_WORDS = ["period", "throughout", "from", "between", "cover", "during"];

/** Two days that a word joins, in a sentence that speaks of a period. */
function periodIn(lower: string, dates: readonly FoundDate[]): { from: string; to: string } | null {
  if (!PERIOD_WORDS.some((word) => lower.includes(word))) return null;
  for (const [i, first] of dates.entries()) {
    const second = dates[i + 1];
    if (second === undefined || first.day >= second.day) continue;
    const between = lower.slice(first.end, second.begin).replaceAll(",", "").trim();
    if (JOINED.has(between)) return { from: first.day, to: second.day };
  }
  return null;
}

const END_WORDS = [
  "valid until",
  "valid to",
  "valid through",
  "valid till",
  "expires",
  "expiry date",
  "expiration date",
  "date of expiry",
  "expiry",
  "expiration",
];
/** So much may stand between the words and the day: 'expires at the end of'. */
const NEAR = 24;

/** The day that follows words such as 'valid until'. */
function endIn(lower: string, dates: readonly FoundDate[]): string | null {
  for (const words of END_WORDS) {
    const at = lower.indexOf(words);
    if (at === -1) continue;
    const after = at + words.length;
    const date = dates.find(({ begin }) => begin >= after && begin - after <= NEAR);
    if (date !== undefined) return date.day;
  }
  return null;
}

const AUDITOR_WORDS = [
  "independent service auditor:",
  "service auditor:",
  "independent auditor:",
  "lead auditor:",
  "auditor:",
  "audit firm:",
  "certification body:",
  "assessor company:",
  "assessor:",
  "audited by",
  "examined by",
  "certified by",
  "issued by",
  "prepared by",
  "performed by",
  "conducted by",
  "assessed by",
];

/** What belongs to a firm's name although it begins small or follows a comma. */
const FIRM_ENDINGS =
  /^(?:LLC|LLP|L\.?L\.?P|Inc|Ltd|Limited|GmbH|AG|P\.?C|S\.?A|B\.?V|PLC|plc|Corp|Co)\.?$/;
/** Those that are written with a period of their own. */
const ABBREVIATED = /^(?:L\.L\.P|P\.C|S\.A|B\.V|Inc|Ltd|Corp|Co)\.$/;
const NAME_LINKS = new Set(["&", "and", "of", "de", "+"]);

/** The name that follows words such as 'audited by': words that begin with a capital. */
function auditorIn(sentence: string, lower: string): string | null {
  for (const words of AUDITOR_WORDS) {
    const at = lower.indexOf(words);
    if (at === -1) continue;
    const name = firmIn(
      sentence
        .slice(at + words.length)
        .replace(/^:/, "")
        .trim(),
    );
    if (name !== null) return name;
  }
  return null;
}

function firmIn(text: string): string | null {
  const name: string[] = [];
  let endsWithComma = false;
  for (const word of text.split(" ")) {
    const bare = word.endsWith(",") ? word.slice(0, -1) : word;
    const isEnding = FIRM_ENDINGS.test(bare);
    if (endsWithComma && !isEnding) break;
    if (!isEnding && !NAME_LINKS.has(bare) && !/^\p{Lu}/u.test(bare)) break;
    name.push(word);
    endsWithComma = word.endsWith(",");
    if (isEnding || (word.endsWith(".") && word.length > 2)) break;
  }
  while (name.length > 0 && NAME_LINKS.has(name.at(-1) ?? "")) name.pop();
  const whole = name.join(" ").replace(/[,;]$/, "");
  // The period after 'LLP.' ends the sentence; the one after 'Inc.' belongs to the name.
  const firm = ABBREVIATED.test(name.at(-1) ?? "") ? whole : whole.replace(/\.$/, "");
  return firm.length < 3 || firm.length > MAX_AUDITOR ? null : firm;
}
