import { isWeak } from "#model/search/weak.ts";
import { rarityOf } from "#model/search/ranking.ts";
import type { SearchType } from "#model/search.ts";
import type { Asked } from "./asked.ts";
import { isOfKind } from "./fitting.ts";
import { isVague } from "./near-words.ts";
import { type AskedPart, type Passage, stemsOf, WEAK_WEIGHT } from "./quoting.ts";
import { type About, type Line, type Reading, readingOf, type Sentence } from "./reading.ts";
import { isEmpty } from "./same-question.ts";

/**
 * How near texts are to a question that none of them answers for certain: a sentence says it together
 * with its title, and one of the kind that is asked for says more.
 */

/** As many things are offered where none answers. */
const MOST = 5;
/** How sure a part of a question is by another term for it, by one that is nearly the same, by one word of it. */
const MEANT = 0.8;
const NEARLY = 0.7;
const LOOSELY = 0.5;
/** What a text says in one sentence with its title, there in a sentence of the kind, and in each alone. */
const TOGETHER = 3;
const FITTING = 3;
const TITLED = 2.5;
const SPOKEN = 2;
/** How much of a title is asked says whether the text is about it. */
const PRECISE = 1.5;
/** The name of a file says what it is about, more loosely than a title. */
const FILED = 0.5;
/** A row of a list names much, and news are of their day. */
const APART = 1;
const ASIDE: ReadonlySet<SearchType> = new Set(["facts", "trust center updates"]);
/** So many texts are read, those with the rarest words. */
const LOOKED_AT = 150;
/** So many of the nearest are looked at for what is asked for. */
const FITTED = 60;
/** How much the first places of a search count beside those below. */
const FIRST_PLACES = 2;
const SEARCHED = 4;

/** A passage that speaks of what is asked. */
export interface Near {
  /** Its place among the passages. */
  place: number;
  score: number;
  /** The sentence of the kind that is asked for that has most of it; null for none. */
  best: Sentence | null;
  /** How much of what is asked that sentence has, with the title. */
  covered: number;
}

/** What was found for a question: it is asked for once more where nothing is quoted. */
const foundFor = new WeakMap<Asked, { passages: readonly Passage[]; near: Near[] }>();

/**
 * The passages that speak of what is asked, the nearest first; a step a passage.
 * @param passages what the viewer may read
 */
export function* nearest(
  asked: Asked,
  passages: readonly Passage[],
): Generator<undefined, readonly Near[], void> {
  const before = foundFor.get(asked);
  if (before?.passages === passages) return before.near;
  const near = yield* nearestAnew(asked, passages);
  foundFor.set(asked, { passages, near });
  return near;
}

function* nearestAnew(
  asked: Asked,
  passages: readonly Passage[],
): Generator<undefined, Near[], void> {
  const { parts, asksFor, ownNames } = asked;
  const isTelling = parts.some(({ weight }) => weight === 1);
  const leading = parts.map((part) => (isTelling ? part.weight === 1 : !isEmpty(part)));
  const terms = new Terms(parts);
  const read: {
    place: number;
    reading: Reading;
    titled: Sure;
    called: Sure;
    named: Sure;
    lines: Said[];
  }[] = [];
  const having = parts.map(() => 0);
  const looked = passages.slice(0, LOOKED_AT);
  for (const [place, passage] of looked.entries()) {
    const reading = yield* readingOf(passage);
    yield;
    const { having: had } = passage;
    const titled = terms.in(reading.about.title, had) ?? NOTHING;
    const called = terms.called(titled, reading.about);
    const named = passage.type === "documents" ? terms.in(nameOf(passage), had) : titled;
    const lines = reading.lines.flatMap(({ stems, quotable, isMade }): Said[] => {
      const sure = terms.in(stems, had);
      // Below a title that says it all, a sentence need not say it again.
      return sure === null && quotable === null
        ? []
        : [{ sure: sure ?? NOTHING, quotable, isMade }];
    });
    const most = mostOf(parts.length, [named ?? NOTHING, called, ...lines.map(({ sure }) => sure)]);
    for (const [nth, sure] of most.entries()) if (sure > 0) having[nth] = (having[nth] ?? 0) + 1;
    // What is nearly the same adds to what was asked, and is nothing without it.
    if (most.some((sure, nth) => sure > 0 && sure !== NEARLY && leading[nth] === true))
      read.push({ place, reading, titled, called, named: named ?? NOTHING, lines });
  }
  const weights = parts.map(
    (part, nth) => weightIn(part) * rarityOf(having[nth] ?? 0, looked.length),
  );
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const covering = (sure: Sure, beside: Sure = NOTHING) => {
    let sum = 0;
    for (let nth = 0; nth < weights.length; nth += 1)
      sum += (weights[nth] ?? 0) * Math.max(sure[nth] ?? 0, beside[nth] ?? 0);
    return sum / whole;
  };
  const near: (Near & { lines: readonly Said[]; titled: Sure })[] = [];
  for (const { place, reading, titled, called, named, lines } of read) {
    yield;
    const { about } = reading;
    const { type } = passages[place] as Passage;
    const headed = covering(called);
    const title = type === "documents" ? FILED * covering(named) : headed;
    let [spoken, together]: [number, number] = [0, headed];
    for (const { sure, isMade } of lines) {
      if (isMade) continue;
      spoken = Math.max(spoken, covering(sure));
      together = Math.max(together, covering(sure, called));
    }
    const telling = about.title.filter((stem) => !isWeak(stem));
    const precise = terms.isOtherTitle(about.others)
      ? 1
      : telling.filter((stem) => terms.has(stem)).length / Math.max(1, telling.length);
    const score =
      TOGETHER * together +
      TITLED * title +
      SPOKEN * spoken +
      PRECISE * precise -
      (ASIDE.has(type) ? APART : 0);
    near.push({ place, score, best: null, covered: 0, lines, titled });
  }
  near.sort((a, b) => b.score - a.score || a.place - b.place);
  for (const one of near.slice(0, FITTED)) {
    yield;
    for (const { sure, quotable } of one.lines) {
      const own = covering(sure, one.titled);
      if (quotable === null || own <= one.covered) continue;
      if (!isOfKind(quotable.text, asksFor, ownNames)) continue;
      one.best = quotable;
      one.covered = own;
    }
    one.score += FITTING * one.covered;
  }
  return near
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ place, score, best, covered }) => ({ place, score, best, covered }));
}

/**
 * The things that may help with a question that none answers, five at most: what is nearest to it, and
 * what the search finds for it.
 * @param near things with how near they are, each as often as it has passages
 * @param found things, the best first
 */
export function helpfulOf(
  near: readonly { thing: string; score: number }[],
  found: readonly string[],
): string[] {
  const scores = new Map<string, number>();
  for (const { thing, score } of near)
    scores.set(thing, Math.max(scores.get(thing) ?? Number.NEGATIVE_INFINITY, score));
  for (const [place, thing] of found.entries())
    scores.set(thing, (scores.get(thing) ?? 0) + SEARCHED / (FIRST_PLACES + place));
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .map(([thing]) => thing);
}

/** How sure each part stands in one of several texts. */
function mostOf(parts: number, texts: readonly Sure[]): number[] {
  const most = Array.from({ length: parts }, () => 0);
  for (const sure of texts)
    for (let nth = 0; nth < sure.length; nth += 1)
      if ((sure[nth] ?? 0) > (most[nth] ?? 0)) most[nth] = sure[nth] ?? 0;
  return most;
}

/** The stems of a file's name. */
function nameOf({ stems, heading }: Passage): readonly string[] {
  return stems?.heading ?? stemsOf(heading);
}

/** How much a part leads to a text. */
function weightIn({ weight, ways }: AskedPart): number {
  const own = ways[0] ?? [];
  return own.length > 0 && own.every(isVague) ? Math.min(weight, WEAK_WEIGHT) : weight;
}

/** How sure each part of a question stands in a text. */
type Sure = readonly number[];
const NOTHING: Sure = [];

/** A line with a part of a question. */
interface Said extends Omit<Line, "stems"> {
  sure: Sure;
}

/** A way to say a part of a question. */
interface Way {
  part: number;
  sure: number;
  /** The stems of its words. */
  words: readonly string[];
}

/** The ways to say the parts of a question, by the words that they begin with: each text is read once. */
class Terms {
  readonly #count: number;
  readonly #ways = new Map<string, Way[]>();
  readonly #words = new Set<string>();
  /** The question's own words, each with the parts that it stands in. */
  readonly #own = new Map<string, number[]>();

  constructor(parts: readonly AskedPart[]) {
    this.#count = parts.length;
    for (const [part, { ways, near }] of parts.entries()) {
      const [own = [], ...others] = ways;
      this.#add({ part, sure: 1, words: own });
      for (const word of own) this.#own.set(word, [...(this.#own.get(word) ?? []), part]);
      for (const words of others) this.#add({ part, sure: MEANT, words });
      for (const words of near) this.#add({ part, sure: NEARLY, words });
      if (own.length > 1)
        for (const word of own)
          if (!isWeak(word)) this.#add({ part, sure: LOOSELY, words: [word] });
    }
  }

  #add(way: Way): void {
    const first = way.words[0] ?? "";
    const known = this.#ways.get(first);
    if (known === undefined) this.#ways.set(first, [way]);
    else known.push(way);
    if (way.sure > LOOSELY) for (const word of way.words) this.#words.add(word);
  }

  /** Whether a stem is of one of the ways. */
  has(stem: string): boolean {
    return this.#words.has(stem);
  }

  /** Whether one of a title's other terms is asked as it stands, in whatever order. */
  isOtherTitle(others: About["others"]): boolean {
    return others.some((words) => this.#isAsked(words));
  }

  #isAsked(words: readonly string[]): boolean {
    return words.every((word) => this.#own.has(word)) && !words.every(isWeak);
  }

  /**
   * How sure each part stands in a title or in another term for it: enough to be near; `titled.ts` says
   * when that is enough to be quoted.
   */
  called(titled: Sure, { others }: About): Sure {
    const asked = others.filter((words) => this.#isAsked(words));
    if (asked.length === 0) return titled;
    const sure = Array.from({ length: this.#count }, (_, part) => titled[part] ?? 0);
    for (const word of asked.flat())
      for (const part of this.#own.get(word) ?? []) sure[part] = Math.max(sure[part] ?? 0, MEANT);
    return sure;
  }

  /**
   * How sure each part stands in a text; null where none does.
   * @param stems the text's
   * @param having of each part, whether what the text is of has a way to say it at all
   */
  in(stems: readonly string[], having?: readonly boolean[]): Sure | null {
    let sure: number[] | null = null;
    for (const stem of stems) {
      const ways = this.#ways.get(stem);
      if (ways === undefined) continue;
      for (const { part, sure: own, words } of ways) {
        if (own <= (sure?.[part] ?? 0)) continue;
        if (having?.[part] === false && own > LOOSELY) continue;
        if (words.length > 1 && !hasAll(stems, words)) continue;
        sure ??= Array.from({ length: this.#count }, () => 0);
        sure[part] = own;
      }
    }
    return sure;
  }
}

function hasAll(stems: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => stems.includes(word));
}
