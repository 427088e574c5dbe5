import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  dueMigrations,
  firstForbidding,
  isMigrated,
  migrate,
  provider,
  SchemaRefused,
} from "#db/migrate.ts";
import { schemaClauses } from "#db/sqlite/schema-clauses.ts";
import { openDatabase } from "#db/sqlite/open.ts";
import { Store } from "#db/store.ts";
import { isSuppressed } from "#platform/mail/store/suppressions.server.ts";
import { sample } from "../sample.ts";

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
  const store = Store.open(file, null);
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
  const [one, other] = [Store.open(file, null), Store.open(file, null)];
  const ran = await Promise.all([migrate(one.connection), migrate(other.connection)]);
  expect(ran.flat().length).toBe(new Set(ran.flat()).size);
  expect([await isMigrated(one.connection), await isMigrated(other.connection)]).toEqual([
    true,
    true,
  ]);
  await Promise.all([one.close(), other.close()]);
});

/** The migrations that carry a date. There will be no further one: numbers sort behind them, dates among them. */
const DATED = 26;

test("a new migration's name sorts behind every earlier one: a number in front, from 3001 on", async () => {
  const names = Object.keys(await provider.getMigrations()).sort();
  const files = readdirSync("migrations").map((file) => path.basename(file, ".ts"));
  expect(files.sort()).toEqual(names);
  const dated = names.filter((name) => /^\d{4}-\d{2}-\d{2}-/.test(name));
  expect([dated.length, dated.at(-1)]).toEqual([DATED, "2026-11-23-rule-terms"]);
  const numbered = names.slice(DATED);
  for (const name of numbered) expect(name).toMatch(/^[3-9]\d{3}-[a-z][a-z0-9-]*$/);
  expect(numbered[0]! >= "3001").toBe(true);
  const numbers = numbered.map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

describe("a data folder of the middle of the history", () => {
  const dated = (...names: string[]) => names.map((name) => `2026-11-21-${name}`);
  /** What versions had, in the order in which they had it: later ones were given names that come before. */
  const TWO = ["2026-11-20-foundation", ...dated("viewing")];
  const EIGHT = [
    ...TWO,
    ...dated(
      "subscribers",
      "mail",
      "document-versions",
      "access",
      "password-links",
      "topic-updates",
    ),
  ];
  const ELEVEN = [...EIGHT, ...dated("bulk-downloads", "reviews", "turns")];
  const HISTORIES: [string, string[]][] = [
    ["two migrations", TWO],
    ["eight", EIGHT],
    ["eleven", ELEVEN],
    ["twelve", [...ELEVEN, ...dated("ndas")]],
  ];

  /** A database as a version with these migrations left it, one start after the other. */
  async function folderOf(history: readonly string[]): Promise<{ file: string; store: Store }> {
    const file = databaseFile();
    const store = Store.open(file, null);
    const all = await provider.getMigrations();
    for (let until = 1; until <= history.length; until += 1) {
      const { error } = await new Migrator({
        db: store.connection,
        allowUnorderedMigrations: true,
        provider: provided(
          Object.fromEntries(history.slice(0, until).map((name) => [name, all[name]!])),
        ),
      }).migrateToLatest();
      expect(error).toBeUndefined();
    }
    return { file, store };
  }

  test.each(sample(HISTORIES, 3, "histories"))(
    "with %s is upgraded to the schema of a new one",
    async (_what, history) => {
      const { store } = await folderOf(history);
      const fresh = Store.open(databaseFile(), null);
      await migrate(fresh.connection);
      const ran = await migrate(store.connection);
      expect(ran.length + history.length).toBe(Object.keys(await provider.getMigrations()).length);
      expect(await schemaClauses(store.connection)).toEqual(await schemaClauses(fresh.connection));
      expect(await isMigrated(store.connection)).toBe(true);
      expect(await migrate(store.connection)).toEqual([]);
      await Promise.all([store.close(), fresh.close()]);
    },
  );

  test.each([
    ["has a column more", `alter table events add column whatever text`],
    ["has an index more", `create index outbox_more on outbox (state, sentAt)`],
    ["has a column that is to come", `alter table blobs add column unnamedSince text`],
  ])(
    "whose schema %s is refused in one sentence, and nothing is changed",
    async (_what, change) => {
      const { file, store } = await folderOf(EIGHT);
      const database = openDatabase(file);
      database.exec(change);
      const before = [tables(file), await schemaClauses(store.connection)];
      database.close();
      const error = await migrate(store.connection).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SchemaRefused);
      expect((error as Error).message).toMatch(
        /^This data folder was written by a version .* between two releases.* Nothing was changed\.$/,
      );
      expect([tables(file), await schemaClauses(store.connection)]).toEqual(before);
      await store.close();
    },
  );

  test.each([
    ["9999-of-tomorrow", /written by a newer version .*"9999-of-tomorrow"/],
    ["2026-12-01-of-tomorrow", /never released .*"2026-12-01-of-tomorrow"/],
    ["2026-11-21-something", /never released .*"2026-11-21-something"/],
  ])("with a migration that nobody knows (%s) is refused", async (name, words) => {
    const store = Store.open(databaseFile(), null);
    await migrate(store.connection);
    await sql`insert into kysely_migration (name, timestamp) values (${name}, 'now')`.execute(
      store.connection,
    );
    await expect(migrate(store.connection)).rejects.toThrow(words);
    await expect(migrate(store.connection)).rejects.toThrow(SchemaRefused);
    await store.close();
  });
});

test("what stood for erased addresses before there was a key is keyed, and recognised as before", async () => {
  const file = databaseFile();
  const store = Store.open(file, Buffer.alloc(32, 7));
  const all = await provider.getMigrations();
  const before = Object.fromEntries(
    Object.entries(all).filter(([name]) => name < "3008-keyed-addresses"),
  );
  const migrator = new Migrator({
    db: store.connection,
    allowUnorderedMigrations: true,
    provider: provided(before),
  });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const orgId = "0123456789abcdefghijkl";
  const digest = createHash("sha256").update(`${orgId} jane@corp.example`).digest("hex");
  await sql`pragma foreign_keys = off`.execute(store.connection);
  await sql`insert into "suppressions" ("orgId", "email", "reason", "at")
    values (${orgId}, ${`sha256:${digest}`}, 'manual', 'now'), (${orgId}, 'bo@corp.example', 'manual', 'now')`.execute(
    store.connection,
  );
  await migrate(store.connection);
  const kept = await store.read.selectFrom("suppressions").select("email").execute();
  expect(kept.map(({ email }) => email).sort()).toEqual([
    "bo@corp.example",
    expect.stringMatching(/^hmac:[0-9a-f]{64}$/),
  ]);
  expect(await isSuppressed(store.read, orgId, "jane@corp.example", true)).toBe(true);
  await store.close();
  const other = Store.open(file, Buffer.alloc(32, 8));
  expect(await isSuppressed(other.read, orgId, "jane@corp.example", true)).toBe(false);
  await other.close();
});

describe("a version of before on a database of a newer one", () => {
  const newer = (isAdditive: boolean) =>
    provided({
      "1": { up: marks },
      "2": { up: table("second"), ...(isAdditive ? { isAdditive } : {}) },
    });
  const marks = async (db: Kysely<unknown>) => {
    await db.schema.createTable("additiveMigrations").addColumn("name", "text").execute();
  };
  const older = provided({ "1": { up: marks } });

  test("goes on where everything that is newer was additive", async () => {
    const store = Store.open(databaseFile(), null);
    onTestFinished(() => store.close());
    await migrate(store.connection, older);
    expect(await dueMigrations(store.connection, newer(true))).toEqual(["2"]);
    expect(await migrate(store.connection, newer(true))).toEqual(["2"]);
    expect(await dueMigrations(store.connection, older)).toEqual([]);
    expect(await migrate(store.connection, older)).toEqual([]);
    expect(await migrate(store.connection, newer(true))).toEqual([]);
  });

  test("is refused where nothing says so, or where it lacks something of its own", async () => {
    const store = Store.open(databaseFile(), null);
    onTestFinished(() => store.close());
    await migrate(store.connection, newer(false));
    await expect(migrate(store.connection, older)).rejects.toThrow(/by a newer version/);
    const other = Store.open(databaseFile(), null);
    onTestFinished(() => other.close());
    await migrate(other.connection, newer(true));
    const withOwn = provided({ "1": { up: marks }, "1b": { up: table("own") } });
    await expect(migrate(other.connection, withOwn)).rejects.toThrow(SchemaRefused);
  });

  test("what a newer one may do beside older servers is said by each of its migrations", async () => {
    const store = Store.open(databaseFile(), null);
    onTestFinished(() => store.close());
    expect(await firstForbidding(store.connection, ["1", "2"], newer(true))).toBe("1");
    expect(await firstForbidding(store.connection, ["2"], newer(true))).toBeNull();
    expect(await firstForbidding(store.connection, ["2"], newer(false))).toBe("2");
  });
});
