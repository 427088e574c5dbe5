/** A stretch of a text in which words stayed, went or came. */
export interface WordsPart {
  said: "same" | "before" | "after";
  text: string;
}

/** Words that are compared one by one; longer texts are compared by what stands between their ends. */
const MAX_WORDS = 20_000;
/** Words that came and went, together, up to which the shortest way is looked for. */
const MAX_STEPS = 400;

/**
 * What changed between two texts, word by word: the fewest words that went and came, while those are
 * few, else all that stands between what both begin and end with. It takes time in proportion to the
 * words, however they are chosen.
 */
export function wordChanges(before: string, after: string): WordsPart[] {
  return wordStretches(wordsOf(before), wordsOf(after)).map(({ said, words }) => ({
    said,
    text: words.join(" "),
  }));
}

/** A stretch of words that stayed, went or came, one by one. */
export interface WordStretch {
  said: WordsPart["said"];
  words: string[];
}

/** The same of words that were taken apart before, in stretches of words. */
export function wordStretches(was: readonly string[], is: readonly string[]): WordStretch[] {
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1;
  let end = 0;
  while (
    end < was.length - start &&
    end < is.length - start &&
    was[was.length - 1 - end] === is[is.length - 1 - end]
  )
    end += 1;
  const parts = new Parts();
  parts.add("same", was.slice(0, start));
  between(parts, was.slice(start, was.length - end), is.slice(start, is.length - end));
  parts.add("same", was.slice(was.length - end));
  return parts.list;
}

/**
 * The same without the words in the midst of long stretches that stayed: those are an ellipsis.
 * @param around words that stay beside each change
 * @param most characters of all parts together; what is beyond them is cut off
 */
export function changedWords(before: string, after: string, bounds: Shortening = {}): WordsPart[] {
  return shortened(wordChanges(before, after), bounds);
}

/** What is left of stretches that stayed, and of all together. */
export interface Shortening {
  around?: number;
  most?: number;
}

/** Stretches of a text without the words in the midst of long ones that stayed. */
export function shortened(
  all: readonly WordsPart[],
  { around = 8, most = 4_000 }: Shortening = {},
): WordsPart[] {
  const shown: WordsPart[] = [];
  let left = most;
  for (const [place, { said, text }] of all.entries()) {
    const short =
      said === "same"
        ? withoutMiddle(text, place === 0 ? 0 : around, place === all.length - 1 ? 0 : around)
        : text;
    if (short === "") continue;
    const cut = short.length > left ? `${cutAt(short, left)}…` : short;
    shown.push({ said, text: cut });
    left -= cut.length;
    if (left <= 0) break;
  }
  return shown;
}

function withoutMiddle(text: string, first: number, last: number): string {
  const words = wordsOf(text);
  if (words.length <= first + last + 1) return text;
  return [...words.slice(0, first), "…", ...(last === 0 ? [] : words.slice(-last))].join(" ");
}

/** The first characters of a text; no pair of surrogates is parted. */
function cutAt(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : Math.max(0, length));
}

/** The words of a text, as they are compared. */
export function wordsOf(text: string): string[] {
  return text.split(/\s/).filter((word) => word !== "");
}

class Parts {
  readonly list: WordStretch[] = [];

  add(said: WordsPart["said"], words: readonly string[]): void {
    if (words.length === 0) return;
    const last = this.list.at(-1);
    if (last?.said === said) for (const word of words) last.words.push(word);
    else this.list.push({ said, words: [...words] });
  }
}

/** The shortest way from one list of words to another, by Myers' algorithm, while it is short. */
function between(parts: Parts, was: readonly string[], is: readonly string[]): void {
  const found =
    was.length === 0 || is.length === 0 || was.length + is.length > MAX_WORDS
      ? null
      : waysBetween(was, is);
  if (found === null) {
    parts.add("before", was);
    parts.add("after", is);
    return;
  }
  for (const { said, word } of found) parts.add(said, [word]);
}

function waysBetween(
  was: readonly string[],
  is: readonly string[],
): { said: WordsPart["said"]; word: string }[] | null {
  // How far each diagonal reaches, after every number of steps.
  const reached: Int32Array[] = [];
  const width = 2 * MAX_STEPS + 3;
  let last = new Int32Array(width);
  for (let steps = 0; steps <= MAX_STEPS; steps += 1) {
    reached.push(last);
    const next = last.slice();
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const at = diagonal + MAX_STEPS + 1;
      const isDown =
        diagonal === -steps || (diagonal !== steps && (last[at - 1] ?? 0) < (last[at + 1] ?? 0));
      let x = isDown ? (last[at + 1] ?? 0) : (last[at - 1] ?? 0) + 1;
      while (x < was.length && x - diagonal < is.length && was[x] === is[x - diagonal]) x += 1;
      next[at] = x;
      if (x >= was.length && x - diagonal >= is.length) return wayBack(reached, was, is);
    }
    last = next;
  }
  return null;
}

function wayBack(
  reached: readonly Int32Array[],
  was: readonly string[],
  is: readonly string[],
): { said: WordsPart["said"]; word: string }[] {
  const way: { said: WordsPart["said"]; word: string }[] = [];
  let [x, y] = [was.length, is.length];
  for (let steps = reached.length - 1; steps >= 0; steps -= 1) {
    const at = (diagonal: number) => reached[steps]?.[diagonal + MAX_STEPS + 1] ?? 0;
    const diagonal = x - y;
    const isDown =
      diagonal === -steps || (diagonal !== steps && at(diagonal - 1) < at(diagonal + 1));
    const from = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = steps === 0 ? 0 : at(from);
    const fromY = steps === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      way.push({ said: "same", word: was[x - 1] ?? "" });
      x -= 1;
      y -= 1;
    }
    if (steps === 0) break;
    if (isDown) way.push({ said: "after", word: is[y - 1] ?? "" });
    else way.push({ said: "before", word: was[x - 1] ?? "" });
    [x, y] = [fromX, fromY];
  }
  return way.toReversed();
}
