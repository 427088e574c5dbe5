import {
  overdueRows,
  personTable,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** What was searched for, without who searched: it goes by the clock alone. */
export const QUESTION_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "searchQueries",
    overdue: { searches: overdueRows("searchQueries", (eb, before) => eb("at", "<", before)) },
  }),
];
