import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import {
  addFaqEntries,
  addFaqEntry,
  removeFaqEntry,
  updateFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import { revokeGrant } from "#auth/accounts/store/grants.server.ts";
import { revokeMemberSessions } from "#auth/store/member-sessions.server.ts";
import { unpublishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const RILEY = "riley@customer.example";
const DOMAIN = "trust.acme.example";

/** Everybody who can have a key, and what their entries are: those for everybody, for accounts, and for staff alone. */
const VIEWERS = {
  public: { reads: ["public"] },
  member: { as: RILEY, reads: ["public", "accounts"] },
  "pending member": { as: "sam@prospect.example", reads: ["public"] },
  "expired member": { as: "kim@expired.example", reads: ["public"] },
  "declined member": { as: "lee@declined.example", reads: ["public"] },
  "member who has not signed": { as: "noor@unsigned.example", reads: ["public", "accounts"] },
  owner: { as: OWNER, reads: ["public", "accounts", "internal"] },
  "viewer of staff": { as: "viewer@acme.example", reads: ["public", "accounts", "internal"] },
  "preview as the public": { as: OWNER, preview: "view=public", reads: ["public"] },
  "preview as an account": { as: OWNER, preview: "account", reads: ["public", "accounts"] },
} as const;
type ViewerName = keyof typeof VIEWERS;

interface Seeing {
  as?: string;
  preview?: string;
  reads: readonly string[];
}

interface Key {
  key: string;
  expiresAt: string;
  url: string;
}

/** The specimens of a world: an entry of each access about all products, and one about another product alone. */
interface Specimens {
  world: World;
  orgId: string;
  productId: string;
  lakeId: string;
  ids: Record<"public" | "accounts" | "internal" | "elsewhere", string>;
}

async function specimens(): Promise<Specimens> {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const [productId, lakeId] = [
    await world.productId("acme"),
    await world.productId("acme", "Acme Data Lake"),
  ];
  const ids = await world.services.store.write(async (trx) => {
    const add = (access: "public" | "accounts" | "internal", productIds: string[] = []) =>
      addFaqEntry(
        trx,
        orgId,
        {
          question: `Is the zebra ${access} ${productIds.length === 0 ? "everywhere" : "elsewhere"}?`,
          shortAnswer: access === "internal" ? "partly" : null,
          answer: `The **zebra** of ${access} is canary-${access}.`,
          comment: "Zebras & <b>more</b>.",
          topic: `Animals for ${access}`,
          access,
          productIds,
          sourceType: "questionnaire",
          sourceName: `sheet-${access}.csv`,
        },
        world.time,
      );
    return {
      public: await add("public"),
      accounts: await add("accounts"),
      internal: await add("internal"),
      elsewhere: await add("public", [lakeId]),
    };
  });
  return { world, orgId, productId, lakeId, ids };
}

/** So many public entries, each with a topic of its own. */
async function crowd(world: World, orgId: string, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, i) => ({
    question: `Crowd ${i}?`,
    answer: "Many.",
    topic: `Topic ${i}`,
    access: "public" as const,
    productIds: [],
    createdAt: world.time,
    modifiedAt: world.time,
  }));
  await world.services.store.write((trx) => addFaqEntries(trx, orgId, entries));
}

async function accountOf(world: World, email: string): Promise<string> {
  const row = await world.services.store.read
    .selectFrom("members")
    .select("accountId")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return row.accountId;
}

/** Where a viewer of the table asks for a key. */
async function place(world: World, viewer: Seeing, asked: string): Promise<string> {
  if (viewer.as === undefined) return `/api/share/acme/kb/ais?${asked}`;
  if (viewer.as.endsWith("@acme.example")) {
    const preview =
      viewer.preview === "account" ? `accountId=${await accountOf(world, RILEY)}` : viewer.preview;
    return preview === undefined
      ? `/api/kb/ais?${asked}`
      : `/api/trust-center/kb/ais?${asked}&${preview}`;
  }
  return `/api/statuspage/share/${await accountOf(world, viewer.as)}/external/kb/ais?${asked}`;
}

async function keyOf(
  { world, productId }: Pick<Specimens, "world" | "productId">,
  name: ViewerName,
  more = "",
  host?: string,
): Promise<Key> {
  const viewer: Seeing = VIEWERS[name];
  const answer = await world.ask(await place(world, viewer, `productId=${productId}${more}`), {
    ...(viewer.as === undefined ? {} : { as: viewer.as }),
    ...(host === undefined ? {} : { host }),
  });
  expect(answer.status, `${name}: ${answer.text}`).toBe(200);
  return JSON.parse(answer.text) as Key;
}

async function call(
  world: World,
  { key, url }: Pick<Key, "key" | "url">,
  path: string,
  body?: unknown,
  more: { host?: string; as?: string } = {},
): Promise<Answer> {
  return world.ask(new URL(url).pathname + path, {
    ...more,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

interface Found {
  hits: Record<string, unknown>[];
  page: number;
  hitsPerPage: number;
  total: number;
  pages: number;
}

async function query(world: World, key: Key, body: unknown): Promise<Found> {
  const answer = await call(world, key, "/query", body);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as Found;
}

describe("a key of the knowledge base", () => {
  test("opens to each viewer what they read, and nothing else", async () => {
    const all = await specimens();
    const { world, ids } = all;
    for (const name of Object.keys(VIEWERS) as ViewerName[]) {
      const key = await keyOf(all, name);
      const { hits, total } = await query(world, key, { query: "zebra" });
      const reads: readonly string[] = VIEWERS[name].reads;
      expect(hits.map(({ objectID }) => objectID).toSorted(), name).toEqual(
        (["public", "accounts", "internal"] as const)
          .filter((access) => reads.includes(access))
          .map((access) => ids[access])
          .toSorted(),
      );
      expect(total, name).toBe(reads.length);
      const isOwner = reads.includes("internal");
      for (const hit of hits)
        expect(Object.keys(hit).length, `${name} ${Object.keys(hit).join(" ")}`).toBe(
          isOwner ? 14 : 6,
        );
      const facet = await call(world, key, "/facets/topic", {});
      const texts = [JSON.stringify(hits), facet.text];
      for (const [access, id] of Object.entries(ids)) {
        const object = await call(world, key, `/objects/${id}`);
        expect([name, access, object.status]).toEqual([
          name,
          access,
          reads.includes(access) ? 200 : 404,
        ]);
        texts.push(object.text);
      }
      for (const access of ["public", "accounts", "internal"])
        expect(texts.join("\n").includes(`canary-${access}`), `${name} ${access}`).toBe(
          reads.includes(access),
        );
      for (const word of ["Animals for accounts", "Animals for internal"])
        expect(texts.join("\n").includes(word), `${name} ${word}`).toBe(
          reads.includes(word.split(" ").at(-1) ?? ""),
        );
    }
  });

  test("is asked for by those who are somebody there, for a product that they have", async () => {
    const { world, productId, lakeId } = await specimens();
    const globex = await world.productId("globex");
    const riley = await accountOf(world, RILEY);
    const status = async (target: string, as?: string) =>
      (await world.ask(target, as === undefined ? {} : { as })).status;
    const external = `/api/statuspage/share/${riley}/external/kb/ais?productId=${productId}`;
    expect([
      await status(`/api/kb/ais?productId=${productId}`),
      await status(`/api/kb/ais?productId=${productId}`, RILEY),
      await status(`/api/kb/ais?productId=${productId}`, "owner@globex.example"),
      await status(`/api/trust-center/kb/ais?productId=${productId}`),
      await status(external),
      await status(external, "alex@clinic.example"),
      await status(external, "sam@prospect.example"),
      await status(`/api/share/acme/kb/ais?productId=${globex}`),
      await status("/api/share/acme/kb/ais?productId=none"),
      await status(`/api/share/nobody/kb/ais?productId=${productId}`),
    ]).toEqual([401, 401, 404, 401, 404, 404, 404, 404, 404, 404]);
    expect(await status(`/api/share/acme/kb/ais?productId=${lakeId}`)).toBe(200);
    for (const [target, title] of [
      ["/api/share/acme/kb/ais", "No product id"],
      [`/api/share/acme/kb/ais?productId=${productId}&scope=all`, wording.scopeIsPublicOrPrivate],
    ] as const) {
      const answer = await world.ask(target);
      expect([answer.status, (JSON.parse(answer.text) as { title: string }).title]).toEqual([
        400,
        title,
      ]);
    }
    const answer = await world.ask(`/api/share/acme/kb/ais?productId=${productId}`);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect(Object.keys(JSON.parse(answer.text) as Key).toSorted()).toEqual([
      "expiresAt",
      "key",
      "url",
    ]);
  });

  test("is for its product and its scope alone", async () => {
    const all = await specimens();
    const { world, lakeId, ids } = all;
    const found = async (key: Key) =>
      (await query(world, key, { query: "zebra" })).hits
        .map(({ objectID }) => Object.entries(ids).find(([, id]) => id === objectID)?.[0])
        .toSorted();
    expect(await found(await keyOf({ ...all, productId: lakeId }, "public"))).toEqual([
      "elsewhere",
      "public",
    ]);
    expect(await found(await keyOf(all, "member", "&scope=public"))).toEqual(["public"]);
    const privately = await keyOf(all, "member", "&scope=private");
    expect(await found(privately)).toEqual(["accounts"]);
    expect((await call(world, privately, `/objects/${ids.public}`)).status).toBe(404);
    expect(await found(await keyOf(all, "owner", "&scope=private"))).toEqual([
      "accounts",
      "internal",
    ]);
    expect(await found(await keyOf(all, "public", "&scope=private"))).toEqual([]);
  });

  test("that was altered, ran out, or is another's opens nothing, without a word", async () => {
    const all = await specimens();
    const { world, ids, orgId } = all;
    const key = await keyOf(all, "owner");
    const refused = async (changed: Partial<Key>, more: { host?: string; as?: string } = {}) => {
      const answer = await call(
        world,
        { ...key, ...changed },
        `/objects/${ids.public}`,
        undefined,
        more,
      );
      const body = JSON.parse(answer.text) as Record<string, unknown>;
      return [answer.status, Object.keys(body).toSorted().join(), body.title];
    };
    const NOTHING = [401, "status,title,type", "Unauthorized"];
    const [text = "", mac = ""] = key.key.split(".");
    const payload = JSON.parse(Buffer.from(text, "base64url").toString()) as object;
    const other = (changes: object) =>
      `${Buffer.from(JSON.stringify({ ...payload, ...changes })).toString("base64url")}.${mac}`;
    for (const altered of [
      "",
      "none",
      text,
      `${text}.`,
      `.${mac}`,
      `${text}.${mac}x`,
      `${text}.${mac.slice(0, -1)}`,
      `${text}x.${mac}`,
      `${text}.${mac}.${mac}`,
      other({ expires: Date.now() * 2 }),
      other({ viewer: { is: "public" } }),
      other({ org: await world.orgId("globex") }),
      "x".repeat(5_000),
      `${Buffer.from("{}").toString("base64url")}.${world.services.key.sign("colleague-invitation", "e30")}`,
    ])
      expect(await refused({ key: altered }), altered.slice(0, 40)).toEqual(NOTHING);
    // Signed for something else, or by somebody else's address.
    expect(
      await refused({
        key: `${text}.${world.services.key.sign("colleague-invitation", text)}`,
      }),
    ).toEqual(NOTHING);
    const globex = await world.orgId("globex");
    expect(await refused({ url: key.url.replace(orgId, globex) })).toEqual(NOTHING);
    expect(await refused({ url: key.url.replace(orgId, "acme") })).toEqual(NOTHING);
    expect(await refused({}, { host: DOMAIN })).toEqual(NOTHING);
    // A cookie is no key.
    expect(await refused({ key: "" }, { as: OWNER })).toEqual(NOTHING);

    world.time = new Date(Date.parse(key.expiresAt) - 1);
    expect((await refused({}))[0]).toBe(200);
    world.time = new Date(key.expiresAt);
    expect(await refused({})).toEqual(NOTHING);
  });

  test("is good for ten minutes, on the host that it was asked for on", async () => {
    const all = await specimens();
    const { world, orgId, productId, ids } = all;
    const key = await keyOf(all, "public");
    expect(Date.parse(key.expiresAt) - world.time.getTime()).toBe(10 * 60_000);
    expect(key.url).toBe(`http://localhost:3000/api/kb/${orgId}`);
    const answer = await world.ask(`/api/share/${orgId}/kb/ais?productId=${productId}`, {
      host: DOMAIN,
    });
    const there = JSON.parse(answer.text) as Key;
    expect(new URL(there.url).hostname).toBe(DOMAIN);
    const object = `/objects/${ids.public}`;
    expect((await call(world, there, object, undefined, { host: DOMAIN })).status).toBe(200);
    expect((await call(world, there, object)).status).toBe(401);
  });

  test("says who asks and no more: rights are looked up at each use", async () => {
    const all = await specimens();
    const { world, orgId, ids } = all;
    const { store } = world.services;
    const [open, member, owner] = [
      await keyOf(all, "public"),
      await keyOf(all, "member"),
      await keyOf(all, "owner"),
    ];
    const status = async (key: Key, of: keyof Specimens["ids"]) =>
      (await call(world, key, `/objects/${ids[of]}`)).status;
    expect([await status(open, "public"), await status(member, "accounts")]).toEqual([200, 200]);

    const values = { question: "Is the zebra gone?", answer: "It is.", productIds: [] };
    await store.write((trx) =>
      updateFaqEntry(trx, orgId, ids.public, { ...values, access: "internal" }, world.time),
    );
    expect([
      await status(open, "public"),
      await status(member, "public"),
      await status(owner, "public"),
    ]).toEqual([404, 404, 200]);
    await store.write((trx) => removeFaqEntry(trx, orgId, ids.public));
    expect(await status(owner, "public")).toBe(404);

    const grant = await store.read
      .selectFrom("grants")
      .select("id")
      .where("orgId", "=", orgId)
      .where("accountId", "=", await accountOf(world, RILEY))
      .execute();
    for (const { id } of grant)
      await store.write((trx) => revokeGrant({ trx, orgId, by: SYSTEM, now: world.time }, id));
    expect(await status(member, "accounts")).toBe(404);

    const id = await store.read
      .selectFrom("members")
      .select("id")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    await store.write((trx) => revokeMemberSessions({ trx, orgId, now: world.time }, [id.id]));
    expect(await status(member, "accounts")).toBe(401);

    await store.write((trx) =>
      updateCustomization({ trx, orgId, now: world.time }, { publicAccessLevel: "Minimal" }),
    );
    expect((await query(world, open, {})).total).toBe(0);
    await store.write((trx) => unpublishOrg({ trx, orgId, by: SYSTEM, now: world.time }));
    expect([await status(open, "accounts"), await status(owner, "internal")]).toEqual([401, 200]);

    await store.write((trx) =>
      trx.updateTable("sessions").set({ revokedAt: world.time.toISOString() }).execute(),
    );
    expect(await status(owner, "internal")).toBe(401);
  });
});

const SINCE =
  "since must be a whole number of seconds since 1970, or a date such as 2026-11-01 or 2026-11-01T09:00:00Z.";

describe("a query by key", () => {
  test("answers the owner in the fields that programs know, narrowed and in pages", async () => {
    const all = await specimens();
    const { world, productId, lakeId, ids } = all;
    const key = await keyOf(all, "owner");
    const { hits } = await query(world, key, { query: "zebra internal" });
    expect(hits).toEqual([
      {
        objectID: ids.internal,
        content: "Is the zebra internal everywhere?",
        short_answer: "partly",
        answer: "The **zebra** of internal is canary-internal.",
        comment: "Zebras & <b>more</b>.",
        topic: "Animals for internal",
        source_type: "questionnaire",
        source_subtype: null,
        source_name: "sheet-internal.csv",
        favorite_public: false,
        access_level: "internal",
        product_ids: [],
        date_timestamp: Math.floor(world.time.getTime() / 1_000),
        customer_modified_timestamp: Math.floor(world.time.getTime() / 1_000),
      },
    ]);
    const total = async (body: object) => (await query(world, key, body)).total;
    const since = Math.floor(world.time.getTime() / 1_000);
    expect([
      await total({ query: "zebra" }),
      await total({ query: "zebra", filters: { access: ["public", "accounts"] } }),
      await total({ query: "zebra", filters: { productIds: [productId] } }),
      await total({ query: "zebra", filters: { productIds: [lakeId] } }),
      await total({ query: "zebra", filters: { source: ["questionnaire"] } }),
      await total({ query: "zebra", filters: { source: ["sheet-public.csv", "none"] } }),
      await total({ query: "zebra", filters: { source: ["manual"] } }),
      await total({ query: "zebra", filters: { access_level: ["public", "accounts"] } }),
      await total({ query: "zebra", filters: { product_ids: [lakeId] } }),
      await total({ query: "zebra", filters: { source_type: ["questionnaire"] } }),
      await total({ query: "zebra", filters: { source_type: ["sheet-public.csv"] } }),
      await total({ query: "zebra", filters: { source_name: ["sheet-public.csv"] } }),
      await total({ query: "zebra", filters: { source_subtype: ["none"] } }),
      await total({ query: "zebra", filters: { topic: ["animals FOR public"] } }),
      await total({ query: "zebra", filters: { topic: ["x"], access: [] } }),
      await total({ filters: { shortAnswer: ["partly"], topic: ["animals for internal"] } }),
      await total({ query: "zebra", filters: { short_answer: ["yes", "no"] } }),
      await total({ since }),
      await total({ query: "zebra", since: since + 1 }),
      await total({ query: "%%%" }),
    ]).toEqual([3, 2, 3, 3, 3, 1, 0, 2, 3, 3, 0, 1, 0, 1, 0, 1, 0, 3, 0, 0]);
    const day = world.time.toISOString().slice(0, 10);
    const nextDay = new Date(world.time.getTime() + 86_400_000).toISOString().slice(0, 10);
    expect([
      await total({ query: "zebra", since: day }),
      await total({ query: "zebra", since: nextDay }),
      await total({ query: "zebra", since: world.time.toISOString() }),
      await total({ query: "zebra", since: "2026-11-20T12:00:01+02:00" }),
      await total({ query: "zebra", since: null }),
    ]).toEqual([3, 0, 3, 0, 3]);

    const whole = await query(world, key, { hitsPerPage: 100 });
    expect(whole).toMatchObject({ page: 0, hitsPerPage: 100, pages: 1 });
    const paged: unknown[] = [];
    for (let page = 0; page < 9; page += 1)
      paged.push(...(await query(world, key, { page, hitsPerPage: 7 })).hits);
    expect(paged).toEqual(whole.hits);
    expect((await query(world, key, {})).hits).toHaveLength(10);
    expect((await query(world, key, { page: 1_000 })).hits).toEqual([]);
  });

  test("marks what was asked for with the marks that it names, in JSON", async () => {
    const all = await specimens();
    const key = await keyOf(all, "public");
    const { hits } = await query(all.world, key, {
      query: "ZEBRA (everywhere",
      highlight: { pre: "<em>$&", post: "</em>" },
    });
    expect(hits.map(({ highlighted }) => highlighted)).toEqual([
      {
        content: "Is the <em>$&zebra</em> public <em>$&everywhere</em>?",
        answer: "The **<em>$&zebra</em>** of public is canary-public.",
        comment: "<em>$&Zebra</em>s & <b>more</b>.",
      },
    ]);
    const answer = await call(all.world, key, "/query", { query: "a".repeat(512) });
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json"]);
    for (const odd of ["(", "[", "\\", ".*", "a|b", "$", "^", "-", "/", "{1}", "😀"])
      expect(
        (await call(all.world, key, "/query", { query: odd, highlight: { pre: "", post: "" } }))
          .status,
        odd,
      ).toBe(200);
  });

  test("never has more than a thousand less one page", async () => {
    const all = await specimens();
    const { world, orgId } = all;
    await crowd(world, orgId, 1_010);
    const key = await keyOf(all, "public");
    for (const [hitsPerPage, total, last] of [
      [10, 990, 98],
      [100, 900, 8],
    ] as const) {
      const found = await query(world, key, { query: "crowd", hitsPerPage, page: last });
      expect([found.total, found.pages, found.hits.length]).toEqual([total, last + 1, hitsPerPage]);
      expect(
        (await query(world, key, { query: "crowd", hitsPerPage, page: last + 1 })).hits,
      ).toEqual([]);
    }
    const dialog = await world.ask("/acme?kb=open&kbQuery=crowd&kbPage=99");
    expect(dialog.text.replace(/<!-- -->/g, "")).toContain("990 entries");
    expect((await world.ask("/acme?kb=open&kbQuery=crowd&kbPage=100")).headers.location).toBe(
      "/acme?kb=open&kbQuery=crowd&kbPage=99",
    );
  });

  test("that is wrong is told why; what is the owner's is refused to everybody else", async () => {
    const all = await specimens();
    const { world } = all;
    const [open, owner] = [await keyOf(all, "public"), await keyOf(all, "owner")];
    const title = async (key: Key, path: string, body: unknown) => {
      const answer = await call(world, key, path, body);
      return [answer.status, (JSON.parse(answer.text) as { title?: string }).title];
    };
    const cases: [string, unknown, string][] = [
      ["/query", [], "Send an object"],
      ["/query", { quary: "x" }, "This name is not known here: quary"],
      ["/query", { filters: { topics: [] } }, "This name is not known here: filters.topics"],
      ["/query", { query: 7 }, "query must be text."],
      ["/query", { query: "x".repeat(513) }, "query can have at most 512 characters."],
      ["/query", { page: -1 }, "page must be 0 or more."],
      ["/query", { page: 1.5 }, "page must be a whole number."],
      ["/query", { hitsPerPage: 0 }, "hitsPerPage must be 1 or more."],
      ["/query", { hitsPerPage: 101 }, "hitsPerPage can be at most 100."],
      ["/query", { filters: "x" }, "filters must be an object."],
      [
        "/query",
        { filters: { short_answer: ["maybe"] } },
        "filters.short_answer must be yes, no, partly or notApplicable.",
      ],
      [
        "/query",
        { filters: { access: ["all"] } },
        "filters.access must be public, accounts or internal.",
      ],
      ["/query", { filters: { source: "x" } }, "filters.source must be a list."],
      ["/query", { since: "yesterday" }, SINCE],
      ["/query", { since: "2026-02-30" }, SINCE],
      ["/query", { since: 1.5 }, SINCE],
      ["/query", { since: 1e12 }, SINCE],
      [
        "/query",
        { filters: { source_name: ["x"], access: [], productIds: ["x"], product_ids: ["y"] } },
        "filters.productIds and filters.product_ids are the same. Send one of them.",
      ],
      [
        "/query",
        { highlight: { pre: "x".repeat(21), post: "" } },
        "highlight.pre can have at most 20 characters.",
      ],
      ["/facets/topic", { hits: 101 }, "hits can be at most 100."],
      [
        "/facets/answer",
        {},
        "The facet must be one of topic, shortAnswer, short_answer, access, access_level, productIds, product_ids, source, source_type, source_subtype, source_name.",
      ],
    ];
    for (const [path, body, why] of cases)
      expect(await title(owner, path, body), `${path} ${JSON.stringify(body)}`).toEqual([400, why]);
    for (const filters of [
      { access: ["public"] },
      { productIds: [all.productId] },
      { source: ["manual"] },
      { access_level: ["public"] },
      { product_ids: [all.productId] },
      { source_type: ["manual"] },
      { source_subtype: ["x"] },
      { source_name: ["x"] },
    ])
      expect(await title(open, "/query", { filters })).toEqual([
        400,
        "Only the organization’s own team can filter by access, products, sources and dates.",
      ]);
    expect((await title(open, "/query", { since: 1 }))[0]).toBe(400);
    for (const facet of [
      "access",
      "access_level",
      "productIds",
      "product_ids",
      "source",
      "source_type",
      "source_name",
    ])
      expect(await title(open, `/facets/${facet}`, {})).toEqual([
        400,
        "Only the organization’s own team can ask for this facet.",
      ]);
    const form = await world.ask(`${new URL(owner.url).pathname}/query`, {
      headers: { authorization: `Bearer ${owner.key}` },
      form: { query: "zebra" },
    });
    expect(form.status).toBe(415);
    expect((await call(world, owner, "/query")).status).toBe(405);
    // No cookie opens it, so pages of other sites may ask as well.
    const foreign = await world.ask(`${new URL(owner.url).pathname}/query`, {
      headers: {
        authorization: `Bearer ${owner.key}`,
        "content-type": "application/json",
        origin: "https://evil.example",
      },
      body: "{}",
    });
    expect([foreign.status, foreign.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  });

  test("counts against the limits of searching", async () => {
    const all = await specimens();
    const key = await keyOf(all, "public");
    let status = 200;
    for (let i = 0; i < 121 && status === 200; i += 1)
      status = (await call(all.world, key, "/query", {})).status;
    expect(status).toBe(429);
    const answer = await call(all.world, key, "/query", {});
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("a facet by key", () => {
  test("counts the values of a field, the most frequent first, at most a thousand and a hundred at once", async () => {
    const all = await specimens();
    const { world, orgId, lakeId } = all;
    const key = await keyOf(all, "owner");
    const values = async (name: string, body: object = {}) =>
      JSON.parse((await call(world, key, `/facets/${name}`, body)).text) as {
        facetHits: { value: string; count: number }[];
        total: number;
      };
    expect((await values("source_name", { query: "zebra" })).facetHits).toEqual(
      ["accounts", "internal", "public"].map((access) => ({
        value: `sheet-${access}.csv`,
        count: 1,
      })),
    );
    expect((await values("source_name", { facetQuery: "SHEET-P" })).facetHits).toEqual([
      { value: "sheet-public.csv", count: 1 },
    ]);
    expect((await values("access_level", { query: "zebra" })).total).toBe(3);
    const lake = await keyOf({ ...all, productId: lakeId }, "owner");
    const products = JSON.parse(
      (await call(world, lake, "/facets/product_ids", { query: "zebra" })).text,
    ) as { facetHits: unknown };
    expect(products.facetHits).toEqual([{ value: lakeId, count: 1 }]);
    await crowd(world, orgId, 1_020);
    const many = await values("topic", { query: "crowd" });
    expect([many.total, many.facetHits.length]).toEqual([1_000, 100]);
    expect((await values("topic", { query: "crowd", hits: 3 })).facetHits).toHaveLength(3);
  });
});
