import { Pace } from "./pace.ts";

/**
 * Rows of one INSERT: the widest table stays well below SQLite's 32,766 bound values, and one takes
 * few milliseconds.
 */
const BATCH_ROWS = 250;

/**
 * Hands the rows to `write` in batches, one after the other, with the pages of others in between;
 * no rows, no call.
 */
export async function inBatches<T>(
  rows: readonly T[],
  write: (batch: T[]) => Promise<unknown>,
): Promise<void> {
  const pace = new Pace();
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    await write(rows.slice(at, at + BATCH_ROWS));
    if (pace.isDue) await pace.breathe();
  }
}

/**
 * Rows by their ids, in the order of the ids, batch by batch; those that are not there any more are
 * left out.
 * @param find the rows of some of the ids, in any order
 */
export async function inBatchesById<Row extends { id: string }>(
  ids: readonly string[],
  find: (batch: string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  await inBatches(ids, async (batch) => {
    for (const row of await find(batch)) found.set(row.id, row);
  });
  return ids.flatMap((id) => found.get(id) ?? []);
}
