import { inOrg } from "#db/tenant.ts";
import { personTable, type DeclaredTable } from "#tenancy/persons/store/person-tables.server.ts";

/** What staff noted of accounts. A name alone may be anybody's: the address says whose it is. */
export const NOTE_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "accountNotes",
    records: {
      async notes({ db, orgId, namesAddress }) {
        const notes = await inOrg(db, orgId)
          .selectFrom("accountNotes")
          .select(["accountId", "note", "createdAt", "createdBy"])
          .orderBy("createdAt")
          .execute();
        return notes.filter(({ note }) => namesAddress(note));
      },
    },
    mentions: { columns: ["note"] },
  }),
];
