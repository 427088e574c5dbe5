import { ANSWERED } from "#model/questionnaires.ts";
import { inBatches } from "#db/batches.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { questionKey, type FoundQuestion } from "#model/questionnaires/layouts.ts";

/** Answers of other questionnaires that are final and were handed over. */
export interface EarlierAnswer {
  externalId: string;
  questionKey: string;
  shape: string;
  fingerprint: string;
  answer: string;
  comment: string;
  questionnaireId: string;
  fileName: string;
  place: number;
  usedEntryId: string | null;
  usedControlId: string | null;
  toldInternal: 0 | 1;
}

/**
 * What was answered to the same questions, or to the same ids; the latest first. Only what was handed
 * over or approved counts: where the organization wants a second person, what that person approved.
 */
export async function earlierAnswers(
  db: Reader,
  { id: orgId, customization }: Pick<Org, "id" | "customization">,
  questions: readonly FoundQuestion[],
): Promise<EarlierAnswer[]> {
  const keys = [...new Set(questions.map(({ question }) => questionKey(question)))];
  const ids = [...new Set(questions.map(({ externalId }) => externalId).filter(Boolean))];
  const found = new Map<string, EarlierAnswer & { id: string; finishedAt: string | null }>();
  const search = (column: "questionKey" | "externalId") => async (batch: string[]) => {
    const rows = await inOrg(db, orgId)
      .selectFrom("questionnaireRows as r")
      .innerJoin("questionnaires as q", (join) =>
        join.onRef("q.orgId", "=", "r.orgId").onRef("q.id", "=", "r.questionnaireId"),
      )
      .select([
        "r.id",
        "r.externalId",
        "r.questionKey",
        "r.answer",
        "r.comment",
        "r.place",
        "r.usedEntryId",
        "r.usedControlId",
        "r.toldInternal",
        "q.id as questionnaireId",
        "q.shape",
        "q.fingerprint",
        "q.fileName",
        "q.finishedAt",
      ])
      .where("q.finishedAt", "is not", null)
      .where((eb) =>
        customization.questionnairesNeedSecondPerson
          ? eb("q.approvedAt", "is not", null)
          : eb.or([eb("q.approvedAt", "is not", null), eb("q.handedOverAt", "is not", null)]),
      )
      .where("r.state", "in", ANSWERED)
      .where(`r.${column}`, "in", batch)
      .execute();
    for (const row of rows) found.set(row.id, row);
  };
  await inBatches(keys, search("questionKey"));
  await inBatches(ids, search("externalId"));
  return [...found.values()].sort((a, b) => (b.finishedAt ?? "").localeCompare(a.finishedAt ?? ""));
}
