import { pattern } from "#db/patterns.ts";
import { inOrg } from "#db/tenant.ts";
import { readEmail } from "#model/subscribers/email.ts";
import type { Erasing } from "./person-tables.server.ts";

/** Lists of addresses that an update goes to: the address leaves them. */
export function leavesRecipients(table: "topicDrafts" | "topicUpdates" | "mailings") {
  return async ({ trx, orgId, person }: Erasing): Promise<number> => {
    const stored = await inOrg(trx, orgId)
      .selectFrom(table)
      .select(["id", "recipientsJson"])
      .where("recipientsJson", "like", pattern("", "@", ""))
      .execute();
    let rows = 0;
    for (const { id, recipientsJson } of stored) {
      const without = JSON.stringify(
        withoutAddress(JSON.parse(recipientsJson ?? "null"), person.address.key),
      );
      if (without === recipientsJson) continue;
      await inOrg(trx, orgId)
        .updateTable(table)
        .set({ recipientsJson: without })
        .where("id", "=", id)
        .execute();
      rows += 1;
    }
    return rows;
  };
}

/** The same value without any text of a list that is the address. */
function withoutAddress(value: unknown, key: string): unknown {
  if (Array.isArray(value))
    return value
      .filter((entry) => typeof entry !== "string" || readEmail(entry)?.key !== key)
      .map((entry) => withoutAddress(entry, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withoutAddress(entry, key)]),
  );
}
