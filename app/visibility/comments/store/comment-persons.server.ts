import {
  personTable,
  rowsOf,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** What conversations hold of members: what they wrote stays, without their name in it. */
export const COMMENT_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "comments",
    records: {
      comments: rowsOf(
        "comments",
        ["id", "productId", "itemUid", "content", "createdAt", "settledAt"],
        { memberId: "members" },
        "createdAt",
      ),
    },
    mentions: { columns: ["content"], owner: ["memberId"] },
  }),
];
