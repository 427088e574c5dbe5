import { inBatches } from "#db/batches.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { ANSWERED, type AnswerSource } from "#model/questionnaires.ts";
import { isAmong, type SourceIds } from "#model/questionnaires/sources.ts";

/**
 * Which of these entries and controls are the team's alone now. What is gone counts as internal: the
 * portal says it no more, and perhaps never did.
 */
export async function internalAmong(
  db: Reader,
  orgId: string,
  sources: readonly AnswerSource[],
): Promise<SourceIds> {
  const idsOf = async (table: "faqEntries" | "controls", ids: (string | null)[]) => {
    const named = [...new Set(ids.filter((id) => id !== null))];
    const internal = new Set(named);
    await inBatches(named, async (batch) => {
      const rows = await inOrg(db, orgId)
        .selectFrom(table)
        .select("id")
        .where("id", "in", batch)
        .where("access", "!=", "internal")
        .execute();
      for (const { id } of rows) internal.delete(id);
    });
    return internal;
  };
  return {
    entries: await idsOf(
      "faqEntries",
      sources.map(({ entryId }) => entryId),
    ),
    controls: await idsOf(
      "controls",
      sources.map(({ controlId }) => controlId),
    ),
  };
}

/** Whether any of what an answer is made of is the team's alone now. */
export async function isAnyInternal(
  db: Reader,
  orgId: string,
  sources: readonly AnswerSource[],
): Promise<boolean> {
  const internal = await internalAmong(db, orgId, sources);
  return sources.some((source) => isAmong(source, internal));
}

/**
 * The answers of a questionnaire that tell something internal, in the order of the file: what they are
 * made of was internal when they were saved, or is now. Whoever confirmed it then told one account.
 */
export async function internalAnswers(
  db: Reader,
  orgId: string,
  questionnaireId: string,
): Promise<{ place: number; question: string }[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .select([
      "place",
      "question",
      "toldInternal",
      "usedEntryId as entryId",
      "usedControlId as controlId",
    ])
    .where("questionnaireId", "=", questionnaireId)
    .where("state", "in", ANSWERED)
    .orderBy("place")
    .execute();
  const internal = await internalAmong(db, orgId, rows);
  return rows
    .filter((row) => row.toldInternal === 1 || isAmong(row, internal))
    .map(({ place, question }) => ({ place, question }));
}
