import { describe, expect, test } from "vitest";
import { openWorld } from "./world.ts";

const MEMBER = "riley@customer.example";

/** The text of a page, without its markup. */
function words(html: string): string {
  return html
    .replaceAll(/<script[^]*?<\/script>/g, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}

/** How many documents a page says that it lists. */
function counted(html: string): number {
  return Number(/role="status"[^>]*>(?:<!-- -->)?(\d+)/.exec(html)?.[1] ?? 0);
}

describe("the page of all documents", () => {
  test("groups what the viewer is told of by type, and says what is locked", async () => {
    const world = await openWorld();
    const stranger = await world.ask("/acme/documents");
    expect(stranger.status).toBe(200);
    expect(counted(stranger.text)).toBeGreaterThan(30);
    expect(words(stranger.text)).toMatch(/On request/);
    expect(stranger.text).toMatch(/<h2[^>]*>Policy<\/h2>/);
    expect(words(stranger.text)).not.toContain("Download all");
    const member = await world.ask("/acme/documents", { as: MEMBER });
    expect(counted(member.text)).toBeGreaterThanOrEqual(counted(stranger.text));
    expect(words(member.text)).toContain("Available to you");
    expect(words(member.text)).toContain("Download all");
  });

  test("says on paper at which address it stands, with the product that it is of", async () => {
    const world = await openWorld();
    const printed = async (path: string) =>
      /data-printed="([^"]*)"/.exec((await world.ask(path)).text)?.[1];
    const home = (await printed("/acme")) ?? "";
    expect(await printed("/acme/documents")).toBe(`${home}/documents`);
    expect(await printed("/acme/documents?product=Acme+Data+Lake")).toBe(
      `${home}/documents?product=Acme+Data+Lake`,
    );
    expect(await printed("/acme/product/Acme%20Data%20Lake")).toBe(
      `${home}/product/Acme%20Data%20Lake`,
    );
  });

  test("narrows by access, type and what a member can open; a value that is none changes nothing", async () => {
    const world = await openWorld();
    const count = async (query: string) =>
      counted((await world.ask(`/acme/documents${query}`, { as: MEMBER })).text);
    const all = await count("");
    const [open, restricted] = [
      await count("?documents=public"),
      await count("?documents=private"),
    ];
    expect(open + restricted).toBe(all);
    expect(Math.min(open, restricted)).toBeGreaterThan(0);
    const policies = await count("?documentType=Policy");
    expect(policies).toBeGreaterThan(0);
    expect(policies).toBeLessThan(all);
    expect(await count("?open=true")).toBeLessThan(all);
    expect(await count("?documentType=No+such&documentSort=none&documents=x")).toBe(all);
  });

  test("lists by name where that is asked for, without groups", async () => {
    const world = await openWorld();
    const { text } = await world.ask("/acme/documents?documentSort=title");
    const main = text.slice(text.indexOf("<main"));
    expect(main).not.toContain("<h2");
    const titles = [...main.matchAll(/block font-medium[^"]*">([^<]+)</g)].map(
      (match) => match[1]!,
    );
    expect(titles.length).toBeGreaterThan(30);
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, "en")));
  });

  test("says so where there are none, and is that of the product in its address", async () => {
    const world = await openWorld();
    const lake = await world.ask("/acme/documents?product=Acme+Data+Lake");
    expect(counted(lake.text)).not.toBe(counted((await world.ask("/acme/documents")).text));
    const globex = await world.orgId("globex");
    await world.services.store.write(async (trx) => {
      await trx.deleteFrom("itemDocuments").where("orgId", "=", globex).execute();
      await trx
        .updateTable("orgs")
        .set((eb) => ({ revision: eb("revision", "+", 1) }))
        .execute();
    });
    expect(words((await world.ask("/globex/documents")).text)).toContain("No documents to show");
  });

  test("is linked from the first screen and the map of the site", async () => {
    const world = await openWorld();
    expect((await world.ask("/acme")).text).toMatch(/href="\/acme\/documents"/);
    expect((await world.ask("/acme/sitemap.xml")).text).toContain("/documents</loc>");
  });
});
