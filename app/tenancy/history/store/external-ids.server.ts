import { prepared } from "#db/prepared.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { NounName } from "#model/api-nouns.ts";

const NAMES_OF = prepared((db, p: { orgId: string; noun: NounName; ids: readonly string[] }) =>
  inOrg(db, p.orgId)
    .selectFrom("externalIds")
    .select(["entryId", "externalId"])
    .where("noun", "=", p.noun)
    .where("entryId", "in", p.ids),
);

/** What programs call some entries of a noun, by the entries' ids. */
export async function externalIdsOf(
  db: Reader,
  orgId: string,
  noun: NounName,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await NAMES_OF(db, { orgId, noun, ids });
  return new Map(rows.map(({ entryId, externalId }) => [entryId, externalId]));
}

/** What programs call all entries of a noun that they have names for, by the entries' ids. */
export async function allExternalIds(
  db: Reader,
  orgId: string,
  noun: NounName,
): Promise<Map<string, string>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("externalIds")
    .select(["entryId", "externalId"])
    .where("noun", "=", noun)
    .execute();
  return new Map(rows.map(({ entryId, externalId }) => [entryId, externalId]));
}

/** The id of the entry that programs call so; null for none. It may be deleted since. */
export async function entryCalled(
  db: Reader,
  orgId: string,
  noun: NounName,
  externalId: string,
): Promise<string | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("externalIds")
    .select("entryId")
    .where("noun", "=", noun)
    .where("externalId", "=", externalId)
    .executeTakeFirst();
  return row?.entryId ?? null;
}

/**
 * Has programs call an entry so from now on, and no other.
 * @param externalId null: they have no name for it
 */
export async function callEntry(
  trx: Writer,
  orgId: string,
  { noun, id, externalId }: { noun: NounName; id: string; externalId: string | null },
): Promise<void> {
  await inOrg(trx, orgId)
    .deleteFrom("externalIds")
    .where("noun", "=", noun)
    .where("entryId", "=", id)
    .execute();
  if (externalId === null) return;
  await trx
    .insertInto("externalIds")
    .values({ orgId, noun, externalId, entryId: id })
    .onConflict((conflict) =>
      conflict.columns(["orgId", "noun", "externalId"]).doUpdateSet({ entryId: id }),
    )
    .execute();
}
