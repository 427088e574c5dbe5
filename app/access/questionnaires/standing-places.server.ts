import type { RouterContextProvider } from "react-router";
import type { StandingAnswer } from "#content/documents/store/standing-answers.server.ts";
import { Refused } from "#db/refusals.ts";
import type { Layout } from "#model/questionnaires/layouts.ts";
import { servicesContext } from "#platform/context.ts";
import { readStoredForm } from "#platform/files/questionnaires/forms.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { questionPlaces } from "./store/answered-rows.server.ts";
import type { Questionnaire } from "./store/questionnaires.server.ts";

const MOVED =
  "The answered document can’t be read again question by question, so its answers couldn’t be refreshed. Add the downloaded file to your documents.";

/**
 * Answers with the places that they have in the answered file. An answer in a document’s text is one
 * paragraph more, so every question behind it stands elsewhere than in the file that was sent. Once
 * all have their paragraphs, they stay where they are, however often they are refreshed.
 * @param blob the answered file
 * @throws Refused where the document, read again, doesn’t have the same questions; Busy
 */
export async function placedIn(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  { id, format, fileName, layoutJson }: Questionnaire,
  blob: { hash: string; size: number },
  answers: StandingAnswer[],
): Promise<StandingAnswer[]> {
  if (format !== "docx" || layoutJson === null) return answers;
  const { store, blobs } = context.get(servicesContext);
  const before = await questionPlaces(store.read, orgId, id);
  const layout = JSON.parse(layoutJson) as Layout;
  const { questions } = await readStoredForm(blobs, orgId, { blob, fileName }, { layout }).catch(
    (error: unknown) => {
      throw error instanceof UnreadableTable ? new Refused(error.message) : error;
    },
  );
  const isSame =
    questions.length === before.length &&
    before.every(
      ({ sheet, question }, at) =>
        questions[at]?.sheet === sheet && questions[at].question === question,
    );
  if (!isSame) throw new Refused(MOVED);
  const rows = new Map(before.map(({ place }, at) => [place, questions[at]?.row]));
  return answers.map((answer) => ({
    ...answer,
    sheetRow: rows.get(answer.place) ?? answer.sheetRow,
  }));
}
