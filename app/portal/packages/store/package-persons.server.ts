import {
  deletes,
  personTable,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** Evidence packages that were made for one member. */
export const PACKAGE_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "evidencePackages",
    erases: deletes("evidencePackages", { viewerKey: "actors" }),
  }),
];
