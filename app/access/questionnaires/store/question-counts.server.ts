import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { ROW_STATES, type RowState } from "#model/questionnaires.ts";

/** How many questions of each state a questionnaire has. */
export async function stateCounts(
  db: Reader,
  orgId: string,
  questionnaireId: string,
): Promise<Record<RowState, number>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
    .where("questionnaireId", "=", questionnaireId)
    .groupBy("state")
    .execute();
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return Object.fromEntries(ROW_STATES.map((state) => [state, counts.get(state) ?? 0])) as Record<
    RowState,
    number
  >;
}

/** The sections of a questionnaire, in their order. */
export async function sectionsOf(
  db: Reader,
  orgId: string,
  questionnaireId: string,
): Promise<string[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .select((eb) => ["section", eb.fn.min("place").as("first")])
    .where("questionnaireId", "=", questionnaireId)
    .groupBy("section")
    .orderBy("first")
    .limit(300)
    .execute();
  return rows.map(({ section }) => section);
}

/** How many rows that nobody has answered have a proposal that is sure. */
export async function sureCount(db: Reader, orgId: string, id: string): Promise<number> {
  const { count } = await inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("questionnaireId", "=", id)
    .where("state", "=", "proposed")
    // A proposal that is sure is the answer already.
    .where("answer", "!=", "")
    .executeTakeFirstOrThrow();
  return Number(count);
}
