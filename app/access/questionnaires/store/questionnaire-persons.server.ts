import { personTable, type DeclaredTable } from "#tenancy/persons/store/person-tables.server.ts";

/** What customers ask and staff answer: either may name people. */
export const QUESTIONNAIRE_PERSONS: readonly DeclaredTable[] = [
  personTable({ table: "questionnaires", mentions: { columns: ["fileName", "note"] } }),
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
