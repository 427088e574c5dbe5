import { sql, type KyselyPlugin } from "kysely";
import { describe, expect, inject, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import {
  addFaqEntries,
  addFaqEntry,
  removeFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import { linkDocuments, saveItem, type ItemValues } from "#content/items/store/items.server.ts";
import { findNda, signNda } from "#auth/nda/store/ndas.server.ts";
import { otherTitlesText } from "#model/search/other-titles.ts";
import { paraphraseRows } from "#model/search/paraphrases.ts";
import { markedParts } from "#model/search/words.ts";
import { readMissedTexts } from "#content/documents/texts/stored-texts.ts";
import type { Writer } from "#db/store.ts";
import { ARCHIVES } from "../limits.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { emptyContent, profileOpens } from "./bare-world.ts";
import { say } from "./feed-world.ts";
import { openWorld, type Ask, type World } from "./world.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const OWNER = "owner@acme.example";
const SHARE = "/api/share/acme/search";
const STAFF = "/api/trust-center/search";

interface Found {
  id: string;
  type: string;
  title: string;
  icon: string;
  source: string;
  href: string;
  locked: boolean;
  metadata: Record<string, unknown>;
  original: Record<string, unknown>;
}

async function bareWorld(): Promise<World> {
  const world = await openWorld();
  await emptyContent(world);
  return world;
}

async function item(world: World, uid: string, values: Partial<ItemValues>): Promise<void> {
  const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
  const by = { by: "Test", on: world.time };
  await world.services.store.write((trx) =>
    saveItem(trx, orgId, productId, { uid, kind: "Reports", title: uid, ...values }, by),
  );
}

async function question(world: World, text: string, access: "public" | "accounts" | "internal") {
  const orgId = await world.orgId("acme");
  return world.services.store.write((trx) =>
    addFaqEntry(
      trx,
      orgId,
      {
        question: text,
        answer: `About **${text}**`,
        comment: null,
        access,
        favourite: false,
        productIds: [],
      },
      world.time,
    ),
  );
}

async function document(world: World, itemUid: string, name: string): Promise<string> {
  const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
  return world.services.store.write(async (trx: Writer) => {
    const write = { trx, orgId, by: SYSTEM, now: world.time };
    const { hash, size } = await trx
      .selectFrom("blobs")
      .select(["hash", "size"])
      .where("orgId", "=", orgId)
      .limit(1)
      .executeTakeFirstOrThrow();
    const values = { originalName: name, contentType: "application/pdf", size, blobHash: hash };
    const id = await addDocument(write, { ...values, type: "Policy" });
    await linkDocuments(write, productId, itemUid, [id]);
    return id;
  });
}

function call(world: World, path: string, body: unknown, ask: Ask = {}) {
  return world.ask(path, {
    ...ask,
    method: "POST",
    headers: { "content-type": "application/json", ...ask.headers },
    body: JSON.stringify(body),
  });
}

const query = (term: string, ...products: string[]) => ({
  query: { term, filters: { products } },
});

/** What a viewer finds by the call. */
async function found(world: World, path: string, term: string, ask?: Ask): Promise<Found[]> {
  const answer = await call(world, path, query(term, await world.productId("acme")), ask);
  expect([path, term, answer.status]).toEqual([path, term, 200]);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  return (JSON.parse(answer.text) as { result: { matches: Found[] } }).result.matches;
}

const titles = async (...asked: Parameters<typeof found>) =>
  (await found(...asked)).map(({ title }) => title).sort();

async function accountOf(world: World, email: string): Promise<string> {
  const { read } = world.services.store;
  const row = read.selectFrom("members").select("accountId").where("email", "=", email);
  return (await row.executeTakeFirstOrThrow()).accountId;
}

const externalOf = async (world: World, email: string) =>
  `/api/statuspage/share/${await accountOf(world, email)}/external/search`;

/** One item of each class, each with the word 'zephyr' in its text and in a file's name. */
async function plant(world: World): Promise<void> {
  await item(world, "custom.open", {
    title: "Zephyr open",
    explanation: "Zephyr gale",
    publicAccess: true,
  });
  await item(world, "custom.locked", { title: "Locked item", explanation: "Zephyr secret" });
  await item(world, "custom.included", { title: "Included item", explanation: "Zephyr included" });
  await item(world, "custom.hidden", { title: "Zephyr hidden", explanation: "Gale", hidden: true });
  for (const uid of ["open", "locked", "included", "hidden"])
    await document(world, `custom.${uid}`, `Zephyr ${uid}.pdf`);
  await question(world, "Zephyr for all?", "public");
  await question(world, "Zephyr for accounts?", "accounts");
  await question(world, "Zephyr for staff?", "internal");
  await say(world, { subject: "Public notice", message: "Zephyr notice", after: -3_000 });
  await say(world, {
    subject: "Private notice",
    message: "Zephyr notice",
    audience: "private",
    after: -4_000,
  });
  const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
  for (const email of [RILEY, "noor@unsigned.example"])
    await world.services.store.write((trx) =>
      profileOpens(trx, orgId, email, [{ productId, itemUid: "custom.included" }]),
    );
}

const PUBLIC = ["Public notice", "Reports - Zephyr open", "Zephyr for all?", "Zephyr open.pdf"];
const MEMBER = [
  "Private notice",
  "Public notice",
  "Reports - Included item",
  "Reports - Zephyr open",
  "Zephyr for accounts?",
  "Zephyr for all?",
  "Zephyr open.pdf",
];

describe("who finds what", () => {
  test("is what the viewer's own pages hold, by all three calls", async () => {
    const world = await bareWorld();
    await plant(world);
    const riley = await externalOf(world, RILEY);
    const noor = await externalOf(world, "noor@unsigned.example");
    expect(await titles(world, SHARE, "zephyr")).toEqual(PUBLIC);
    expect(await titles(world, SHARE, "zephyr", { as: OWNER })).toEqual(PUBLIC);
    expect(await titles(world, riley, "zephyr", { as: RILEY })).toEqual(
      [...MEMBER, "Zephyr included.pdf"].sort(),
    );
    // The NDA stands before the file, not before the item's text.
    expect(await titles(world, noor, "zephyr", { as: "noor@unsigned.example" })).toEqual(MEMBER);
    const main = await titles(world, STAFF, "zephyr", { as: OWNER });
    expect(main).toHaveLength(13);
    expect(main).toContain("Reports - Zephyr hidden");
    const account = await accountOf(world, RILEY);
    expect(await titles(world, `${STAFF}?accountId=${account}`, "zephyr", { as: OWNER })).toEqual(
      [...MEMBER, "Zephyr included.pdf"].sort(),
    );
    expect(await titles(world, `${STAFF}?view=public`, "zephyr", { as: OWNER })).toEqual(PUBLIC);
  });

  test("has the file once the NDA is signed", async () => {
    const world = await bareWorld();
    await plant(world);
    const NOOR = "noor@unsigned.example";
    const noor = await externalOf(world, NOOR);
    const page = async () =>
      (await world.ask("/acme/search?q=included&type=documents", { as: NOOR })).text;
    const answer = async () =>
      (await world.ask("/acme/search/results.json?q=included", { as: NOOR })).text;
    for (const text of [await page(), await answer()])
      expect(text).not.toContain("Zephyr included.pdf");
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const version = await findNda(store.read, orgId, world.time);
    const { id: memberId } = await store.read
      .selectFrom("members")
      .select("id")
      .where("email", "=", NOOR)
      .executeTakeFirstOrThrow();
    const versionId = version.current?.id ?? "";
    await store.write((trx) =>
      signNda({ trx, orgId, by: SYSTEM, now: world.time }, { versionId, memberId, name: "Noor" }),
    );
    expect(await titles(world, noor, "included", { as: NOOR })).toContain("Zephyr included.pdf");
    expect(await answer()).toContain("Zephyr included.pdf");
    const signed = await page();
    for (const door of ["view", "download"])
      expect(signed).toMatch(new RegExp(`href="/acme/documents/[^"/]+/${door}\\?productId=`));
  });

  test("finds a locked item by its title alone, and leads to the login", async () => {
    const world = await bareWorld();
    await plant(world);
    expect(await found(world, SHARE, "secret")).toEqual([]);
    const [locked, ...more] = await found(world, SHARE, "locked item");
    expect(more).toEqual([]);
    expect(locked).toMatchObject({ locked: true, metadata: { cardTitle: "Reports" } });
    expect(locked?.metadata).not.toHaveProperty("explanation");
    expect(locked?.href).toBe("/acme?loginRequest=true&source=search&itemUid=custom.locked");
    const page = await world.ask("/acme/search?q=locked+item");
    expect(page.text).not.toContain("Zephyr secret");
    expect(page.text).toContain("loginRequest=true");
  });

  test("ends with the right: what was taken is in no next answer", async () => {
    const world = await bareWorld();
    await plant(world);
    const riley = await externalOf(world, RILEY);
    const page = async () => (await world.ask("/acme/search?q=included", { as: RILEY })).text;
    expect(await titles(world, riley, "included", { as: RILEY })).toContain("Zephyr included.pdf");
    expect(await page()).toContain("Zephyr <mark");
    const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
    await world.services.store.write((trx) =>
      profileOpens(trx, orgId, RILEY, [{ productId, itemUid: "custom.open" }]),
    );
    expect(await titles(world, riley, "included", { as: RILEY })).toEqual([
      "Reports - Included item",
    ]);
    expect(await page()).not.toContain("Zephyr included");
  });

  test("keeps other companies' words and products away", async () => {
    const world = await bareWorld();
    await plant(world);
    const answer = await call(
      world,
      "/api/share/globex/search",
      query("zephyr", await world.productId("globex")),
    );
    expect(JSON.parse(answer.text)).toEqual({ result: { matches: [] } });
    for (const product of [await world.productId("acme"), "nobody"])
      expect(
        (await call(world, "/api/share/globex/search", query("zephyr", product))).text,
      ).toContain("No product id");
  });
});

describe("the call", () => {
  test("answers results in the shape of each type", async () => {
    const world = await bareWorld();
    await plant(world);
    const byType = new Map((await found(world, SHARE, "zephyr")).map((one) => [one.type, one]));
    expect(byType.get("documents")).toMatchObject({
      source: "fuse",
      icon: "file",
      metadata: {
        fileName: "Zephyr open.pdf",
        mimeType: "application/pdf",
        content: [{ value: expect.stringContaining("Policy") as string }],
      },
    });
    expect(byType.get("trust center content")).toMatchObject({
      title: "Reports - Zephyr open",
      metadata: { cardTitle: "Reports", explanation: "Zephyr gale" },
      original: { title: "Reports - Zephyr open" },
    });
    expect(byType.get("knowledge base")).toMatchObject({
      metadata: { title: "Zephyr for all?", answer: "About Zephyr for all?" },
    });
    expect(byType.get("trust center updates")).toMatchObject({
      metadata: { description: "Zephyr notice" },
    });
    expect(JSON.stringify([...byType.values()])).not.toContain("gate");
    const riley = await externalOf(world, RILEY);
    expect((await found(world, riley, "zephyr", { as: RILEY }))[0]?.source).toBe("semantic");
  });

  test.each([
    ["no product", { query: { term: "a", filters: {} } }, 400, "No product id"],
    ["an empty list of products", query("a"), 400, "No product id"],
    ["a product that is not there", query("a", "nobody"), 400, "No product id"],
    ["no query", {}, 400, ""],
  ])("refuses %s", async (_, body, status, says) => {
    const world = await bareWorld();
    const answer = await call(world, SHARE, body);
    expect([answer.status, answer.headers["content-type"]]).toEqual([
      status,
      "application/problem+json",
    ]);
    expect(answer.text).toContain(says);
  });

  test("takes JSON by POST alone, and answers an empty question with nothing", async () => {
    const world = await bareWorld();
    expect((await world.ask(SHARE)).status).toBe(405);
    expect((await world.ask(SHARE, { form: { term: "a" } })).status).toBe(415);
    expect(await found(world, SHARE, "  ")).toEqual([]);
    expect(await found(world, SHARE, "x".repeat(5_000))).toEqual([]);
  });

  test("stops a network after 120 questions a minute, by page and call together", async () => {
    const world = await bareWorld();
    await world.services.limits.consume("search-network", "127.0.0.1", 119);
    expect((await world.ask("/acme/search?q=word")).status).toBe(200);
    const page = await world.ask("/acme/search?q=word");
    expect(page.status).toBe(429);
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
    expect(page.text).toContain("Too many attempts");
    const answer = await call(world, SHARE, query("word", await world.productId("acme")));
    expect(answer.status).toBe(429);
    // The page without a question asks nothing.
    expect((await world.ask("/acme/search")).status).toBe(200);
  });

  test("stops a member after 60 questions a minute", async () => {
    const world = await bareWorld();
    const { read } = world.services.store;
    const { id } = await read
      .selectFrom("members")
      .select("id")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    await world.services.limits.consume("search-member", id, 60);
    expect((await world.ask("/acme/search?q=word", { as: RILEY })).status).toBe(429);
    expect((await world.ask("/acme/search?q=word")).status).toBe(200);
  });
});

describe("the page", () => {
  test("asks for a word, says that nothing was found, and is kept only without a question", async () => {
    const world = await bareWorld();
    const empty = await world.ask("/acme/search");
    expect(empty.text).toContain("Start searching above");
    expect(empty.headers["cache-control"]).toBe("no-cache");
    const none = await world.ask("/acme/search?q=%3Cb%3Enothing");
    expect(none.text).toContain("No results found");
    expect(none.text).toContain(wording.tryOtherSearch);
    expect(none.text).not.toContain("<b>nothing");
    // It says where to ask and what to read.
    expect(none.text).toMatch(
      /href="\/acme\?loginRequest=true&amp;source=search"[^>]*>Get access</,
    );
    expect(none.text).toContain("To ask Acme Cloud’s team, get access first.");
    expect(none.headers["cache-control"]).toBe("private, no-store");
  });

  test("shows three of a group, then the rest by its own list, 15 and then 10 a page", async () => {
    const world = await bareWorld();
    for (let n = 10; n < 40; n += 1)
      await item(world, `custom.n${n}`, { title: `Harbour ${n}`, publicAccess: true });
    await question(world, "Harbour lights?", "public");
    const page = await world.ask("/acme/search?q=harbour");
    const shown = (text: string) =>
      [...text.matchAll(/<\/mark> (\d\d)<\/span>/g)].map(([, n]) => n);
    const plain = page.text.replaceAll("<!-- -->", "");
    expect(plain).toContain("...27 more");
    expect(plain).toContain("31 results");
    expect(plain.match(/>Top match</g)).toHaveLength(1);
    // The top match, and with it three of the group that it is from, as in the dialog.
    expect(shown(plain)).toEqual(["10", "11", "12"]);
    const list = async (number: number) =>
      shown(
        (
          await world.ask(`/acme/search?q=harbour&type=trust+center+content&page=${number}`)
        ).text.replaceAll("<!-- -->", ""),
      );
    expect((await list(1)).length).toBe(15);
    expect(await list(2)).toEqual(["25", "26", "27", "28", "29", "30", "31", "32", "33", "34"]);
    expect(await list(3)).toEqual(["35", "36", "37", "38", "39"]);
    expect(await list(9)).toEqual(["35", "36", "37", "38", "39"]);
  });

  test.each([
    ["subprocessors in the US", ": United States (", "country=US"],
    ["which sub-processors are based in germany?", ": Germany (", "country=DE"],
    ["subprocessors", "ubprocessors (", "/acme/subprocessors"],
  ])("leads to the list that is asked for: %s", async (term, label, address) => {
    const world = await openWorld();
    const { text } = await world.ask(`/acme/search?q=${encodeURIComponent(term)}`);
    const [, href = "", words = ""] =
      /<a[^>]*href="(\/acme\/subprocessors[^"]*)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/s.exec(text) ??
      [];
    expect(href).toContain(address);
    expect(words).toContain(label);
    const [, count = ""] = /\((\d+)\)$/.exec(words) ?? [];
    const list = await world.ask(href.replaceAll("&amp;", "&"));
    expect(list.status).toBe(200);
    expect(Number(count)).toBeGreaterThan(0);
  });

  test("leads to no list where something else is asked for, or nobody is there", async () => {
    const world = await openWorld();
    for (const term of ["vendor management policy", "subprocessors in Iceland", "contact us"]) {
      const { text } = await world.ask(`/acme/search?q=${encodeURIComponent(term)}`);
      expect(text, term).not.toMatch(/>Subprocessors(?:: [^<(]*)? \(\d+\)</);
    }
  });

  test("begins with the top match, out of its group; the groups keep their order", async () => {
    const world = await bareWorld();
    await item(world, "custom.beacon", {
      title: "Signals",
      explanation: "A beacon on every roof",
      publicAccess: true,
    });
    await question(world, "Is there a lantern?", "public");
    await say(world, {
      subject: "Beacon and lantern",
      message: "A lantern, a beacon",
      after: -3_000,
    });
    const order = async (term: string) => {
      const { text } = await world.ask(`/acme/search?q=${term}`);
      const entries = [...text.matchAll(/<section[^>]*aria-label="([^"]+)"/g)];
      return entries.map(([, group]) => group);
    };
    // Its own group is there for what else it has.
    expect(await order("beacon")).toEqual(["Top match", "Trust Items"]);
    expect(await order("lantern")).toEqual(["Top match", "Updates"]);
    expect(await order("signals")).toEqual(["Top match"]);
  });

  test("leads from a group without a result to those that have some", async () => {
    const world = await bareWorld();
    await item(world, "custom.buoy", { title: "Buoy", publicAccess: true });
    await question(world, "Is there a buoy?", "public");
    await question(world, "What is a buoy?", "public");
    const read = async (target: string) =>
      (await world.ask(target)).text.replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
    const page = await read("/acme/search?q=buoy&type=controls");
    expect(page).toContain("No results found");
    expect(page).toContain("Nothing in Controls matches. Other groups have results.");
    const links = [
      ...page.matchAll(/<a [^>]*href="(\/acme\/search\?[^"]+)"[^>]*>([^<]+)<span[^>]*>\((\d+)\)/g),
    ].map(([, href, label = "", count]) => [href, label.trim(), count]);
    expect(links).toEqual([
      ["/acme/search?q=buoy", "All groups", "3"],
      ["/acme/search?q=buoy&type=trust+center+content", "Trust Items", "1"],
      ["/acme/search?q=buoy&type=knowledge+base", "FAQs", "2"],
    ]);
    const none = await read("/acme/search?q=zzzzqqq&type=controls");
    expect(none).toContain(wording.tryOtherSearch);
    expect(none).not.toContain("Other groups");
  });

  test("stands on a company's own domain, with its links", async () => {
    const world = await bareWorld();
    await plant(world);
    const page = await world.ask("/search?q=zephyr+open", { host: "trust.acme.example" });
    expect(page.status).toBe(200);
    expect(page.text).toContain('href="/product/Acme+Platform/zephyr-open"');
    expect(page.text).not.toContain('href="/acme/');
  });

  test("has its field in the header of every page, and under the title of the first", async () => {
    const world = await bareWorld();
    for (const path of ["/acme", "/acme/faq", "/acme/updates", "/acme/search"])
      expect((await world.ask(path)).text).toContain('id="header-search"');
    expect((await world.ask("/acme")).text.match(/placeholder="Search items"/g)).toHaveLength(1);
    expect((await world.ask("/acme")).text).toContain(
      'placeholder="Search controls, documents and answers"',
    );
  });
});

describe("what is saved", () => {
  test("is found by the next question, and what is gone is not", async () => {
    const world = await bareWorld();
    const orgId = await world.orgId("acme");
    expect(await titles(world, SHARE, "quokka")).toEqual([]);
    await item(world, "custom.one", { title: "Quokka", publicAccess: true });
    expect(await titles(world, SHARE, "quokka")).toEqual(["Reports - Quokka"]);
    await item(world, "custom.one", { title: "Wombat", publicAccess: true });
    expect(await titles(world, SHARE, "quokka")).toEqual([]);
    expect(await titles(world, SHARE, "wombat")).toEqual(["Reports - Wombat"]);
    const id = await question(world, "Where is the quokka?", "public");
    expect(await titles(world, SHARE, "quokka")).toEqual(["Where is the quokka?"]);
    await world.services.store.write((trx) => removeFaqEntry(trx, orgId, id));
    expect(await titles(world, SHARE, "quokka")).toEqual([]);
    await say(world, { subject: "Quokka seen", after: 60 });
    expect(await titles(world, SHARE, "quokka")).toEqual([]);
    world.time = new Date(world.time.getTime() + 3_600_000);
    expect(await titles(world, SHARE, "quokka")).toEqual(["Quokka seen"]);
  });

  test("is found by the field's other terms for it", async () => {
    const world = await bareWorld();
    await item(world, "custom.one", { title: "Penetration test", publicAccess: true });
    await item(world, "custom.two", { title: "Sign-in by SAML", publicAccess: true });
    expect(await titles(world, SHARE, "pentest")).toEqual(["Reports - Penetration test"]);
    expect(await titles(world, SHARE, "SSO")).toEqual(["Reports - Sign-in by SAML"]);
    expect(await titles(world, SHARE, "single sign-on")).toContain("Reports - Sign-in by SAML");
  });

  test("means what the company says: its own terms count at once, both ways", async () => {
    const world = await bareWorld();
    await item(world, "custom.one", { title: "Secrets manager", publicAccess: true });
    expect(await titles(world, SHARE, "strongbox")).toEqual([]);
    const refused = await world.ask("/settings/search", {
      as: OWNER,
      form: { searchSynonyms: "strongbox" },
    });
    expect([refused.status, refused.text.includes("needs at least one synonym")]).toEqual([
      400,
      true,
    ]);
    const saved = await world.ask("/settings/search", {
      as: OWNER,
      form: { searchSynonyms: "Strongbox, secrets manager\r\n\r\nvault , key store" },
    });
    expect(saved.status).toBe(303);
    expect(await titles(world, SHARE, "strongbox")).toEqual(["Reports - Secrets manager"]);
    expect((await world.ask("/settings/search", { as: OWNER })).text).toContain(
      "Strongbox, secrets manager\nvault, key store",
    );
    const long = `Strongbox, ${"s ".repeat(30).trim()}`;
    const tooLong = await world.ask("/settings/search", {
      as: OWNER,
      form: { searchSynonyms: long },
    });
    expect([
      tooLong.status,
      tooLong.text.includes("is too long for a term. Use at most 8 words"),
      tooLong.text.includes(`>${long}</textarea>`),
    ]).toEqual([400, true, true]);
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId, now: world.time }, { searchSynonyms: [] }),
    );
    expect(await titles(world, SHARE, "strongbox")).toEqual([]);
  });

  testInFive("may be the worst that was ever stored: everybody is answered", async () => {
    const world = await bareWorld();
    const orgId = await world.orgId("acme");
    const terms = ["s ".repeat(200), "s ".repeat(8), "t", "u"].map((term) => term.trim());
    await world.services.store.write((trx) =>
      updateCustomization(
        { trx, orgId, now: world.time },
        { searchSynonyms: [`foo, ${terms.join(", ")}`, `bar, ${"x,".repeat(240)}y`] },
      ),
    );
    const worst = [
      `${"s".repeat(64)}x`,
      `x\n${"-".repeat(19_900)}x`,
      `x${" ".repeat(19_900)}x`,
      "[".repeat(20_000),
      `a${"\u0301\u0316".repeat(9_900)}`,
      "\ufdfa".repeat(20_000),
      "s ".repeat(10_000),
      "· ".repeat(10_000),
    ];
    const values = { access: "public", favourite: false, productIds: [] } as const;
    await world.services.store.write((trx) =>
      addFaqEntries(
        trx,
        orgId,
        worst.map((answer, i) => ({
          ...values,
          question: `Quokka ${i}?`,
          answer,
          comment: answer,
          createdAt: world.time,
          modifiedAt: world.time,
        })),
      ),
    );
    for (const asked of ["foo", "bar", "quokka", "foo bar s t u"]) {
      const typed = new URLSearchParams({ q: asked });
      for (const path of ["/acme/faq", "/acme/search", "/acme/controls"])
        expect((await world.ask(`${path}?${typed}`)).status, `${path} ${asked}`).toBe(200);
      const dialog = await world.ask(
        `/acme?${new URLSearchParams({ kb: "open", kbQuery: asked })}`,
      );
      expect(dialog.status).toBe(200);
    }
    const faq = (await world.ask("/acme/faq?q=foo")).text;
    // Of the stored terms those count that have few words.
    expect([faq.includes("Quokka 6?"), faq.includes("Quokka 1?")]).toEqual([true, false]);
    expect(await titles(world, SHARE, "quokka")).toHaveLength(worst.length);
  });
});

describe("what was searched", () => {
  const asked = async (world: World) =>
    world.services.store.read
      .selectFrom("searchQueries")
      .select(["term", "results", "viewerKind"])
      .orderBy("at")
      .execute();

  test("is kept once a question, cleaned, without who it was; staff's is not", async () => {
    const world = await bareWorld();
    await item(world, "custom.one", { title: "Quokka", publicAccess: true });
    await world.ask("/acme/search?q=Quokka");
    await world.ask("/acme/search?q=Quokka&type=trust+center+content");
    await world.ask("/acme/search?q=Quokka", { method: "HEAD" });
    await world.ask("/acme/search?q=quokka", { as: OWNER });
    await expect.poll(async () => (await asked(world)).length).toBe(1);
    const long = `mail kim@expired.example or +49 30 1234567 ${"x".repeat(400)}`;
    await world.ask(`/acme/search?q=${encodeURIComponent(long)}`, { as: RILEY });
    await expect.poll(async () => (await asked(world)).length).toBe(2);
    const rows = await asked(world);
    expect(rows[0]).toEqual({ term: "quokka", results: 1, viewerKind: "public" });
    expect(rows[1]).toMatchObject({ results: 0, viewerKind: "accountExternal" });
    expect(rows[1]?.term).toMatch(/^mail … or … x+$/);
    expect(rows[1]?.term).toHaveLength(200);
    const events = await world.services.store.read
      .selectFrom("events")
      .select(["name", "viewerKind", "detailJson"])
      .where("name", "like", "search%")
      .orderBy("name")
      .execute();
    expect(events).toEqual([
      { name: "search", viewerKind: "public", detailJson: null },
      { name: "search without result", viewerKind: "accountExternal", detailJson: null },
    ]);
  });

  test("shows staff what found nothing, one step from an entry that answers it", async () => {
    const world = await bareWorld();
    for (const _ of [1, 2]) await world.ask("/acme/search?q=Do+you+sell+kites");
    await expect.poll(async () => (await asked(world)).length).toBe(2);
    const list = await world.ask("/knowledge-base", { as: OWNER });
    expect(list.text).toContain("do you sell kites");
    expect(list.text.replaceAll("<!-- -->", "")).toContain("2 times");
    expect(list.text).toContain("/knowledge-base/new?question=do+you+sell+kites");
    const form = await world.ask("/knowledge-base/new?question=do+you+sell+kites", { as: OWNER });
    expect(form.text).toMatch(/do you sell kites/);
    world.time = new Date(world.time.getTime() + 31 * 86_400_000);
    const cookie = await world.ask("/knowledge-base", { as: "editor@acme.example" });
    expect(cookie.text).not.toContain("do you sell kites");
    const globex = await world.ask("/knowledge-base", { as: "owner@globex.example" });
    expect(globex.text).not.toContain("do you sell kites");
  });
});

describe("what the search dialog loads", () => {
  interface Loaded {
    records?: { title: string; locked?: true; href: string; explanation?: string; cut?: true }[];
    isWhole?: boolean;
    synonyms?: string[][];
    paraphrases?: [string, string[]][];
    wait?: number;
  }
  const load = async (world: World, ask?: Ask) =>
    JSON.parse((await world.ask("/acme/search/index.json", ask)).text) as Loaded;

  test("is what the public finds, of locked things their titles, kept and asked for anew", async () => {
    const world = await bareWorld();
    await plant(world);
    const { records = [] } = await load(world);
    expect(records.find(({ title }) => title.includes("Zephyr open"))?.locked).toBeUndefined();
    for (const { locked, explanation } of records)
      if (locked === true) expect(explanation).toBeUndefined();
    const first = await world.ask("/acme/search/index.json");
    expect(first.headers.etag).toBeTruthy();
    expect(first.headers["cache-control"]).toContain("no-cache");
    await item(world, "custom.fresh", { title: "Quokka fresh", publicAccess: true });
    const after = (await load(world)).records ?? [];
    expect(after.some(({ title }) => title.includes("Quokka fresh"))).toBe(true);
  });

  test("says whether the server knows more: of long texts it has the beginning, in whole words", async () => {
    const world = await bareWorld();
    await item(world, "custom.short", {
      title: "Short",
      explanation: "A few words.",
      publicAccess: true,
    });
    const whole = await load(world);
    expect(whole.isWhole).toBe(true);
    // It says so only with all terms that the server knows.
    expect(whole.paraphrases).toEqual([...paraphraseRows()]);
    const explanation = "lighthouse keeper ".repeat(50).trim();
    await item(world, "custom.long", { title: "Long", explanation, publicAccess: true });
    const { isWhole, paraphrases, records = [] } = await load(world);
    expect([isWhole, paraphrases]).toEqual([false, []]);
    expect(records.map(({ title, cut }) => [title, cut]).sort()).toEqual(
      expect.arrayContaining([
        ["Reports - Long", true],
        ["Reports - Short", undefined],
      ]),
    );
    const long = records.find(({ cut }) => cut === true)?.explanation ?? "";
    expect(long).toMatch(/(?:lighthouse|keeper) …$/);
    expect(long.length).toBeLessThanOrEqual(502);
  });

  test("sends members and previews to the server, half a second after the last key", async () => {
    const world = await bareWorld();
    expect(await load(world, { as: RILEY })).toEqual({ wait: 500 });
    expect((await load(world, { as: OWNER })).records).toBeDefined();
  });

  test("stays on the server where it would be too large", async () => {
    const world = await bareWorld();
    const letters = Array.from({ length: 400 }, (_, at) =>
      Array.from({ length: 60 }, (_none, word) =>
        ((at * 7919 + word * 104_729) % 2 ** 31).toString(36),
      ),
    );
    for (const [at, words] of letters.entries())
      await item(world, `custom.big${at}`, {
        title: `Big ${at}`,
        publicAccess: true,
        explanation: words.join(" "),
      });
    expect(await load(world)).toEqual({ wait: 0 });
  });

  testInTurn(
    "is answered with the place of each text that matches, in whole words",
    ARCHIVES,
    async () => {
      const world = await openWorld();
      await readMissedTexts(world.services);
      let pages = 0;
      for (const term of ["encryption", "penetration", "retention", "SOC 2"]) {
        const { text } = await world.ask(
          `/acme/search/results.json?q=${encodeURIComponent(term)}`,
          {
            as: RILEY,
          },
        );
        const { results } = JSON.parse(text) as {
          results: { record: Record<string, string>; found: string[] }[];
        };
        for (const { record, found: words } of results) {
          const { title = "", question: asked = "", explanation = "", text: said = "" } = record;
          // What questionnaires call a standard item finds it, and is not shown.
          const called = otherTitlesText(title.slice(title.indexOf(" - ") + 3)) ?? "";
          const marks = [title, asked, explanation, said, called].map((part) =>
            markedParts(part, new Set(words)).some(({ marked }) => marked),
          );
          expect([term, title, marks.includes(true)]).toEqual([term, title, true]);
          // A page of a file is a result for what it says, unless the file's name says it.
          if (record.page !== undefined && !(marks[0] ?? false)) {
            pages += 1;
            expect([term, title, said, marks[3]]).toEqual([term, title, said, true]);
          }
          for (const part of [explanation, said]) expect(part.length).toBeLessThanOrEqual(504);
        }
      }
      expect(pages).toBeGreaterThan(3);
    },
  );

  test("shows what stands at the end of a long text", async () => {
    const world = await bareWorld();
    const filler = Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ");
    await item(world, "custom.deep", {
      title: "Deep",
      explanation: `${filler} the kittiwake nests here. ${filler}`,
      publicAccess: true,
    });
    const { text } = await world.ask("/acme/search/results.json?q=kittiwake", { as: RILEY });
    const [hit] = (
      JSON.parse(text) as { results: { record: { explanation: string; cut?: true } }[] }
    ).results;
    expect(hit?.record.cut).toBe(true);
    expect(hit?.record.explanation).toMatch(
      /^… word\d+ .*word399 the kittiwake nests here\. word0 .*word\d+ …$/,
    );
  });

  test("is answered by the server with the same results as the page, and recorded when told", async () => {
    const world = await bareWorld();
    await plant(world);
    const answer = await world.ask("/acme/search/results.json?q=zephyr");
    expect(answer.headers["cache-control"]).toContain("no-store");
    const { results } = JSON.parse(answer.text) as { results: { record: { title: string } }[] };
    expect(results.map(({ record }) => record.title).sort()).toEqual(
      await titles(world, SHARE, "zephyr"),
    );
    const recorded = async () =>
      (await world.services.store.read.selectFrom("searchQueries").select("term").execute()).map(
        ({ term }) => term,
      );
    await world.ask("/acme/search/results.json?q=gale");
    await world.ask("/acme/search/results.json?q=gale+force&report=true");
    await expect.poll(recorded).toContain("gale force");
    expect(await recorded()).not.toContain("gale");
  });
});

// How a database without room is made is SQLite's own.
test.runIf(inject("postgres") === null)(
  "a database that goes away in the midst of a search is told as 503, with when to come again",
  async () => {
    const world = await openWorld();
    const { store } = world.services;
    // The built server's own error: of a database without room.
    const { page_count: pages } = (
      await sql<{ page_count: number }>`pragma page_count`.execute(store.connection)
    ).rows[0]!;
    await sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(store.connection);
    const full: unknown = await store
      .write((trx) => sql`create table filler as select randomblob(1000000) as body`.execute(trx))
      .catch((error: unknown) => error);
    const Unavailable = (full as Error).constructor as new (status: number) => Error;
    const awayAt: KyselyPlugin = {
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('"documentTexts"')) throw new Unavailable(503);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    Object.defineProperty(store, "read", { value: store.read.withPlugin(awayAt) });
    const answer = await world.ask("/acme/search?q=encryption");
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
  },
);
