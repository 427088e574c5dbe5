import { ANSWERED } from "#model/questionnaires.ts";
import type { Reader } from "#db/store.ts";
import { pattern } from "#db/patterns.ts";
import { inOrg } from "#db/tenant.ts";
import type { QuestionnaireFilter } from "../forms/questionnaire-query.ts";

/** Questionnaires of one page. */
const PER_PAGE = 50;

/** A questionnaire as its list shows it. */
export interface ListedQuestionnaire {
  id: string;
  fileName: string;
  account: string | null;
  dueOn: string | null;
  createdAt: string;
  finishedAt: string | null;
  /** A member sent it in. */
  isSent: boolean;
  /** Its columns have to be chosen first. */
  isUnread: boolean;
  answered: number;
  questions: number;
}

/** One page of the questionnaires: what is due first comes first, then the newest. */
export async function questionnairePage(
  db: Reader,
  orgId: string,
  { search, isFinished }: QuestionnaireFilter,
  page: number,
): Promise<{
  rows: ListedQuestionnaire[];
  counts: { page: number; pages: number; count: number; all: number };
}> {
  const all = inOrg(db, orgId)
    .selectFrom("questionnaires as q")
    .leftJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "q.orgId").onRef("a.id", "=", "q.accountId"),
    );
  const countOf = async (query: typeof all) =>
    Number(
      (await query.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow())
        .count,
    );
  let query = all;
  if (isFinished !== null) query = query.where("q.finishedAt", isFinished ? "is not" : "is", null);
  if (search !== "")
    query = query.where((eb) =>
      eb.or(
        (["q.fileName", "a.name", "q.note"] as const).map((column) =>
          eb(eb.fn<string>("lower", [column]), "like", pattern("", search.toLowerCase(), "")),
        ),
      ),
    );
  const count = await countOf(query);
  const pages = Math.max(1, Math.ceil(count / PER_PAGE));
  const shown = Math.min(page, pages);
  const rows = await query
    .select([
      "q.id",
      "q.fileName",
      "a.name as account",
      "q.dueOn",
      "q.createdAt",
      "q.finishedAt",
      "q.layoutJson",
      "q.memberId",
    ])
    .orderBy((eb) => eb.case().when("q.finishedAt", "is", null).then(0).else(1).end())
    .orderBy((eb) => eb.fn.coalesce("q.dueOn", eb.val("9999-12-31")))
    .orderBy("q.createdAt", "desc")
    .orderBy("q.id")
    .limit(PER_PAGE)
    .offset((shown - 1) * PER_PAGE)
    .execute();
  const progress = await progressOf(
    db,
    orgId,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map(({ layoutJson, memberId, ...row }) => ({
      ...row,
      isSent: memberId !== null,
      isUnread: layoutJson === null,
      answered: progress.get(row.id)?.answered ?? 0,
      questions: progress.get(row.id)?.questions ?? 0,
    })),
    counts: { page: shown, pages, count, all: await countOf(all) },
  };
}

/** How many questions each has, and how many are answered. */
export async function progressOf(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, { answered: number; questions: number }>> {
  const progress = new Map<string, { answered: number; questions: number }>();
  if (ids.length === 0) return progress;
  const rows = await inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .select((eb) => ["questionnaireId", "state", eb.fn.countAll<number>().as("count")])
    .where("questionnaireId", "in", ids)
    .groupBy(["questionnaireId", "state"])
    .execute();
  for (const { questionnaireId, state, count } of rows) {
    const own = progress.get(questionnaireId) ?? { answered: 0, questions: 0 };
    own.questions += Number(count);
    if (ANSWERED.includes(state)) own.answered += Number(count);
    progress.set(questionnaireId, own);
  }
  return progress;
}
