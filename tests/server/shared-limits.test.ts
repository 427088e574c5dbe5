import { CompiledQuery, type KyselyPlugin } from "kysely";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import type { Reader, Store } from "#db/store.ts";
import { StorageUnavailable } from "#db/unavailable.ts";
import { RateLimits, TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { purgeCounts } from "#platform/http/store/limit-counts.server.ts";
import { startCutter } from "../cut-connections.ts";
import { onPostgres } from "./engine-words.ts";
import { cookieOf, enrol, OWNER, signIn } from "./staff-journeys.ts";
import { builtServer } from "./template.ts";
import { DEMO_PASSWORD, openWorld, World } from "./world.ts";

/*
 * Tries against people are counted by all processes of an installation on PostgreSQL together. A file of SQLite has one
 * server, which counts in memory: there two count apart.
 */

/** Another server on the database of a world, with limits of its own, as another process has them. */
async function beside(world: World, store: Store = world.services.store): Promise<World> {
  const { RateLimits: Limits, handle, httpServer } = await builtServer();
  const { key } = world.services;
  const services = { ...world.services, store, limits: new Limits({ read: store.read, key }) };
  const server = httpServer(await handle(services));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new World(services, server, world.database);
}

/** Limits of a process of its own on the database of a world. */
const limitsOn = ({ services: { store, key } }: World, read: Reader = store.read) =>
  new RateLimits({ read, key });

const rowsOf = (world: World) =>
  world.services.store.read.selectFrom("rateLimits").selectAll().execute();

/** What is asked of a database, counted. */
function counted(read: Reader): { read: Reader; statements: () => number } {
  let statements = 0;
  const counts: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  };
  return { read: read.withPlugin(counts), statements: () => statements };
}

describe("tries that two servers were sent in turn", () => {
  test("are ten passwords in all, then 429", async () => {
    const world = await openWorld();
    const other = await beside(world);
    const statuses: number[] = [];
    for (let i = 0; i < 22; i += 1)
      statuses.push((await signIn(i % 2 === 0 ? world : other, { password: "wrong" })).status);
    const taken = statuses.filter((status) => status === 400).length;
    expect(taken).toBe(onPostgres() ? 10 : 20);
    expect(statuses.slice(taken).every((status) => status === 429)).toBe(true);
    // The right one is not looked at any more; another's address is.
    const refused = await signIn(other);
    expect([refused.status, Number(refused.headers["retry-after"]) > 800]).toEqual([429, true]);
    expect((await signIn(other, { email: "editor@acme.example" })).status).toBe(303);
  });

  test("are five codes in all, and the right one comes too late", async () => {
    const world = await openWorld();
    const other = await beside(world);
    await enrol(world);
    const cookie = cookieOf(await signIn(world));
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const server = i % 2 === 0 ? world : other;
      const form = { code: "000000" };
      statuses.push((await server.ask("/sign-in/code", { form, headers: { cookie } })).status);
    }
    expect(statuses).toEqual(onPostgres() ? [400, 400, 400, 400, 303] : [400, 400, 400, 400, 400]);
  });

  test("are given back by a right password, wherever it was sent", async () => {
    const world = await openWorld();
    const other = await beside(world);
    for (let i = 0; i < 9; i += 1) await signIn(world, { password: "wrong" });
    expect((await signIn(other)).status).toBe(303);
    const next = await signIn(world, { password: "wrong" });
    expect(next.status).toBe(400);
    // On PostgreSQL all ten are there again; in memory the first server knows of nine and this one.
    expect((await signIn(world, { password: "wrong" })).status).toBe(onPostgres() ? 400 : 429);
  });
});

describe("what is counted together", () => {
  test("is what guards people: nobody's address is in a row, and no two rows tell that they are one person's", async () => {
    const world = await openWorld();
    await signIn(world, { password: "wrong" });
    const limits = limitsOn(world);
    await limits.consume("own-password", "one");
    await limits.consume("code-staff", "one");
    await limits.consume("key-calls", "one");
    const rows = await rowsOf(world);
    const names = rows.map(({ key }) => key.slice(0, key.indexOf(":"))).sort();
    expect(names).toEqual(
      onPostgres()
        ? ["code-staff", "own-password", "sign-in-address", "sign-in-address-network"]
        : [],
    );
    const digests = rows.map(({ key }) => key.slice(key.indexOf(":") + 1));
    for (const digest of digests) expect(digest).toMatch(/^[\w-]{43}$/);
    expect(new Set(digests).size).toBe(digests.length);
    expect(JSON.stringify(rows)).not.toContain(OWNER);
  });

  test("outlives a restart, and is swept once it no longer counts", async () => {
    const world = await openWorld();
    const { store } = world.services;
    for (let i = 0; i < 5; i += 1) await limitsOn(world).consume("code", "one");
    const refused = await limitsOn(world).allows("code", "one");
    expect(refused).toBe(!onPostgres());
    const swept = (ms: number) =>
      store.write((trx) => purgeCounts(trx, new Date(Date.now() + ms)), false);
    expect(await swept(9 * 60_000)).toBe(0);
    expect(await swept(10 * 60_000)).toBe(onPostgres() ? 1 : 0);
    expect(await rowsOf(world)).toEqual([]);
  });

  test("does not ask the database for each try of a flood, and says how long to wait", async () => {
    const world = await openWorld();
    const { read, statements } = counted(world.services.store.read);
    const limits = limitsOn(world, read);
    const answers: (number | null)[] = [];
    for (let i = 0; i < 1_000; i += 1)
      answers.push(
        await limits.consume("sign-in-address-network", `192.0.2.1 ${OWNER}`).then(
          () => null,
          (error: unknown) => (error instanceof TooManyRequests ? error.retryAfterSeconds : 0),
        ),
      );
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => null));
    expect(answers.slice(10).every((seconds) => seconds !== null && seconds > 800)).toBe(true);
    // Ten that were taken, one that was refused; more where five seconds passed.
    if (onPostgres()) expect(statements()).toBeGreaterThanOrEqual(11);
    expect(statements()).toBeLessThanOrEqual(onPostgres() ? 16 : 0);
  });

  test("is forgiven by one process for another within five seconds, and given back at once", async () => {
    const world = await openWorld();
    const [one, two] = [limitsOn(world), limitsOn(world)];
    for (let i = 0; i < 5; i += 1) await one.consume("code", "given");
    expect(await one.allows("code", "given")).toBe(false);
    for (let i = 0; i < 3; i += 1) await one.giveBack("code", "given");
    expect(await one.allows("code", "given")).toBe(true);
    if (!onPostgres()) return;
    for (let i = 0; i < 5; i += 1) await one.consume("code", "forgiven");
    expect(await two.allows("code", "forgiven")).toBe(false);
    await one.forgive("code", "forgiven");
    expect(await one.allows("code", "forgiven")).toBe(true);
    expect(await two.allows("code", "forgiven")).toBe(false);
    const now = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 5_001);
    onTestFinished(() => clock.mockRestore());
    expect(await two.allows("code", "forgiven")).toBe(true);
  });
});

test("a database that is away lets nobody try, and nothing ends by it", async () => {
  const world = await openWorld();
  const { read } = world.services.store;
  const away: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async () => {
      throw new StorageUnavailable(503);
    },
  };
  const limits = limitsOn(world, read.withPlugin(away));
  // A file of SQLite is not asked.
  if (!onPostgres()) return limits.consume("own-password", "one");
  for (const work of [
    () => limits.consume("own-password", "one"),
    () => limits.allows("own-password", "one"),
    () => limits.isSpent("own-password", "one"),
    () => limits.forgive("own-password", "one"),
    () => limits.giveBack("own-password", "one"),
  ])
    await expect(work()).rejects.toThrow(StorageUnavailable);
  // What guards the machine needs no database.
  await limits.consume("sign-in-ip", "192.0.2.1");
  // As it is over the wire, while nothing answers at the database's address.
  const cutter = await startCutter(socketFolder());
  const { Store: BuiltStore } = await builtServer();
  const store = await BuiltStore.connect(cutter.through(await addressOf(world)), null);
  onTestFinished(() => store.close());
  const server = await beside(world, store);
  expect((await signIn(server, { password: "wrong" })).status).toBe(400);
  cutter.end();
  for (const password of ["wrong", DEMO_PASSWORD]) {
    const refused = await signIn(server, { password });
    expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([503, true]);
    expect(refused.headers["set-cookie"]).toBeUndefined();
  }
  expect((await signIn(world)).status).toBe(303);
});

const socketFolder = () => new URL(inject("postgres") ?? "").searchParams.get("host") ?? "";

/** The address of a world's own database of PostgreSQL. */
async function addressOf({ services }: World): Promise<string> {
  const { rows } = await services.store.read.executeQuery<{ name: string }>(
    CompiledQuery.raw("select current_database() as name"),
  );
  const url = new URL(inject("postgres") ?? "");
  url.pathname = `/${rows[0]?.name ?? ""}`;
  return url.href;
}
