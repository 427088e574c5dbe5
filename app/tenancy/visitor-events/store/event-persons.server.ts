import {
  overdueRows,
  personTable,
  rewrites,
  rowsOf,
  type DeclaredTable,
} from "../../persons/store/person-tables.server.ts";

/** What the record of visits holds of visitors: an erased person's visits are nobody's. */
export const EVENT_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "events",
    records: {
      events: rowsOf(
        "events",
        [
          "at",
          "name",
          "productId",
          "itemUid",
          "documentId",
          "access",
          "source",
          "bytes",
          "detailJson",
        ],
        { memberId: "members" },
        "at",
      ),
    },
    mentions: { columns: ["detailJson"], owner: ["memberId"] },
    erases: rewrites("events", { memberId: "members" }, () => ({ memberId: null })),
    erasedColumns: ["memberId"],
    overdue: { events: overdueRows("events", (eb, before) => eb("at", "<", before)) },
  }),
];
