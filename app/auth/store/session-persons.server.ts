import {
  deletes,
  overdueRows,
  personTable,
  rowsOf,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** What signing in holds of members: it ends at once. */
export const SESSION_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "sessions",
    records: {
      sessions: rowsOf(
        "sessions",
        ["host", "createdAt", "lastSeenAt", "expiresAt", "revokedAt", "ip", "userAgent"],
        { memberId: "members" },
        "createdAt",
      ),
    },
    ends: deletes("sessions", { memberId: "members" }),
    overdue: {
      memberSessions: overdueRows(
        "sessions",
        (eb, before) =>
          eb.and([
            eb("kind", "=", "member"),
            eb.or([eb("expiresAt", "<", before), eb("revokedAt", "<", before)]),
          ]),
        "tokenHash",
      ),
    },
  }),
  personTable({
    table: "signInLinks",
    addresses: [{ column: "email" }],
    records: {
      signInLinks: rowsOf(
        "signInLinks",
        ["email", "host", "returnTo", "createdAt", "expiresAt", "usedAt"],
        { email: "emails" },
        "createdAt",
      ),
    },
    ends: deletes("signInLinks", { email: "emails" }),
    overdue: {
      signInLinks: overdueRows("signInLinks", (eb, before) => eb("expiresAt", "<", before)),
    },
  }),
];
