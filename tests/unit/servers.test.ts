import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { holdPreparation } from "#db/postgres/engine.ts";
import { PostgresRefused } from "#db/engine.ts";
import { migrate } from "#db/migrate.ts";
import type { DutyName, ServerFacts } from "#db/servers.ts";
import { Store } from "#db/store.ts";
import { type OwnPostgres, startPostgres } from "../postgres.ts";

let server: OwnPostgres;
let made = 0;

beforeAll(async () => {
  server = await startPostgres();
  const store = await Store.connect(await server.newDatabase("template"), null);
  await migrate(store.connection);
  await store.close();
}, 60_000);

afterAll(() => server.end());

const DUTIES: readonly DutyName[] = ["mail", "clock"];

const facts = (host: string): ServerFacts => ({
  host,
  address: `${host}:3000`,
  version: "1.0.0",
  lastMigration: "3070-servers",
});

function newDatabase(): Promise<string> {
  made += 1;
  return server.newDatabase(`servers_${made}`, "template template");
}

/** A server of a database: it has joined, or is on its way. */
async function opened(url: string): Promise<Store> {
  const store = await Store.connect(url, null, { serves: "among others" });
  onTestFinished(() => store.close());
  store.migrated();
  return store;
}

async function joined(url: string, host: string) {
  const store = await opened(url);
  const servers = await store.join(facts(host), DUTIES);
  const duties = new Map(DUTIES.map((name) => [name, servers.duty(name)]));
  return { store, servers, duties };
}

const held = ({ duties }: Awaited<ReturnType<typeof joined>>) =>
  DUTIES.filter((name) => duties.get(name)?.isHeld());

/** The others have heard of a server that has just come. */
const heardOf = () => new Promise((resolve) => setTimeout(resolve, 100));

/** A write of content. */
const touch = (store: Store) =>
  store.write((trx) =>
    trx
      .insertInto("setupLinks")
      .values({ tokenHash: String(Math.random()), createdAt: "", expiresAt: "", usedAt: null })
      .execute(),
  );

test("of two servers one has the duties; the other has them as soon as the first gives them up or ends", async () => {
  const url = await newDatabase();
  const one = await joined(url, "one");
  const two = await joined(url, "two");
  expect([held(one), held(two)]).toEqual([DUTIES, []]);
  expect((await one.servers.others()).map(({ host }) => host)).toEqual(["two"]);
  const { signal } = one.servers.duty("mail");
  expect(await one.store.write((trx) => one.servers.duty("mail").isHeldIn(trx))).toBe(true);
  expect(await two.store.write((trx) => two.servers.duty("mail").isHeldIn(trx))).toBe(false);
  await one.servers.giveUp("mail");
  expect(signal.aborted).toBe(true);
  await expect.poll(() => held(two), { timeout: 1_000, interval: 10 }).toEqual(["mail"]);
  expect(held(one)).toEqual(["clock"]);
  // It was given up for good.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect([held(one), held(two)]).toEqual([["clock"], ["mail"]]);
  await one.store.close();
  await expect.poll(() => held(two), { timeout: 1_000, interval: 10 }).toEqual(DUTIES);
  expect(await two.servers.others()).toEqual([]);
});

test("a server whose duty another one took records nothing of it, and learns it with its next word", async () => {
  const url = await newDatabase();
  const one = await joined(url, "one");
  const duty = one.servers.duty("mail");
  await one.store.write((trx) =>
    trx
      .updateTable("duties")
      .set((eb) => ({ holder: "another", term: eb("term", "+", 1) }))
      .where("name", "=", "mail")
      .execute(),
  );
  expect(await one.store.write((trx) => duty.isHeldIn(trx))).toBe(false);
  await expect.poll(() => duty.isHeld(), { timeout: 2_000, interval: 10 }).toBe(false);
  expect(duty.signal.aborted).toBe(true);
  // The other one says nothing more: it is free again in time.
  await one.store.write((trx) =>
    trx.updateTable("duties").set({ heldUntil: 1 }).where("name", "=", "mail").execute(),
  );
  await expect.poll(() => duty.isHeld(), { timeout: 2_000, interval: 10 }).toBe(true);
  expect(duty.signal.aborted).toBe(false);
  expect(await one.store.write((trx) => duty.isHeldIn(trx))).toBe(true);
});

test("what a server has saved is known to every other one before it says so", async () => {
  const url = await newDatabase();
  const [one, two] = [await joined(url, "one"), await joined(url, "two")];
  const command = await Store.connect(url, null);
  onTestFinished(() => command.close());
  command.migrated();
  await heardOf();
  const took: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const [writer, reader] = [
      [one.store, two.store],
      [two.store, one.store],
      [command, two.store],
    ][round % 3] as [Store, Store];
    const before = reader.generation();
    const since = performance.now();
    await touch(writer);
    took.push(performance.now() - since);
    expect([round, reader.generation() > before]).toEqual([round, true]);
  }
  took.sort((a, b) => a - b);
  process.stdout.write(
    `a write that another server knows of: p50 ${took[30]?.toFixed(1)} ms, p99 ${took[59]?.toFixed(1)} ms\n`,
  );
  // What no page is made of tells nobody.
  const before = two.store.generation();
  await one.store.write(async () => 1, false);
  expect(two.store.generation()).toBe(before);
});

test("a notice that is lost is found by the count of commits", async () => {
  const url = await newDatabase();
  const one = await joined(url, "one");
  const before = one.store.generation();
  await sql`update "commitCount" set number = number + 1`.execute(one.store.read);
  await expect
    .poll(() => one.store.generation(), { timeout: 2_000, interval: 20 })
    .toBeGreaterThan(before);
  const after = one.store.generation();
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(one.store.generation()).toBe(after);
});

test("a server that says nothing holds up others for two seconds, once, and trusts nothing it has in memory", async () => {
  const url = await newDatabase();
  const [one, two] = [await joined(url, "one"), await joined(url, "two")];
  await heardOf();
  await touch(one.store);
  // Its connection goes, and another one can't be made.
  const name = `servers_${made}`;
  const above = new pg.Client(server.addressOf("postgres"));
  await above.connect();
  await above.query(`alter database ${name} allow_connections false`);
  await above.query(
    `select pg_terminate_backend(l.pid) from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
    where l.locktype = 'advisory' and l.objid = $1 and a.datname = $2 order by a.backend_start desc limit 1`,
    [4_735_018_002 % 2 ** 32, name],
  );
  await above.end();
  await expect
    .poll(() => two.store.generation() !== two.store.generation(), { timeout: 2_000 })
    .toBe(true);
  const since = performance.now();
  await touch(one.store);
  const first = performance.now() - since;
  await touch(one.store);
  const second = performance.now() - since - first;
  expect(first).toBeGreaterThan(1_500);
  expect(first).toBeLessThan(4_000);
  expect(second).toBeLessThan(500);
});

test("a server that keeps its files to itself stands beside no other one", async () => {
  const url = await newDatabase();
  const one = await joined(url, "one");
  await expect(Store.connect(url, null, { serves: "alone" })).rejects.toThrow(
    /^Another server runs on the database of DATABASE_URL .*set BLOBS on every server/,
  );
  await one.store.close();
  const alone = await Store.connect(url, null, { serves: "alone" });
  const refused = Store.connect(url, null, { serves: "among others" });
  await expect(refused).rejects.toThrow(/That server keeps its stored files in a folder/);
  await expect(refused).rejects.toBeInstanceOf(PostgresRefused);
  await alone.close();
});

test("one prepares the database, the next one waits", async () => {
  const url = await newDatabase();
  const first = await holdPreparation(url, () => undefined);
  let waits = 0;
  let isIn = false;
  const second = holdPreparation(url, () => (waits += 1)).then((done) => {
    isIn = true;
    return done;
  });
  await expect.poll(() => waits).toBeGreaterThan(1);
  expect(isIn).toBe(false);
  await first();
  await (
    await second
  )();
});

test("after the database was away, the servers find each other again, and one has the duties", async () => {
  const own = await startPostgres();
  onTestFinished(() => own.end());
  const url = await own.newDatabase("trust");
  const first = await Store.connect(url, null);
  await migrate(first.connection);
  await first.close();
  const [one, two] = [await joined(url, "one"), await joined(url, "two")];
  await own.stop();
  await expect.poll(() => one.store.generation() !== one.store.generation()).toBe(true);
  await expect(one.store.write(async () => 1)).rejects.toMatchObject({ status: 503 });
  await own.start();
  await expect
    .poll(() => [...held(one), ...held(two)].sort(), { timeout: 15_000 })
    .toEqual(["clock", "mail"]);
  await expect
    .poll(() => [one, two].map(({ store }) => store.generation() === store.generation()), {
      timeout: 5_000,
    })
    .toEqual([true, true]);
  await heardOf();
  for (const [writer, reader] of [
    [one.store, two.store],
    [two.store, one.store],
  ] as const) {
    const before = reader.generation();
    await touch(writer);
    expect(reader.generation()).toBeGreaterThan(before);
  }
}, 60_000);
