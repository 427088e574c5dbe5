import { breath } from "#db/pace.ts";
import { writeCsv } from "./tables/csv-table.ts";

type Cell = string | number | null;

/** Rows that are written in one go, and characters of them: a row may have forty thousand. */
const ROWS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 200_000;

/**
 * A CSV file as the body of an answer, made as it is read: batches of rows, the head first. No cell
 * is a formula to a spreadsheet; the mark in front makes it take the text for UTF-8.
 * @param name of the file: ASCII letters, digits, hyphens
 */
export function csvAnswer(
  name: string,
  head: readonly string[],
  batches: AsyncGenerator<readonly (readonly Cell[])[], void>,
): Response {
  const encoder = new TextEncoder();
  let begun = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await batches.next();
        const text = `${begun ? "" : `\ufeff${writeCsv([head])}`}${value === undefined ? "" : writeCsv(value)}`;
        begun = true;
        if (text !== "") controller.enqueue(encoder.encode(text));
        if (done) controller.close();
      },
      async cancel() {
        await batches.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    },
  });
}

/** Rows that are all at hand, a batch at a time; others have their turn between two. */
export async function* inBatchesOf<Row>(
  rows: readonly Row[],
  cells: (row: Row) => readonly Cell[],
): AsyncGenerator<(readonly Cell[])[], void> {
  let batch: (readonly Cell[])[] = [];
  let characters = 0;
  for (const row of rows) {
    const written = cells(row);
    batch.push(written);
    for (const cell of written) characters += String(cell ?? "").length;
    if (batch.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
    yield batch;
    batch = [];
    characters = 0;
    await breath();
  }
  if (batch.length > 0) yield batch;
}
