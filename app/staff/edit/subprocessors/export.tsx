import type { Route } from "./+types/export";
import { listSubprocessors, type SubprocessorRow } from "../../../../db/subprocessor-edits.ts";
import { dayIn } from "../../../domain/dates.ts";
import { csvAnswer } from "../../../files/csv-answer.ts";
import { editRequest } from "../edit-request.ts";
import { CSV_HEADER, guarded } from "./csv-rows.ts";

/** The list as a file that the import reads: what is exported and brought in again changes nothing. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { scope, org, product, now } = await editRequest(args);
  const rows = await listSubprocessors(scope.db, org.id, product.id);
  return csvAnswer(
    `subprocessors-${org.slug}-${dayIn(now, org.timeZone)}.csv`,
    CSV_HEADER,
    oneBatch(rows),
  );
}

async function* oneBatch(rows: readonly SubprocessorRow[]): AsyncGenerator<string[][], void> {
  yield rows.map(({ company, purpose, location, additionalDetails }) =>
    [company, purpose, location, additionalDetails].map(guarded),
  );
}
