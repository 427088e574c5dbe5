import { describe, expect, test } from "vitest";
import { editTopicUpdate, unpublishUpdate } from "#updates/updates/store/topic-edits.server.ts";
import { hideSection } from "#content/products/store/product-order.server.ts";
import { unpublishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { hideTopic } from "#updates/updates/store/topics.server.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { emptyContent } from "./bare-world.ts";
import { atom, parseXml, say } from "./feed-world.ts";
import { openWorld, type Ask, type World } from "./world.ts";
import { wording } from "../wording.ts";

interface JsonFeed {
  version: string;
  title: string;
  home_page_url: string;
  feed_url: string;
  language: string;
  authors: { name: string; url: string }[];
  items: {
    id: string;
    url: string;
    title: string;
    content_html: string;
    date_published: string;
    date_modified: string;
    tags: string[];
  }[];
}

async function jsonFeed(world: World, path = "/acme/feed.json", ask: Ask = {}): Promise<JsonFeed> {
  const answer = await world.ask(path, ask);
  expect([path, answer.status, answer.headers["content-type"]]).toEqual([
    path,
    200,
    "application/feed+json; charset=utf-8",
  ]);
  const feed = JSON.parse(answer.text) as JsonFeed;
  // Written entry by entry, it reads as if it had been written in one go.
  expect(answer.text).toBe(`${JSON.stringify(feed, null, 2)}\n`);
  return feed;
}

const titles = async (world: World, path?: string, ask?: Ask) =>
  (await jsonFeed(world, path, ask)).items.map((item) => item.title);

describe("what a feed holds", () => {
  test("is what the public may read, whoever asks, at either door and in either form", async () => {
    const world = await openWorld();
    await emptyContent(world);
    await say(world, { subject: "Public one" });
    await say(world, { subject: "Private one", audience: "private" });
    await say(world, { subject: "Scheduled one", after: 3_600_000 });
    await say(world, { subject: "Mailed one", statusPage: false });
    await say(world, { subject: "Globex one", org: "globex" });
    const hidden = await say(world, { subject: "Hidden one" });
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      hideTopic({ trx, orgId, by: SYSTEM, now: world.time }, hidden.topicId),
    );
    for (const as of [
      undefined,
      "riley@customer.example",
      "owner@acme.example",
      "owner@globex.example",
    ]) {
      const who = as === undefined ? {} : { as };
      expect([as, await titles(world, "/acme/feed.json", who)]).toEqual([as, ["Public one"]]);
      expect(await titles(world, "/feed.json", { ...who, host: "trust.acme.example" })).toEqual([
        "Public one",
      ]);
      const { text } = await world.ask("/acme/feed.xml", who);
      expect(text).toContain("<title>Public one</title>");
      for (const other of ["Private", "Scheduled", "Mailed", "Globex", "Hidden"])
        expect([as, text.includes(`${other} one`)]).toEqual([as, false]);
    }
  });

  test("is one category's or one product's when asked for, and every shown product's otherwise", async () => {
    const world = await openWorld();
    await emptyContent(world);
    const lake = await world.productId("acme", "Acme Data Lake");
    await say(world, { subject: "Of all", category: "incidents", after: -3_000 });
    await say(world, {
      subject: "Of the lake",
      category: "general",
      products: [lake],
      after: -2_000,
    });
    await say(world, {
      subject: "Of the platform",
      category: "general",
      products: [await world.productId("acme")],
      after: -1_000,
    });
    expect(await titles(world)).toEqual(["Of the platform", "Of the lake", "Of all"]);
    expect(await titles(world, "/acme/feed.json?category=incidents")).toEqual(["Of all"]);
    expect(await titles(world, "/acme/feed.json?product=Acme+Data+Lake")).toEqual([
      "Of the lake",
      "Of all",
    ]);
    expect(
      await titles(world, "/acme/feed.json?product=Acme+Data+Lake&category=compliance"),
    ).toEqual([]);
    const ofLake = (await jsonFeed(world)).items.find((item) => item.title === "Of the lake");
    const page = new URL(ofLake?.url ?? "");
    const shown = await world.ask(page.pathname + page.search, { host: "trust.acme.example" });
    expect([shown.status, shown.text.includes(`id="${page.hash.slice(1)}"`)]).toEqual([200, true]);
    for (const query of [
      "category=nonsense",
      "category=",
      "category=Incidents",
      "product=No+Such",
      "category=toString",
    ]) {
      for (const form of ["feed.xml", "feed.json"])
        expect([query, (await world.ask(`/acme/${form}?${query}`)).status]).toEqual([query, 404]);
    }
  });

  test("is nothing at all where the public sees no updates", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const [platform, lake] = [
      await world.productId("acme"),
      await world.productId("acme", "Acme Data Lake"),
    ];
    await world.services.store.write((trx) => hideSection(trx, orgId, platform, "updates"));
    expect((await world.ask("/acme/feed.xml")).status).toBe(200);
    expect((await world.ask("/acme")).text).not.toContain("feed.xml");
    await world.services.store.write((trx) => hideSection(trx, orgId, lake, "updates"));
    for (const as of ["riley@customer.example", "owner@acme.example"])
      expect((await world.ask("/acme/feed.json", { as })).status).toBe(404);
    expect((await world.ask("/acme/feed.xml")).status).toBe(404);
    expect((await world.ask("/globex/feed.xml")).status).toBe(200);
    const globex = await world.orgId("globex");
    await world.services.store.write((trx) =>
      unpublishOrg({ trx, orgId: globex, by: SYSTEM, now: world.time }),
    );
    expect((await world.ask("/globex/feed.xml")).status).toBe(404);
  });

  test("names things by what they are, not by where they stand", async () => {
    const world = await openWorld();
    const here = await jsonFeed(world);
    const there = await jsonFeed(world, "/feed.json", { host: "trust.acme.example" });
    expect(there).toEqual(here);
    const orgId = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      await trx
        .updateTable("domains")
        .set({ host: "security.acme.example" })
        .where("orgId", "=", orgId)
        .execute();
      await trx
        .updateTable("orgs")
        .set((eb) => ({ revision: eb("revision", "+", 1) }))
        .where("id", "=", orgId)
        .execute();
    });
    const moved = await jsonFeed(world);
    expect(moved.feed_url).toContain("//security.acme.example");
    expect(moved.items.map((item) => item.id)).toEqual(here.items.map((item) => item.id));
    expect(new Set(here.items.map((item) => item.id)).size).toBe(here.items.length);
    for (const { id } of here.items)
      expect(id).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
  });

  testInFive("tells a follow-up from the first word, and makes hostile text harmless", async () => {
    const world = await openWorld();
    await emptyContent(world);
    const message =
      "Hello <script>alert(1)</script> **bold** [x](javascript:alert(1)) [y](/acme/faq) ![p](https://evil.example/p.png) ]]> \u0000\u000b\ud800 é 漢 😀";
    const { topicId } = await say(world, {
      subject: '</title><x>&amp; ]]> \u0001 "quoted"',
      message,
      after: -2_000,
    });
    await say(world, { topic: topicId, after: -1_000 });
    await world.layOut();
    const { items } = await jsonFeed(world);
    expect(items.map((item) => item.title.startsWith("Update: "))).toEqual([true, false]);
    const html = items[1]?.content_html ?? "";
    expect(html).toContain("<strong>bold</strong>");
    expect(html).toContain('href="http://trust.acme.example:3000/acme/faq"');
    expect(html).not.toMatch(/<script|javascript:|<img/);
    const { body } = await world.ask("/acme/feed.xml");
    const [, first] = atom(parseXml(body), "entry");
    expect(atom(first!, "title")[0]?.text).toBe('</title><x>&amp; ]]> \ufffd "quoted"');
    expect(atom(first!, "content")[0]?.text).toContain("é 漢 😀");
  });
});

describe("a feed", () => {
  testInTurn("is Atom with everything that RFC 4287 requires", async () => {
    const world = await openWorld();
    for (const path of [
      "/acme/feed.xml",
      "/globex/feed.xml",
      "/acme/feed.xml?category=incidents",
      "/acme/feed.xml?product=Acme+Data+Lake&category=vulnerabilities",
    ]) {
      const answer = await world.ask(path);
      expect(answer.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
      const feed = parseXml(answer.body);
      expect(feed.tag).toBe("{http://www.w3.org/2005/Atom}feed");
      expect(feed.attributes["{http://www.w3.org/XML/1998/namespace}lang"]).toBe("en");
      for (const name of ["id", "title", "updated", "author"])
        expect([path, name, atom(feed, name).length]).toEqual([path, name, 1]);
      const links = atom(feed, "link").map(({ attributes }) => attributes);
      expect(
        links
          .filter(({ rel }) => rel === "self")
          .map(({ href }) => new URL(href ?? "").pathname.endsWith("/feed.xml")),
      ).toEqual([true]);
      expect(new Set(links.map(({ rel, type }) => `${rel} ${type}`)).size).toBe(links.length);
      expect(atom(atom(feed, "author")[0]!, "name")[0]?.text).not.toBe("");
      const entries = atom(feed, "entry");
      expect(new Set(entries.map((entry) => atom(entry, "id")[0]?.text)).size).toBe(entries.length);
      for (const entry of entries) {
        for (const name of ["id", "title", "updated", "published", "content", "link", "category"])
          expect([name, atom(entry, name).length]).toEqual([name, 1]);
        for (const name of ["updated", "published"])
          expect(atom(entry, name)[0]?.text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
        expect(atom(entry, "link")[0]?.attributes.rel).toBe("alternate");
        expect(atom(entry, "content")[0]?.attributes.type).toBe("html");
        expect(new URL(atom(entry, "id")[0]?.text ?? "").protocol).toBe("urn:");
      }
      const newest = entries
        .map((entry) => atom(entry, "updated")[0]?.text ?? "")
        .sort()
        .at(-1);
      if (newest !== undefined) expect(atom(feed, "updated")[0]?.text).toBe(newest);
    }
  });

  test("is JSON Feed 1.1 with absolute addresses", async () => {
    const world = await openWorld();
    const feed = await jsonFeed(world, "/acme/feed.json?category=incidents");
    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      language: "en",
      home_page_url: "http://trust.acme.example:3000/updates",
      feed_url: "http://trust.acme.example:3000/feed.json?category=incidents",
    });
    expect(feed.authors).toEqual([{ name: "Acme Cloud", url: "https://www.acme.example" }]);
    expect(feed.items.length).toBeGreaterThan(0);
    for (const item of feed.items) {
      expect(item.tags).toEqual(["Incidents"]);
      expect(
        URL.canParse(item.url) &&
          item.content_html !== "" &&
          Date.parse(item.date_modified) >= Date.parse(item.date_published),
      ).toBe(true);
    }
  });

  test("is kept, answers 304, and changes with a change and with the clock", async () => {
    const world = await openWorld();
    await say(world, { subject: "In an hour", after: 3_600_000 });
    for (const path of ["/acme/feed.xml", "/acme/feed.json", "/acme/feed.xml?category=general"]) {
      const first = await world.ask(path);
      expect([first.headers["cache-control"], first.headers["content-security-policy"]]).toEqual([
        "no-cache",
        expect.stringContaining("default-src 'none'"),
      ]);
      const etag = String(first.headers.etag);
      expect((await world.ask(path, { headers: { "if-none-match": etag } })).status).toBe(304);
      expect(
        (await world.ask(`${path}${path.includes("?") ? "&" : "?"}utm_source=x`)).headers.etag,
      ).toBe(etag);
      expect(
        (await world.ask(path, { headers: { "accept-encoding": "br" } })).headers[
          "content-encoding"
        ],
      ).toBe("br");
    }
    const before = await world.ask("/acme/feed.xml");
    const etag = String(before.headers.etag);
    expect((await world.ask("/acme/feed.xml?category=incidents")).headers.etag).not.toBe(etag);
    world.time = new Date(world.time.getTime() + 3_600_000);
    const later = await world.ask("/acme/feed.xml", { headers: { "if-none-match": etag } });
    expect([later.status, later.text.includes("In an hour")]).toEqual([200, true]);
    await say(world, { subject: "Just now" });
    expect((await world.ask("/acme/feed.xml")).text).toContain("Just now");
  });

  test("says when an update was edited, under the same id, and drops one that was withdrawn", async () => {
    const world = await openWorld();
    await emptyContent(world);
    const { updateId } = await say(world, { subject: "Wrong words", after: -3_600_000 });
    await say(world, { subject: "Later words", after: -1_000 });
    const [, before] = (await jsonFeed(world)).items;
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      editTopicUpdate({ trx, orgId, by: SYSTEM, now: world.time }, updateId, {
        subject: "Wrong words",
        category: "general",
        productIds: [],
        effectiveOn: null,
        objectionDays: null,
        message: "Right words",
        revision: null,
      }),
    );
    const [later, after] = (await jsonFeed(world)).items;
    expect(after).toMatchObject({
      id: before?.id,
      date_published: before?.date_published,
      date_modified: world.time.toISOString(),
      content_html: "<p>Right words</p>",
    });
    expect(later?.title).toBe("Later words");
    expect((await world.ask("/acme/feed.xml")).text).toContain(
      `<updated>${world.time.toISOString()}</updated>\n<link rel="self"`,
    );
    await world.services.store.write((trx) =>
      unpublishUpdate({ trx, orgId, by: SYSTEM, now: world.time }, updateId),
    );
    expect(await titles(world)).toEqual(["Later words"]);
  });

  test("stands in the head of every page, and on the page of updates", async () => {
    const world = await openWorld();
    for (const path of ["/acme", "/acme/updates", "/acme/faq", "/acme/product/Acme+Data+Lake"]) {
      const { text } = await world.ask(path);
      for (const [type, name] of [
        ["application/atom+xml", "feed.xml"],
        ["application/feed+json", "feed.json"],
      ]) {
        expect(text).toMatch(
          new RegExp(
            `<link rel="alternate" type="${type?.replace("+", "\\+")}" title="[^"]+" href="/acme/${name}"/>`,
          ),
        );
      }
    }
    expect((await world.ask("/updates", { host: "trust.acme.example" })).text).toMatch(
      /<a href="\/feed.xml"/,
    );
  });
});

describe("a topic's address", () => {
  test("leads to the product that it is about, for those who may read it", async () => {
    const world = await openWorld();
    const lake = await world.productId("acme", "Acme Data Lake");
    const [open, closed] = [
      await say(world, { subject: "Of the lake", products: [lake] }),
      await say(world, { subject: "Of its accounts", products: [lake], audience: "private" }),
    ];
    const answer = await world.ask(`/acme/updates/${open.topicId}`);
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      `/acme/updates/${open.topicId}?product=Acme+Data+Lake`,
    ]);
    expect(
      (await world.ask(`/updates/${open.topicId}?utm_source=mail`, { host: "trust.acme.example" }))
        .headers.location,
    ).toBe(`/updates/${open.topicId}?utm_source=mail&product=Acme+Data+Lake`);
    expect((await world.ask(answer.headers.location ?? "")).text).toContain("Of the lake");
    expect((await world.ask(`/acme/updates/${closed.topicId}`)).status).toBe(404);
    expect((await world.ask(`/acme/updates/${open.topicId}?product=Acme+Platform`)).status).toBe(
      404,
    );
  });
});

describe("sharing", () => {
  test("is offered with the public link, and without one until the portal is published", async () => {
    const world = await openWorld();
    const link = encodeURIComponent("http://trust.acme.example:3000/");
    for (const as of [undefined, "owner@acme.example"]) {
      const { text } = await world.ask("/acme", as === undefined ? {} : { as });
      expect(text).toContain(`https://www.linkedin.com/sharing/share-offsite/?url=${link}`);
      expect(text).toContain(`&amp;body=${link}"`);
      expect(text).toMatch(/data-copy-link=""[^>]*>|href="http:\/\/trust.acme.example:3000\/"/);
      expect([as, text.includes("?subscribe=true")]).toEqual([as, as === undefined]);
    }
    expect((await world.ask("/globex")).text).toContain(
      encodeURIComponent("http://localhost:3000/globex"),
    );
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      unpublishOrg({ trx, orgId, by: SYSTEM, now: world.time }),
    );
    const { text } = await world.ask("/acme", { as: "owner@acme.example" });
    expect(text).toContain(wording.shareLinksDisabled);
    expect(text).not.toContain("linkedin.com");
  });
});

describe("what machines read", () => {
  const LAKE = "Acme Data Lake";
  const locations = async (world: World) =>
    parseXml((await world.ask("/acme/sitemap.xml")).body).children.map(({ children }) =>
      Object.fromEntries(children.map(({ tag, text }) => [tag.replace(/^\{.*\}/, ""), text])),
    );

  test("a feed of a product or category that there is not is a plain 404 in either format", async () => {
    const world = await openWorld();
    for (const query of ["product=nosuch", "category=nosuch"])
      for (const feed of ["feed.xml", "feed.json"]) {
        const { status, headers, text } = await world.ask(`/acme/${feed}?${query}`);
        expect([status, headers["content-type"], text]).toEqual([
          404,
          "text/plain;charset=UTF-8",
          "Page not found",
        ]);
      }
  });

  test("a topic has one address in the sitemap, the canonical one of its page, and says when it changed", async () => {
    const world = await openWorld();
    const [platform, lake] = [await world.productId("acme"), await world.productId("acme", LAKE)];
    const both = await say(world, { subject: "Both", products: [platform, lake] });
    const one = await say(world, {
      subject: "Lake alone",
      message: "The **lake** is deeper now.\n\nSecond paragraph.",
      products: [lake],
    });
    await world.layOut();
    const sitemap = await locations(world);
    const canonicals = new Map<string, string>();
    for (const { topicId } of [both, one]) {
      const found = sitemap.filter(({ loc }) => loc?.includes(topicId));
      expect(found).toHaveLength(1);
      expect(found[0]?.lastmod).toMatch(/^\d{4}-\d\d-\d\dT/);
      canonicals.set(topicId, found[0]?.loc ?? "");
    }
    const lakePath = `/updates/${one.topicId}?product=Acme+Data+Lake`;
    for (const [topicId, path] of [
      [both.topicId, `/updates/${both.topicId}`],
      [both.topicId, `/updates/${both.topicId}?product=Acme+Data+Lake`],
      [one.topicId, lakePath],
    ] as const) {
      const { status, text } = await world.ask(`/acme${path}`);
      expect([status, /rel="canonical" href="([^"]*)"/.exec(text)?.[1]]).toEqual([
        200,
        canonicals.get(topicId),
      ]);
    }
    expect((await world.ask(`/acme${lakePath}`)).text).toContain(
      '<meta property="og:description" content="The lake is deeper now. Second paragraph."',
    );
  });

  test("each product's page has a title of its own", async () => {
    const world = await openWorld();
    const titleOf = async (path: string) =>
      /<title>([^<]*)/.exec((await world.ask(path)).text)?.[1];
    expect(await titleOf("/acme")).toBe("Acme Cloud Trust Center");
    expect(await titleOf("/acme/product/Acme+Platform")).toBe("Acme Cloud Trust Center");
    expect(await titleOf("/acme/product/Acme+Data+Lake")).toBe(
      "Acme Data Lake · Acme Cloud Trust Center",
    );
  });

  test("each page says in one sentence of the org's own words what is on it", async () => {
    const world = await openWorld();
    const said = async (path: string) => {
      const { text } = await world.ask(`/acme${path}`);
      const [name, og] = ['name="description"', 'property="og:description"'].map(
        (which) => new RegExp(`<meta ${which} content="([^"]*)"`).exec(text)?.[1],
      );
      expect(og, path).toBe(name);
      expect(name?.length, path).toBeLessThan(280);
      return name ?? "";
    };
    const paths = [
      "",
      "/product/Acme+Data+Lake",
      "/card/Reports",
      "/card/Policies",
      "/updates",
      "/faq",
      "/subprocessors",
    ];
    const all = [];
    for (const path of paths) all.push(await said(path));
    expect(new Set(all).size).toBe(paths.length);
    const [home, lake, reports, policies, updates, faq, subprocessors] = all;
    expect(home).toMatch(/^How Acme Cloud secures customer data\./);
    expect(lake).toMatch(/^Acme Data Lake stores and queries the records/);
    expect(reports).toBe("Audit reports, test results and diagrams");
    expect(policies).toMatch(/^Policies of Acme Cloud: Acceptable Use Policy; .*; and \d+ more\.$/);
    expect(updates).toMatch(
      /^Updates of Acme Cloud: New subprocessor: Statusbeacon .*; and \d+ more\.$/,
    );
    expect(faq).toMatch(/^Knowledge Base \(FAQs\) of Acme Cloud: [^?;]+\? [^?;]+\? .* more\.$/);
    expect(subprocessors).toMatch(/^Subprocessors of Acme Cloud: .*; and \d+ more\.$/);
    expect(await said("/product/Acme+Platform/soc-2")).toMatch(
      /^Examined every year since 2019 against the criteria/,
    );
  });

  testInFive(
    "the sitemap's root is the canonical one, and robots.txt names it on its own host alone",
    async () => {
      const world = await openWorld();
      const [first] = await locations(world);
      const home = (await world.ask("/acme")).text;
      expect(first?.loc).toBe(/rel="canonical" href="([^"]*)"/.exec(home)?.[1]);
      const { text } = await world.ask("/robots.txt");
      // The first line that fits counts for many readers.
      expect(text.indexOf("Allow: /api/share/")).toBeLessThan(text.indexOf("Disallow: /api/"));
      // Acme's pages are at its own domain.
      expect(text).not.toContain("Sitemap:");
      expect((await world.ask("/robots.txt", { host: "trust.acme.example:3000" })).text).toContain(
        "Sitemap: http://trust.acme.example:3000/sitemap.xml",
      );
    },
  );

  test("the default host's root has the security.txt of the portal that it leads to", async () => {
    const world = await openWorld();
    const path = "/.well-known/security.txt";
    const { text, headers, status } = await world.ask(path);
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    const canonical = /^Canonical: .*\n/gm;
    expect(text.match(canonical)).toEqual([
      `Canonical: http://localhost:3000${path}\n`,
      `Canonical: http://trust.acme.example:3000${path}\n`,
    ]);
    const own = await world.ask(`/acme${path}`);
    // A text browser needs a blank between its link and the next one.
    expect((await world.ask("/acme")).text).toContain("security.txt</a> <a");
    expect(text.replace(canonical, "")).toBe(own.text.replace(canonical, ""));
    const globex = await openWorld({ DEFAULT_ORG: "globex" });
    expect((await globex.ask(path)).status).toBe((await globex.ask(`/globex${path}`)).status);
    expect((await globex.ask(path)).text).not.toContain("acme");
    // Not published, it has nothing to say; nor does another company speak in its place.
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      unpublishOrg({ trx, orgId: acme, by: SYSTEM, now: world.time }),
    );
    expect((await world.ask(path)).status).toBe(404);
  });

  test("a method that an address does not take is refused with those that it does", async () => {
    const world = await openWorld();
    for (const path of ["/acme/feed.xml", "/acme/updates", "/robots.txt"]) {
      const { status, headers } = await world.ask(path, { form: {} });
      expect([path, status, headers.allow]).toEqual([path, 405, "GET, HEAD"]);
    }
  });

  test("'Get access' keeps the product, the search and the page that it stands on", async () => {
    const world = await openWorld();
    for (const [path, query] of [
      ["/acme/faq", "product=Acme+Data+Lake&q=data"],
      ["/acme/updates", "product=Acme+Data+Lake"],
      ["/acme/subprocessors", "product=Acme+Data+Lake"],
    ] as const) {
      const page = await world.ask(`${path}?${query}`);
      const link = /href="([^"]*source=header[^"]*)"/.exec(page.text)?.[1] ?? "";
      const at = new URL(link.replace(/&amp;/g, "&"), "http://x");
      expect([at.pathname, at.search]).toEqual([path, `?${query}&loginRequest=true&source=header`]);
      const dialog = await world.ask(
        at.pathname + at.search.replace("loginRequest", "requestAccess"),
      );
      expect(dialog.text).toContain(
        `name="productId" value="${await world.productId("acme", LAKE)}"`,
      );
    }
  });
});
