import { foldText } from "#values/folding.ts";

/**
 * Scripts that put no spaces between words: Chinese, Japanese, Thai and their neighbors. Their texts
 * are looked up by pairs of letters, so that a word is found wherever it stands in a sentence, and
 * the server and every browser find the same, whatever dictionaries they have.
 */

/** Letters of these scripts, with the signs that make a sound long or another one. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}\u30fc\uff70\uff9e\uff9f]*/gu;
/** A letter with its marks; half-width sound marks are letters by name. */
const LETTER = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*/gu;
/** Korean has spaces between words, and none beside what it takes from other scripts. */
const SPACED = /[\p{Script=Hangul}\p{M}]+|[^\p{Script=Hangul}]+/gu;
/** The first letter of these scripts stands behind all of Europe's: most words end the search here. */
const MAY_HAVE = /[\u0e00-\uffff]/;
const ONLY_HIRAGANA = /^\p{Script=Hiragana}+$/u;

/** A stretch of a word: letters that words are made of without spaces, or any others. */
export interface Stretch {
  text: string;
  isUnspaced: boolean;
}

/** A word cut where the scripts without spaces begin and end: 'SOC' and '審計' of 'SOC審計'. */
export function stretchesOf(word: string): Stretch[] {
  if (!MAY_HAVE.test(word)) return [{ text: word, isUnspaced: false }];
  const stretches: Stretch[] = [];
  let end = 0;
  const plain = (to: number) => {
    if (to === end) return;
    for (const [text] of word.slice(end, to).matchAll(SPACED))
      stretches.push({ text, isUnspaced: false });
  };
  for (const { index, 0: text } of word.matchAll(RUN)) {
    plain(index);
    stretches.push({ text, isUnspaced: true });
    end = index + text.length;
  }
  plain(word.length);
  return stretches;
}

/** One letter of a stretch, with its marks, as it is written and as it is compared. */
export interface Letter {
  written: string;
  folded: string;
}

/** The letters of a stretch without spaces. */
export function lettersOf(text: string): Letter[] {
  return Array.from(text.matchAll(LETTER), ([written]) => ({
    written,
    folded: comparable(written),
  }));
}

/**
 * The words that a stretch is kept by: each letter with its neighbor, and the last one alone, so that
 * one letter is found as well, as the beginning of a pair.
 */
export function keptPairs(letters: readonly Letter[]): string[] {
  return letters.map(({ folded }, at) => folded + (letters[at + 1]?.folded ?? ""));
}

/** As `keptPairs`, one after the other: a stretch can be as long as a text. */
export function* pairsOf(text: string): Generator<string, void, void> {
  let before: string | null = null;
  for (const [written] of text.matchAll(LETTER)) {
    const own = comparable(written);
    if (before !== null) yield before + own;
    before = own;
  }
  if (before !== null) yield before;
}

/** The words that a stretch is looked up by: its pairs, or its one letter. */
export function askedPairs(letters: readonly Letter[]): string[] {
  const kept = keptPairs(letters);
  return kept.length > 1 ? kept.slice(0, -1) : kept;
}

/** How many letters are one word, for each word of a stretch in its order. */
export function wordLengths(letters: readonly Letter[]): number[] {
  // Where a browser can't tell, the stretch is one word.
  if (typeof Intl.Segmenter !== "function") return [letters.length];
  const text = letters.map(({ written }) => written).join("");
  const ends: number[] = [];
  let place = 0;
  for (const { written } of letters) ends.push((place += written.length));
  const lengths: number[] = [];
  let done = 0;
  for (const { index, segment } of segmenter().segment(text)) {
    const to = ends.findIndex((end) => end >= index + segment.length) + 1;
    if (to > done) lengths.push(to - done);
    done = Math.max(done, to);
  }
  return lengths;
}

let words: Intl.Segmenter | null = null;

function segmenter(): Intl.Segmenter {
  return (words ??= new Intl.Segmenter("ja", { granularity: "word" }));
}

/** Whether a word of these scripts only holds a sentence together, as Japanese endings do. */
export function isParticle(letters: readonly Letter[]): boolean {
  return ONLY_HIRAGANA.test(letters.map(({ written }) => written).join(""));
}

/** How many letters of these scripts a text has: each of them is a word of its index. */
export function unspacedLetters(text: string): number {
  if (!MAY_HAVE.test(text)) return 0;
  let count = 0;
  for (const [run] of text.matchAll(RUN)) count += run.length;
  return count;
}

/** Whether a word that is looked up is one letter of these scripts, and so the beginning of pairs. */
export function isOneLetter(word: string): boolean {
  return word.length <= 2 && (word.codePointAt(0) ?? 0) >= 0x0e00 && [...word].length === 1;
}

/** A letter as it is compared; those of Chinese are what they are. */
function comparable(letter: string): string {
  const code = letter.charCodeAt(0);
  return letter.length === 1 && code >= 0x4e00 && code < 0xa000 ? letter : foldText(letter);
}
