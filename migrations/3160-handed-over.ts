import type { Kysely } from "kysely";

interface Tables {
  questionnaires: { orgId: string; id: string; finishedAt: string | null; handedOverAt: string };
  questionnaireReleases: {
    orgId: string;
    questionnaireId: string;
    releasedAt: string;
    replacedAt: string | null;
    withdrawnAt: string | null;
  };
}

/**
 * When the answers of a finished questionnaire left: released to its account, or downloaded by the
 * team. Of those from before, what is released now counts. Frozen: later changes are later files.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable("questionnaires").addColumn("handedOverAt", "text").execute();
  const released = await db
    .selectFrom("questionnaireReleases as r")
    .innerJoin("questionnaires as q", (join) =>
      join.onRef("q.orgId", "=", "r.orgId").onRef("q.id", "=", "r.questionnaireId"),
    )
    .select(["r.orgId", "r.questionnaireId", "r.releasedAt"])
    .where("r.replacedAt", "is", null)
    .where("r.withdrawnAt", "is", null)
    .where("q.finishedAt", "is not", null)
    .execute();
  for (const { orgId, questionnaireId, releasedAt } of released)
    await db
      .updateTable("questionnaires")
      .set({ handedOverAt: releasedAt })
      .where("orgId", "=", orgId)
      .where("id", "=", questionnaireId)
      .execute();
}
