import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { ROW_STATES, type RowState } from "#model/questionnaires.ts";
import { notedEntries } from "#tenancy/history/store/entry-changes.server.ts";
import type { QuestionnaireEntry } from "../rules/entries.ts";
import { latest } from "./content-entries.server.ts";

/** Questionnaires with how far each one is, without their questions. */
export async function questionnaireEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<QuestionnaireEntry[]> {
  const [rows, noted, work] = await Promise.all([
    inOrg(db, orgId)
      .selectFrom("questionnaires as q")
      .leftJoin("products as p", (join) =>
        join.onRef("p.orgId", "=", "q.orgId").onRef("p.id", "=", "q.productId"),
      )
      .selectAll("q")
      .select("p.id as product")
      .where("q.id", "in", ids)
      .execute(),
    notedEntries(db, orgId, "questionnaires", ids),
    workOn(db, orgId, ids),
  ]);
  return rows.map((row) => {
    const { states, changedAt } = work.get(row.id) ?? NO_WORK;
    return {
      id: row.id,
      fileName: row.fileName,
      format: row.format,
      state:
        row.layoutJson === null ? "columns-needed" : row.finishedAt === null ? "open" : "finished",
      accountId: row.accountId,
      productId: row.product,
      dueOn: row.dueOn,
      note: row.note,
      questions: ROW_STATES.reduce((sum, state) => sum + states[state], 0),
      states,
      finishedAt: row.finishedAt,
      finishedBy: row.finishedBy,
      approvedAt: row.approvedAt,
      approvedBy: row.approvedBy,
      createdBy: row.createdBy === "" ? null : row.createdBy,
      createdAt: row.createdAt,
      updatedAt: latest([
        row.createdAt,
        row.finishedAt,
        row.approvedAt,
        changedAt,
        noted.get(row.id),
      ]),
    };
  });
}

interface Work {
  states: Readonly<Record<RowState, number>>;
  /** When an answer changed last. */
  changedAt: string | null;
}

const NO_WORK: Work = {
  states: { open: 0, proposed: 0, drafted: 0, accepted: 0, edited: 0, skipped: 0 },
  changedAt: null,
};

async function workOn(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Work>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .select((eb) => [
      "questionnaireId",
      "state",
      eb.fn.countAll<number>().as("count"),
      eb.fn.max("changedAt").as("changedAt"),
    ])
    .where("questionnaireId", "in", ids)
    .groupBy(["questionnaireId", "state"])
    .execute();
  const work = new Map<string, Work>();
  for (const { questionnaireId, state, count, changedAt } of rows) {
    const before = work.get(questionnaireId) ?? NO_WORK;
    work.set(questionnaireId, {
      states: { ...before.states, [state]: Number(count) },
      changedAt: latest([before.changedAt, changedAt]),
    });
  }
  return work;
}
