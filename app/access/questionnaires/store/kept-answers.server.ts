import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { questionKey } from "#model/questionnaires/layouts.ts";
import type { KeptAs } from "#model/questionnaires.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { QuestionnaireRow } from "./questionnaires.server.ts";

/** The edited answers of a questionnaire of which nobody has said what becomes of them. */
function unkept(db: Reader, orgId: string, questionnaireId: string) {
  return inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .where("questionnaireId", "=", questionnaireId)
    .where("state", "=", "edited")
    .where("keptAs", "is", null);
}

/** How many they are. */
export async function unkeptCount(
  db: Reader,
  orgId: string,
  questionnaireId: string,
): Promise<number> {
  const { count } = await unkept(db, orgId, questionnaireId)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The first of them, in the order of the file. */
export async function unkeptRows(
  db: Reader,
  orgId: string,
  questionnaireId: string,
  most: number,
): Promise<QuestionnaireRow[]> {
  return unkept(db, orgId, questionnaireId).selectAll().orderBy("place").limit(most).execute();
}

/** An entry of the FAQ that answers the same question. */
export interface SameEntry {
  id: string;
  question: string;
  answer: string;
  access: FaqAccess;
  modifiedAt: string;
}

/** The entries that answer the questions of rows, by the questions as they are compared. */
export async function sameEntries(
  db: Reader,
  orgId: string,
  rows: readonly Pick<QuestionnaireRow, "questionKey">[],
): Promise<Map<string, SameEntry>> {
  const keys = new Set(rows.map((row) => row.questionKey).filter(Boolean));
  if (keys.size === 0) return new Map();
  const questions = await inOrg(db, orgId)
    .selectFrom("faqEntries")
    .select(["id", "question"])
    .orderBy("createdAt")
    .execute();
  const ids = new Map<string, string>();
  for (const { id, question } of questions) {
    const key = questionKey(question);
    if (keys.has(key) && !ids.has(key)) ids.set(key, id);
  }
  if (ids.size === 0) return new Map();
  const entries = await inOrg(db, orgId)
    .selectFrom("faqEntries")
    .select(["id", "question", "answer", "access", "modifiedAt"])
    .where("id", "in", [...ids.values()])
    .execute();
  return new Map(entries.map((entry) => [questionKey(entry.question), entry]));
}

/** Says what became of an answer. */
export async function markKept(
  { trx, orgId }: Write,
  rowId: string,
  keptAs: KeptAs,
  entryId: string | null,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("questionnaireRows")
    .set({ keptAs, keptEntryId: entryId })
    .where("id", "=", rowId)
    .execute();
}
