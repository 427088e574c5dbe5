import { inOrg } from "#db/tenant.ts";
import { hashedAddress } from "#platform/privacy/store/erased-addresses.server.ts";
import {
  deletes,
  overdueRows,
  personTable,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** What subscriptions hold of subscribers. */
export const SUBSCRIBER_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "subscribers",
    addresses: [{ column: "email" }],
    ids: { as: "subscriberIds", column: "emailKey", by: "keys" },
    records: {
      async subscriptions({ db, orgId, known }) {
        const rows = await inOrg(db, orgId)
          .selectFrom("subscribers")
          .selectAll()
          .where("id", "in", [...known.subscribers])
          .execute();
        const categories = await inOrg(db, orgId)
          .selectFrom("subscriberCategories")
          .select(["subscriberId", "category"])
          .where("subscriberId", "in", [...known.subscribers])
          .execute();
        return rows.map((row) => ({
          ...row,
          categories: categories
            .filter(({ subscriberId }) => subscriberId === row.id)
            .map(({ category }) => category),
        }));
      },
    },
    erases: deletes("subscribers", { emailKey: "keys" }),
    overdue: {
      unconfirmedSubscribers: overdueRows("subscribers", (eb, before) =>
        eb.and([
          eb("state", "=", "pending"),
          eb("createdAt", "<", before),
          eb.or([eb("mailedAt", "is", null), eb("mailedAt", "<", before)]),
        ]),
      ),
      unsubscribed: overdueRows("subscribers", (eb, before) =>
        eb.and([eb("state", "=", "unsubscribed"), eb("unsubscribedAt", "<", before)]),
      ),
    },
  }),
  personTable({
    table: "subscriptionTokens",
    addresses: [{ column: "email" }],
    goesWith: "subscribers",
  }),
  personTable({
    table: "stagedFiles",
    // Lists that wait for the next step of their import can name the person: they are chosen again.
    async erases({ trx, orgId }) {
      const { numDeletedRows } = await inOrg(trx, orgId)
        .deleteFrom("stagedFiles")
        .where("purpose", "=", "subscribers")
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  }),
  personTable({
    table: "subscriptionBlocks",
    records: {
      async lists({ db, orgId, known }) {
        const rows = await inOrg(db, orgId)
          .selectFrom("subscriptionBlocks")
          .select(["value", "createdAt", "createdBy"])
          .where("kind", "=", "address")
          .where("value", "in", [...known.keys])
          .execute();
        return rows.map((row) => ({ list: "blocked from subscribing", ...row }));
      },
    },
    // What must still hold the address off knows its hash from now on.
    async erases({ trx, orgId, person }) {
      const { key } = person.address;
      const { numUpdatedRows } = await inOrg(trx, orgId)
        .updateTable("subscriptionBlocks")
        .set({ value: hashedAddress(trx, orgId, key) })
        .where("kind", "=", "address")
        .where("value", "=", key)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  }),
];
