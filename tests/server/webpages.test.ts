import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { addWebpage } from "#content/webpages/store/webpages.server.ts";
import { PURPOSES, type Purpose } from "#platform/integrations/exemptions.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { holdOf, overPieces } from "../work-time.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const RILEY = "riley@customer.example";
const PAGE = "/settings/search/webpages";
const MINUTE = 60_000;
const DAY = 86_400_000;

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** The company's own site: a real server on loopback. */
class Site {
  readonly pages = new Map<string, Handler>();
  readonly asked: { path: string; agent: string | undefined }[] = [];
  readonly #server = http.createServer((request, response) => {
    const path = request.url ?? "";
    this.asked.push({ path, agent: request.headers["user-agent"] });
    const page = this.pages.get(path);
    if (page !== undefined) return page(request, response);
    response.writeHead(404, { "Content-Type": "text/html" }).end("<p>Nothing here");
  });

  static async open(): Promise<Site> {
    const site = new Site();
    await new Promise<void>((resolve) => site.#server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      site.#server.closeAllConnections();
      site.#server.close();
    });
    return site;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  url(path: string): string {
    return `http://${this.host}${path}`;
  }

  /** Sets what a path answers: a page of these words unless it says otherwise. */
  has(path: string, html: string, headers: http.OutgoingHttpHeaders = {}, status = 200): void {
    this.pages.set(path, (_, response) =>
      response
        .writeHead(status, { "Content-Type": "text/html; charset=utf-8", ...headers })
        .end(html),
    );
  }

  leads(path: string, location: string): void {
    this.pages.set(path, (_, response) => response.writeHead(302, { Location: location }).end());
  }
}

/** The named world with a site of acme's, which OUTBOUND_ALLOW exempts. */
async function openSite(): Promise<{ world: World; site: Site }> {
  const site = await Site.open();
  const world = await openWorld({ OUTBOUND_ALLOW: site.host });
  await world.services.store.write((trx) =>
    trx
      .updateTable("orgs")
      .set({ websiteUrl: site.url("/"), timeZone: "UTC" })
      .where("slug", "=", "acme")
      .execute(),
  );
  return { world, site };
}

async function add(world: World, ...urls: string[]): Promise<void> {
  for (const url of urls) {
    const answer = await world.ask(PAGE, { as: OWNER, form: { intent: "add", url } });
    expect([url, answer.status]).toEqual([url, 303]);
  }
}

/** Reads all pages by the button, a minute later than before, and waits for the end. */
async function readNow(world: World): Promise<void> {
  world.time = new Date(world.time.getTime() + MINUTE);
  const answer = await world.ask(PAGE, { as: OWNER, form: { intent: "read" } });
  expect([answer.status, answer.headers.location]).toEqual([303, PAGE]);
  await isRead(world);
}

async function isRead(world: World): Promise<void> {
  const orgId = await world.orgId("acme");
  // Slow and broken pages are given up one after the other; on a busy machine that takes long. The test has a limit.
  for (let tries = 0; tries < 1_100; tries += 1) {
    const row = await world.services.store.read
      .selectFrom("webpageReadings")
      .select("endedAt")
      .where("orgId", "=", orgId)
      .executeTakeFirst();
    if (row?.endedAt != null) return;
    await pause(50);
  }
  throw new Error("the reading did not end");
}

/** Lets the clock's next night come. */
async function night(world: World): Promise<void> {
  world.time = new Date(world.time.getTime() + DAY);
  const { runDueJobs } = await builtServer();
  await runDueJobs(world.services);
}

/** What the list says of each page by its path. */
async function rows(world: World, site: Site) {
  const pages = await world.services.store.read.selectFrom("webpages").selectAll().execute();
  return new Map(pages.map((page) => [page.url.replace(site.url(""), ""), page]));
}

async function found(world: World, words: string, as?: string): Promise<string[]> {
  const answer = await world.ask(
    `/acme/search?${new URLSearchParams({ q: words, type: "webpage" })}`,
    as === undefined ? {} : { as },
  );
  expect(answer.status).toBe(200);
  return [
    ...answer.text.matchAll(
      /<a [^>]*href="(http[^"]*)"[^>]*rel="noopener"|<a [^>]*rel="noopener"[^>]*href="(http[^"]*)"/g,
    ),
  ].map(([, first, second]) => first ?? second ?? "");
}

const listed = async (world: World) =>
  (await world.ask(PAGE, { as: OWNER })).text
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

describe("the list", () => {
  test("takes pages of the company's own hosts alone, each once, and says what is wrong with others", async () => {
    const { world, site } = await openSite();
    const refused = async (url: string, words: RegExp, status = 400) => {
      const answer = await world.ask(PAGE, { as: OWNER, form: { intent: "add", url } });
      expect([url, answer.status]).toEqual([url, status]);
      expect(answer.text).toMatch(words);
    };
    await add(world, site.url("/a"), "https://trust.acme.example/x", "www.trust.acme.example/y");
    await refused(site.url("/a"), /This page is already in the list\./, 409);
    await refused("https://evil.example/", /Only pages of your own site can be listed/, 409);
    await refused("https://portal.globex.example/", /Only pages of your own site/, 409);
    await refused("https://trust.acme.example:8443/", /Only pages of your own site/, 409);
    await refused("http://127.0.0.1/", /Only pages of your own site/, 409);
    await refused("ftp://trust.acme.example/", /begins with https/);
    await refused("https://me:pw@trust.acme.example/", /Leave out the user name/);
    await refused("https://trust.acme.example/#a", /Leave out the #/);
    await refused("", /Enter an address such as/);
    await refused(`https://trust.acme.example/${"a".repeat(2_000)}`, /at most 2,000 characters/);
    const answer = await world.ask(PAGE, { as: OWNER, form: { intent: "burn" } });
    expect(answer.status).toBe(400);
    expect([...(await rows(world, site)).keys()].sort()).toEqual([
      "/a",
      "https://trust.acme.example/x",
      "https://www.trust.acme.example/y",
    ]);
    expect(await listed(world)).toContain("Not read yet");
  });

  test("holds two hundred pages", async () => {
    const { world, site } = await openSite();
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      trx
        .insertInto("webpages")
        .values(
          Array.from({ length: 199 }, (_, place) => ({
            orgId,
            id: `page${place}`,
            url: site.url(`/${place}`),
            title: null,
            text: "",
            bytes: 0,
            status: "waiting" as const,
            readAt: null,
            failedAt: null,
            fault: null,
            nightsMissing: 0,
            addedAt: world.time.toISOString(),
          })),
        )
        .execute(),
    );
    await add(world, site.url("/last"));
    const more = await world.ask(PAGE, {
      as: OWNER,
      form: { intent: "add", url: site.url("/more") },
    });
    expect([more.status, more.text.includes("at most 200 pages")]).toEqual([409, true]);
  });

  test("another company's page is as one that is not there, and stays", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<title>A</title>Quokka");
    await add(world, site.url("/a"));
    const id = (await rows(world, site)).get("/a")?.id ?? "";
    for (const [as, of] of [
      ["owner@globex.example", id],
      [OWNER, "no-such-page"],
    ] as const) {
      const answer = await world.ask(PAGE, { as, form: { intent: "remove", id: of } });
      expect([as, answer.status]).toEqual([as, 404]);
      expect(answer.text).toContain("This page is no longer in the list.");
    }
    expect((await world.ask(PAGE, { as: "owner@globex.example" })).text).not.toContain(site.host);
    expect((await rows(world, site)).size).toBe(1);
  });

  test("who may not change settings neither sees nor changes it", async () => {
    const { world, site } = await openSite();
    const forms: (Record<string, string> | undefined)[] = [
      undefined,
      { intent: "add", url: site.url("/a") },
      { intent: "read" },
      { intent: "remove", id: "x" },
    ];
    for (const form of forms) {
      const ask = form === undefined ? {} : { form };
      expect((await world.ask(PAGE, { as: "editor@acme.example", ...ask })).status).toBe(403);
      expect((await world.ask(PAGE, ask)).status).not.toBe(200);
    }
    expect((await rows(world, site)).size).toBe(0);
  });
});

describe("reading", () => {
  test("a page is found by everybody, by its own address, until it is removed", async () => {
    const { world, site } = await openSite();
    site.has(
      "/security",
      "<html><head><title>Security at Acme</title></head><body><nav>Quagga</nav><p>The quokka guards our keys.</p></body></html>",
    );
    await add(world, site.url("/security"));
    expect(await found(world, "quokka")).toEqual([]);
    await readNow(world);
    for (const as of [undefined, RILEY, OWNER])
      expect([as, await found(world, "quokka", as)]).toEqual([as, [site.url("/security")]]);
    expect(await found(world, "quagga")).toEqual([]);
    expect(site.asked.map(({ path }) => path)).toEqual(["/robots.txt", "/security"]);
    expect(site.asked.every(({ agent }) => agent === "OpenTrustCenter")).toBe(true);
    const list = await listed(world);
    expect(list).toContain("Security at Acme");
    expect(list).toMatch(/Read at \w+ \d+, \d{4}, \d\d:\d\d UTC/);
    expect(list).toContain("27 bytes");

    const shown = (await world.ask("/acme/search?q=quokka")).text;
    expect(shown).toContain("Webpages");
    expect(shown.replaceAll("<!-- -->", "")).toContain(`>${site.host}</span>`);
    const answer = await world.ask("/api/share/acme/search", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        query: { term: "quokka", filters: { products: [await world.productId("acme")] } },
      }),
    });
    const { result } = JSON.parse(answer.text) as {
      result: { matches: { type: string; title: string; href: string; locked: boolean }[] };
    };
    expect(result.matches).toMatchObject([
      {
        type: "webpage",
        title: "Security at Acme",
        href: site.url("/security"),
        locked: false,
      },
    ]);
    // Nothing of it is another company's.
    const globex = await world.ask("/globex/search?q=quokka", { as: "owner@globex.example" });
    expect(globex.text).not.toContain(site.host);

    const id = (await rows(world, site)).get("/security")?.id ?? "";
    const removed = await world.ask(PAGE, { as: OWNER, form: { intent: "remove", id } });
    expect(removed.status).toBe(303);
    expect(await found(world, "quokka")).toEqual([]);
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select(["action", "subject"])
      .where("action", "like", "webpage%")
      .orderBy("at")
      .execute();
    expect(audit.map(({ action, subject }) => [action, subject])).toEqual([
      ["webpage.added", site.url("/security")],
      ["webpages.read", null],
      ["webpage.removed", site.url("/security")],
    ]);
  });

  test("a changed text is found after the next reading, and the old one no more", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<title>A</title><p>The quokka</p>");
    await add(world, site.url("/a"));
    await readNow(world);
    const revision = async () =>
      (
        await world.services.store.read
          .selectFrom("orgs")
          .select("revision")
          .where("slug", "=", "acme")
          .executeTakeFirstOrThrow()
      ).revision;
    const before = await revision();
    await readNow(world);
    expect(await revision(), "nothing changed").toBe(before);
    site.has("/a", "<title>A</title><p>The wombat</p>");
    expect(await found(world, "quokka")).toHaveLength(1);
    await readNow(world);
    expect(await found(world, "quokka")).toEqual([]);
    expect(await found(world, "wombat")).toEqual([site.url("/a")]);
  });

  test("a long text is found to its end, and a browser gets 200 characters of it", async () => {
    const { world, site } = await openSite();
    site.has("/a", `<title>Long</title><p>Begins ${"filler ".repeat(2_000)}quokka</p>`);
    await add(world, site.url("/a"));
    await readNow(world);
    expect(await found(world, "quokka")).toEqual([site.url("/a")]);
    const index = JSON.parse((await world.ask("/acme/search/index.json")).text) as {
      records?: { type: string; title: string; text: string; href: string; id: string }[];
    };
    const own = index.records?.filter(({ type }) => type === "webpage") ?? [];
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ title: "Long", href: site.url("/a") });
    // In whole words, and with the sign that there is more.
    expect(own[0]?.text).toMatch(/^Begins (?:filler )+…$/);
    expect(own[0]?.text.slice(0, -" …".length).length).toBeLessThanOrEqual(200);
    expect(own[0]?.text.length).toBeGreaterThan(190);
  });

  testInTurn(
    "each failure is told in words, and the last text stays",
    { timeout: 60_000 },
    async () => {
      const { world, site } = await openSite();
      const inner = await Site.open();
      inner.has("/", "<p>quokka within");
      await world.services.store.write(async (trx) => {
        // A host that is the company's own, and leads inside.
        const domain = await trx
          .selectFrom("domains")
          .selectAll()
          .where("host", "=", "trust.acme.example")
          .executeTakeFirstOrThrow();
        await trx
          .insertInto("domains")
          .values({ ...domain, id: "inner", host: "localhost" })
          .execute();
      });
      const paths = [
        "/changed",
        "/missing",
        "/broken",
        "/large",
        "/picture",
        "/untyped",
        "/packed",
        "/away",
        "/inside",
        "/scheme",
        "/nowhere",
        "/around",
        "/far",
        "/slow",
        "/secret",
        "/to-secret",
        "/noindex",
        "/tagged",
        "/deep",
      ];
      for (const path of paths) site.has(path, `<title>T</title><p>quokka ${path}</p>`);
      await add(world, ...paths.map((path) => site.url(path)), "http://localhost/");
      await readNow(world);
      expect(await found(world, "quokka")).toHaveLength(15);

      site.has("/changed", "<title>T</title><p>wombat</p>");
      site.has("/missing", "gone", {}, 404);
      site.has("/broken", "oh", {}, 503);
      site.has("/large", "x".repeat(2 * 1024 * 1024 + 1));
      site.has("/picture", "x", { "Content-Type": "image/png" });
      site.pages.set("/untyped", (_, response) => response.end("<p>x"));
      site.has("/packed", "x", { "Content-Encoding": "gzip" });
      site.leads("/away", inner.url("/"));
      site.leads("/inside", "http://localhost/");
      site.leads("/scheme", "file:///etc/passwd");
      site.pages.set("/nowhere", (_, response) => response.writeHead(302).end());
      site.leads("/around", "/around");
      site.leads("/far", "/far1");
      site.leads("/far1", "/far2#part");
      site.leads("/far2", site.url("/far3"));
      site.has("/far3", "<title>Arrived</title><p>wombat</p>");
      const slow: NodeJS.Timeout[] = [];
      site.pages.set("/slow", (_, response) => {
        response.writeHead(200, { "Content-Type": "text/html" });
        slow.push(setInterval(() => response.write("<p>"), 500));
      });
      onTestFinished(() => slow.forEach((timer) => clearInterval(timer)));
      site.leads("/to-secret", "/secret");
      site.has("/robots.txt", "User-agent: *\nDisallow: /secret", { "Content-Type": "text/plain" });
      site.has("/noindex", '<meta name="robots" content="noindex"><p>wombat');
      site.has("/tagged", "<p>wombat", { "X-Robots-Tag": "noindex" });
      site.has("/deep", "<b>".repeat(50_000));
      site.asked.length = 0;
      const begun = performance.now();
      await readNow(world);
      expect(performance.now() - begun).toBeGreaterThan(9_000);

      const after = await rows(world, site);
      const faults = Object.fromEntries([...after].map(([path, { fault }]) => [path, fault]));
      expect(faults).toEqual({
        "/changed": null,
        "/far": null,
        "/missing": "The page answered 404.",
        "/broken": "The page answered 503.",
        "/large": "Its answer is longer than 2,097,152 bytes.",
        "/picture": "The page isn’t HTML (Image (PNG)).",
        "/untyped": "The page isn’t HTML (something without a type).",
        "/packed": "It answered in an unexpected compressed form.",
        "/away": `It redirects to ${inner.host}, which isn’t your own site.`,
        "/inside": "The site’s robots.txt could not be read. It is not on a public address.",
        "/scheme": "It redirects to file:, which isn’t your own site.",
        "/nowhere": "It redirects to no address.",
        "/around": "It redirects more than 3 times.",
        "/slow": "There was no whole answer within 10 seconds.",
        "/secret": "robots.txt does not allow it.",
        "/to-secret": "robots.txt does not allow it.",
        "/noindex": "The page asks not to be listed (noindex).",
        "/tagged": "The page asks not to be listed (noindex).",
        "/deep": "Its elements are nested too deeply.",
        "http://localhost/":
          "The site’s robots.txt could not be read. It is not on a public address.",
      });
      expect(inner.asked).toEqual([]);
      const asked = site.asked.map(({ path }) => path);
      expect(asked.filter((path) => path === "/robots.txt")).toHaveLength(1);
      expect(asked).not.toContain("/secret");
      expect(asked.filter((path) => path === "/around")).toHaveLength(4);
      expect((await found(world, "wombat")).sort()).toEqual([
        site.url("/changed"),
        site.url("/far"),
      ]);
      // What failed keeps its text; what asks not to be found loses it.
      expect(after.get("/missing")).toMatchObject({ status: "failed", text: "quokka /missing" });
      expect(after.get("/noindex")).toMatchObject({ status: "gone", text: "", bytes: 0 });
      expect(await found(world, "quokka")).toHaveLength(15);
      const list = await listed(world);
      expect(list).toMatch(/Failed at [^:]+:\d\d UTC : The page answered 404\./);
      expect(list).toContain("No longer in");
    },
  );

  test("a robots.txt that can't be read forbids for now, one that is not there nothing", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<p>quokka");
    await add(world, site.url("/a"));
    site.has("/robots.txt", "oh", {}, 500);
    await readNow(world);
    expect((await rows(world, site)).get("/a")?.fault).toBe(
      "The site’s robots.txt could not be read. It answered 500.",
    );
    site.has("/robots.txt", "<p>no", {}, 403);
    await readNow(world);
    expect(await found(world, "quokka")).toEqual([site.url("/a")]);
    // One of its own name, behind a redirect.
    site.leads("/robots.txt", "/robots2.txt");
    site.has("/robots2.txt", "User-agent: OpenTrustCenter\nDisallow: /");
    await readNow(world);
    expect((await rows(world, site)).get("/a")?.fault).toBe("robots.txt does not allow it.");
  });

  testInFive("a page that is not there for three nights in a row is no longer found", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<p>quokka");
    site.has("/b", "<p>quokka");
    // By the verb: a session of that day would have ended before the button is pressed.
    const org = { id: await world.orgId("acme"), websiteUrl: site.url("/") };
    await world.services.store.write(async (trx) => {
      for (const path of ["/a", "/b"])
        await addWebpage({ trx, by: SYSTEM, now: world.time }, org, site.url(path));
    });
    await night(world);
    expect(await found(world, "quokka")).toHaveLength(2);
    site.pages.delete("/a");
    site.has("/b", "gone", {}, 410);
    await night(world);
    await night(world);
    // Readings by hand are no nights.
    await readNow(world);
    expect(await found(world, "quokka")).toHaveLength(2);
    // Another fault is no answer that there is nothing.
    site.has("/b", "oh", {}, 500);
    await night(world);
    expect(await found(world, "quokka")).toEqual([site.url("/b")]);
    expect((await rows(world, site)).get("/a")).toMatchObject({ status: "gone", text: "" });
    site.has("/b", "gone", {}, 410);
    await night(world);
    await night(world);
    expect(await found(world, "quokka")).toEqual([site.url("/b")]);
    await night(world);
    expect(await found(world, "quokka")).toEqual([]);
    // One that comes back is found again.
    site.has("/a", "<p>quokka");
    await night(world);
    expect(await found(world, "quokka")).toEqual([site.url("/a")]);
  });

  test("the night reads each org once", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<p>quokka");
    await add(world, site.url("/a"));
    await night(world);
    const { runDueJobs } = await builtServer();
    const { length } = site.asked;
    await runDueJobs(world.services);
    world.time = new Date(world.time.getTime() + 3_600_000);
    await runDueJobs(world.services);
    expect(site.asked).toHaveLength(length);
    await night(world);
    expect(site.asked.length).toBeGreaterThan(length);
  });

  test("a night that ends with its process three times is not begun again until staff do", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<p>quokka");
    // Sessions of staff end within a day: nobody is signed in until the page is looked at.
    const org = { id: await world.orgId("acme"), websiteUrl: site.url("/") };
    await world.services.store.write((trx) =>
      addWebpage({ trx, by: SYSTEM, now: world.time }, org, site.url("/a")),
    );
    const cutOff = () =>
      world.services.store.write((trx) =>
        trx.updateTable("webpageReadings").set({ endedAt: null }).execute(),
      );
    const timesAsked = () => site.asked.filter(({ path }) => path === "/a").length;
    for (const times of [1, 2, 3]) {
      await night(world);
      expect(timesAsked()).toBe(times);
      // As a killed process leaves it.
      await cutOff();
    }
    const { runDueJobs } = await builtServer();
    for (let i = 0; i < 3; i += 1) {
      world.time = new Date(world.time.getTime() + 21 * MINUTE);
      await runDueJobs(world.services);
    }
    expect(timesAsked()).toBe(3);
    expect(await listed(world)).toContain(
      "The last 3 readings were cut off before they ended, so the pages are no longer read at night.",
    );
    await readNow(world);
    expect(timesAsked()).toBe(4);
    expect(await listed(world)).not.toContain("were cut off");
    await night(world);
    expect(timesAsked()).toBeGreaterThan(4);
  });

  testInFive(
    "a robots.txt that says more than is read lets nothing be read, and others wait for nothing",
    async () => {
      const { world, site } = await openSite();
      site.has("/a", "<p>quokka");
      await add(world, site.url("/a"));
      site.has("/robots.txt", "user-agent: *\n".repeat(9_000) + "allow: a\n".repeat(8_000));
      const { longest } = await holdOf(() => readNow(world));
      expect(overPieces(longest, 10)).toBeNull();
      expect(site.asked.map(({ path }) => path)).toEqual(["/robots.txt"]);
      expect((await rows(world, site)).get("/a")?.fault).toBe(
        "The site’s robots.txt could not be read. It has more than 1,000 rules.",
      );
      // Named as often, with fewer rules, it is obeyed.
      site.has("/robots.txt", `${"user-agent: *\n".repeat(9_000)}allow: /a\ndisallow: /\n`);
      await readNow(world);
      expect(await found(world, "quokka")).toEqual([site.url("/a")]);
    },
  );

  test("a night takes what was listed before it: what came since waits for the next one", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<p>quokka");
    await add(world, site.url("/a"));
    const { runDueJobs } = await builtServer();
    await runDueJobs(world.services);
    expect(site.asked).toEqual([]);
    await night(world);
    expect(site.asked.map(({ path }) => path)).toContain("/a");
  });

  test("one reading at a time, and one a minute; the page says that it goes on", async () => {
    const { world, site } = await openSite();
    let answer: (() => void) | undefined;
    site.pages.set("/a", (_, response) => {
      answer = () => response.writeHead(200, { "Content-Type": "text/html" }).end("<p>quokka");
    });
    await add(world, site.url("/a"));
    // It was there before the night, which is due and not taken.
    const before = new Date(world.time.getTime() - DAY).toISOString();
    await world.services.store.write((trx) =>
      trx.updateTable("webpages").set({ addedAt: before }).execute(),
    );
    const read = () => world.ask(PAGE, { as: OWNER, form: { intent: "read" } });
    expect((await read()).status).toBe(303);
    expect(await listed(world)).toContain("Reading…");
    const second = await read();
    expect([second.status, second.text.includes("being read at this moment")]).toEqual([409, true]);
    await expect.poll(() => answer).toBeDefined();
    const timesAsked = () => site.asked.filter(({ path }) => path === "/a").length;
    expect(timesAsked()).toBe(1);
    // The clock leaves it alone, too, and comes back for the night.
    const { runDueJobs } = await builtServer();
    await runDueJobs(world.services);
    expect(timesAsked()).toBe(1);
    site.has("/a", "<p>quokka");
    answer?.();
    await isRead(world);
    expect(await listed(world)).not.toContain("Reading…");
    await runDueJobs(world.services);
    expect(timesAsked()).toBe(2);
    await readNow(world);
    world.time = new Date(world.time.getTime() + 59_000);
    const early = await read();
    expect([early.status, early.text.includes("less than a minute ago")]).toEqual([409, true]);
  });

  test("what is on a host that is not the company's any more is neither read nor found", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<p>quokka");
    await add(world, site.url("/a"));
    await readNow(world);
    expect(await found(world, "quokka")).toHaveLength(1);
    const saved = await world.services.store.write((trx) =>
      trx
        .updateTable("orgs")
        .set({ websiteUrl: "https://new.acme.example" })
        .where("slug", "=", "acme")
        .executeTakeFirst(),
    );
    expect(saved.numUpdatedRows).toBe(1n);
    expect(await found(world, "quokka", RILEY)).toEqual([]);
    site.asked.length = 0;
    await readNow(world);
    expect(site.asked).toEqual([]);
    expect((await rows(world, site)).get("/a")?.fault).toBe(
      "Its host no longer belongs to your organization.",
    );
  });

  test("nothing is asked of a private address that OUTBOUND_ALLOW does not name", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<p>quokka");
    await add(world, site.url("/a"));
    world.services.config.outboundAllow.length = 0;
    await readNow(world);
    expect(site.asked).toEqual([]);
    expect((await rows(world, site)).get("/a")).toMatchObject({ status: "failed", readAt: null });
  });

  test("a host that is exempt for something else is as one that is not", async () => {
    const { world, site } = await openSite();
    site.has("/a", "<p>quokka");
    await add(world, site.url("/a"));
    const exempt = (purpose: Purpose) =>
      world.services.config.outboundAllow.splice(0, 9, { purpose, host: site.host });
    for (const purpose of PURPOSES.filter((other) => other !== "pages")) {
      exempt(purpose);
      await readNow(world);
      expect([purpose, site.asked]).toEqual([purpose, []]);
    }
    exempt("pages");
    await readNow(world);
    expect(await found(world, "quokka")).toEqual([site.url("/a")]);
  });
});
