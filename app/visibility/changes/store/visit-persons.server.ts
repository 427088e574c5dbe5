import {
  deletes,
  personTable,
  rowsOf,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** On which days members were last there: it goes with the member. */
export const VISIT_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "memberVisits",
    records: {
      visits: rowsOf(
        "memberVisits",
        ["productId", "day", "lastDay"],
        { memberId: "members" },
        "day",
      ),
    },
    ends: deletes("memberVisits", { memberId: "members" }),
  }),
];
