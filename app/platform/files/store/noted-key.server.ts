import type { Reader, Store } from "#db/store.ts";

/**
 * The key that a database is read with, by its fingerprint.
 * @returns null for a new database
 */
export async function notedKey(db: Reader): Promise<string | null> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === "installationKeys")) return null;
  const row = await db.selectFrom("installationKeys").select("keyId").executeTakeFirst();
  return row?.keyId ?? null;
}

/** Notes the key that a new database is read with from now on. */
export async function noteKey(store: Store, keyId: string, now: Date): Promise<void> {
  await store.write(async (trx) => {
    await trx
      .insertInto("installationKeys")
      .values({ keyId, notedAt: now.toISOString() })
      .execute();
  }, false);
}
