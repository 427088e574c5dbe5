import type { SearchType } from "#model/search.ts";
import { wordsOf } from "#model/search/words.ts";
import type { Asked } from "./asked.ts";
import { entryQuote } from "./entries.ts";
import { isOfKind } from "./fitting.ts";
import { dataQuote } from "./item-data.ts";
import { NEGATIONS, plainWords } from "./kinds.ts";
import { answeredRows, isProse, isSaid } from "./prose.ts";
import { isMeantIn, type Passage, type Quote, type Said, sentencesOf, stemsOf } from "./quoting.ts";
import { isSameAsked } from "./same-question.ts";
import { type About, sentenceScore } from "./sentences.ts";
import { isWhether, withoutVerdict, withVerdict } from "./verdicts.ts";

/**
 * Finds what answers a question among the company's own texts, word for word: nothing is invented.
 * An entry answers that asks the same, a sentence that speaks of all that is asked and says something
 * of the kind that is asked for. Yes and no are never read out of a text.
 */

/** The answer of a questionnaire to the very question. */
const ROW_SCORE = 1.2;
/** Shorter questions stand in longer ones by chance. */
const LEAST_ROW = 12;
/** Characters of a text of an item that is quoted as a whole. */
const SHORT_TEXT = 320;

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
  const data = type === "trust center content" ? dataQuote(asked, passage, about.title) : null;
  if (data !== null) return data;
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

/** Whether a question of a questionnaire is the one that is asked, without its number. */
function isSameQuestion(row: string, question: string): boolean {
  const [own, asked] = [row, question].map((text) => wordsOf(text).join(" ")) as [string, string];
  return own === asked || (asked.length >= LEAST_ROW && own.endsWith(` ${asked}`));
}
