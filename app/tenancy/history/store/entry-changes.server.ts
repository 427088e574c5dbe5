import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { prepared } from "#db/prepared.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { NounName } from "#model/api-nouns.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/**
 * Notes that entries of a noun of the API say something else from now on, so that a program which
 * asks for what changed since a time finds them. Verbs whose rows keep no time of the change call it.
 */
export async function noteEntries(
  { trx, orgId, now }: Omit<Write, "by">,
  noun: NounName,
  ids: readonly string[],
): Promise<void> {
  const changedAt = isoNow(now);
  const rows = [...new Set(ids)].map((entryId) => ({ orgId, noun, entryId, changedAt }));
  await inBatches(rows, (batch) =>
    trx
      .insertInto("entryChanges")
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(["orgId", "noun", "entryId"]).doUpdateSet({ changedAt }),
      )
      .execute(),
  );
}

const CHANGES_OF = prepared((db, p: { orgId: string; noun: NounName; ids: readonly string[] }) =>
  inOrg(db, p.orgId)
    .selectFrom("entryChanges")
    .select(["entryId", "changedAt"])
    .where("noun", "=", p.noun)
    .where("entryId", "in", p.ids),
);

/** When some entries of a noun were noted last, by their ids. */
export async function notedEntries(
  db: Reader,
  orgId: string,
  noun: NounName,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await CHANGES_OF(db, { orgId, noun, ids });
  return new Map(rows.map(({ entryId, changedAt }) => [entryId, changedAt]));
}
