import {
  deletes,
  personTable,
  rowsOf,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** What members and subscribers follow: it ends with them. */
export const FOLLOW_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "follows",
    records: {
      follows: rowsOf(
        "follows",
        ["kind", "productId", "thingId", "pace", "createdAt"],
        { memberId: "members", subscriberId: "subscribers" },
        "createdAt",
      ),
    },
    ends: deletes("follows", { memberId: "members", subscriberId: "subscribers" }),
  }),
];
