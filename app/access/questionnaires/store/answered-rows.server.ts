import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { ANSWERED } from "#model/questionnaires.ts";
import type { QuestionnaireRow } from "./questionnaires.server.ts";

/** The rows of a questionnaire, in the order of the file. */
function rowsOf(db: Reader, orgId: string, id: string) {
  return inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .where("questionnaireId", "=", id)
    .orderBy("place");
}

/** The rows that are answered, in the order of the file. */
export function answeredRows(db: Reader, orgId: string, id: string): Promise<QuestionnaireRow[]> {
  return rowsOf(db, orgId, id).selectAll().where("state", "in", ANSWERED).execute();
}

/** All questions of a questionnaire in their order, with the answers that are accepted or edited. */
export async function sheetRows(db: Reader, orgId: string, id: string) {
  const rows = await rowsOf(db, orgId, id)
    .select(["externalId", "section", "question", "answer", "comment", "state"])
    .execute();
  return rows.map(({ externalId, section, question, state, ...said }) => {
    const { answer, comment } = ANSWERED.includes(state) ? said : { answer: "", comment: "" };
    return { id: externalId, section, question, answer, comment };
  });
}

/** The questions of a questionnaire in their order, with the sheets that they are of. */
export function questionPlaces(db: Reader, orgId: string, id: string) {
  return rowsOf(db, orgId, id).select(["place", "sheet", "question"]).execute();
}

/** The answers of a questionnaire as they go into its file: by sheet, row and column. */
export async function answeredCells(
  db: Reader,
  orgId: string,
  id: string,
): Promise<Map<string, Map<number, Map<number, string>>>> {
  const rows = await rowsOf(db, orgId, id)
    .select(["sheet", "sheetRow", "answerColumn", "commentColumn", "answer", "comment"])
    .where("state", "in", ANSWERED)
    // What stood in the file and nobody touched stays as it came.
    .where("changedAt", "is not", null)
    .execute();
  const sheets = new Map<string, Map<number, Map<number, string>>>();
  for (const row of rows) {
    const sheet = sheets.get(row.sheet) ?? new Map<number, Map<number, string>>();
    const cells = new Map([[row.answerColumn, row.answer]]);
    if (row.commentColumn !== null) cells.set(row.commentColumn, row.comment);
    sheet.set(row.sheetRow, cells);
    sheets.set(row.sheet, sheet);
  }
  return sheets;
}
