import { personTable, type DeclaredTable } from "#tenancy/persons/store/person-tables.server.ts";

/** What is told to a company's own programs: it may name people, and so may what they answer. */
export const HOOK_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "webhookDeliveries",
    mentions: { columns: ["detailsJson", "lastAnswer"], whole: true },
  }),
];
