import { inBatches } from "#db/batches.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { reviewersOf, type Reviewer } from "#access/access-requests/store/request-work.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import type { QuestionFilter } from "../forms/questionnaire-query.ts";
import { RowChanged, findRow, mustBeOpen, narrowed, type RowSeen } from "./question-rows.server.ts";

/** What somebody was given to answer. */
export interface AssignedQuestions {
  fileName: string;
  reviewer: Reviewer | null;
  /** Questions that were not theirs before. */
  count: number;
}

/**
 * Says who answers the questions that a filter leaves.
 * @param which a place, or all that a filter leaves; its assignee is an id, or nobody
 * @param staffId somebody who may answer questionnaires; null: nobody
 * @throws NotFound; Refused once it is finished, and for somebody who may not answer it
 */
export async function assignQuestions(
  write: Write,
  questionnaireId: string,
  which: { place: number } | { filter: QuestionFilter },
  staffId: string | null,
): Promise<AssignedQuestions> {
  const { trx, orgId } = write;
  const { fileName } = await mustBeOpen(write, questionnaireId);
  const reviewer =
    staffId === null ? null : (await reviewersOf(trx, orgId)).find(({ id }) => id === staffId);
  if (reviewer === undefined)
    throw new Refused("This person no longer answers questionnaires. Choose someone else.");
  const rows =
    "place" in which
      ? [await findRow(trx, orgId, questionnaireId, which.place)]
      : await narrowed(trx, orgId, questionnaireId, which.filter)
          .select(["id", "assigneeId"])
          .execute();
  const ids: string[] = [];
  for (const row of rows) {
    if (row === null) throw new NotFound("Question");
    if (row.assigneeId !== staffId) ids.push(row.id);
  }
  await inBatches(ids, (batch) =>
    inOrg(trx, orgId)
      .updateTable("questionnaireRows")
      .set({ assigneeId: staffId })
      .where("id", "in", batch)
      .execute(),
  );
  if (ids.length > 0)
    await recordAudit(write, {
      action: reviewer === null ? "questionnaire.unassigned" : "questionnaire.assigned",
      subject: questionnaireId,
      detail: { name: fileName, count: ids.length, to: reviewer?.name ?? null },
    });
  return { fileName, reviewer, count: ids.length };
}

/**
 * Notes something at a question, for the team alone; the empty text takes it away.
 * @throws NotFound; RowChanged where a colleague was faster
 */
export async function noteQuestion(
  { trx, orgId }: Write,
  { questionnaireId, place, version }: RowSeen,
  note: string,
): Promise<void> {
  const row = await findRow(trx, orgId, questionnaireId, place);
  if (row === null) throw new NotFound("Question");
  if (row.version !== version) throw new RowChanged(row);
  await inOrg(trx, orgId)
    .updateTable("questionnaireRows")
    .set({ note: note === "" ? null : note, version: version + 1 })
    .where("id", "=", row.id)
    .execute();
}

/** Leaves to nobody what somebody was to answer who is no longer on the team. */
export async function unassignQuestions(
  trx: Writer,
  orgId: string,
  staffId: string,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("questionnaireRows")
    .set({ assigneeId: null })
    .where("assigneeId", "=", staffId)
    .execute();
}
