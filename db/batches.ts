/** Rows of one INSERT: the widest table stays well below SQLite's 32,766 bound values. */
const BATCH_ROWS = 500;

/** Hands the rows to `write` in batches, one after the other; no rows, no call. */
export async function inBatches<T>(
  rows: readonly T[],
  write: (batch: T[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) await write(rows.slice(at, at + BATCH_ROWS));
}

/** Rows between two breaths. */
export const BREATH = 100;

/** Lets the pages of others be answered in the midst of a long list: they read what was there before it. */
export function breath(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
