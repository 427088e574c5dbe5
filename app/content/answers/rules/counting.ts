import { isNumber } from "./fitting.ts";
import { type AskedFor, plainWords, UNIT_WORDS } from "./kinds.ts";
import { nearStems } from "./near-words.ts";
import { stemsOf } from "./quoting.ts";

/** What a sentence counts: a number is no answer to what counts other things, and a count names nothing. */

/** A number counts what stands so many words behind it at most. */
const COUNTED_WITHIN = 4;

/** Whether a sentence has the noun that is counted, close behind a number. */
export function isCounted({ kinds, noun }: AskedFor, sentence: string): boolean {
  const counted = stemsOf(noun.at(-1) ?? "").flatMap((stem) => [stem, ...nearStems(stem)]);
  if (!kinds.includes("count") || counted.length === 0) return true;
  // 'Control tests' are no tests of all kinds.
  const said = stemsOf(sentence);
  const isSaid = (stem: string) => [stem, ...nearStems(stem)].some((own) => said.includes(own));
  if (!noun.slice(0, -1).flatMap(stemsOf).every(isSaid)) return false;
  const words = plainWords(sentence);
  return words.some(
    (word, place) =>
      stemsOf(word).some((stem) => counted.includes(stem)) &&
      // '90 days, master keys' counts days.
      words
        .slice(Math.max(0, place - COUNTED_WITHIN), place)
        .some((one, nth, before) => isNumber(one) && !UNIT_WORDS.has(before[nth + 1] ?? "")),
  );
}

/** Whether a sentence only counts what it should name: '61 risks' to 'which risks'. */
export function isOnlyCounted({ kinds, noun }: AskedFor, sentence: string): boolean {
  const named = stemsOf(noun.at(-1) ?? "");
  if (!kinds.includes("thing") || named.length === 0 || sentence.includes(":")) return false;
  const words = plainWords(sentence);
  const places = words.flatMap((word, place) =>
    stemsOf(word).some((stem) => named.includes(stem)) ? [place] : [],
  );
  return places.length > 0 && places.every((place) => isNumber(words[place - 1]));
}
