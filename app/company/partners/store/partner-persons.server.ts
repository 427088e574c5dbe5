import { inOrg } from "#db/tenant.ts";
import {
  deletes,
  personTable,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** Tokens by which a member's tool reads: they end with the member. */
export const PARTNER_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "partnerTokens",
    records: {
      partnerTokens: ({ db, orgId, known }) =>
        inOrg(db, orgId)
          .selectFrom("partnerTokens as t")
          .innerJoin("partners as p", (join) =>
            join.onRef("p.orgId", "=", "t.orgId").onRef("p.id", "=", "t.partnerId"),
          )
          .select([
            "p.name as partner",
            "p.domain",
            "t.createdAt",
            "t.expiresAt",
            "t.revokedAt",
            "t.lastReadAt",
            "t.reads",
          ])
          .where("t.memberId", "in", [...known.members])
          .orderBy("t.createdAt")
          .execute(),
    },
    ends: deletes("partnerTokens", { memberId: "members" }),
  }),
];
