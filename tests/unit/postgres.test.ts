import { sql } from "kysely";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrate, isMigrated, SchemaRefused } from "#db/migrate.ts";
import { dialectOf, PostgresRefused, type Reader } from "#db/engine.ts";
import { holds, pattern } from "#db/patterns.ts";
import { holdPreparation, writeFault } from "#db/postgres/engine.ts";
import {
  dumpDatabase,
  emptyAgain,
  isEmpty,
  programsAddress,
  restoreDump,
} from "#db/postgres/snapshot.ts";
import { Store, StorageUnavailable, type Writer } from "#db/store.ts";
import { withinOneWait } from "#db/write-queue.ts";
import { checkBackup, restoreBackup } from "#operations/backup/restore.server.ts";
import { backUpBeforeUpgrade } from "#operations/backup/upgrade.server.ts";
import { keyOrNew } from "#platform/files/installation-key.ts";
import { type OwnPostgres, startPostgres } from "../postgres.ts";
import { testInFive } from "../in-turn.ts";
import { peopled } from "../server/migrated.ts";

let server: OwnPostgres;
let templateOf: string;

beforeAll(async () => {
  server = await startPostgres();
  templateOf = await server.newDatabase("schema");
  const store = await Store.connect(templateOf, null);
  expect(await migrate(store.connection)).not.toEqual([]);
  expect(await isMigrated(store.read)).toBe(true);
  expect(await migrate(store.connection)).toEqual([]);
  await store.close();
});
afterAll(() => server.end());

let made = 0;
async function opened(): Promise<Store> {
  made += 1;
  const store = await Store.connect(
    await server.newDatabase(`one_${made}`, "template schema"),
    Buffer.alloc(32, 1),
  );
  onTestFinished(() => store.close());
  return store;
}

/** A table of the tests' own. */
const marksOf = (db: Reader) => db.withTables<{ marks: { name: string } }>();

const mark = (trx: Reader, name: string) =>
  marksOf(trx).insertInto("marks").values({ name }).execute();

async function withMarks(store: Store): Promise<void> {
  await store.connection.schema
    .createTable("marks")
    .addColumn("name", "text", (column) => column.primaryKey())
    .execute();
}

const NUMBERS = new Set(["integer", "bigint", "smallint"]);

/** Columns, keys and indexes of a schema, in words that both engines share. */
async function columnsOf(db: Reader): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.flatMap(({ name, columns }) =>
    columns.map((column) => {
      const type = column.dataType.toLowerCase().replace(/^int\d$/, "integer");
      return [
        name,
        column.name,
        NUMBERS.has(type) ? "number" : type,
        column.isNullable ? "null" : "not null",
        column.hasDefaultValue ? "default" : "",
      ].join(" ");
    }),
  );
}

interface Keyed {
  clause: string;
}

async function keysOfSqlite(db: Reader): Promise<string[]> {
  const { rows: foreign } = await sql<Keyed>`
    select m.name || ' (' || group_concat(k."from" order by k.seq) || ') names ' || k."table" ||
      ' (' || group_concat(k."to" order by k.seq) || ') ' || lower(k.on_delete) as clause
    from sqlite_master as m, pragma_foreign_key_list(m.name) as k
    where m.type = 'table' group by m.name, k.id`.execute(db);
  const { rows: indexes } = await sql<Keyed>`
    select m.name || ' ' || case when i."unique" then 'unique' else 'index' end ||
      ' (' || group_concat(c.name order by c.seqno) || ')' ||
      case when i.partial then ' partial' else '' end as clause
    from sqlite_master as m, pragma_index_list(m.name) as i, pragma_index_info(i.name) as c
    where m.type = 'table' and m.name not like 'kysely_%' group by m.name, i.name`.execute(db);
  return [...foreign, ...indexes].map(({ clause }) => clause);
}

async function keysOfPostgres(db: Reader): Promise<string[]> {
  const { rows: foreign } = await sql<Keyed>`
    select naming.relname || ' (' || string_agg(own.attname, ',' order by pair.place) || ') names ' ||
      named.relname || ' (' || string_agg(other.attname, ',' order by pair.place) || ') ' ||
      case k.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict' else 'no action' end as clause
    from pg_constraint as k
    join pg_class as naming on naming.oid = k.conrelid
    join pg_class as named on named.oid = k.confrelid
    cross join lateral unnest(k.conkey, k.confkey) with ordinality as pair(own, other, place)
    join pg_attribute as own on own.attrelid = k.conrelid and own.attnum = pair.own
    join pg_attribute as other on other.attrelid = k.confrelid and other.attnum = pair.other
    where k.contype = 'f' group by k.oid, naming.relname, named.relname, k.confdeltype`.execute(db);
  const { rows: indexes } = await sql<Keyed>`
    select t.relname || ' ' || case when i.indisunique then 'unique' else 'index' end ||
      ' (' || string_agg(a.attname, ',' order by c.place) || ')' ||
      case when i.indpred is null then '' else ' partial' end as clause
    from pg_index as i
    join pg_class as t on t.oid = i.indrelid
    join pg_namespace as n on n.oid = t.relnamespace
    cross join lateral unnest(i.indkey) with ordinality as c(number, place)
    join pg_attribute as a on a.attrelid = t.oid and a.attnum = c.number
    where n.nspname = current_schema() and t.relname not like 'kysely_%'
    group by i.indexrelid, t.relname, i.indisunique, i.indpred`.execute(db);
  return [...foreign, ...indexes].map(({ clause }) => clause);
}

test("the schema is SQLite's: columns, keys and indexes", async () => {
  const store = await opened();
  const lite = Store.clone(Store.open(":memory:", null).image());
  await migrate(lite.connection);
  // A key of SQLite's may be null where nobody said otherwise; one of PostgreSQL never is.
  const { rows: keys } = await sql<{ column: string }>`
    select m.name || ' ' || c.name as "column" from sqlite_master as m, pragma_table_info(m.name) as c
    where m.type = 'table' and c.pk > 0`.execute(lite.read);
  const inKeys = new Set(keys.map(({ column }) => column));
  const wanted = (await columnsOf(lite.read)).map((clause) =>
    inKeys.has(clause.split(" ", 2).join(" ")) ? clause.replace(" null ", " not null ") : clause,
  );
  expect((await columnsOf(store.read)).sort()).toEqual(
    wanted.map((clause) => clause.replace("not not", "not")).sort(),
  );
  expect((await keysOfPostgres(store.read)).sort()).toEqual((await keysOfSqlite(lite.read)).sort());
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from pg_constraint where contype = 'f' and not condeferrable`.execute(
    store.read,
  );
  expect(rows).toEqual([{ left: 0 }]);
  const { rows: narrow } = await sql`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type in ('integer', 'smallint')
      and table_name not like 'kysely_%'`.execute(store.read);
  expect(narrow).toEqual([]);
  const dialects = [store, lite].map(({ read }) => [dialectOf(read), read] as const);
  const [tables, others] = await Promise.all(dialects.map(([own, db]) => own.tenantTables(db)));
  expect(tables!.sort()).toEqual(others!.sort());
  const [naming, named] = await Promise.all(
    dialects.map(([own, db]) => own.columnsNaming(db, "blobs", "hash")),
  );
  expect(naming!.map((row) => JSON.stringify(row)).sort()).toEqual(
    named!.map((row) => JSON.stringify(row)).sort(),
  );
  await lite.close();
});

test("statements mean what they mean on SQLite: patterns, empty lists, nulls, U+0000, numbers", async () => {
  const store = await opened();
  const db = store.connection.withTables<{
    texts: { id: string; body: string | null; size: number };
  }>();
  await db.schema
    .createTable("texts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("body", "text")
    .addColumn("size", "integer")
    .execute();
  await db
    .insertInto("texts")
    .values([
      { id: "a", body: "SOC 2 at 100%", size: 64 * 2 ** 30 },
      { id: "b", body: null, size: 1 },
      { id: "c", body: "Jane\0Doe", size: 1 },
      { id: "Z", body: "back\\slash", size: 1 },
      { id: "u", body: "Ünit", size: 0 },
    ])
    .execute();
  const ids = async (found: Promise<{ id: string }[]>) => (await found).map(({ id }) => id);
  const texts = () => db.selectFrom("texts").select("id").orderBy("id");
  expect(
    await ids(
      texts()
        .where("body", "like", pattern("", "soc 2", ""))
        .execute(),
    ),
  ).toEqual(["a"]);
  expect(
    await ids(
      texts()
        .where("body", "like", pattern("", "0%", ""))
        .execute(),
    ),
  ).toEqual(["a"]);
  expect(
    await ids(
      texts()
        .where("body", "like", pattern("", "k\\s", ""))
        .execute(),
    ),
  ).toEqual(["Z"]);
  expect(
    await ids(
      texts()
        .where(holds(sql.ref("body"), "100"))
        .execute(),
    ),
  ).toEqual(["a"]);
  // The case of other letters counts on both engines.
  for (const [word, found] of [
    ["ÜNIT", ["u"]],
    ["ünit", []],
  ] as const)
    expect(
      await ids(
        texts()
          .where("body", "like", pattern("", word, ""))
          .execute(),
      ),
    ).toEqual(found);
  expect(await ids(texts().where("body", "=", "Jane\0Doe").execute())).toEqual(["c"]);
  expect(await ids(texts().where("id", "in", []).execute())).toEqual([]);
  expect(await ids(texts().where("id", "not in", []).execute())).toEqual(["Z", "a", "b", "c", "u"]);
  const byBody = (way: "asc" | "desc") =>
    ids(db.selectFrom("texts").select("id").orderBy("body", way).execute());
  expect(await byBody("asc")).toEqual(["b", "c", "a", "Z", "u"]);
  expect(await byBody("desc")).toEqual(["u", "Z", "a", "c", "b"]);
  const figures = await db
    .selectFrom("texts")
    .select((eb) => [
      eb.fn.sum<number>("size").as("sum"),
      eb.fn.countAll<number>().as("rows"),
      eb.exists(eb.selectFrom("texts").select("id")).as("some"),
    ])
    .executeTakeFirstOrThrow();
  expect(figures).toEqual({ sum: 64 * 2 ** 30 + 3, rows: 5, some: 1 });
});

testInFive(
  "one writes at a time, whichever process: what was read is what is written upon",
  async () => {
    const store = await opened();
    const other = await Store.connect(server.addressOf(`one_${made}`), null);
    const db = store.connection.withTables<{ counts: { n: number } }>();
    await db.schema.createTable("counts").addColumn("n", "integer").execute();
    await db.insertInto("counts").values({ n: 0 }).execute();
    const raise = (by: Store) =>
      by.write(async (trx) => {
        const counts = trx.withTables<{ counts: { n: number } }>();
        const { n } = await counts.selectFrom("counts").select("n").executeTakeFirstOrThrow();
        await counts
          .updateTable("counts")
          .set({ n: n + 1 })
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, (_, i) => raise(i % 2 === 0 ? store : other)));
    expect(await db.selectFrom("counts").select("n").execute()).toEqual([{ n: 40 }]);
    // What the other wrote is told at once: no page that was kept before is trusted.
    const before = store.generation();
    await raise(other);
    await expect.poll(() => store.generation()).toBeGreaterThan(before);
    await other.close();
  },
);

testInFive("a rehearsal and a failed write leave nothing", async () => {
  const store = await opened();
  await withMarks(store);
  const insert = (trx: Writer) => mark(trx, "once");
  await store.dryRunOf(insert);
  await expect(
    store.write(async (trx) => {
      await insert(trx);
      await insert(trx);
    }),
  ).rejects.toThrow(/duplicate key/);
  expect(await marksOf(store.read).selectFrom("marks").selectAll().execute()).toEqual([]);
});

testInFive(
  "a lock that another holds ends a request's write with 503, and the next one goes on",
  async () => {
    const store = await opened();
    const other = await Store.connect(server.addressOf(`one_${made}`), null);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isHeld: () => void = () => undefined;
    const holding = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const long = other.write(async (trx) => {
      await trx.selectFrom("orgs").select("id").execute();
      isHeld();
      // A holder that is at work all the time is not idle.
      const beat = setInterval(
        () =>
          void trx
            .selectFrom("orgs")
            .select("id")
            .execute()
            .catch(() => undefined),
        500,
      );
      await held;
      clearInterval(beat);
    });
    await holding;
    await expect(withinOneWait(() => store.write(async () => 1))).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 5,
    });
    letGo();
    await long;
    expect(await store.write(async () => 1)).toBe(1);
    await other.close();
  },
);

testInFive(
  "a server that stops answers 503 at once and is used again when it is back",
  async () => {
    const own = await startPostgres();
    const store = await Store.connect(await own.newDatabase("trust"), null);
    await withMarks(store);
    for (let round = 0; round < 2; round += 1) {
      await store.write((trx) => mark(trx, `round ${round}`));
      await own.stop();
      await expect(store.write(async () => 1)).rejects.toMatchObject({ status: 503 });
      await expect(store.read.selectFrom("orgs").select("id").execute()).rejects.toBeInstanceOf(
        StorageUnavailable,
      );
      await expect(store.check()).rejects.toThrow();
      // Nobody tells this process what others write: nothing in memory is trusted.
      await expect.poll(() => store.generation()).toBeGreaterThan(0);
      await own.start();
      await expect
        .poll(
          () =>
            store.write(async () => "healed").catch((error: unknown) => (error as Error).message),
          { timeout: 5_000 },
        )
        .toBe("healed");
    }
    expect(await marksOf(store.read).selectFrom("marks").select("name").execute()).toHaveLength(2);
    await store.close();
    await own.end();
  },
);

test("an order of texts that isn't SQLite's is refused in one sentence with its remedy", async () => {
  for (const [name, order] of [
    ["latin", "encoding 'LATIN1' locale 'C'"],
    ["icu", "locale_provider icu icu_locale 'en' locale 'C.UTF-8'"],
  ]) {
    const url = await server.newDatabase(name!, `template template0 ${order}`);
    await expect(Store.connect(url, null)).rejects.toThrow(
      /create database trust template template0/,
    );
  }
});

test("a database that can't be reached is said in one sentence, without its password", async () => {
  const refused: unknown = await Store.connect("postgres://trust:hunter2@127.0.0.1:1/trust", null)
    .then(() => null)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PostgresRefused);
  expect(String(refused)).toMatch(/can’t be reached \(.*ECONNREFUSED.*Nothing was changed\.$/);
  expect(String(refused)).not.toContain("hunter2");
});

/** The address of a database for another user than the one that owns it. */
const addressAs = (user: string, name: string) =>
  server.addressOf(name).replace("//trust@", `//${user}@`);

test("a user that can't write, and a database that can only be read, are refused in one sentence", async () => {
  const store = await opened();
  const name = `one_${made}`;
  const word = (text: string) => sql.raw(text).execute(store.connection);
  await word("create role reader login");
  await word("grant usage on schema public to reader");
  await word("grant select on all tables in schema public to reader");
  const refusalOf = (url: string) =>
    holdPreparation(url, () => undefined).then(
      () => null,
      (error: unknown) => (error instanceof PostgresRefused ? error.message : error),
    );
  expect(await refusalOf(addressAs("reader", name))).toBe(
    "The user of DATABASE_URL may not create tables. Use the user that owns the database and its tables. Nothing was changed.",
  );
  await word("grant create on schema public to reader");
  expect(await refusalOf(addressAs("reader", name))).toMatch(
    /^The user of DATABASE_URL may not write to \w+\. Use .*Nothing was changed\.$/,
  );
  expect(await writeFault(server.addressOf(name))).toBe(null);
  await word("grant insert, update, delete on all tables in schema public to reader");
  // What others keep beside it is theirs.
  await word("create role watcher");
  await word("create table heartbeats (at text)");
  await word("alter table heartbeats owner to watcher");
  expect(await writeFault(addressAs("reader", name))).toBe(null);
  await word(`alter database ${name} set default_transaction_read_only = on`);
  for (const said of [
    await refusalOf(server.addressOf(name)),
    await writeFault(server.addressOf(name)),
  ])
    expect(said).toMatch(
      /^The database of DATABASE_URL can only be read: .*Nothing was changed\.$/,
    );
});

test("a server that lets nobody in any more, whatever it says, is told as 503", async () => {
  const owner = await opened();
  const name = `one_${made}`;
  const word = (text: string) => sql.raw(text).execute(owner.connection);
  await word("create role guest login superuser");
  const guest = await Store.connect(addressAs("guest", name), null);
  await withMarks(guest);
  await word("alter role guest nologin");
  await word("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'guest'");
  const tried = () => [
    marksOf(guest.read).selectFrom("marks").selectAll().execute(),
    withinOneWait(() => guest.write((trx) => mark(trx, "away"))),
  ];
  // The first ones on each connection find out that it is gone.
  await Promise.allSettled(tried());
  for (const outcome of await Promise.allSettled(tried()))
    expect(outcome).toMatchObject({ status: "rejected", reason: { status: 503 } });
  await word("alter role guest login");
  expect(await guest.write((trx) => mark(trx, "back")).then(() => "healed")).toBe("healed");
  await guest.close();
});

test("an address goes to PostgreSQL's own programs without what they don't know", () => {
  const passed = (query: string) => programsAddress(`postgres://trust@db/trust?${query}`).search;
  expect(passed("sslmode=no-verify&pgbouncer=true")).toBe("?sslmode=require");
  expect(passed("ssl=true&host=/run")).toBe("?host=%2Frun&sslmode=require");
  expect(passed("ssl=1&sslrootcert=/a.pem")).toBe("?sslrootcert=%2Fa.pem&sslmode=verify-full");
  expect(passed("uselibpqcompat=true&sslmode=verify-ca&sslrootcert=/a.pem")).toBe(
    "?sslmode=verify-ca&sslrootcert=%2Fa.pem",
  );
  expect(passed("user=trust&password=hunter2&gssencmode=disable")).toBe(
    "?user=trust&gssencmode=disable",
  );
  const hidden = programsAddress("postgres://trust:hunter2@db/trust");
  expect(hidden.href).toBe("postgres://trust@db/trust");
});

test("a copy is made for the user whom the rest of an address names", async () => {
  const store = await opened();
  const name = `one_${made}`;
  await sql.raw("create role copier login superuser").execute(store.connection);
  const folder = mkdtempSync(path.join(tmpdir(), "otc-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const url = new URL(server.addressOf(name));
  url.username = "nobody";
  url.searchParams.set("user", "copier");
  url.searchParams.set("password", "of no account here");
  const { facts } = await dumpDatabase(url.href, path.join(folder, "database.dump"));
  expect(facts.migrations.length).toBeGreaterThan(0);
});

test("a database has one server; the next one has it once the first lets go", async () => {
  const first = await opened();
  const url = server.addressOf(`one_${made}`);
  const alone = await Store.connect(url, null, { serves: "alone" });
  await expect(Store.connect(url, null, { serves: "alone" })).rejects.toThrow(
    /^Another server runs on the database of DATABASE_URL from its own machine, since .*Nothing was changed\.$/,
  );
  // Commands run beside it.
  expect(await first.write(async () => 1)).toBe(1);
  const next = Store.connect(url, null, { serves: "alone" });
  await alone.close();
  await (await next).close();
});

testInFive("a server whose lock another one took writes nothing", async () => {
  const store = await opened();
  const url = server.addressOf(`one_${made}`);
  const alone = await Store.connect(url, null, { serves: "alone" });
  const listening = sql`select pg_terminate_backend(l.pid) from pg_locks as l
    join pg_stat_activity as a on a.pid = l.pid
    where l.locktype = 'advisory' and l.objid = ${4_735_018_002 % 2 ** 32} and a.datname = current_database()`;
  await listening.execute(store.read);
  // Cut off for a moment: the write waits until the lock is back.
  expect(await alone.write(async () => "again")).toBe("again");
  await listening.execute(store.read);
  const other = await Store.connect(url, null, { serves: "alone" });
  await expect(withinOneWait(() => alone.write(async () => 1))).rejects.toMatchObject({
    status: 503,
  });
  await expect(alone.check()).rejects.toThrow(/does not have the lock/);
  await other.close();
  await expect.poll(() => alone.check().then(() => "ok", String)).toBe("ok");
  await alone.close();
});

testInFive("a server that says nothing ends a read and a write with 503", async () => {
  const own = await startPostgres();
  const store = await Store.connect(await own.newDatabase("trust"), null);
  await withMarks(store);
  expect(await marksOf(store.read).selectFrom("marks").selectAll().execute()).toEqual([]);
  const goOn = await own.hold();
  const tried = [
    withinOneWait(() => store.write((trx) => mark(trx, "silent"))),
    marksOf(store.read).selectFrom("marks").selectAll().execute(),
  ];
  for (const outcome of await Promise.allSettled(tried))
    expect(outcome).toMatchObject({ status: "rejected", reason: { status: 503 } });
  // A request waits once, however much it asks, its error page included.
  const since = performance.now();
  const reads = await withinOneWait(async () => {
    const one = () => marksOf(store.read).selectFrom("marks").selectAll().execute();
    return [await one().catch(String), await one().catch(String), await one().catch(String)];
  });
  expect(reads).toEqual(Array.from({ length: 3 }, () => expect.stringContaining("busy") as string));
  expect(performance.now() - since).toBeLessThan(6_000);
  goOn();
  await expect
    .poll(() => store.write((trx) => mark(trx, "back")).then(() => "healed", String), {
      timeout: 5_000,
    })
    .toBe("healed");
  await store.close();
  await own.end();
});

testInFive(
  "a copy is of one moment, and comes back whole without rows of files that nothing names",
  async () => {
    const store = await opened();
    const from = server.addressOf(`one_${made}`);
    const file = path.join(mkdtempSync(path.join(tmpdir(), "otc-dump-")), "database.dump");
    onTestFinished(() => rmSync(path.dirname(file), { recursive: true }));
    const { acme } = await peopled(store, new Date("2026-11-20T10:00:00Z"));
    const blob = (hash: string) => ({
      orgId: acme,
      hash,
      size: 3 * 2 ** 31,
      createdAt: "2026-11-20T10:00:00.000Z",
    });
    await store.write(async (trx) => {
      await trx
        .insertInto("blobs")
        .values([blob("a".repeat(64)), blob("b".repeat(64))])
        .execute();
      await trx
        .insertInto("assets")
        .values({
          orgId: acme,
          id: "logo",
          type: "logo",
          fileName: "logo.png",
          contentType: "image/png",
          blobHash: "a".repeat(64),
          revision: 1,
          createdAt: "2026-11-20T10:00:00.000Z",
        })
        .execute();
    });
    const { facts, blobs } = await dumpDatabase(from, file);
    expect(blobs).toEqual([{ orgId: acme, hash: "a".repeat(64), size: 3 * 2 ** 31 }]);
    await store.write((trx) => trx.deleteFrom("assets").execute());
    const to = await server.newDatabase(`back_${made}`);
    expect(await isEmpty(to)).toBe(true);
    expect(await restoreDump(to, file)).toEqual(facts);
    expect(facts.counts).toMatchObject({ orgs: 2, staff: 4, blobs: 1, assets: 1 });
    expect(await isEmpty(to)).toBe(false);
    const back = await Store.connect(to, Buffer.alloc(32, 1));
    expect(await migrate(back.connection)).toEqual([]);
    await back.close();
    await emptyAgain(to);
    expect(await isEmpty(to)).toBe(true);
    // What isn't a copy leaves nothing.
    writeFileSync(file, "PGDMP of nothing");
    await expect(restoreDump(to, file)).rejects.toThrow(/^pg_restore failed: /);
    expect(await isEmpty(to)).toBe(true);
  },
);

test("a copy takes as long as it takes, whatever times its role has", async () => {
  const store = await opened();
  const name = `one_${made}`;
  for (const time of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
    await sql.raw(`alter database ${name} set ${time} = '20ms'`).execute(store.connection);
  const folder = mkdtempSync(path.join(tmpdir(), "otc-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { facts } = await dumpDatabase(server.addressOf(name), path.join(folder, "database.dump"));
  expect(facts.migrations.length).toBeGreaterThan(0);
});

testInFive("before an upgrade, database and key are copied, and the copy is checked", async () => {
  await opened();
  const url = server.addressOf(`one_${made}`);
  const folder = mkdtempSync(path.join(tmpdir(), "otc-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = { url, directUrl: url, keyFile: path.join(folder, "secret", "key") };
  const { key, isNew, keep } = await keyOrNew(database.keyFile);
  await keep();
  expect([isNew, (await keyOrNew(database.keyFile)).key.id]).toEqual([true, key.id]);
  const at = new Date("2026-11-20T10:00:00Z");
  const copy = await backUpBeforeUpgrade({ dataDir: folder, database }, key, at);
  expect(await checkBackup(copy, [], database)).toMatchObject({ faults: [], decrypted: true });
  await expect(checkBackup(copy, [])).rejects.toThrow(/Set DATABASE_URL and INSTALLATION_KEY_FILE/);
  await expect(restoreBackup(copy, path.join(folder, "new"), null, database)).rejects.toThrow(
    /was made before an upgrade/,
  );
});

test("a schema with a gap, or of a later version, is refused", async () => {
  const store = await opened();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(
    store.connection,
  );
  await expect(migrate(store.connection)).rejects.toThrow(SchemaRefused);
});
