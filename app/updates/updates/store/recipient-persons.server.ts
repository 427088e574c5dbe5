import { personTable, type DeclaredTable } from "#tenancy/persons/store/person-tables.server.ts";
import { leavesRecipients } from "#tenancy/persons/store/recipients.server.ts";

/** Lists of addresses that updates go to. */
export const RECIPIENT_PERSONS: readonly DeclaredTable[] = (
  ["topicDrafts", "topicUpdates"] as const
).map((table) => personTable({ table, erases: leavesRecipients(table) }));
