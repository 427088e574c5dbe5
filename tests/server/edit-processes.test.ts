import Database from "better-sqlite3";
import { readdir, utimes } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect } from "vitest";
import { PROCESSES } from "../limits.ts";
import { chance, everything } from "../sample.ts";
import { hidden } from "./edit-world.ts";
import { testInTurn } from "../in-turn.ts";
import { multipart, pdf } from "./multipart.ts";
import { changed, formOf } from "./page-form.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { command, dataFolder, Spawned } from "./spawned.ts";
import type { Answer } from "./world.ts";

/**
 * A save is killed before each of its steps, one after the other: every write of the database, its commit, and
 * what makes a file durable (killed-at.mjs). The next start finds the old state or the new one, never a mixture.
 */

const PASSWORD = "correct horse battery staple";
const SOC2 = "/acme/edit/cards/Reports/items/Reports.soc2";
const ORDER = "/acme/edit/cards/Documents/order";
/** No save has so many steps. */
const MOST_STEPS = 100;

let loaded: string;

beforeAll(async () => {
  loaded = (await loadedFolder()).folder;
}, PROCESSES.timeout);

async function cookieOf(server: Spawned): Promise<string> {
  const answer = await server.ask("/sign-in", {
    form: { email: "owner@acme.example", password: PASSWORD },
  });
  return String(answer.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
}

/** A server that kills itself before a step of what it does once it was told to count. */
async function mortal(folder: string, killAt: number): Promise<Spawned> {
  const preload = pathToFileURL(path.resolve("tests/server/killed-at.mjs")).href;
  return (
    await Spawned.start({
      DATA_DIR: folder,
      KILL_AT: String(killAt),
      NODE_OPTIONS: `--import=${preload}`,
    })
  ).ready();
}

async function count(server: Spawned): Promise<void> {
  server.child.kill("SIGUSR2");
  while (!server.err.includes("counting")) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Posts a body. @returns null when the server died over it */
function send(
  server: Spawned,
  target: string,
  cookie: string,
  { body, headers }: { body: Buffer; headers: Record<string, string> },
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const all = {
      host: `localhost:${server.port}`,
      origin: `http://localhost:${server.port}`,
      cookie,
      "content-length": String(body.length),
      ...headers,
    };
    const request = http.request(
      {
        host: "127.0.0.1",
        port: server.port,
        path: target,
        method: "POST",
        headers: all,
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => resolve(null));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    request.on("error", () => resolve(null));
    request.end(body);
  });
}

const form = (fields: URLSearchParams) => ({
  body: Buffer.from(fields.toString()),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

/** Reads the database as the killed server left it, or beside the one that runs. */
function reading<T>(folder: string, work: (database: Database.Database) => T): T {
  const database = new Database(path.join(folder, "trust.db"));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** History, audit and the things themselves agree; whatever was killed. */
function expectWhole(database: Database.Database): void {
  expect(database.pragma("foreign_key_check")).toEqual([]);
  expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
  const changes = database.prepare("select id from changes order by id").pluck().all();
  const audited = database
    .prepare(
      "select json_extract(detailJson, '$.change') from audit where json_extract(detailJson, '$.change') is not null order by 1",
    )
    .pluck()
    .all();
  expect(audited).toEqual(changes);
  const unlinkedAudit =
    "select count(*) from itemDocuments l where not exists (select 1 from audit a where a.action = 'document.linked' and a.subject = l.documentId) and exists (select 1 from documents d where d.id = l.documentId and d.originalName like 'step-%')";
  const halfDocuments =
    "select count(*) from documents d where d.originalName like 'step-%' and (not exists (select 1 from documentVersions v where v.documentId = d.id and v.blobHash = d.blobHash) or not exists (select 1 from audit a where a.action = 'document.uploaded' and a.subject = d.originalName))";
  expect([
    database.prepare(unlinkedAudit).pluck().get(),
    database.prepare(halfDocuments).pluck().get(),
  ]).toEqual([0, 0]);
}

interface SavedItem {
  explanation: string | null;
  documents: string[];
  change: { explanation: string | null; documents: string[] } | null;
  revision: number;
}

/** The item with its links, and what history says was saved of it last. */
function savedItem(database: Database.Database): SavedItem {
  const { orgId, productId } = database
    .prepare(
      "select o.id as orgId, p.id as productId from orgs o join products p on p.orgId = o.id and p.isDefault = 1 where o.slug = 'acme'",
    )
    .get() as { orgId: string; productId: string };
  const explanation = database
    .prepare("select explanation from items where productId = ? and uid = 'Reports.soc2'")
    .pluck()
    .get(productId) as string | null;
  const documents = database
    .prepare(
      "select documentId from itemDocuments where productId = ? and itemUid = 'Reports.soc2' order by documentId",
    )
    .pluck()
    .all(productId) as string[];
  const after = database
    .prepare(
      "select afterJson from changes where productId = ? and subject = 'item' and subjectId = 'Reports.soc2' order by number desc limit 1",
    )
    .pluck()
    .get(productId) as string | undefined;
  const snapshot =
    after === undefined
      ? null
      : (JSON.parse(after) as {
          row: { explanation: string | null };
          documents: { documentId: string }[];
        });
  const revision = database
    .prepare("select revision from orgs where id = ?")
    .pluck()
    .get(orgId) as number;
  return {
    explanation,
    documents,
    revision,
    change:
      snapshot === null
        ? null
        : {
            explanation: snapshot.row.explanation,
            documents: snapshot.documents.map(({ documentId }) => documentId).sort(),
          },
  };
}

/** How many steps on the next kill comes: the next one in the long run, else one of the next few, by the seed. */
function stride(name: string, step: number, most: number): number {
  return everything ? 1 : 1 + Math.floor(chance(`${name} ${step}`) * most);
}

testInTurn(
  "an item's save with a file, killed before each of its steps: old or new, whole, and no file is left over",
  async () => {
    const folder = await dataFolder(loaded);
    let [cookie, answered] = ["", false];
    const outcomes: string[] = [];
    for (let step = 1; !answered && step < MOST_STEPS; step += stride("item", step, 12)) {
      const server = await mortal(folder, step);
      if (cookie === "") cookie = await cookieOf(server);
      const before = reading(folder, savedItem);
      const page = await server.ask(SOC2, { headers: { cookie } });
      expect(page.status).toBe(200);
      const fields = Object.fromEntries(
        changed(formOf(page, 'name="enabledState"'), { explanation: `Saved before step ${step}` }),
      );
      const { files: _files, badge: _badge, ...plain } = fields;
      await count(server);
      const answer = await send(
        server,
        SOC2,
        cookie,
        multipart([{ name: `step-${step}.pdf`, bytes: pdf(`step ${step}`) }], plain),
      );
      // A step may also come after the answer, while the file is read or the server stops: new, then.
      const end = await (answer === null ? server.ended : server.stop());
      answered = end === 0;
      if (!answered) expect(end).toBe("SIGKILL");

      const after = reading(folder, savedItem);
      const isNew = after.explanation === `Saved before step ${step}`;
      outcomes.push(isNew ? "new" : "old");
      if (answer !== null) expect([answer.status, isNew]).toEqual([303, true]);
      if (isNew)
        expect([after.documents.length, after.revision > before.revision]).toEqual([
          before.documents.length + 1,
          true,
        ]);
      else
        expect([after.explanation, after.documents, after.change]).toEqual([
          before.explanation,
          before.documents,
          before.change,
        ]);
      if (after.change !== null)
        expect(after.change).toEqual({
          explanation: after.explanation,
          documents: after.documents,
        });
      reading(folder, expectWhole);
    }
    expect(answered).toBe(true);
    // Kills before the commit leave the old state, later ones the new one. What the server writes beside a save is not
    // the same each time, so that two saves may have the commit at different steps.
    expect(outcomes.join(" ")).toMatch(/^(old )+(new )*(old )?(new ?)+$/);
    expect(outcomes.length).toBeGreaterThan(everything ? 12 : 1);
    process.stdout.write(
      `an item's save with a file has ${outcomes.length - 1} steps: ${outcomes.filter((outcome) => outcome === "old").length} leave the old state\n`,
    );

    // Two days later: what no row names has gone with the first sweep, and every row still has its file.
    expect((await leftOver(folder)).length).toBeGreaterThan(0);
    await age(folder);
    const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
    for (let waited = 0; waited < 200 && (await leftOver(folder)).length > 0; waited += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await leftOver(folder)).toEqual([]);
    expect((await server.ask("/acme/card/Reports")).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const { code, out } = await command(folder, "verify-files");
    expect([code, out]).toEqual([0, expect.stringMatching(/None is damaged\.$/m)]);
  },
  PROCESSES.timeout,
);

testInTurn(
  "a re-order, killed before each of its steps: one order or the other, with its history, its audit and the featured ones",
  async () => {
    const folder = await dataFolder(loaded);
    let [cookie, answered] = ["", false];
    const outcomes: string[] = [];
    for (let step = 1; !answered && step < MOST_STEPS; step += stride("order", step, 6)) {
      const server = await mortal(folder, step);
      if (cookie === "") cookie = await cookieOf(server);
      const page = await server.ask(ORDER, { headers: { cookie } });
      const rows = (field: string) =>
        [...page.text.matchAll(new RegExp(`name="${field}" value="([^"]*)"`, "g"))].map(
          ([, id = ""]) => id,
        );
      const [featured, items] = [rows("featured"), rows("item")];
      // The first of the others is featured, the first featured one is not any more, and both lists turn round.
      const wanted = {
        featured: [items[0] ?? "", ...featured.slice(1).toReversed()],
        item: [...items.slice(1).toReversed(), featured[0] ?? ""],
      };
      const before = reading(folder, orderOf);
      await count(server);
      const fields = new URLSearchParams([
        ["base", hidden(page, "base")],
        ...Object.entries(wanted).flatMap(([field, ids]) =>
          ids.map((id): [string, string] => [field, id]),
        ),
      ]);
      const answer = await send(server, ORDER, cookie, form(fields));
      // A step may also come after the answer, while the file is read or the server stops: new, then.
      const end = await (answer === null ? server.ended : server.stop());
      answered = end === 0;
      if (!answered) expect(end).toBe("SIGKILL");

      const after = reading(folder, orderOf);
      const isNew = after.shown[0] === wanted.featured[0];
      outcomes.push(isNew ? "new" : "old");
      if (answer !== null) expect([answer.status, isNew]).toEqual([303, true]);
      // What has no tile at the moment keeps its place behind the others.
      const [first, all] = [wanted.featured, [...wanted.featured, ...wanted.item]];
      if (isNew)
        expect([
          after.shown.slice(0, first.length),
          after.order.slice(0, all.length),
          after.last,
        ]).toEqual([first, all, { featured: after.shown, documents: after.order }]);
      else expect(after).toEqual(before);
      reading(folder, expectWhole);
    }
    expect(answered).toBe(true);
    expect(outcomes.join(" ")).toMatch(/^(old )+(new ?)+$/);
    expect(outcomes.length).toBeGreaterThan(everything ? 5 : 1);
    process.stdout.write(
      `a re-order has ${outcomes.length - 1} steps: ${outcomes.filter((outcome) => outcome === "old").length} leave the old state\n`,
    );
  },
  PROCESSES.timeout,
);

/** The order of the documents and the featured ones, and what history says was saved of them last. */
function orderOf(database: Database.Database): {
  order: string[];
  shown: string[];
  last: { featured: string[]; documents: string[] } | null;
} {
  const row = database
    .prepare(
      "select g.featuredJson, g.documentOrderJson, g.productId from productPages g join products p on p.id = g.productId and p.isDefault = 1 join orgs o on o.id = p.orgId where o.slug = 'acme'",
    )
    .get() as { featuredJson: string; documentOrderJson: string | null; productId: string };
  const after = database
    .prepare(
      "select afterJson from changes where productId = ? and subject = 'item-order' order by number desc limit 1",
    )
    .pluck()
    .get(row.productId) as string | undefined;
  const last =
    after === undefined ? null : (JSON.parse(after) as { featured: string[]; documents: string[] });
  return {
    order: JSON.parse(row.documentOrderJson ?? "[]") as string[],
    shown: JSON.parse(row.featuredJson) as string[],
    last: last === null ? null : { featured: last.featured, documents: last.documents },
  };
}

/** Every file below blobs/, by its path. */
async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(path.join(folder, "blobs"), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Files that no row speaks of, unfinished ones among them. */
async function leftOver(folder: string): Promise<string[]> {
  const named = new Set(
    reading(
      folder,
      (database) => database.prepare("select hash from blobs").pluck().all() as string[],
    ),
  );
  return (await filesOf(folder))
    .map((file) => path.basename(file))
    .filter((name) => !named.has(name));
}

/** Turns the times of all files back by two days. */
async function age(folder: string): Promise<void> {
  const before = new Date(Date.now() - 2 * 86_400_000);
  for (const file of await filesOf(folder)) await utimes(file, before, before);
  const database = new Database(path.join(folder, "trust.db"));
  database
    .prepare("update blobs set createdAt = ?, unnamedSince = ?")
    .run(before.toISOString(), before.toISOString());
  database.close();
}
