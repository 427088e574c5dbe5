import { MAX_RESULTS, type SearchedTexts } from "../search.ts";
import type { Accesses } from "./accesses.ts";
import { firstOf } from "./first-of.ts";
import { type Answer, compareMatches, type Match, WEIGHT } from "./scoring.ts";
import type { Clause } from "./synonyms.ts";
import type { Tallies } from "./tallies.ts";
import { isWeak } from "./weak.ts";
import type { WordIndex } from "./word-index.ts";
import { askedWords } from "./words.ts";

/** What answers less of a question than this answers nothing. */
const LEAST_PART = 0.5;
/** From so many words or parts on a question is a sentence: nothing needs to have all of them. */
const SENTENCE_WORDS = 5;
const SENTENCE_PARTS = 4;
/** What answers a sentence says as much of it, and as much beside what says most of it. */
const LEAST_SAID = 0.2;
const LEAST_BESIDE_BEST = 0.5;
/** How much a part counts that stands in most questions. */
const WEAK_WEIGHT = 0.5;

/** Above all that words can add up to: the question as it stands, and above it what is called so. */
const PHRASE = 1_000;
const NAMED = 2_000;
/** Among what is called so, an entry of the FAQ before all else where somebody asks a question. */
const ASKED = 150;
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  (
    "where what which who whom whose when why how do does did is are can could will would have has may " +
    "wo was welche welcher welches wer wann warum wie wird werden " +
    "comment quand pourquoi combien quel quelle quels quelles donde como cuando cuanto cual quien"
  ).split(" "),
);

/** A question with what its parts found. */
export interface Tallied<Kept extends SearchedTexts> {
  asked: string;
  clauses: readonly Clause[];
  tallies: Tallies;
  accesses: Accesses<Kept>;
}

/** What answers a question, the best first, one match a thing. */
export function rankedMatches<Kept extends SearchedTexts>(
  words: WordIndex<Kept>,
  { asked, clauses, tallies, accesses }: Tallied<Kept>,
): Match<Kept>[] {
  const weights = weightsOf(clauses, tallies);
  const typed = askedWords(asked);
  const own = typed.map(({ word }) => word);
  const isAsked = typed.length > 1 && QUESTION_WORDS.has(typed[0]?.form ?? "");
  const isSentence =
    clauses.length >= SENTENCE_PARTS || (clauses.length > 1 && own.length >= SENTENCE_WORDS);
  const answering = answeringOf(tallies, weights, isSentence);
  const named = tallies.foundIn(answering.filter((slot) => isNamed(tallies, slot)));
  // Few questions stand in a record word for word.
  const phrased = new Set(words.having(own));
  const things = new Map<string, Answer<Kept>>();
  for (const slot of answering) {
    const known = accesses.lookedUp(slot);
    if (known === null) continue;
    const { record, access } = known;
    const found = named.get(slot);
    const field =
      phrased.has(slot) && tallies.answered(slot) === clauses.length
        ? words.fieldOf(slot, access, own)
        : undefined;
    const score =
      scoreOf(tallies, slot, weights, isSentence) +
      (found === undefined
        ? 0
        : NAMED * namedShare(tallies, slot, weights) +
          precision(words.nameOf(slot), found) +
          (isAsked && record.type === "knowledge base" ? ASKED : 0)) +
      // More where the question is its title.
      (field === undefined ? 0 : PHRASE + WEIGHT[field] * 10);
    const other = things.get(record.thing);
    if (
      other === undefined ||
      score > other.score ||
      (score === other.score && record.id < other.record.id)
    )
      things.set(record.thing, { record, access, score, slot });
  }
  const first = firstOf(things.values(), MAX_RESULTS, compareMatches);
  const found = tallies.foundIn(first.map(({ slot }) => slot));
  return first.map(({ record, access, score, slot }) => ({
    record,
    access,
    score,
    found: found.get(slot) ?? new Set(),
  }));
}

/** The slots of the records that answer enough: of a sentence its telling parts, else what answers most. */
function answeringOf(
  tallies: Tallies,
  weights: readonly number[],
  isSentence: boolean,
): readonly number[] {
  const { slots, parts } = tallies;
  if (isSentence) {
    const said = slots.map((slot) => saidBy(tallies, slot, weights));
    const most = said.reduce((known, one) => Math.max(known, one), 0);
    const least = Math.max(LEAST_SAID, most * LEAST_BESIDE_BEST);
    return slots.filter((_, nth) => (said[nth] ?? 0) >= least);
  }
  const most = slots.reduce((known, slot) => Math.max(known, tallies.answered(slot)), 0);
  if (most < parts * LEAST_PART) return [];
  return slots.filter((slot) => tallies.answered(slot) >= most);
}

/** How much of a question a record speaks of, up to 1. */
function saidBy(tallies: Tallies, slot: number, weights: readonly number[]): number {
  let sum = 0;
  for (let part = 0; part < tallies.parts; part += 1)
    if (tallies.best(slot, part) > 0) sum += weights[part] ?? 0;
  return sum;
}

/** How well the parts of a question stand in a record: in a sentence, more of them count more. */
function scoreOf(
  tallies: Tallies,
  slot: number,
  weights: readonly number[],
  isSentence: boolean,
): number {
  let sum = 0;
  for (let part = 0; part < tallies.parts; part += 1) {
    const best = tallies.best(slot, part);
    sum += (isSentence ? Math.sqrt(best) : best) * (weights[part] ?? 0);
  }
  return isSentence ? sum * saidBy(tallies, slot, weights) ** 2 : sum;
}

/** Whether each part of a question stands in what a record is called. */
function isNamed(tallies: Tallies, slot: number): boolean {
  for (let part = 0; part < tallies.parts; part += 1)
    if (tallies.named(slot, part) === 0) return false;
  return true;
}

function namedShare(tallies: Tallies, slot: number, weights: readonly number[]): number {
  let sum = 0;
  for (let part = 0; part < tallies.parts; part += 1)
    sum += tallies.named(slot, part) * (weights[part] ?? 0);
  return sum;
}

/** How much of what a record is called was asked; up to 100. */
function precision(name: readonly string[], found: ReadonlySet<string>): number {
  const asked = name.filter((word) => found.has(word));
  return name.length === 0 ? 0 : (100 * asked.length) / name.length;
}

/**
 * How much each part of a question tells, all of them together 1: the fewer of the viewer's own
 * records have it, the more.
 */
function weightsOf(clauses: readonly Clause[], tallies: Tallies): number[] {
  const weights = clauses.map(({ words, others }, part) => {
    let having = 0;
    for (const slot of tallies.slots) if (tallies.best(slot, part) > 0) having += 1;
    const rarity = rarityOf(having, tallies.slots.length);
    return others.length === 0 && words.every(isWeak) ? WEAK_WEIGHT * rarity : rarity;
  });
  const whole = weights.reduce((sum, one) => sum + one, 0);
  return weights.map((one) => (whole === 0 ? 0 : one / whole));
}

/**
 * How much it tells that a record has something: what none has says nothing of which one answers.
 * @param having so many records have it
 * @param of so many there are
 */
export function rarityOf(having: number, of: number): number {
  return Math.sqrt(Math.log(1 + (having === 0 ? 1 : of / having)));
}
