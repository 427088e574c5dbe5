import type { Route } from "./+types/subprocessor-export";
import { breath } from "#db/pace.ts";
import { listSubprocessors, type SubprocessorRow } from "../store/subprocessor-edits.server.ts";
import { dayIn } from "#values/dates.ts";
import { csvAnswer } from "#platform/files/csv-answer.ts";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { SUBPROCESSOR_TABLE } from "../forms/import-table.ts";

/**
 * The list as a file that the import reads: what is exported and brought in again changes nothing.
 */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { scope, org, product, now } = await editRequest(args);
  const rows = await listSubprocessors(scope.db, org.id, product.id);
  return csvAnswer(
    `subprocessors-${org.slug}-${dayIn(now, org.timeZone)}.csv`,
    SUBPROCESSOR_TABLE.columns.map((column) => SUBPROCESSOR_TABLE.words[column]),
    batchesOf(rows),
  );
}

/** Rows that are written at once. */
const BATCH = 500;

async function* batchesOf(
  rows: readonly SubprocessorRow[],
): AsyncGenerator<(string | null)[][], void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    yield rows
      .slice(at, at + BATCH)
      .map((row) => SUBPROCESSOR_TABLE.columns.map((column) => row[column]));
    await breath();
  }
}
