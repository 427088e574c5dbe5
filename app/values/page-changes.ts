import {
  shortened,
  wordStretches,
  wordsOf,
  type WordsPart,
  type WordStretch,
} from "./word-changes.ts";

/** Texts page by page; `page` is null where a file has no pages. */
export interface PageText {
  page: number | null;
  text: string;
}

/** What changed on one page, with some words around it. */
export interface PageChange {
  /** The page of the later text; where all of it went, the one before. null where there are no pages. */
  page: number | null;
  /** The page of the earlier text at which it begins. */
  pageBefore: number | null;
  parts: WordsPart[];
}

export interface PageChanges {
  pages: PageChange[];
  /** How many pages changed; more than `pages` has where that would be too much to read. */
  count: number;
}

/** Words in a row by which a place of one text is found in the other. */
const IN_A_ROW = 4;
/** Pages that are told of, and characters of one of them. */
const MOST_PAGES = 200;
const MOST_ON_A_PAGE = 6_000;

/**
 * What changed between two texts, page by page of the later one. Places that occur once in each text
 * are found first, so words that moved to another page are none that changed; what is between two
 * such places is compared word by word. It takes time in proportion to the words, however they are
 * chosen.
 */
export function pageChanges(before: readonly PageText[], after: readonly PageText[]): PageChanges {
  const [was, is] = [new Words(before), new Words(after)];
  const places = new Pages(was, is);
  let [x, y] = [0, 0];
  const end = [was.words.length, is.words.length] as const;
  for (const [toX, toY] of [...anchors(was.words, is.words), end]) {
    if (toX < x || toY < y) continue;
    for (const stretch of wordStretches(was.words.slice(x, toX), is.words.slice(y, toY)))
      places.add(stretch);
    [x, y] = [toX, toY];
    const same: string[] = [];
    while (x < was.words.length && y < is.words.length && was.words[x] === is.words[y]) {
      same.push(was.words[x] ?? "");
      x += 1;
      y += 1;
    }
    places.add({ said: "same", words: same });
  }
  return places.changes();
}

/** The words of a text, each with its page. */
class Words {
  readonly words: string[] = [];
  readonly pages: (number | null)[] = [];

  constructor(text: readonly PageText[]) {
    for (const { page, text: own } of text)
      for (const word of wordsOf(own)) {
        this.words.push(word);
        this.pages.push(page);
      }
  }

  /** The page of a word; behind the last one, that of the last. */
  pageAt(at: number): number | null {
    return this.pages[Math.min(at, this.pages.length - 1)] ?? null;
  }
}

/** Stretches as they are added, by the page of the later text that they are on. */
class Pages {
  readonly #was: Words;
  readonly #is: Words;
  readonly #found = new Map<number | null, { pageBefore: number | null; parts: WordStretch[] }>();
  #x = 0;
  #y = 0;

  constructor(was: Words, is: Words) {
    this.#was = was;
    this.#is = is;
  }

  add({ said, words }: WordStretch): void {
    for (const word of words) {
      // What went stands on the page that its place is on now.
      const page = this.#is.pageAt(said === "before" ? Math.max(0, this.#y - 1) : this.#y);
      const own = this.#found.get(page) ?? { pageBefore: this.#was.pageAt(this.#x), parts: [] };
      this.#found.set(page, own);
      const last = own.parts.at(-1);
      if (last?.said === said) last.words.push(word);
      else own.parts.push({ said, words: [word] });
      if (said !== "after") this.#x += 1;
      if (said !== "before") this.#y += 1;
    }
  }

  changes(): PageChanges {
    const changed = [...this.#found].filter(([, { parts }]) =>
      parts.some(({ said }) => said !== "same"),
    );
    return {
      count: changed.length,
      pages: changed.slice(0, MOST_PAGES).map(([page, { pageBefore, parts }]) => ({
        page,
        pageBefore,
        parts: shortened(
          parts.map(({ said, words }) => ({ said, text: words.join(" ") })),
          { around: 12, most: MOST_ON_A_PAGE },
        ),
      })),
    };
  }
}

/**
 * Where some words in a row that occur once in each text begin in both, in the order of both: the
 * longest list of such places.
 */
function anchors(was: readonly string[], is: readonly string[]): [number, number][] {
  const inWas = onceIn(was);
  const pairs: [number, number][] = [];
  for (const [row, y] of onceIn(is)) {
    const x = inWas.get(row) ?? -1;
    if (x >= 0 && y >= 0) pairs.push([x, y]);
  }
  pairs.sort(([a], [b]) => a - b);
  return rising(pairs);
}

/** Where rows of words are that occur once; -1 for those that occur more often. */
function onceIn(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (let at = 0; at + IN_A_ROW <= words.length; at += 1) {
    const row = words.slice(at, at + IN_A_ROW).join(" ");
    found.set(row, found.has(row) ? -1 : at);
  }
  return found;
}

/** The longest list of pairs of which both rise. @param pairs by their first */
function rising(pairs: readonly [number, number][]): [number, number][] {
  /** By length: which pair ends the list of that length whose last one is the smallest. */
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [at, [, y]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = at;
  }
  const list: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) list.push(pair);
  }
  return list.toReversed();
}
