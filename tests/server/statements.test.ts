import { expect, test } from "vitest";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { noteStatements } from "./statements.ts";
import { openWorld, type World } from "./world.ts";
import { readMissedTexts } from "#content/documents/texts/stored-texts.ts";

const [OWNER, MEMBER, NOBODY] = ["owner@acme.example", "riley@customer.example", null];

/**
 * How many statements a page may ask, that one for whom nothing is kept gets. Over a network each
 * is a way there and back.
 */
const PAGES: readonly (readonly [page: string, who: string | null, path: string, most: number])[] =
  [
    ["the requests", OWNER, "/requests", 20],
    ["home", OWNER, "/home", 20],
    ["the inbox", OWNER, "/inbox", 20],
    ["a portal in Edit", OWNER, "/acme?mode=edit", 20],
    ["the account", OWNER, "/account", 20],
    ["the settings", OWNER, "/settings", 20],
    ["the documents of staff", OWNER, "/documents", 20],
    ["a portal", NOBODY, "/acme", 20],
    ["a product", NOBODY, "/acme/product/Acme%20Data%20Lake", 20],
    ["an item", NOBODY, "/acme/item/data-access", 20],
    ["documents", NOBODY, "/acme/documents", 20],
    ["controls", NOBODY, "/acme/controls", 20],
    ["the FAQ", NOBODY, "/acme/faq", 20],
    ["subprocessors", NOBODY, "/acme/subprocessors", 20],
    ["updates", NOBODY, "/acme/updates", 20],
    // The index of the search is made anew.
    ["a search", NOBODY, "/acme/search?q=encryption", 20],
    ["documents of a member", MEMBER, "/acme/documents", 20],
    ["questionnaires of a member", MEMBER, "/acme/questionnaires", 20],
    ["a portal of a member", MEMBER, "/acme", 20],
    ["what changed", NOBODY, "/acme/changes", 20],
  ];

/**
 * What is written behind an answer, whenever there is time: what a worker made of first pages, and
 * what was searched for.
 */
const BEHIND = ['"renderFailures"', '"searchQueries"'] as const;

/**
 * Leaves out what was asked behind the answers. A transaction is behind as a whole; whether it has
 * begun or ended when the page is here is chance, so one that goes on is known from take to take.
 */
function withoutWorkBehind(taken: () => string[]): () => string[] {
  const isBehind = (statement: string) => BEHIND.some((table) => statement.includes(table));
  let open: string[] | null = null;
  return () => {
    const asked: string[] = [];
    for (const statement of taken()) {
      if (/^begin/i.test(statement)) open = [];
      if (open === null || /^select/i.test(statement)) {
        if (!isBehind(statement)) asked.push(statement);
        continue;
      }
      open.push(statement);
      if (!/^(?:commit|rollback)/i.test(statement)) continue;
      if (!open.some(isBehind)) asked.push(...open);
      open = null;
    }
    return asked;
  };
}

/** Reads the texts of the newest files: what no worker has read yet is not asked for. */
async function readSomeTexts(world: World): Promise<void> {
  let files = 0;
  await readMissedTexts(world.services, () => (files += 1) > 8);
}

test("no page asks the database more often than its limit says", async () => {
  const world = await openWorld();
  await readSomeTexts(world);
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const taken = withoutWorkBehind(await noteStatements(world));
  const counts: [string, number, number][] = [];
  for (const [page, who, path] of PAGES) {
    if (who !== null) await world.cookieOf(who, world.host);
    // That a member is there is noted once a day, as the use of their session is now and then.
    if (who === MEMBER && path === "/acme") await world.ask("/acme/changes", { as: who });
    await store.write((trx) => contentChanged(trx, orgId));
    taken();
    const { status } = await world.ask(path, who === null ? {} : { as: who });
    counts.push([page, status, taken().length]);
  }
  const most = new Map(PAGES.map(([page, , , limit]) => [page, limit]));
  expect(counts.filter(([page, status, n]) => status !== 200 || n > (most.get(page) ?? 0))).toEqual(
    [],
  );
});

test("lists of files are made without a look at their texts", async () => {
  const world = await openWorld();
  await readSomeTexts(world);
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const taken = await noteStatements(world);
  for (const path of ["/acme", "/acme/documents", "/acme/item/data-access"]) {
    await store.write((trx) => contentChanged(trx, orgId));
    taken();
    await world.ask(path);
    const asked = taken();
    expect([path, asked.some((one) => one.includes('"itemDocuments"'))]).toEqual([path, true]);
    expect(asked.filter((one) => one.includes('"sealed"'))).toEqual([]);
  }
});

test("a search after a save opens no file’s text again", async () => {
  const world = await openWorld();
  await readSomeTexts(world);
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const taken = await noteStatements(world);
  const opened = async () => {
    await store.write((trx) => contentChanged(trx, orgId));
    taken();
    const { text } = await world.ask("/acme/search?q=encryption");
    expect(text).toContain("Encryption");
    return taken().filter((statement) =>
      /select[^(]*"sealed"[^(]*from "documentTexts"/.test(statement),
    );
  };
  expect(await opened()).toHaveLength(1);
  expect(await opened()).toEqual([]);
  // One that was read anew is opened, and it alone.
  const { versionHash } = await store.read
    .selectFrom("documentTexts as t")
    .innerJoin("documents as d", "d.blobHash", "t.versionHash")
    .innerJoin("itemDocuments as l", "l.documentId", "d.id")
    .select("t.versionHash")
    .where("t.orgId", "=", orgId)
    .where("t.sealed", "is not", null)
    .orderBy("t.versionHash")
    .executeTakeFirstOrThrow();
  await store.write((trx) =>
    trx
      .updateTable("documentTexts")
      .set({ readAt: "2031-01-01T00:00:00.000Z" })
      .where("orgId", "=", orgId)
      .where("versionHash", "=", versionHash)
      .execute(),
  );
  const [statement, ...others] = await opened();
  expect(statement).toContain('"versionHash" in (?)');
  expect(others).toEqual([]);
});

test("what is written behind an answer is not counted, wherever the page’s end falls", () => {
  const behind = [
    "begin immediate",
    'insert into "searchQueries"',
    'insert into "events"',
    "commit",
  ];
  for (let end = 0; end <= behind.length; end += 1) {
    const log = [["select 1", "begin", "insert 2", "commit", ...behind.slice(0, end)]];
    log.push([...behind.slice(end), "select 3"]);
    const taken = withoutWorkBehind(() => log.shift() ?? []);
    expect(taken()).toEqual(["select 1", "begin", "insert 2", "commit"]);
    expect(taken()).toEqual(["select 3"]);
  }
});
