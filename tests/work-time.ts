import { readFileSync } from "node:fs";

/**
 * How long this thread works, whatever the machine. Milliseconds of one machine decide nothing: what a piece of work may
 * take is said in pieces of a fixed work of the same nature, which is timed in the same run on the same thread. A machine
 * that is half as fast, or whose cores others share, takes twice as long for both.
 */

/** The milliseconds that this thread has worked; where the system does not tell, those that have passed. */
export function worked(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/**
 * How long the event loop of this thread was held at the longest while something was done, and how long all of it
 * took, both in milliseconds of work: a machine that is busy with other things counts for nothing.
 */
export async function holdOf<T>(
  work: () => Promise<T>,
): Promise<{ value: T; longest: number; took: number }> {
  let longest = 0;
  let last = worked();
  const turn = () => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const clock = setInterval(turn, 1);
  const began = last;
  const value = await work();
  clearInterval(clock);
  turn();
  return { value, longest, took: last - began };
}

/** How long something takes that is done in one go, in milliseconds of work. */
export function timeOf(work: () => void): number {
  const began = worked();
  work();
  return worked() - began;
}

const ROWS = 800;

/**
 * The fixed piece of work: rows are laid out as a page of them is, escaped, written as JSON and read again. It takes
 * about ten milliseconds where these tests were written.
 * @returns what was made, so that nothing of it is left out
 */
export function onePiece(): number {
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    id: `row-${i}`,
    title: `Quokka <${i}> & "others"`,
    text: `It's ${i} ${"a < b > c & d ".repeat(12)}`,
    places: [i % 7, i % 11, i % 13],
  }));
  const html = rows.map(
    ({ id, title, text, places }) =>
      `<li id="${id}"><h3>${escaped(title)}</h3><p>${escaped(text)}</p>${places.map((place) => `<b>${place}</b>`).join("")}</li>`,
  );
  const words = new Map<string, number>();
  for (const word of html.join(" ").split(" ")) words.set(word, (words.get(word) ?? 0) + 1);
  const read = JSON.parse(JSON.stringify({ rows, words: [...words] })) as { rows: unknown[] };
  return read.rows.length + words.size + html.join("\n").length;
}

function escaped(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const TIMES = 9;

/** What one piece takes here and now, in milliseconds of work: the median of several, once its code is warm. */
function pieceNow(): number {
  const times = Array.from({ length: TIMES }, () => timeOf(() => void onePiece()));
  return times.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
}

let known: number | null = null;

/**
 * Whether work took longer than so many pieces would have: how many it took then, else null. Before it says so, it times
 * a piece once more, as the machine may be slower than when it was timed first.
 * @param ms of work, as `holdOf` and `timeOf` tell
 */
export function overPieces(ms: number, most: number): number | null {
  if (known === null) {
    pieceNow();
    known = pieceNow();
  }
  if (ms <= most * known) return null;
  const pieces = ms / Math.max(known, pieceNow());
  return pieces > most ? Math.round(pieces * 10) / 10 : null;
}
