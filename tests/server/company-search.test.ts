import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readDirectory, withFound } from "#model/companies.ts";
import { testInFive } from "../in-turn.ts";
import { builtServer } from "./template.ts";
import { StandIn } from "./stand-in.ts";
import { openWorld, type World } from "./world.ts";

const EDITOR = "editor@acme.example";

interface Option {
  ref: string;
  source: string;
  name: string;
  domain: string | null;
  logo: string | null;
}

/** The named world, whose installation asks a directory. */
async function openDirectory(env: Record<string, string> = {}) {
  const directory = await StandIn.open();
  const world = await openWorld({
    BRANDFETCH_CLIENT_ID: "a-client",
    BRANDFETCH_URL: directory.url(),
    OUTBOUND_ALLOW: directory.host,
    ...env,
  });
  return { directory, world };
}

async function search(world: World, text: string, as = EDITOR): Promise<Option[]> {
  const answer = await world.ask(
    `/api/trust-center/companies?q=${encodeURIComponent(text)}&org=acme`,
    { as },
  );
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.text) as { companies: Option[] }).companies;
}

/** Puts a customer on the card as its form does. */
async function trust(
  world: World,
  company: string,
  companyRef: string,
  more: Record<string, string> = {},
): Promise<void> {
  const answer = await world.ask("/acme/edit/trusted-by/new", {
    as: EDITOR,
    form: { company, companyRef, href: "", ...more },
  });
  expect(answer.status).toBe(303);
}

const companies = (world: World, name: string) =>
  world.services.store.read
    .selectFrom("companies")
    .select(["name", "source", "domain", "logoAssetId", "logoFrom"])
    .where("name", "=", name)
    .execute();

async function fetchLogos(world: World): Promise<void> {
  const { fetchWaitingLogos } = await builtServer();
  await fetchWaitingLogos(world.services);
}

const zenith = (directory: StandIn, icon = directory.url("/zenith.png")) => ({
  name: "Zenith Freight",
  domain: "zenith.example",
  icon,
  claimed: true,
  brandId: "id1",
});

describe("the directories of companies", () => {
  test("own companies come first, then the addendum's, then what a directory adds to them", async () => {
    const { directory, world } = await openDirectory();
    directory.says([
      { name: "Stripe", domain: "stripe.com", icon: null },
      zenith(directory),
      { name: "No domain" },
      "nonsense",
      { name: "<b>", domain: "b.example" },
    ]);
    const found = await search(world, "stri");
    expect(found.map(({ ref }) => ref)).toEqual(["addendum:stripe", "brandfetch:zenith.example"]);
    expect(found.at(-1)).toEqual({
      ref: "brandfetch:zenith.example",
      source: "brandfetch",
      name: "Zenith Freight",
      domain: "zenith.example",
      logo: directory.url("/zenith.png"),
    });
    expect(directory.asked).toEqual(["/v2/search/stri?c=a-client"]);
  });

  test("a text is asked for once a day, and one character not at all", async () => {
    const { directory, world } = await openDirectory();
    directory.says([zenith(directory)]);
    await search(world, "z");
    await search(world, "Zenith ");
    await search(world, "zenith");
    expect(directory.asked).toEqual(["/v2/search/zenith?c=a-client"]);
    world.time = new Date(world.time.getTime() + 25 * 3_600_000);
    // The editor's session ended meanwhile.
    await search(world, "zenith", "owner@acme.example");
    expect(directory.asked).toHaveLength(2);
  });

  test.each([
    ["an error", (s: StandIn) => s.says("{}", 500)],
    ["too many requests", (s: StandIn) => s.says("{}", 429)],
    ["no JSON", (s: StandIn) => s.says("<html>")],
    ["no list", (s: StandIn) => s.says({ companies: [] })],
    ["more than is read", (s: StandIn) => s.says(" ".repeat(300 * 1024))],
    [
      "a redirect",
      (s: StandIn) => {
        s.answer = (_, response) => response.writeHead(302, { Location: s.url("/x") }).end();
      },
    ],
  ])("%s leaves what is known here, and is asked again", async (_, misbehave) => {
    const { directory, world } = await openDirectory();
    misbehave(directory);
    expect((await search(world, "northwind")).map(({ name }) => name)).toEqual(["Northwind Bank"]);
    expect(directory.asked).toHaveLength(1);
    directory.says([zenith(directory)]);
    expect((await search(world, "northwind")).map(({ name }) => name)).toEqual([
      "Northwind Bank",
      "Zenith Freight",
    ]);
  });

  testInFive("one that is silent is given up after two seconds", async () => {
    const { directory, world } = await openDirectory();
    directory.answer = () => undefined;
    expect((await search(world, "northwind")).map(({ name }) => name)).toEqual(["Northwind Bank"]);
    expect(world.logged.join()).toContain("a directory of companies did not answer");
  });

  test("Clearbit's autocomplete is asked by its own address", async () => {
    const { directory, world } = await openDirectory();
    const clearbit = await StandIn.open();
    clearbit.says([{ name: "Yonder", domain: "yonder.example", logo: "https://x.example/y.png" }]);
    directory.says([]);
    world.services.config.companySearch.clearbit = { url: clearbit.url() };
    world.services.config.outboundAllow.push({ purpose: null, host: clearbit.host });
    expect((await search(world, "yonder")).map(({ ref }) => ref)).toEqual([
      "clearbit:yonder.example",
    ]);
    expect(clearbit.asked).toEqual(["/v1/companies/suggest?query=yonder"]);
  });

  test("a company over the limit of a team's searches is offered what is known here", async () => {
    const { directory, world } = await openDirectory();
    directory.says([]);
    const texts = Array.from({ length: 125 }, (_, n) => `text ${n}`);
    for (const text of texts) await search(world, text);
    expect(directory.asked).toHaveLength(120);
    expect((await search(world, "northwind")).map(({ name }) => name)).toEqual(["Northwind Bank"]);
  });
});

describe("a company that was picked from a directory", () => {
  test("has its source, domain and name, once, and its logo becomes a picture of the org's own", async () => {
    const { directory, world } = await openDirectory();
    directory.says([zenith(directory)]);
    await search(world, "zenith");
    await trust(world, "Zenith Freight", "brandfetch:zenith.example");
    await trust(world, "Zenith Freight", "brandfetch:zenith.example", { allowDuplicate: "on" });
    expect(await companies(world, "Zenith Freight")).toEqual([
      {
        name: "Zenith Freight",
        source: "brandfetch",
        domain: "zenith.example",
        logoAssetId: null,
        logoFrom: directory.url("/zenith.png"),
      },
    ]);
    const png = await readFile(new URL("../../demo/acme/assets/banner.png", import.meta.url));
    directory.answer = (_, response) => response.setHeader("Content-Type", "image/png").end(png);
    await fetchLogos(world);
    await fetchLogos(world);
    expect(directory.asked.filter((path) => path === "/zenith.png")).toHaveLength(1);
    const [company] = await companies(world, "Zenith Freight");
    expect(company).toMatchObject({ logoFrom: null, logoAssetId: expect.any(String) });
    const home = (await world.ask("/acme")).text;
    expect(home).toContain(`assets/${company?.logoAssetId}`);
    expect(home).not.toContain(directory.host);
    const logo = await world.ask(
      `/api/share/${await world.orgId("acme")}/assets/${company?.logoAssetId}`,
    );
    expect([logo.status, logo.body.equals(png)]).toEqual([200, true]);
    const listed = await world.ask(
      `/api/trust-center/products/${await world.productId("acme")}/trusted-companies`,
      { as: EDITOR },
    );
    expect(JSON.parse(listed.text)).toMatchObject({
      companies: expect.arrayContaining([
        expect.objectContaining({
          company: expect.objectContaining({ source: "brandfetch", domain: "zenith.example" }),
        }),
      ]),
    });
  });

  test("is a custom one when no directory named it, or the field says another name", async () => {
    const { directory, world } = await openDirectory();
    directory.says([zenith(directory)]);
    await trust(world, "Nobody Ltd", "brandfetch:nobody.example");
    await search(world, "zenith");
    await trust(world, "Zenith Air", "brandfetch:zenith.example");
    for (const name of ["Nobody Ltd", "Zenith Air"])
      expect(await companies(world, name)).toEqual([
        { name, source: "custom", domain: null, logoAssetId: null, logoFrom: null },
      ]);
  });

  test("goes without a logo that is no picture, at once, and without one that does not come, after three tries", async () => {
    const { directory, world } = await openDirectory();
    directory.says([zenith(directory)]);
    await search(world, "zenith");
    await trust(world, "Zenith Freight", "brandfetch:zenith.example");
    directory.answer = (_, response) => response.writeHead(503).end();
    const waits = async () => (await companies(world, "Zenith Freight"))[0]?.logoFrom !== null;
    for (let tries = 1; tries <= 3; tries += 1) {
      expect(await waits()).toBe(true);
      await fetchLogos(world);
      await fetchLogos(world);
      expect(directory.asked.filter((path) => path === "/zenith.png")).toHaveLength(tries);
      world.time = new Date(world.time.getTime() + 10 * 60_000);
    }
    expect(await waits()).toBe(false);

    directory.says([{ name: "Yonder", domain: "yonder.example", icon: directory.url("/y") }]);
    await search(world, "yonder");
    await trust(world, "Yonder", "brandfetch:yonder.example");
    directory.answer = (_, response) =>
      response.setHeader("Content-Type", "image/png").end("<script>alert(1)</script>");
    await fetchLogos(world);
    expect(await companies(world, "Yonder")).toMatchObject([{ logoFrom: null, logoAssetId: null }]);
  });

  test("a logo on a private address is never asked for", async () => {
    const { directory, world } = await openDirectory();
    const inner = await StandIn.open();
    directory.says([zenith(directory, inner.url("/secret.png"))]);
    await search(world, "zenith");
    await trust(world, "Zenith Freight", "brandfetch:zenith.example");
    await fetchLogos(world);
    expect(inner.asked).toEqual([]);
  });
});

test("a directory's answer is read entry by entry, and a company is offered once a domain", () => {
  const listed = readDirectory("brandfetch", [
    { name: " Acme  Air ", domain: "AIR.example", icon: "javascript:alert(1)" },
    { name: "Acme Air again", domain: "air.example", icon: null },
    { name: "x", domain: "x.example" },
    { name: "No dot", domain: "localhost" },
    null,
  ]);
  expect(listed).toEqual([
    { source: "brandfetch", domain: "air.example", name: "Acme Air", logo: null },
  ]);
  expect(readDirectory("clearbit", { error: "no" })).toBeNull();
  const known = [
    { ref: "org:1", source: "custom", name: "Air", domain: "air.example", logo: null },
  ];
  expect(withFound(known, listed ?? [], 10)).toEqual(known);
});
