import {
  deletes,
  personTable,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** Archives that were made for one reader. */
export const BULK_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "bulkDownloads",
    erases: deletes("bulkDownloads", { viewerKey: "actors" }),
  }),
];
