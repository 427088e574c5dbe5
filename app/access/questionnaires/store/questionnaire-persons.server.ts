import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  personTable,
  type DeclaredTable,
  type Overdue,
} from "#tenancy/persons/store/person-tables.server.ts";

/** The files of questionnaires that were finished long ago: the answers stay, the blob is swept. */
const FILES: Overdue = {
  async count(db, orgId, before) {
    const { count } = await finishedFiles(db, orgId, before)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
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
    return { count: ids.length, mails: [] };
  },
};

function finishedFiles(db: Reader, orgId: string, before: string) {
  return inOrg(db, orgId)
    .selectFrom("questionnaires")
    .where("finishedAt", "<", before)
    .where("blobHash", "is not", null);
}

/** What customers ask and staff answer: either may name people. */
export const QUESTIONNAIRE_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "questionnaires",
    mentions: { columns: ["fileName", "note"] },
    overdue: { questionnaireFiles: FILES },
  }),
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
        "proposalsJson",
      ],
    },
  }),
];
