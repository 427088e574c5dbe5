import { inOrg } from "#db/tenant.ts";
import {
  overdueRows,
  personTable,
  rewrites,
  rowsOf,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

const WHOSE = { memberId: "members", email: "emails" } as const;

/** What watermarks hold of readers. A leaked page leads to a pseudonym from then on. */
export const TRACE_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "watermarkedCopies",
    // Before the traces: they say whose copies these are.
    async erases({ trx, orgId, known }) {
      const theirs = inOrg(trx, orgId)
        .selectFrom("traces")
        .select("id")
        .where((eb) =>
          eb.or([eb("memberId", "in", [...known.members]), eb("email", "in", [...known.emails])]),
        );
      const { numDeletedRows } = await inOrg(trx, orgId)
        .deleteFrom("watermarkedCopies")
        .where("traceId", "in", theirs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  }),
  personTable({
    table: "traces",
    addresses: [{ column: "email", names: ["name"] }],
    records: {
      traces: rowsOf(
        "traces",
        ["id", "day", "documentName", "name", "email", "organisation", "ip", "createdAt"],
        WHOSE,
        "createdAt",
      ),
    },
    erases: rewrites("traces", WHOSE, ({ pseudonym }) => ({
      name: pseudonym.name,
      email: null,
      ip: null,
    })),
    overdue: { traces: overdueRows("traces", (eb, before) => eb("createdAt", "<", before)) },
  }),
];
