import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  personTable,
  rowsOf,
  type DeclaredTable,
  type Overdue,
} from "#tenancy/persons/store/person-tables.server.ts";

/**
 * The files of questionnaires that were finished or released long ago: the answers stay, the blobs
 * are swept.
 */
const FILES: Overdue = {
  async count(db, orgId, before) {
    const finished = await finishedFiles(db, orgId, before)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    const released = await releasedFiles(db, orgId, before)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(finished.count) + Number(released.count);
  },
  async isAny(db, orgId, before) {
    const [finished, released] = [
      finishedFiles(db, orgId, before).select("id").limit(1),
      releasedFiles(db, orgId, before).select("id").limit(1),
    ];
    return (
      (await finished.executeTakeFirst()) !== undefined ||
      (await released.executeTakeFirst()) !== undefined
    );
  },
  async remove(trx, orgId, before, limit) {
    const rows = await finishedFiles(trx, orgId, before).select("id").limit(limit).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await inOrg(trx, orgId)
        .updateTable("questionnaires")
        .set({ blobHash: null })
        .where("id", "in", ids)
        .execute();
    const left = limit - ids.length;
    const old =
      left > 0 ? await releasedFiles(trx, orgId, before).select("id").limit(left).execute() : [];
    if (old.length > 0)
      await inOrg(trx, orgId)
        .updateTable("questionnaireReleases")
        .set({ blobHash: null })
        .where(
          "id",
          "in",
          old.map(({ id }) => id),
        )
        .execute();
    return { count: ids.length + old.length, mails: [] };
  },
};

function finishedFiles(db: Reader, orgId: string, before: string) {
  return inOrg(db, orgId)
    .selectFrom("questionnaires")
    .where("finishedAt", "<", before)
    .where("blobHash", "is not", null);
}

function releasedFiles(db: Reader, orgId: string, before: string) {
  return inOrg(db, orgId)
    .selectFrom("questionnaireReleases")
    .where("releasedAt", "<", before)
    .where("blobHash", "is not", null);
}

/** What customers ask and staff answer: either may name people. */
export const QUESTIONNAIRE_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "questionnaires",
    records: {
      questionnaires: rowsOf(
        "questionnaires",
        ["id", "fileName", "note", "createdAt", "dueOn", "finishedAt"],
        { memberId: "members" },
        "createdAt",
      ),
    },
    mentions: { columns: ["fileName", "note"], owner: ["memberId"] },
    overdue: { questionnaireFiles: FILES },
  }),
  personTable({ table: "questionnaireReleases", mentions: { columns: ["fileName"] } }),
  personTable({
    table: "questionnaireRows",
    mentions: {
      columns: [
        "section",
        "externalId",
        "question",
        "questionKey",
        "answer",
        "comment",
        "note",
        "proposalsJson",
      ],
    },
  }),
];
