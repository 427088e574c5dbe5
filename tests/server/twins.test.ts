import { describe, expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import type { PublicAccessLevel } from "#model/settings/customization.ts";
import { WALK } from "../limits.ts";
import { sample } from "../sample.ts";
import { openWorld, type Answer, type Ask, type World } from "./world.ts";

/** A twin, or a part of one. */
type Fact = string | number | boolean | null | Fact[] | { [name: string]: Fact };

/** The facts that a page tells in the same words as its twin. */
const SAID_ALIKE: ReadonlySet<string> = new Set([
  "title",
  "question",
  "answer",
  "comment",
  "company",
  "purpose",
  "location",
  "details",
  "subject",
  "message",
  "reference",
  "description",
  "requirements",
  "text",
  "auditor",
  "value",
  "choice",
  "label",
  "overview",
]);

/** Each page of the default product, with its twin and the pages that say the rest of it. */
const PAGES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "/acme",
    "/acme/index",
    [
      "/acme/card/Certifications",
      "/acme/card/DataSecurity",
      "/acme/card/Infrastructure",
      "/acme/card/RiskProfile",
      "/acme/card/SecurityGrades",
      "/acme/subprocessors",
      "/acme/documents",
      "/acme/updates",
    ],
  ],
  ["/acme/card/Certifications", "/acme/card/Certifications", []],
  ["/acme/card/Certifications", "/acme/certifications", []],
  ["/acme/card/DataSecurity", "/acme/card/DataSecurity", []],
  ["/acme/documents", "/acme/documents", []],
  ["/acme/subprocessors", "/acme/subprocessors", []],
  ["/acme/faq", "/acme/faq", []],
  ["/acme/controls", "/acme/controls", ["/acme/controls?page=2"]],
  ["/acme/dates", "/acme/dates", []],
  ["/acme/dora", "/acme/dora", []],
  ["/acme/cra", "/acme/cra", []],
  ["/acme/changes", "/acme/changes", []],
  ["/acme/updates", "/acme/updates", ["/acme/updates?page=2", "/acme/updates?page=3"]],
];

/** Letters and digits alone: neither marks of Markdown nor those of HTML. */
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "",
  lt: "",
  gt: "",
  quot: "",
  "#x27": "",
};

/** What a page shows between header and footer, as letters and digits. */
function shown(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  return plain(
    body
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "")
      .replace(/<[^>]*>/g, " ")
      .replace(/&(\w+|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole),
  );
}

/** The texts of a twin that its page has in the same words, line by line. */
function textsOf(fact: Fact, name = ""): string[] {
  if (typeof fact === "string")
    return SAID_ALIKE.has(name)
      ? fact
          .replace(/\]\([^)]*\)/g, "]")
          .split("\n")
          .map(plain)
          .filter((line) => line !== "")
      : [];
  if (Array.isArray(fact)) return fact.flatMap((entry) => textsOf(entry, name));
  if (fact === null || typeof fact !== "object") return [];
  return Object.entries(fact).flatMap(([key, value]) => textsOf(value, key));
}

/** A cell of a table; a day or a month in words as twins write it. */
function asDay(cell: string): string {
  const text = cell.replace(/<[^>]*>/g, "").trim();
  const [, day] = /^[A-Z][a-z]+ (\d{1,2}, )?\d{4}$/.exec(text) ?? ["", null];
  // Narrow screens say the column in front of a cell.
  if (day === null) return shown(`<body>${cell}`).replace(/^additionaldetails/, "");
  return new Date(`${text} UTC`).toISOString().slice(0, day === undefined ? 7 : 10);
}

/** Facts for registers are folded in a cell: twins have them by their codes. */
const FOLDED = /<details[\s\S]*?<\/details>/;

/** What a page names that its twin has to have: items, updates and open documents by address, cells, headings of entries. */
function namedOn(html: string): string[] {
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  // A drawer stands in front of the page that it opens over.
  const drawer = html.indexOf('role="dialog"');
  const part = drawer === -1 ? main : html.slice(drawer, html.indexOf("<main"));
  return [
    ...[...part.matchAll(/href="[^"]*\/(?:item|product\/[^"/]+)\/([\w-]+)(?:["?])/g)]
      .map(([, slug = ""]) => slug)
      .filter((slug) => slug !== "bulk-download"),
    ...[...part.matchAll(/href="[^"]*\/(?:updates|documents)\/([\w-]{20,})/g)].map(
      ([, id = ""]) => id,
    ),
    ...[...part.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = ""]) =>
      asDay(cell.replace(FOLDED, "")),
    ),
  ].map(plain);
}

async function twin(world: World, path: string, ask: Ask) {
  const json = await world.ask(`${path}.json`, ask);
  const md = await world.ask(`${path}.md`, ask);
  expect([path, json.status, md.status]).toEqual([path, 200, 200]);
  return { facts: JSON.parse(json.text) as Record<string, Fact>, json, md };
}

async function compare(world: World, who: string, ask: Ask) {
  const keep = who === "preview" ? "?view=public" : "";
  const faults: string[] = [];
  for (const [page, path, more] of PAGES) {
    const first = await world.ask(page + keep, ask);
    const probe = await world.ask(`${path}.json${keep}`, ask);
    // A card that is not there has no twin.
    expect([who, path, probe.status]).toEqual([who, path, first.status === 200 ? 200 : 404]);
    if (first.status !== 200) continue;
    const pages = [first.text];
    for (const other of more)
      pages.push(
        (await world.ask(other.includes("?") ? other + keep.replace("?", "&") : other + keep, ask))
          .text,
      );
    const all = pages.map(shown).join("\n");
    const facts = JSON.parse(probe.text) as Record<string, Fact>;
    for (const text of textsOf(facts))
      if (!all.includes(text)) faults.push(`${who}: ${path} alone has ${text}`);
    const md = (await world.ask(`${path}.md${keep}`, ask)).text;
    for (const text of [probe.text, md]) {
      const inTwin = plain(text.replaceAll("\\n", "\n").replaceAll('\\"', '"'));
      for (const name of namedOn(first.text))
        if (!inTwin.includes(name)) faults.push(`${who}: ${page}, not ${path}, has ${name}`);
    }
  }
  expect(faults.slice(0, 60)).toEqual([]);
}

const VIEWERS: Readonly<Record<string, Ask>> = {
  anonymous: {},
  member: { as: "riley@customer.example" },
  "member before the NDA": { as: "noor@unsigned.example" },
  "member of another organization": { as: "alex@clinic.example" },
  preview: { as: "owner@acme.example" },
};
const LEVELS: readonly PublicAccessLevel[] = ["Minimal", "Limited", "Full"];

describe("a twin", () => {
  test.each(sample(Object.keys(VIEWERS), 1, "viewers of twins"))(
    "says what its page says, and its page what it says: %s",
    WALK,
    async (who) => {
      await compare(await openWorld(), who, VIEWERS[who] ?? {});
    },
  );

  test.each(sample(LEVELS, 1, "levels of twins"))(
    "is its page at level %s, too",
    WALK,
    async (level) => {
      const world = await openWorld();
      const orgId = await world.orgId("acme");
      await world.services.store.write((trx) =>
        updateCustomization({ trx, orgId, now: world.time }, { publicAccessLevel: level }),
      );
      await compare(world, "anonymous", {});
    },
  );

  test("is kept beside the pages, with a tag, for HEAD and for who has it, and ends with the day", async () => {
    const world = await openWorld();
    const { facts, json } = await twin(world, "/acme/index", {});
    expect(json.headers["cache-control"]).toBe("no-cache");
    const etag = String(json.headers.etag);
    const head = await world.ask("/acme/index.json", { method: "HEAD" });
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, etag]);
    expect(head.headers["content-length"]).toBe(json.headers["content-length"]);
    const again = await world.ask("/acme/index.json", { headers: { "if-none-match": etag } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId, now: world.time }, { description: "Said anew" }),
    );
    const anew = await twin(world, "/acme/index", {});
    expect([anew.facts.description, anew.json.headers.etag === etag]).toEqual(["Said anew", false]);
    world.time = new Date(world.time.getTime() + 86_400_000);
    const tomorrow = await twin(world, "/acme/index", {});
    expect(tomorrow.facts.asOf).not.toBe(facts.asOf);
  });

  test("is found from its page, by two short links", async () => {
    const world = await openWorld();
    for (const [page, json] of [
      ["/acme", "/acme/index.json"],
      ["/acme/card/Certifications", "/acme/card/Certifications.json"],
      ["/acme/faq", "/acme/faq.json"],
      ["/acme/faq?product=Acme+Data+Lake", "/acme/faq.json?product=Acme+Data+Lake"],
      ["/acme/product/Acme+Data+Lake", "/acme/product/Acme+Data+Lake/index.json"],
    ] as const) {
      const { text } = await world.ask(page);
      const links = text.match(
        /<link rel="alternate" type="(?:application\/json|text\/markdown)"[^>]*>/g,
      );
      expect([page, links?.length]).toEqual([page, 2]);
      expect(links?.[0]).toContain(`href="${json}"`);
      expect(links?.join("").length).toBeLessThan(400);
      expect((await world.ask(json)).status).toBe(200);
    }
  });

  test("is read by pages of other sites, which may ask beforehand", async () => {
    const world = await openWorld();
    const from = { origin: "https://tool.example", "sec-fetch-site": "cross-site" };
    const asked = await world.ask("/acme/index.json", {
      method: "OPTIONS",
      headers: { ...from, "access-control-request-method": "GET" },
    });
    const cors = ({ headers }: Answer) => headers["access-control-allow-origin"];
    expect([asked.status, cors(asked), asked.headers["access-control-max-age"]]).toEqual([
      204,
      "*",
      "600",
    ]);
    const page = await world.ask("/acme", {
      method: "OPTIONS",
      headers: { ...from, "access-control-request-method": "GET" },
    });
    expect([page.status, cors(page)]).toEqual([405, undefined]);
    const { json } = await twin(world, "/acme/index", { headers: from });
    expect(cors(json)).toBe("*");
    expect(json.headers["access-control-allow-credentials"]).toBeUndefined();
  });

  test("leads from an item’s former name to the new one, and is not there where the item is locked", async () => {
    const world = await openWorld();
    const { facts } = await twin(world, "/acme/index", {});
    const { certifications } = facts as { certifications: { id: string; url: string }[] };
    const first = certifications[0];
    const path = new URL(first?.url ?? "").pathname;
    const item = await twin(world, path, { host: new URL(first?.url ?? "").host });
    expect(item.facts.id).toBe(first?.id);
    expect((await world.ask("/acme/item/no-such-item.json")).status).toBe(404);
    expect((await world.ask("/acme/item/no-such-item.md")).status).toBe(404);
    expect((await world.ask("/acme/card/NoSuchKind.json")).status).toBe(404);
  });
});

test("the overview answers what a reviewer asks first, in one request without scripts", async () => {
  const world = await openWorld();
  const { facts, md } = await twin(world, "/acme/index", {});
  expect(facts).toMatchObject({
    schema: "open-trust-center/twin/1",
    kind: "overview",
    language: "en",
    languages: ["en"],
    organization: { name: "Acme Cloud" },
    access: { granted: false },
  });
  for (const name of ["certifications", "documents", "subprocessors", "riskProfile", "pages"])
    expect([name, (facts[name] as Fact[]).length > 0]).toEqual([name, true]);
  for (const name of ["contacts", "dataLocation", "hosting", "statusPage", "reports", "products"])
    expect([name, name in facts]).toEqual([name, true]);
  expect(md.text.startsWith("# Acme ")).toBe(true);
});

test("llms.txt is short, and each of its addresses answers", async () => {
  const world = await openWorld();
  const { text, status } = await world.ask("/acme/llms.txt");
  expect(status).toBe(200);
  expect(text.split("\n").length).toBeLessThanOrEqual(30);
  const addresses = [...text.matchAll(/\]\((\S+)\)/g)].map(([, address = ""]) => new URL(address));
  expect(addresses.length).toBeGreaterThan(3);
  for (const { host, pathname, search } of addresses)
    expect([pathname, (await world.ask(pathname + search, { host })).status]).toEqual([
      pathname,
      200,
    ]);
});

test("the calendar has the dates of the page, each once, and is kept", async () => {
  const world = await openWorld();
  const { facts } = await twin(world, "/acme/dates", {});
  const dates = facts.dates as { id: string; day: string }[];
  expect(dates.length).toBeGreaterThan(0);
  const answer = await world.ask("/acme/dates.ics");
  expect([answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([
    "text/calendar; charset=utf-8",
    "no-cache",
  ]);
  const text = answer.text.replaceAll("\r\n ", "");
  const uids = [...text.matchAll(/^UID:(.*)@open-trust-center\r$/gm)].map(([, uid]) => uid);
  expect(uids).toEqual(dates.map(({ id }) => id));
  const starts = [...text.matchAll(/^DTSTART;VALUE=DATE:(\d{8})\r$/gm)].map(([, day]) => day);
  expect(starts).toEqual(dates.map(({ day }) => day.replaceAll("-", "")));
  // A stranger is not told of anyone's access.
  expect(text).not.toContain("Your access expires");
});
