import { placeOf } from "./linear-search.ts";

/** A stretch of a text: from its first character to the one behind its last. */
export interface Stretch {
  from: number;
  to: number;
}

/**
 * Where words stand in a text, in any case: the first place first, the longest word where several
 * begin at one place, none over another. Linear in the text for each word; nothing is made a pattern.
 */
export function* wordPlaces(
  text: string,
  words: readonly string[],
): Generator<Stretch, void, void> {
  const lower = lowerInPlace(text);
  const sought = words
    .filter((word) => word !== "")
    .map((word) => {
      const own = lowerInPlace(word);
      return { own, at: placeOf(lower, own) };
    });
  for (let from = 0; ;) {
    let best: { own: string; at: number } | null = null;
    for (const word of sought) {
      if (word.at >= 0 && word.at < from) word.at = placeOf(lower, word.own, from);
      if (word.at < 0) continue;
      const isFirst = best === null || word.at < best.at;
      if (best === null || isFirst || (word.at === best.at && word.own.length > best.own.length))
        best = word;
    }
    if (best === null) return;
    from = best.at + best.own.length;
    yield { from: best.at, to: from };
  }
}

/**
 * A text in lower case, each sign at its own place: one that would grow stays as it is. A sigma is
 * the same at the end of a word.
 */
export function lowerInPlace(text: string): string {
  const lower = text.toLowerCase().replaceAll("ς", "σ");
  if (lower.length === text.length) return lower;
  return Array.from(text, (sign) => {
    const small = sign.toLowerCase();
    return small.length === sign.length ? small : sign;
  })
    .join("")
    .replaceAll("ς", "σ");
}
