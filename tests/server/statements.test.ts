import { expect, test } from "vitest";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { noteStatements } from "./statements.ts";
import { openWorld } from "./world.ts";

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
    // The index of the search is made anew, and the question is written down.
    ["a search", NOBODY, "/acme/search?q=encryption", 29],
    ["documents of a member", MEMBER, "/acme/documents", 20],
    ["questionnaires of a member", MEMBER, "/acme/questionnaires", 20],
    ["a portal of a member", MEMBER, "/acme", 20],
    ["what changed", NOBODY, "/acme/changes", 20],
  ];

/** First pages are drawn behind the pages that show them, whenever the worker is free. */
const isOfThumbnails = (statement: string) => statement.includes('"renderFailures"');

test("no page asks the database more often than its limit says", async () => {
  const world = await openWorld();
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const taken = await noteStatements(world);
  const counts: [string, number, number][] = [];
  for (const [page, who, path] of PAGES) {
    if (who !== null) await world.cookieOf(who, world.host);
    // That a member is there is noted once a day, as the use of their session is now and then.
    if (who === MEMBER && path === "/acme") await world.ask("/acme/changes", { as: who });
    await store.write((trx) => contentChanged(trx, orgId));
    taken();
    const { status } = await world.ask(path, who === null ? {} : { as: who });
    const asked = taken().filter((statement) => !isOfThumbnails(statement));
    counts.push([page, status, asked.length]);
  }
  const most = new Map(PAGES.map(([page, , , limit]) => [page, limit]));
  expect(counts.filter(([page, status, n]) => status !== 200 || n > (most.get(page) ?? 0))).toEqual(
    [],
  );
});
