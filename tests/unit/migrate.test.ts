import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Kysely, Migration } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { isMigrated, migrate } from "../../db/migrate.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { Store } from "../../db/store.ts";

function databaseFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "otc-migrate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, "trust.db");
}

const table = (name: string) => async (db: Kysely<unknown>) =>
  db.schema.createTable(name).addColumn("id", "text").execute();

function provided(migrations: Record<string, Migration>) {
  return { getMigrations: async () => migrations };
}

function tables(file: string): string[] {
  const database = openDatabase(file, { readonly: true });
  const rows = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'kysely%' order by name",
    )
    .all() as { name: string }[];
  database.close();
  return rows.map((row) => row.name);
}

test("a migration that breaks off leaves nothing of itself, and the next attempt goes through", async () => {
  const file = databaseFile();
  const store = Store.open(file);
  const broken = async (db: Kysely<unknown>) => {
    await table("second")(db);
    throw new Error("killed here");
  };
  await expect(
    migrate(store.connection, provided({ "1": { up: table("first") }, "2": { up: broken } })),
  ).rejects.toThrow("killed here");
  expect(tables(file)).toEqual([]);
  expect(
    await migrate(
      store.connection,
      provided({ "1": { up: table("first") }, "2": { up: table("second") } }),
    ),
  ).toEqual(["1", "2"]);
  expect(tables(file)).toEqual(["first", "second"]);
  await store.close();
});

test("two processes that migrate the same file at once do it once", async () => {
  const file = databaseFile();
  const [one, other] = [Store.open(file), Store.open(file)];
  const ran = await Promise.all([migrate(one.connection), migrate(other.connection)]);
  expect(ran.flat().length).toBe(new Set(ran.flat()).size);
  expect([await isMigrated(one.connection), await isMigrated(other.connection)]).toEqual([
    true,
    true,
  ]);
  await Promise.all([one.close(), other.close()]);
});
