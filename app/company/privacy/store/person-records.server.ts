import type { Reader } from "#db/store.ts";
import type {
  DeclaredTable,
  Person,
  RecordKind,
} from "#tenancy/persons/store/person-tables.server.ts";
import { knownOf } from "./person-find.server.ts";
import { swapper } from "./person-swap.server.ts";

/**
 * Everything that is known of a person, by kind, in plain rows: what they may ask for, and what an
 * export holds.
 */
export type PersonRecords = Readonly<Record<RecordKind, readonly Record<string, unknown>[]>>;

/** In the order of an export. */
const KINDS: readonly RecordKind[] = [
  "memberships",
  "requests",
  "invitationsUsed",
  "decisions",
  "signatures",
  "subscriptions",
  "events",
  "traces",
  "mails",
  "sessions",
  "signInLinks",
  "partnerTokens",
  "memberKeys",
  "visits",
  "follows",
  "audit",
  "comments",
  "questionnaires",
  "invitations",
  "requestQuestions",
  "requestNotes",
  "notes",
  "lists",
];

/**
 * Reads it all. What only proves something to the server (hashes of tokens) is left out, and so are
 * the texts of mails that held a link that is good once.
 */
export async function recordsOf(
  db: Reader,
  tables: readonly DeclaredTable[],
  orgId: string,
  person: Person,
): Promise<PersonRecords> {
  const { namesAddress } = swapper(person, { name: "", email: "" });
  const reading = { db, orgId, known: knownOf(person), namesAddress };
  const records = {} as Record<RecordKind, Record<string, unknown>[]>;
  for (const kind of KINDS) {
    records[kind] = [];
    for (const table of tables) {
      const rows = await table.records?.[kind]?.(reading);
      if (rows !== undefined) records[kind].push(...rows);
    }
  }
  return records;
}
