/**
 * Finding texts in texts in a time that is proportional to their lengths, whatever they hold. What
 * people or foreign hosts write is looked for by these, never by a pattern made of it.
 */

/**
 * Where a text stands in another one, from a place on; -1 where it does not. Unlike `indexOf` it
 * looks at no character more than twice (Knuth, Morris and Pratt).
 */
export function placeOf(text: string, wanted: string, from = 0): number {
  if (wanted.length < 2) return text.indexOf(wanted, from);
  const back = prefixes(wanted);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = back[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched === wanted.length) return at - matched + 1;
  }
  return -1;
}

/** For each beginning of a text, how long its longest end is that the text begins with as well. */
function prefixes(wanted: string): Uint32Array {
  const back = new Uint32Array(wanted.length);
  let matched = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    const code = wanted.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = back[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    back[at] = matched;
  }
  return back;
}

/**
 * A text in lower case, letter by letter, so that a place in it is the same place in the text: a
 * letter whose small form is longer stays as it is.
 */
export function inLowerCase(text: string): string {
  const lower = text.toLowerCase().replaceAll("ς", "σ");
  if (lower.length === text.length) return lower;
  let same = "";
  for (const letter of text) {
    const small = letter.toLowerCase();
    same += small.length === letter.length ? (small === "ς" ? "σ" : small) : letter;
  }
  return same;
}

/** A stretch of a text: from its first character to the one behind its last. */
export interface Stretch {
  from: number;
  to: number;
}

/**
 * Where one of several words stands in a text, whatever the case, one stretch after the other; of
 * those that begin at one place the longest.
 */
export function* stretchesOf(text: string, words: readonly string[]): Generator<Stretch, void> {
  const lower = inLowerCase(text);
  const next = [...new Set(words.map(inLowerCase))]
    .filter((word) => word !== "")
    .map((word) => ({ word, at: placeOf(lower, word) }));
  for (;;) {
    let first: { word: string; at: number } | undefined;
    for (const one of next) {
      if (one.at === -1) continue;
      const isFirst = first === undefined || one.at < first.at;
      if (isFirst || (one.at === first?.at && one.word.length > first.word.length)) first = one;
    }
    if (first === undefined) return;
    const to = first.at + first.word.length;
    yield { from: first.at, to };
    for (const one of next) if (one.at !== -1 && one.at < to) one.at = placeOf(lower, one.word, to);
  }
}
