import {
  personTable,
  rewrites,
  rowsOf,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

const WHOSE = { memberId: "members", email: "emails" } as const;

/** What the NDA holds of signers: that somebody signed stays, under a pseudonym. */
export const SIGNATURE_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "ndaSignatures",
    addresses: [{ column: "email", names: ["name"] }],
    records: {
      signatures: rowsOf(
        "ndaSignatures",
        [
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
        WHOSE,
        "signedAt",
      ),
    },
    mentions: { columns: ["note"], owner: ["memberId", "email"], whole: true },
    erases: rewrites("ndaSignatures", WHOSE, ({ pseudonym }) => ({
      name: pseudonym.name,
      email: pseudonym.email,
      ip: null,
      userAgent: null,
      blobHash: null,
    })),
  }),
];
