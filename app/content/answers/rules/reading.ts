import { otherTitles } from "#model/search/other-titles.ts";
import type { SearchType } from "#model/search.ts";
import { wordsOf } from "#model/search/words.ts";
import { answeredRows, isProse, isSaid } from "./prose.ts";
import { type Passage, sentencesOf, stemsOf } from "./quoting.ts";

/**
 * A passage as it is read for an answer: its title, and the sentences of it that can be quoted with
 * their stems. What was read lately is kept with its record, since each question reads hundreds.
 */

/** A sentence that can be quoted. */
export interface Sentence {
  text: string;
  /** The stems of its words, without those that say nothing. */
  stems: readonly string[];
}

/** A sentence, or another piece of a text. */
export interface Line {
  stems: readonly string[];
  /** It can be quoted. */
  quotable: Sentence | null;
  /** It is made of several, for the quote alone. */
  isMade: boolean;
}

/** What a text is about: the stems of its title, of its card's, and of what else a standard title is called. */
export interface About {
  title: readonly string[];
  card: readonly string[];
  others: readonly (readonly string[])[];
}

/** A passage as it is read. */
export interface Reading {
  /** The heading without the card's title before it, and a control's without its reference. */
  title: string;
  about: About;
  said: readonly Sentence[];
  /** All that it says: what can't be quoted leads to it all the same. */
  lines: readonly Line[];
  /** What an item says, where that is short: it speaks of one thing, and is quoted as a whole. */
  whole: Sentence | null;
  /** The rows of a questionnaire in a file, each the words of a question with its answer. */
  rows: readonly { words: string; said: string }[];
}

/** What has standard titles. */
const TITLED: ReadonlySet<SearchType> = new Set(["trust center content", "controls"]);

/** Characters of a text of an item that is quoted as a whole. */
const SHORT_TEXT = 320;
/** As many characters of texts are kept read: a character takes about ten bytes. */
const MOST_KEPT = 3_300_000;

let kept = new WeakMap<object, Reading>();
let characters = 0;

/** Reads a passage; a step a sentence where it is read for the first time. */
export function* readingOf(passage: Passage): Generator<undefined, Reading, void> {
  const { record, text, details = "" } = passage;
  const known = record === undefined ? undefined : kept.get(record);
  if (known !== undefined) return known;
  const reading = yield* readingAnew(passage);
  if (record === undefined) return reading;
  characters += text.length + details.length;
  if (characters > MOST_KEPT) {
    kept = new WeakMap();
    characters = text.length + details.length;
  }
  kept.set(record, reading);
  return reading;
}

function* readingAnew(passage: Passage): Generator<undefined, Reading, void> {
  const { type, card = "", text } = passage;
  const title = titleOf(passage);
  const sentences = sentencesOf(text);
  const said = saidIn(passage, title, sentences);
  const isFile = type === "documents";
  const whole = type === "trust center content" ? shortText(said) : null;
  const read: Sentence[] = [];
  for (const sentence of said) {
    read.push(asRead(sentence));
    yield;
  }
  const known = new Set(said);
  const own = new Set(sentences);
  const lines = read.map((quotable): Line => {
    return { stems: quotable.stems, quotable, isMade: !own.has(quotable.text) };
  });
  for (const sentence of [...sentences, ...sentencesOf(passage.details ?? "")]) {
    if (known.has(sentence)) continue;
    lines.push({ stems: stemsOf(sentence), quotable: null, isMade: false });
    yield;
  }
  const rows: { words: string; said: string }[] = [];
  for (const { question, said: answer } of isFile ? answeredRows(sentences) : []) {
    rows.push({ words: wordsOf(question).join(" "), said: answer });
    yield;
  }
  return {
    title,
    about: isFile
      ? { title: [], card: [], others: [] }
      : {
          title: stemsOf(title),
          card: stemsOf(card),
          others: TITLED.has(type) ? otherTitles(title) : [],
        },
    said: read,
    lines,
    whole: whole === null ? null : asRead(whole),
    rows,
  };
}

function asRead(text: string): Sentence {
  return { text, stems: stemsOf(text) };
}

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
function saidIn({ type }: Passage, title: string, sentences: readonly string[]): string[] {
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
