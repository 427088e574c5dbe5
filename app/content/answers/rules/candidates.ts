import { rarityOf } from "#model/search/ranking.ts";
import type { Asked } from "./asked.ts";
import { type AskedPart, type Passage, isIn, stemsOf } from "./quoting.ts";

/** As many things are offered where none answers for certain. */
const MOST = 5;
/** What stands in the title says what a text is about. */
const TITLED = 1.7;
/** What stands in the text, too, adds to it. */
const BESIDE = 0.6;
/** Another term for what was asked may be meant. */
const MEANT = 0.8;
const NEARLY = 0.7;
/** Of a longer text, each word says less: it stands there among so many stems. */
const SHORT = 60;
const DAMPING = 0.15;
/** How much the first places of a list count beside those below. */
const FIRST_PLACES = 2;

/**
 * The texts that may help with a question that none answers, the best first: those that have one of
 * its telling words, the rarer the better; two steps a passage.
 * @param passages what the viewer may read
 * @param thingOf what a passage is a piece of: each thing is named once
 * @returns their places among the passages
 */
export function* helpfulPassages(
  { parts }: Pick<Asked, "parts">,
  passages: readonly Passage[],
  thingOf: (place: number) => string,
): Generator<undefined, number[], void> {
  const having = parts.map(() => 0);
  const had: (readonly number[] | null)[] = [];
  for (const passage of passages) {
    yield;
    const { heading: title, text } = passage.stems ?? {
      heading: stemsOf(passage.heading),
      text: stemsOf(`${passage.text} ${passage.details ?? ""}`),
    };
    const damped = 1 / (1 + DAMPING * Math.log2(Math.max(1, text.length / SHORT)));
    const found: number[] = [];
    // What is nearly the same adds to what was asked, and is nothing without it.
    let isSure = false;
    for (const [nth, part] of parts.entries()) {
      const isThere = passage.having?.[nth] !== false;
      const [titled, said] = isThere ? [surenessIn(part, title), surenessIn(part, text)] : [0, 0];
      found.push(TITLED * titled + BESIDE * damped * said);
      if (titled > 0 || said > 0) having[nth] = (having[nth] ?? 0) + 1;
      if (part.weight === 1 && Math.max(titled, said) >= MEANT) isSure = true;
    }
    had.push(isSure ? found : null);
  }
  const weights = parts.map(
    ({ weight }, nth) => weight * rarityOf(having[nth] ?? 0, passages.length),
  );
  const scored: { place: number; score: number }[] = [];
  for (const [place, found] of had.entries()) {
    yield;
    if (found === null) continue;
    const score = found.reduce((sum, one, nth) => sum + one * (weights[nth] ?? 0), 0);
    scored.push({ place, score });
  }
  const things = new Set<string>();
  return scored
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .filter(({ place }) => !things.has(thingOf(place)) && things.add(thingOf(place)) !== undefined)
    .map(({ place }) => place);
}

/**
 * What stands first in several lists together, five at most: what is high in both comes first.
 * @param lists of things, each the best first
 */
export function firstOfAll(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [place, one] of list.entries())
      scores.set(one, (scores.get(one) ?? 0) + 1 / (FIRST_PLACES + place));
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .map(([one]) => one);
}

/** How sure a part of a question stands in a text: in its own words, by others, not at all. */
function surenessIn({ ways, near }: AskedPart, stems: readonly string[]): number {
  if (isIn(ways.slice(0, 1), stems)) return 1;
  if (isIn(ways, stems)) return MEANT;
  return isIn(near, stems) ? NEARLY : 0;
}
