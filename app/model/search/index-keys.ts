/**
 * Words as the index keeps them. It is a tree that looks at one branch after the other, so no place
 * in it may have many: letters of large scripts are kept in two halves of at most 256 kinds each.
 */

/** Letters of small scripts and digits, which stay as they are: a typo in them is one letter. */
const LARGE = /[^0-9a-zα-ωа-џא-תء-ي\u1100-\u11ff]/g;
/** Signs that are no letters, and so in no word. */
const HIGH = 0xe000;
const LOW = 0xe100;
const HALVES = /[\ue000-\ue0ff][\ue100-\ue1ff]/g;

/** A folded word as a key of the index. */
export function keyOf(word: string): string {
  return word.replaceAll(LARGE, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(HIGH + (code >> 8), LOW + (code & 0xff));
  });
}

/** The folded word that a key of the index stands for. */
export function wordOf(key: string): string {
  return key.replaceAll(HALVES, (halves) =>
    String.fromCharCode(((halves.charCodeAt(0) - HIGH) << 8) | (halves.charCodeAt(1) - LOW)),
  );
}
