import { isoNow } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import { REMOVED_BY_ERASURE } from "#platform/privacy/store/erased-addresses.server.ts";
import {
  personTable,
  type DeclaredTable,
  type Erasing,
} from "#tenancy/persons/store/person-tables.server.ts";

/** What accounts hold of their members. */
export const MEMBER_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "members",
    addresses: [{ column: "email", names: ["firstName", "lastName"] }],
    ids: { as: "memberIds", column: "email", by: "emails" },
    records: {
      memberships: ({ db, orgId, known }) =>
        inOrg(db, orgId)
          .selectFrom("members as m")
          .innerJoin("accounts as a", (join) =>
            join.onRef("a.orgId", "=", "m.orgId").onRef("a.id", "=", "m.accountId"),
          )
          .select([
            "m.id",
            "m.email",
            "m.firstName",
            "m.lastName",
            "m.createdAt",
            "m.signedInAt",
            "m.removedAt",
            "a.name as account",
            "a.reviewStatus",
          ])
          .where("m.id", "in", [...known.members])
          .orderBy("m.createdAt")
          .execute(),
    },
    async ends(erasing) {
      await remove(erasing);
      return 0;
    },
    async erases(erasing) {
      const { trx, orgId, person, pseudonym } = erasing;
      const rows = await remove(erasing);
      for (const [i, id] of person.memberIds.entries()) {
        // The row stays, since signatures name it; two of one account can't have one address.
        const email = i === 0 ? pseudonym.email : pseudonym.email.replace("@", `.${i + 1}@`);
        await inOrg(trx, orgId)
          .updateTable("members")
          .set({ email, firstName: "Erased", lastName: "person", signedInAt: null })
          .where("id", "=", id)
          .execute();
      }
      return rows + person.memberIds.length;
    },
  }),
];

/**
 * Whom staff removed stays removed by staff: no token of a company brings them back under the
 * address (access/byoid/store/byoid-admission).
 */
async function remove({ trx, orgId, known, now }: Erasing): Promise<number> {
  const { numUpdatedRows } = await inOrg(trx, orgId)
    .updateTable("members")
    .set({ removedAt: isoNow(now), removedBy: REMOVED_BY_ERASURE })
    .where("id", "in", [...known.members])
    .where("removedAt", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
