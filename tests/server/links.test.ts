import { ODD_WORDS } from "../odd-words.ts";
import { describe, expect, test } from "vitest";
import { WALK } from "../limits.ts";
import { chance, everything, sample } from "../sample.ts";
import { PRIVATE_PAGES } from "#model/staff/private-area.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { createTopics } from "#updates/updates/store/topics.server.ts";
import { testInTurn } from "../in-turn.ts";
import {
  addressesIn,
  crawl,
  fewOfEachShape,
  localTarget,
  type Visit,
  type Walker,
} from "./crawl.ts";
import { dataTwin } from "./rights-check.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const DOMAIN = "trust.acme.example";
const OWNER = "owner@acme.example";

/** The dialogs that every item has of its own, and each by its module. */
const EDITED: Readonly<Record<string, string>> = {
  "/edit/cards/[^/]+/items/(?!new$)[^/]+$": "content/items/staff/item",
  "/edit/cards/[^/]+/items/[^/]+/delete$": "content/items/staff/delete",
  "/edit/items/[^/]+/move$": "content/items/staff/move",
  "/edit/items/[^/]+/url$": "content/items/staff/item-url",
};

/** An item's own address, or a dialog's of it; there are hundreds, so that a walk asks their own loader instead of the whole page. */
function itemRoute(target: string): string | null {
  const path = target.split("?")[0] ?? "";
  const edited = Object.keys(EDITED).find((ending) => new RegExp(ending).test(path));
  if (edited !== undefined)
    return `${/\/product\/[^/]+\/edit\//.test(path) ? "portal/product/" : ""}${EDITED[edited]}`;
  if (/\/item\/[^/]+$/.test(path)) return "portal/items/portal/item";
  return /\/product\/[^/]+\/(?!card\/)[^/]+$/.test(path) ? "portal/product/item" : null;
}

/** Of the previews of an account or a profile, which repeat the portal, the short run walks into this share. */
const PREVIEWED = 0.1;

/** Pages that a walk leaves out: previews repeat the portal, previewed mails hold links of examples, and signing out ends the walk. */
function isElsewhere(target: string): boolean {
  if (!everything && /[?&](?:accountId|permissionProfileId)=/.test(target))
    return chance(target.replaceAll(/[\w-]{20,}/g, "*")) >= PREVIEWED;
  return /[?&]view=public/.test(target) || /^\/(?:sign-out|mail\/previews)/.test(target);
}

interface Walk {
  visits: Visit[];
  /** Every address of the same host that some page named. */
  named: Set<string>;
  /** Addresses that answer 400 and more, with a page that names them. */
  broken: string[];
  /** Forms at which a browser's own bubble would come before the product's message, with their page. */
  judgedByBrowsers: string[];
  /** Pages with a phrase of ODD_WORDS, and which. */
  oddWords: string[];
}

/**
 * Walks through a portal and asks every address that it names; of its hundreds of items' addresses one in `step`.
 */
async function walk(
  world: World,
  walker: Walker,
  seeds: readonly string[],
  step: number,
): Promise<Walk> {
  const origin = `http://${walker.host ?? world.host}`;
  const named = new Map<string, string>();
  const judgedByBrowsers: string[] = [];
  const oddWords: string[] = [];
  const few = fewOfEachShape();
  const visits = await crawl(world, walker, seeds, {
    inside: (target) => itemRoute(target) === null && !isElsewhere(target) && few(target),
  });
  const broken = visits
    .filter(({ answer }) => answer.status >= 400)
    .map(({ url, answer, from }) => `${answer.status} ${url} named by ${from}`);
  for (const { url, answer } of visits) {
    if (answer.headers["content-type"]?.startsWith("text/html") !== true) continue;
    for (const [form] of answer.text.matchAll(/<form\b[^>]*>/g))
      if (!/\snovalidate\b/i.test(form)) judgedByBrowsers.push(`${form} on ${url}`);
    // What a file says is its author's to word, and fields of the API keep their names.
    const isFile = /\/documents\/[^/]+\/view/.test(url);
    const odd = isFile
      ? null
      : ODD_WORDS.exec(
          answer.text
            .replaceAll(/<(script|code)\b[^]*?<\/\1>/g, " ")
            .replaceAll(/<[^>]+>/g, " ")
            .replaceAll(/\s+/g, " "),
        );
    if (odd !== null) oddWords.push(`“${odd[0]}” on ${url}`);
    for (const address of addressesIn(answer.text)) {
      const target = localTarget(address, url, origin);
      if (target !== null && !named.has(target)) named.set(target, url);
    }
  }
  const fewItems = fewOfEachShape();
  const items = [...named]
    .filter(([target]) => itemRoute(target) !== null)
    .filter(([target], i) => i % step === 0 && fewItems(target));
  for (const [target, from] of items) {
    const route = itemRoute(target) ?? "";
    const status = await itemStatus(world, walker, target, route);
    if (status >= 400) broken.push(`${status} ${target} named by ${from}`);
  }
  return { visits, named: new Set(named.keys()), broken, judgedByBrowsers, oddWords };
}

async function itemStatus(
  world: World,
  { as, host }: Walker,
  target: string,
  route: string,
): Promise<number> {
  const twin = dataTwin(target);
  const answer = await world.ask(
    `${twin}${twin.includes("?") ? "&" : "?"}_routes=${encodeURIComponent(route)}`,
    { ...(as === undefined ? {} : { as }), ...(host === undefined ? {} : { host }) },
  );
  return answer.status;
}

/** Follows redirects to the page at their end. */
async function follow(
  world: World,
  target: string,
  options: { as?: string; host?: string } = {},
): Promise<{ path: string; statuses: number[]; answer: Answer }> {
  const statuses: number[] = [];
  for (let path = target; ;) {
    const answer = await world.ask(path, options);
    statuses.push(answer.status);
    const next = answer.headers.location;
    if (next === undefined || statuses.length > 5) return { path, statuses, answer };
    path = localTarget(next, path, `http://${options.host ?? world.host}`) ?? next;
  }
}

/** The item that a page marks: its heading's id. */
function markedItem(answer: Answer): string | undefined {
  return (
    /id="item-([^"]+)"[^>]*data-autofocus/.exec(answer.text)?.[1] ??
    /data-autofocus[^>]*id="item-([^"]+)"/.exec(answer.text)?.[1]
  );
}

describe("no link of a portal is broken", () => {
  const seeds = (base: string) => [
    base || "/",
    `${base}/updates`,
    `${base}/faq`,
    `${base}/controls`,
    `${base}/subprocessors`,
    `${base}/robots.txt`,
    `${base}/sitemap.xml`,
  ];

  const WALKS = [
    ["acme, for a stranger", {}, "/acme", 1],
    ["acme, for its owner", { as: OWNER }, "/acme", 10],
    ["globex, for a stranger", {}, "/globex", 1],
    ["globex, for its owner", { as: "owner@globex.example" }, "/globex", 10],
  ] as const;

  // The short run takes one of them.
  test.each(sample(WALKS, 1, "walks along links"))(
    "of %s; all lead into that portal, the private area or to files, and its forms say what is wrong in the product's words",
    WALK,
    async (_whose, walker, base, step) => {
      const world = await openWorld();
      const orgId = await world.orgId(base.slice(1));
      const { visits, named, broken, judgedByBrowsers, oddWords } = await walk(
        world,
        walker,
        seeds(base),
        step,
      );
      expect(visits.length).toBeGreaterThan(20);
      expect(named.size).toBeGreaterThan(60);
      expect(broken).toEqual([]);
      expect(judgedByBrowsers).toEqual([]);
      expect(oddWords).toEqual([]);
      const area = [
        "/sign-in",
        ...("as" in walker
          ? [
              "/account",
              "/sign-out",
              "/installation",
              // The description of the API, from the pages of keys.
              "/api/reference",
              "/api/openapi.json",
              "/api/openapi.yaml",
              ...PRIVATE_PAGES.flatMap(({ segment, also = [] }) =>
                [segment, ...also].map((first) => `/${first}`),
              ),
            ]
          : []),
      ];
      const roots = [base, `/api/share/${orgId}`, "/assets", "/favicon.svg", "/world.svg", ...area];
      expect(
        [...named].filter(
          (target) =>
            !roots.some(
              (root) =>
                target === root ||
                (/^[/?]/.test(target.slice(root.length)) && target.startsWith(root)),
            ),
        ),
      ).toEqual([]);
    },
  );

  testInTurn(
    "of acme's own domain, where no page, list, header or redirect names the slug",
    WALK,
    async () => {
      const world = await openWorld();
      const { visits, broken } = await walk(world, { host: DOMAIN }, seeds(""), 10);
      expect(visits.length).toBeGreaterThan(20);
      expect(broken).toEqual([]);
      const slugs = visits.filter(({ answer }) =>
        /(?:["'(=\s]|:\/\/(?:localhost:3000|trust\.acme\.example)[^/]*)\/acme(?![\w.-])/.test(
          `${answer.text}\n${JSON.stringify(answer.headers)}`,
        ),
      );
      expect(slugs.map(({ url }) => url)).toEqual([]);
    },
  );

  testInTurn(
    "of the sitemap: its addresses answer a stranger with 200, on the host that they name",
    WALK,
    async () => {
      const world = await openWorld();
      for (const base of ["/acme", "/globex"]) {
        const sitemap = await world.ask(`${base}/sitemap.xml`);
        const locations = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
          ([, location]) =>
            new URL(
              (location ?? "").replace(/&#(\d+);/g, (_, code: string) =>
                String.fromCharCode(Number(code)),
              ),
            ),
        );
        expect(locations.length).toBeGreaterThan(20);
        const broken: string[] = [];
        const items = locations.filter(({ pathname }) => itemRoute(pathname) !== null);
        const asked = new Set(items.filter((_, i) => i % 10 === 0));
        for (const location of locations) {
          const { host, pathname, search } = location;
          const target = pathname + search;
          const route = itemRoute(target);
          if (route !== null && !asked.has(location)) continue;
          const status =
            route === null
              ? (await world.ask(target, { host })).status
              : await itemStatus(world, { host }, target, route);
          if (status !== 200) broken.push(`${status} ${host}${target}`);
        }
        expect(broken).toEqual([]);
      }
    },
  );

  test("within a page: what it jumps to is there", WALK, async () => {
    const world = await openWorld();
    for (const as of [undefined, OWNER]) {
      for (const target of [
        "/acme",
        "/acme/card/Reports",
        "/acme/updates",
        "/acme/faq",
        "/acme/controls",
        "/acme/product/Acme+Data+Lake",
        "/globex",
        "/sign-in",
        "/audit",
      ]) {
        const { answer, path } = await follow(world, target, as === undefined ? {} : { as });
        const jumps = addressesIn(answer.text)
          .filter((address) => address.startsWith("#") || address.startsWith(`${path}#`))
          .map((address) => address.slice(address.indexOf("#") + 1));
        expect(
          jumps.filter((id) => !answer.text.includes(`id="${id}"`)),
          path,
        ).toEqual([]);
      }
    }
  });
});

describe("a preview", () => {
  /** Links of the page itself: the banner offers the ways out. */
  const withoutBanner = (html: string) =>
    html.replace(/<section[^>]*aria-label="Preview"[^]*?<\/section>/, "");
  const PAGES = [
    "",
    "/card/Reports",
    "/card/Certifications",
    "/updates",
    "/faq",
    "/controls",
    "/subprocessors",
    "/product/Acme+Data+Lake",
    "/product/Acme+Data+Lake/card/Reports",
    "?documents=public",
    "?loginRequest=true",
  ];

  test.each(sample(["account", "profile", "account and profile", "view=public"], 1, "previews"))(
    "by %s keeps going from page to page: every link and search carries it",
    WALK,
    async (how) => {
      const world = await openWorld();
      const member = await world.services.store.read
        .selectFrom("grants")
        .innerJoin("members", "members.accountId", "grants.accountId")
        .select(["grants.accountId", "grants.profileId"])
        .where("members.email", "=", "riley@customer.example")
        .executeTakeFirstOrThrow();
      const query = new URLSearchParams(
        how === "view=public"
          ? { view: "public" }
          : {
              ...(how.includes("account") ? { accountId: member.accountId } : {}),
              ...(how.includes("profile") ? { permissionProfileId: member.profileId } : {}),
            },
      );
      const carries = (target: string) =>
        [...query].every(
          ([name, value]) => new URLSearchParams(target.split("?")[1]).get(name) === value,
        );
      const [topic] = await world.services.store.read
        .selectFrom("topics")
        .select("id")
        .where("orgId", "=", await world.orgId("acme"))
        .where("hiddenAt", "is", null)
        .limit(1)
        .execute();
      const lost: string[] = [];
      let seen = 0;
      for (const page of [...PAGES, `/updates/${topic?.id}`]) {
        const target = `/acme${page}${page.includes("?") ? "&" : "?"}${query}`;
        const { text } = await world.ask(target, { as: OWNER });
        // Where a search goes its own fields take the place of the address's query: they are looked at below.
        const links = withoutBanner(text).replaceAll(/<form[^>]*method="get"[^>]*>/g, "<form>");
        for (const address of addressesIn(links)) {
          const link = localTarget(address, target, `http://${world.host}`);
          if (link === null || !/^\/acme(?:[/?]|$)/.test(link) || /\.(?:txt|xml|json)$/.test(link))
            continue;
          seen += 1;
          if (!carries(link)) lost.push(`${link} on ${target}`);
        }
        for (const [form = ""] of withoutBanner(text).matchAll(
          /<form[^>]*method="get"[^]*?<\/form>/g,
        )) {
          for (const [name, value] of query)
            if (!form.includes(`name="${name}" value="${value}"`))
              lost.push(`${name} in a search on ${target}`);
        }
      }
      expect(seen).toBeGreaterThan(100);
      expect(lost).toEqual([]);
    },
  );

  test("survives redirects by id, by name and from a former slug", async () => {
    const world = await openWorld();
    const lake = await world.productId("acme", "Acme Data Lake");
    const former = await renamedItem(world);
    for (const target of [
      `/acme?productId=${lake}&view=public`,
      "/acme?itemName=Reports&view=public",
      "/acme?itemUid=Certifications.iso27001&view=public",
      `/acme/item/${former}?view=public`,
    ]) {
      const answer = await world.ask(target, { as: OWNER });
      expect([
        target,
        answer.status >= 300 && answer.status < 400,
        /[?&]view=public(?:&|$)/.test(answer.headers.location ?? ""),
      ]).toEqual([target, true, true]);
    }
  });
});

/** An item of acme's default product that had another slug before. @returns the former one */
async function renamedItem(world: World): Promise<string> {
  const [acme, product] = [await world.orgId("acme"), await world.productId("acme")];
  const item = { uid: "custom.renamed", kind: "Reports" as const, publicAccess: true };
  for (const title of ["Formerly called", "Lately called"])
    await world.services.store.write((trx) =>
      saveItem(trx, acme, product, { ...item, title }, { by: "Test", on: world.time }),
    );
  return "formerly-called";
}

describe.each([
  ["on the default host", undefined, "/acme"],
  ["on the own domain", DOMAIN, ""],
] as const)("an address %s", (_door, host, base) => {
  const at = host === undefined ? {} : { host };
  const home = base || "/";

  test("by productId leads to the product's slug, and keeps the rest of the query", async () => {
    const world = await openWorld();
    const [platform, lake] = [
      await world.productId("acme"),
      await world.productId("acme", "Acme Data Lake"),
    ];
    const locationOf = async (query: string) =>
      (await world.ask(`${home}?${query}`, at)).headers.location;
    expect(await locationOf(`productId=${lake}`)).toBe(`${base}/product/Acme+Data+Lake`);
    expect(await locationOf(`documents=public&productId=${lake}&source=mail`)).toBe(
      `${base}/product/Acme+Data+Lake?documents=public&source=mail`,
    );
    expect(await locationOf(`productId=${platform}`)).toBe(home);
    expect(await locationOf(`productId=${platform}&subscribe=true`)).toBe(`${home}?subscribe=true`);
    expect(await locationOf(`productId=${await world.productId("globex")}&subscribe=true`)).toBe(
      `${home}?subscribe=true&notHere=product`,
    );
  });

  test("by productId keeps its path: that of the product, or of the page beside it", async () => {
    const world = await openWorld();
    const [platform, lake] = [
      await world.productId("acme"),
      await world.productId("acme", "Acme Data Lake"),
    ];
    const lakePage = `${base}/product/Acme+Data+Lake`;
    const leads: [path: string, product: string, to: string][] = [
      ["/card/Reports?source=mail&", lake, `${lakePage}/card/Reports?source=mail`],
      ["/product/Acme+Data+Lake/card/Reports?", platform, `${base}/card/Reports`],
      ["/item/soc2-type2?", lake, `${lakePage}/soc2-type2`],
      ["/product/Acme+Data+Lake/iso-27001?", platform, `${base}/product/Acme+Platform/iso-27001`],
      ...["/updates", "/faq", "/controls", "/subprocessors"].flatMap(
        (path): [string, string, string][] => [
          [`${path}?`, lake, `${base}${path}?product=Acme+Data+Lake`],
          [`${path}?product=x&`, platform, `${base}${path}`],
        ],
      ),
    ];
    for (const [path, product, to] of leads) {
      const answer = await world.ask(`${base}${path}productId=${product}`, at);
      expect([path, answer.status, answer.headers.location]).toEqual([path, 302, to]);
      const { answer: end } = await follow(world, to, at);
      if (!path.startsWith("/item")) expect([to, end.status]).toEqual([to, 200]);
    }
  });

  test("by itemName leads to a card by the name that staff gave it, and to the table of subprocessors", async () => {
    const world = await openWorld();
    const [acme, product] = [await world.orgId("acme"), await world.productId("acme")];
    await world.services.store.write(async (trx) => {
      await trx
        .updateTable("cards")
        .set({ title: "What auditors say" })
        .where("orgId", "=", acme)
        .where("productId", "=", product)
        .where("kind", "=", "Reports")
        .execute();
      await contentChanged(trx, acme);
    });
    const locationOf = async (query: string) =>
      (await world.ask(`${home}?${query}`, at)).headers.location;
    expect(await locationOf("itemName=what+auditors+say")).toBe(`${base}/card/Reports`);
    expect(await locationOf("itemName=Subprocessors")).toBe(`${base}/subprocessors`);
  });

  test("by itemUid or itemName leads to the item, or the card, that it names; a locked one to the login tab", async () => {
    const world = await openWorld();
    const open = await follow(world, `${home}?itemUid=Certifications.iso27001`, at);
    expect([open.statuses.at(-1), markedItem(open.answer)]).toEqual([200, "iso-27001"]);
    const named = await follow(world, `${home}?itemName=iso%2027001`, at);
    expect(named.path).toBe(open.path);
    const card = await follow(world, `${home}?itemName=Reports`, at);
    expect([card.statuses.at(-1), card.path]).toEqual([200, `${base}/card/Reports`]);
    const lakeCard = await follow(
      world,
      `${base}/product/Acme+Data+Lake?itemName=DataSecurity`,
      at,
    );
    expect([lakeCard.statuses.at(-1), lakeCard.path]).toEqual([
      200,
      `${base}/product/Acme+Data+Lake/card/DataSecurity`,
    ]);
    const locked = await follow(world, `${home}?itemUid=Reports.soc2`, at);
    const query = new URLSearchParams(locked.path.split("?")[1]);
    expect([
      locked.statuses.at(-1),
      locked.path.split("?")[0],
      query.get("loginRequest"),
      query.get("itemUid"),
    ]).toEqual([200, home, "true", "Reports.soc2"]);
    const byAddress = await follow(world, `${base}/item/soc2-type2`, at);
    expect([byAddress.statuses, byAddress.path.split("?")[0]]).toEqual([[302, 200], home]);
  });

  test("of an item stays valid with several products: item/{slug} leads to the default one, and a former slug to the new", async () => {
    const world = await openWorld();
    const former = await renamedItem(world);
    const short = await follow(world, `${base}/item/lately-called`, at);
    const long = await follow(world, `${base}/product/Acme+Platform/lately-called`, at);
    expect([short.statuses.at(-1), markedItem(short.answer)]).toEqual([200, "lately-called"]);
    expect([long.statuses.at(-1), markedItem(long.answer)]).toEqual([200, "lately-called"]);
    for (const address of [`${base}/item/${former}`, `${base}/product/Acme+Platform/${former}`]) {
      const moved = await world.ask(`${address}?source=mail`, at);
      expect([moved.status, moved.headers.location]).toEqual([
        301,
        `${base}/product/Acme+Platform/lately-called?source=mail`,
      ]);
    }
    expect((await world.ask(`${base}/product/Acme+Data+Lake/lately-called`, at)).status).toBe(404);
  });

  test("of two items with one title are two: the later has -2, and each shows its own item", async () => {
    const world = await openWorld();
    const [acme, product] = [await world.orgId("acme"), await world.productId("acme")];
    for (const uid of ["custom.first", "custom.second", "custom.third"]) {
      await world.services.store.write((trx) =>
        saveItem(
          trx,
          acme,
          product,
          {
            uid,
            kind: "Reports",
            title: "Twice the same",
            publicAccess: true,
            explanation: `It is ${uid}.`,
          },
          { by: "Test", on: world.time },
        ),
      );
    }
    for (const slug of ["twice-the-same", "twice-the-same-2", "twice-the-same-3"]) {
      const { statuses, answer } = await follow(world, `${base}/item/${slug}`, at);
      expect([statuses.at(-1), markedItem(answer)]).toEqual([200, slug]);
    }
  });

  test("of a topic opens it on its page of the list", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    const [id = ""] = await world.services.store.write((trx) =>
      createTopics(
        trx,
        acme,
        [
          {
            subject: "An old topic",
            category: "general",
            productIds: [],
            createdAt: new Date(0),
            updates: [
              {
                message: "Old",
                audience: "public",
                channelStatusPage: true,
                channelEmail: false,
                publishAt: new Date(0),
              },
            ],
          },
        ],
        "Test",
      ),
    );
    expect((await world.ask(home, at)).text).not.toContain(`id="topic-${id}"`);
    expect((await world.ask(`${home}?tcuUid=${id}`, at)).text).toContain(`id="topic-${id}"`);
    expect((await world.ask(`${base}/updates/${id}`, at)).status).toBe(200);
  });
});
