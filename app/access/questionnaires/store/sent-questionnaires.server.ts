import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { releaseState } from "#model/questionnaires/releases.ts";
import { sentState, type SentState } from "#model/questionnaires/uploads.ts";
import { progressOf } from "./questionnaire-list.server.ts";
import { findQuestionnaire, type Questionnaire } from "./questionnaires.server.ts";
import { releasesOf, type Release } from "./releases.server.ts";

/** A questionnaire as the account sees it whose member sent it. */
export interface SentQuestionnaire {
  id: string;
  fileName: string;
  productId: string | null;
  createdAt: string;
  dueOn: string | null;
  finishedAt: string | null;
  answered: number;
  questions: number;
  state: SentState;
}

/** So many are listed. */
const MOST = 100;

/**
 * What members of an account sent in, the newest first. What staff added for it is not among them: its
 * name and its note are theirs.
 */
export async function sentQuestionnaires(
  db: Reader,
  orgId: string,
  accountId: string,
): Promise<SentQuestionnaire[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("questionnaires")
    .select(["id", "fileName", "productId", "createdAt", "dueOn", "finishedAt"])
    .where("accountId", "=", accountId)
    .where("memberId", "is not", null)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(MOST)
    .execute();
  const ids = rows.map(({ id }) => id);
  const [progress, released] = await Promise.all([
    progressOf(db, orgId, ids),
    releasedOf(db, orgId, ids),
  ]);
  return rows.map((row) => {
    const { answered, questions } = progress.get(row.id) ?? { answered: 0, questions: 0 };
    const isReleased = released.has(row.id);
    return { ...row, answered, questions, state: sentState({ ...row, answered, isReleased }) };
  });
}

/** Those of which a file can be downloaded now. */
async function releasedOf(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await inOrg(db, orgId)
    .selectFrom("questionnaireReleases")
    .select("questionnaireId")
    .where("questionnaireId", "in", ids)
    .where("withdrawnAt", "is", null)
    .where("replacedAt", "is", null)
    .where("blobHash", "is not", null)
    .execute();
  return new Set(rows.map(({ questionnaireId }) => questionnaireId));
}

/**
 * One that a member of the account sent in, with what was released of it; null where there is none, or
 * it is another account's.
 */
export async function findSent(
  db: Reader,
  orgId: string,
  accountId: string,
  id: string,
): Promise<{ questionnaire: Questionnaire; sent: SentQuestionnaire; releases: Release[] } | null> {
  const questionnaire = await findQuestionnaire(db, orgId, id);
  if (questionnaire === null || questionnaire.memberId === null) return null;
  if (questionnaire.accountId !== accountId) return null;
  const [progress, releases] = await Promise.all([
    progressOf(db, orgId, [id]),
    releasesOf(db, orgId, id),
  ]);
  const { answered, questions } = progress.get(id) ?? { answered: 0, questions: 0 };
  const { fileName, productId, createdAt, dueOn, finishedAt } = questionnaire;
  // Another account may have had it before two were merged.
  const own = releases.filter((release) => release.accountId === accountId);
  const isReleased = own.some((release) => releaseState(release) === "current");
  return {
    questionnaire,
    releases: own,
    sent: {
      id,
      fileName,
      productId,
      createdAt,
      dueOn,
      finishedAt,
      answered,
      questions,
      state: sentState({ answered, finishedAt, isReleased }),
    },
  };
}
