import { sql } from "kysely";
import { expect } from "vitest";
import { testInFive } from "../in-turn.ts";
import { openWorld, type World } from "./world.ts";

/**
 * What sorts alike has one order, however the database stores it: the same page on each engine, and twice the same page.
 */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "": [
    "/acme",
    "/acme/documents",
    "/acme/documents.data",
    "/acme/faq",
    "/acme/subprocessors",
    "/acme/updates",
    "/acme/sitemap.xml",
  ],
  "riley@customer.example": ["/acme/my-account", "/acme/documents", "/acme/controls"],
  "owner@acme.example": [
    "/home",
    "/home/find?q=iso",
    "/requests",
    "/accounts",
    "/documents",
    "/knowledge-base",
    "/questionnaires/coverage",
    "/traces",
    "/profiles",
  ],
};

/** What each answer has of its own: what is sent once, and what guards the page's scripts. */
const own = (text: string) =>
  text
    .replace(/name="formOnce" value="[^"]*"/g, "")
    .replace(/(\\*")(once|nonce|draft)\1,\1[^"\\]*\1/g, "")
    .replace(/ nonce="[^"]*"/g, "");

async function pagesOf(world: World): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const [as, targets] of Object.entries(PAGES))
    for (const target of targets) {
      // A visitor's page is drawn, and not the one that is kept.
      const drawn = { headers: { cookie: "otc_flash=x" } };
      const answer = await world.ask(target, as === "" ? drawn : { as });
      expect([target, answer.status]).toEqual([target, 200]);
      pages.set(`${as} ${target}`, own(answer.text));
    }
  return pages;
}

testInFive("a page is the same when every table is stored the other way round", async () => {
  const world = await openWorld();
  const { store } = world.services;
  // Thumbnails are made once somebody asked for their page.
  let before = new Map<string, string>();
  await expect
    .poll(
      async () => {
        const last = before;
        before = await pagesOf(world);
        return [...before].every(([page, text]) => last.get(page) === text);
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(true);
  const tables = await store.read.introspection.getTables();
  await store.write(async (trx) => {
    for (const { name } of tables)
      if (name !== "contentUids")
        await sql`update ${sql.table(name)} set rowid = -rowid`.execute(trx);
  });
  const after = await pagesOf(world);
  for (const [page, text] of before) expect(after.get(page), page).toBe(text);
});
