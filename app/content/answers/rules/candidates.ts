import type { Asked } from "./asked.ts";
import { type AskedPart, type Passage, stands, stemsOf } from "./quoting.ts";

/** As many texts are offered where none answers for certain. */
const MOST = 5;
/** What stands in the title counts more. */
const TITLED = 1.5;

/**
 * The texts that may help with a question that none answers, the best first: those that have half of
 * its telling words; a step a passage.
 * @param passages what the viewer may read
 * @param thingOf what a passage is a piece of: each thing is offered once
 * @returns their places among the passages, five at most
 */
export function* helpfulPassages(
  { parts }: Asked,
  passages: readonly Passage[],
  thingOf: (place: number) => string,
): Generator<undefined, number[], void> {
  const telling = parts.filter(({ weight }) => weight === 1);
  const found: { place: number; score: number }[] = [];
  for (const [place, passage] of passages.entries()) {
    yield;
    const title = stemsOf(passage.heading);
    const text = stemsOf(`${passage.text} ${passage.details ?? ""}`);
    const isTitled = (part: AskedPart) => isIn(part, title);
    const had = parts.filter((part) => isTitled(part) || isIn(part, text));
    const share = had.filter(({ weight }) => weight === 1).length;
    if (share === 0 || share * 2 < telling.length) continue;
    const score = had.reduce((sum, part) => sum + part.weight * (isTitled(part) ? TITLED : 1), 0);
    found.push({ place, score });
  }
  const things = new Set<string>();
  return found
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .filter(({ place }) => !things.has(thingOf(place)) && things.add(thingOf(place)) !== undefined)
    .slice(0, MOST)
    .map(({ place }) => place);
}

function isIn({ ways }: AskedPart, stems: readonly string[]): boolean {
  return ways.some((way) => stands(way, stems));
}
