import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openFilesWorld } from "./files-world.ts";
import { builtServer } from "./template.ts";
import { testInFive } from "../in-turn.ts";

const MINUTE = 60_000;

testInFive(
  "reads of a public file are one row a reader, file and ten minutes, and leave kept pages as they are",
  async () => {
    const world = await openFilesWorld({ TRUST_PROXY: "loopback" });
    const file = await world.plant("public", "Open.pdf", Buffer.from("%PDF-1.7 open"));
    const other = await world.plant("public", "Other.pdf", Buffer.from("%PDF-1.7 other"));
    const read = (fileId: string, ip: string, more = "") =>
      world.ask(world.at(fileId, "download", undefined, more), {
        headers: { "x-forwarded-for": ip, "user-agent": `${Math.random()}` },
      });
    const page = await world.ask("/acme");
    const generation = world.services.store.generation();
    for (let i = 0; i < 60; i += 1)
      expect((await read(file, `2001:db8:1:1::${i}`, `&more=x${i}`)).status).toBe(200);
    await read(file, "203.0.113.9");
    await read(other, "203.0.113.9");
    const rows = await world.events();
    expect(rows.map(({ documentId, viewerKind }) => [documentId, viewerKind])).toEqual([
      [file, "public"],
      [file, "public"],
      [other, "public"],
    ]);
    expect(world.services.store.generation()).toBe(generation);
    expect((await world.ask("/acme")).headers.etag).toBe(page.headers.etag);

    world.time = new Date(world.time.getTime() + 9 * MINUTE);
    await read(file, "203.0.113.9");
    expect(await world.events()).toHaveLength(3);
    world.time = new Date(world.time.getTime() + 2 * MINUTE);
    await read(file, "203.0.113.9");
    expect(await world.events()).toHaveLength(4);
  },
);

test("reads that wait are written by themselves", async () => {
  const world = await openFilesWorld();
  const file = await world.plant("public", "Open.pdf", Buffer.from("%PDF-1.7 open"));
  const { store } = world.services;
  const count = async () =>
    (await store.read.selectFrom("events").select("id").where("documentId", "=", file).execute())
      .length;
  await world.ask(world.at(file, "download"));
  for (let i = 0; i < 100 && (await count()) === 0; i += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await count()).toBe(1);
});

test("an event moves no generation, not even on a file; what others write does; the end writes what waits", async () => {
  const { Store, migrate, publicReads } = await builtServer();
  const folder = await mkdtemp(path.join(tmpdir(), "trust-center-reads-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "trust.db");
  const store = Store.open(file, null);
  await migrate(store.connection);
  const now = new Date("2026-11-20T12:00:00Z");
  await store.connection
    .insertInto("orgs")
    .values({
      id: "o",
      slug: "o",
      name: "O",
      timeZone: "UTC",
      revision: 1,
      createdAt: now.toISOString(),
    } as never)
    .execute();
  const pass = () => new Promise((resolve) => setTimeout(resolve, 150));
  await pass();
  const generation = store.generation();
  const services = {
    store,
    now: () => now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const reads = publicReads(services);
  const note = (documentId: string, orgId = "o") =>
    reads.note(
      orgId,
      {
        name: "file engaged",
        access: "view",
        viewer: { mode: "public" },
        productId: "p",
        itemUid: null,
        documentId,
        source: null,
        bytes: 1,
      },
      "192.0.2.1",
    );
  note("a");
  // An org that has gone meanwhile takes nobody else's reads along.
  note("a", "gone");
  note("b");
  await reads.flush();
  await pass();
  expect(store.generation()).toBe(generation);
  const foreign = new Database(file);
  foreign.prepare("update orgs set name = 'P'").run();
  await pass();
  expect(store.generation()).toBe(generation + 1);
  await store.write((trx) => trx.updateTable("orgs").set({ name: "Q" }).execute());
  await pass();
  expect(store.generation()).toBe(generation + 2);
  note("c");
  await store.close();
  expect(
    foreign.prepare("select documentId from events order by documentId").pluck().all(),
  ).toEqual(["a", "b", "c"]);
  foreign.close();
});
