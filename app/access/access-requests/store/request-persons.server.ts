import { inOrg } from "#db/tenant.ts";
import { hashedAddress } from "#platform/privacy/store/erased-addresses.server.ts";
import {
  deletes,
  inTurn,
  overdueRows,
  personTable,
  rewrites,
  rowsOf,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** What requests for access hold of those who ask, who invite and who are invited. */
export const REQUEST_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "invitations",
    addresses: [{ column: "email" }],
    records: {
      invitations: rowsOf(
        "invitations",
        ["email", "message", "invitedAt", "mailedAt"],
        { memberId: "members", emailKey: "keys" },
        "invitedAt",
      ),
    },
    mentions: { columns: ["message"], owner: ["memberId"] },
    erases: deletes("invitations", { emailKey: "keys" }),
  }),
  personTable({
    table: "accessRequests",
    addresses: [{ column: "email", names: ["firstName", "lastName"] }, { column: "invitedBy" }],
    ids: { as: "requestIds", column: "emailKey", by: "keys" },
    records: {
      requests: ({ db, orgId, known }) =>
        inOrg(db, orgId)
          .selectFrom("accessRequests")
          .selectAll()
          .where("id", "in", [...known.requests])
          .orderBy("createdAt")
          .execute(),
      // That somebody asked by an invitation of the person, and when: who it was, is theirs.
      invitationsUsed: ({ db, orgId, known }) =>
        inOrg(db, orgId)
          .selectFrom("accessRequests")
          .select("createdAt")
          .where("invitedBy", "in", [...known.emails])
          .where("id", "not in", [...known.requests])
          .orderBy("createdAt")
          .execute(),
    },
    mentions: {
      columns: [
        "invitedBy",
        "companyName",
        "jobTitle",
        "pointOfContact",
        "source",
        "note",
        "message",
      ],
    },
    erases: inTurn(
      rewrites("accessRequests", { invitedBy: "emails" }, ({ pseudonym }) => ({
        invitedBy: pseudonym.email,
      })),
      deletes("accessRequests", { emailKey: "keys" }),
    ),
    overdue: {
      approvedRequests: overdueRows("accessRequests", (eb, before) =>
        eb.and([eb("status", "=", "approved"), eb("decidedAt", "<", before)]),
      ),
      declinedRequests: overdueRows("accessRequests", (eb, before) =>
        eb.or([
          eb.and([eb("status", "=", "declined"), eb("decidedAt", "<", before)]),
          eb.and([eb("status", "=", "withdrawn"), eb("withdrawnAt", "<", before)]),
        ]),
      ),
    },
  }),
  personTable({
    table: "accessReviews",
    goesWith: "accessRequests",
    records: {
      decisions: rowsOf(
        "accessReviews",
        ["requestId", "decision", "at", "byName", "undoneAt", "undoneBy"],
        { requestId: "requests" },
        "at",
      ),
    },
  }),
  personTable({
    table: "requestQuestions",
    records: {
      requestQuestions: rowsOf(
        "requestQuestions",
        ["requestId", "question", "askedAt", "askedBy", "answer", "answeredAt"],
        { requestId: "requests" },
        "askedAt",
      ),
    },
    mentions: { columns: ["question", "answer"] },
  }),
  personTable({
    table: "requestNotes",
    records: {
      // Of the person's requests, and of others' with the person's address.
      async requestNotes({ db, orgId, known, namesAddress }) {
        const notes = await inOrg(db, orgId)
          .selectFrom("requestNotes")
          .select(["requestId", "note", "createdAt", "createdBy"])
          .orderBy("createdAt")
          .execute();
        return notes.filter(
          ({ requestId, note }) => known.requests.includes(requestId) || namesAddress(note),
        );
      },
    },
    mentions: { columns: ["note"] },
  }),
  personTable({ table: "inboxViews", mentions: { columns: ["name", "queryJson"] } }),
  personTable({
    table: "grantReminders",
    erases: deletes("grantReminders", { memberId: "members" }),
  }),
  personTable({
    table: "accessRules",
    records: {
      async lists({ db, orgId, known }) {
        const rows = await inOrg(db, orgId)
          .selectFrom("accessRules")
          .select(["pattern", "action", "message", "note", "createdAt", "endedAt"])
          .where("matches", "=", "address")
          .where("pattern", "in", [...known.keys])
          .execute();
        return rows.map((row) => ({ list: "rule", ...row }));
      },
    },
    mentions: { columns: ["message", "note"], owner: ["pattern"], whole: true },
    // What must still decide over the address knows its hash from now on.
    async erases({ trx, orgId, person }) {
      const { key } = person.address;
      const { numUpdatedRows } = await inOrg(trx, orgId)
        .updateTable("accessRules")
        .set({ pattern: hashedAddress(trx, orgId, key) })
        .where("matches", "=", "address")
        .where("pattern", "=", key)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  }),
];
