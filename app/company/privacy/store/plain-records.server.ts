import type { Schema } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** By what a row is the person's: ids, spellings and keys of theirs. */
export interface Known {
  members: readonly string[];
  requests: readonly string[];
  emails: readonly string[];
  keys: readonly string[];
  actors: readonly string[];
  subjects: readonly string[];
}

/** Rows that are read as they stand: which columns, whose they are by any of some, and their order. */
interface RowsOf<Table extends keyof Schema> {
  table: Table;
  columns: readonly (keyof Schema[Table] & string)[];
  whose: Readonly<{ [Column in keyof Schema[Table] & string]?: keyof Known }>;
  order: keyof Schema[Table] & string;
}

/** What is read of a person as it stands, by kind. */
export const ROWS = {
  decisions: rowsOf({
    table: "accessReviews",
    columns: ["requestId", "decision", "at", "byName", "undoneAt", "undoneBy"],
    whose: { requestId: "requests" },
    order: "at",
  }),
  signatures: rowsOf({
    table: "ndaSignatures",
    columns: [
      "id",
      "versionId",
      "versionHash",
      "name",
      "email",
      "signedAt",
      "ip",
      "userAgent",
      "importedAt",
      "importedBy",
      "note",
    ],
    whose: { memberId: "members", email: "emails" },
    order: "signedAt",
  }),
  events: rowsOf({
    table: "events",
    columns: [
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
    whose: { memberId: "members" },
    order: "at",
  }),
  traces: rowsOf({
    table: "traces",
    columns: ["id", "day", "documentName", "name", "email", "organisation", "ip", "createdAt"],
    whose: { memberId: "members", email: "emails" },
    order: "createdAt",
  }),
  sessions: rowsOf({
    table: "sessions",
    columns: ["host", "createdAt", "lastSeenAt", "expiresAt", "revokedAt", "ip", "userAgent"],
    whose: { memberId: "members" },
    order: "createdAt",
  }),
  signInLinks: rowsOf({
    table: "signInLinks",
    columns: ["email", "host", "returnTo", "createdAt", "expiresAt", "usedAt"],
    whose: { email: "emails" },
    order: "createdAt",
  }),
  audit: rowsOf({
    table: "audit",
    columns: ["at", "actorName", "action", "subject", "detailJson", "ip"],
    whose: { actor: "actors", subject: "subjects" },
    order: "at",
  }),
  comments: rowsOf({
    table: "comments",
    columns: ["id", "productId", "itemUid", "content", "createdAt", "settledAt"],
    whose: { memberId: "members" },
    order: "createdAt",
  }),
  invitations: rowsOf({
    table: "invitations",
    columns: ["email", "message", "invitedAt", "mailedAt"],
    whose: { memberId: "members", emailKey: "keys" },
    order: "invitedAt",
  }),
  requestQuestions: rowsOf({
    table: "requestQuestions",
    columns: ["requestId", "question", "askedAt", "askedBy", "answer", "answeredAt"],
    whose: { requestId: "requests" },
    order: "askedAt",
  }),
};

/** How such rows are read. */
function rowsOf<Table extends keyof Schema>({ table, columns, whose, order }: RowsOf<Table>) {
  const any = Object.entries(whose as Record<string, keyof Known>);
  // The names are checked against the table above; the builder is told those of one table.
  return async (db: Reader, orgId: string, known: Known): Promise<Record<string, unknown>[]> =>
    inOrg(db, orgId)
      .selectFrom(table as "audit")
      .select(columns as readonly string[] as readonly "at"[])
      .where((eb) => eb.or(any.map(([column, by]) => eb(column as "actor", "in", [...known[by]]))))
      .orderBy(order as string as "at")
      .execute();
}
