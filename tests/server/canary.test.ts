import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { productPathSegment } from "#values/names.ts";
import { WALK } from "../limits.ts";
import { everything, sample } from "../sample.ts";
import { emptyContent, removeOtherProducts } from "./bare-world.ts";
import { Canaries, type Canary } from "./canaries.ts";
import { allowModel, answerVisits, PROMPT } from "./canary-answers.ts";
import { NONE, WORDS } from "./canary-columns.ts";
import { bulkVisits, fileSeeds, letterSeeds, packageVisits, plantBodies } from "./canary-files.ts";
import { keyVisits, memberKeyVisits, viewVisits } from "./canary-keys.ts";
import { plantMail } from "./canary-mail.ts";
import { plantPeople } from "./canary-people.ts";
import { plantContent, type Guesses } from "./canary-world.ts";
import { crawl, fewOfEachShape, type Visit, type Walker } from "./crawl.ts";
import { ModelService } from "./model-service.ts";
import { openWorld, type World } from "./world.ts";

const DOMAIN = "trust.acme.example";

interface PortalWalker extends Walker {
  /** Whose portal is walked. */
  portal: "acme" | "globex";
  /** Walks in whole in the short run too: every kind of reader, and all that there is to read. */
  whole?: true;
}

/** Everybody who walks through the portals. */
const WALKERS: Readonly<Record<string, PortalWalker>> = {
  anonymous: { portal: "acme", whole: true },
  "anonymous on the domain": { portal: "acme", host: DOMAIN },
  pending: { portal: "acme", as: "sam@prospect.example" },
  approved: { portal: "acme", as: "riley@customer.example", whole: true },
  "approved on the domain": { portal: "acme", as: "riley@customer.example", host: DOMAIN },
  unsigned: { portal: "acme", as: "noor@unsigned.example" },
  expired: { portal: "acme", as: "kim@expired.example" },
  declined: { portal: "acme", as: "lee@declined.example" },
  "member elsewhere": { portal: "acme", as: "alex@clinic.example" },
  "staff elsewhere": { portal: "acme", as: "owner@globex.example" },
  owner: { portal: "acme", as: "owner@acme.example", whole: true },
  viewer: { portal: "acme", as: "viewer@acme.example", whole: true },
  "preview as the public": { portal: "acme", as: "owner@acme.example", keep: "view=public" },
  "preview as a profile": {
    portal: "acme",
    as: "owner@acme.example",
    keep: "permissionProfileId=",
  },
  "globex anonymous": { portal: "globex", whole: true },
  "globex member": { portal: "globex", as: "alex@clinic.example", whole: true },
  "globex owner": { portal: "globex", as: "owner@globex.example", whole: true },
  "acme's member at globex": { portal: "globex", as: "riley@customer.example" },
  "acme's owner at globex": { portal: "globex", as: "owner@acme.example" },
};

const ACME = Object.keys(WALKERS).filter((name) => WALKERS[name]?.portal === "acme");
const GLOBEX = Object.keys(WALKERS).filter((name) => WALKERS[name]?.portal === "globex");
const MAIN = ["owner", "viewer"];
const PREVIEWS = ["preview as the public", "preview as a profile"];
const GRANTED = ["approved", "approved on the domain", "unsigned", "preview as a profile"];

/** Of these the short run sends one of one kind, by the seed: a stranger, a member, and who edits. */
const KINDS: readonly (readonly string[])[] = [
  ["anonymous", "globex anonymous"],
  ["approved", "globex member"],
  ["owner", "viewer", "globex owner"],
];

/**
 * Of the others the short run sends one of one of these groups, who are alike, by the seed: who has no access, who has
 * some, who comes from elsewhere or looks through others' eyes, and who asks the other company.
 */
const ALIKE: readonly (readonly string[])[] = [
  ["pending", "expired", "declined", "member elsewhere"],
  ["unsigned", "approved on the domain", "preview as a profile"],
  ["anonymous on the domain", "staff elsewhere", "preview as the public"],
  ["acme's member at globex", "acme's owner at globex"],
];

const SENT = everything
  ? Object.keys(WALKERS)
  : [
      ...sample(KINDS, 1, "kinds of who walks"),
      ...sample(ALIKE, 1, "groups who are alike"),
    ].flatMap((names) => sample(names, 1, `one of ${names.join(", ")}`));

/** Whether this run sends a walker. */
function isSent(name: string): boolean {
  return SENT.includes(name);
}

interface Decision {
  /** Who receives it, without fail. */
  must: readonly string[];
  /** Who may receive it, though no page shows it yet. */
  may?: readonly string[];
}

/** Who receives what stands behind a row, in acme's portal (level PublicContentOnly). Everyone else: nothing. */
const ACME_DECISIONS: Readonly<Record<string, Decision>> = {
  everyone: { must: ACME },
  public: { must: [], may: ACME },
  open: { must: ACME },
  included: { must: [...GRANTED, ...MAIN] },
  afterNda: { must: ["approved", "approved on the domain", "preview as a profile", ...MAIN] },
  accounts: { must: [...GRANTED, ...MAIN] },
  openOfAnother: { must: ACME },
  accountsOfAnother: { must: ["preview as a profile", ...MAIN] },
  main: { must: MAIN },
  /** Kept for staff: who did something, drafts, what leaves by mail alone. */
  kept: { must: [], may: MAIN },
  names: { must: MAIN },
  nobody: { must: [] },
  signers: { must: [], may: [...GRANTED, ...MAIN] },
  /** A thread: the account's members and the staff who answer. */
  talkers: { must: ["approved", "approved on the domain"], may: ["owner"] },
  /** The member who invited somebody, on their own page. */
  inviter: { must: ["approved", "approved on the domain"], may: ["owner"] },
  /** Members with access, who are offered to send data to partners; staff list them. */
  senders: { must: ["approved", "approved on the domain", "unsigned"], may: ["owner"] },
  profiles: { must: [...MAIN, ...PREVIEWS] },
  auditors: { must: ["owner"] },
  team: { must: ["owner"] },
  publishers: { must: ["owner"] },
  blockers: { must: ["owner"] },
  "account riley": { must: ["approved", "approved on the domain", "owner", ...PREVIEWS] },
  "account sam": { must: ["pending", "owner", ...PREVIEWS] },
  "account kim": { must: ["expired", "owner", ...PREVIEWS] },
  "account noor": { must: ["unsigned", "owner", ...PREVIEWS] },
  "account lee": { must: ["declined", "owner", ...PREVIEWS] },
  "member riley": { must: ["approved", "approved on the domain"], may: ["owner"] },
  "member sam": { must: ["pending"], may: ["owner"] },
  "member kim": { must: ["expired"], may: ["owner"] },
  "member noor": { must: ["unsigned"], may: ["owner"] },
  "member lee": { must: ["declined"], may: ["owner"] },
  // Who is refused reads which owners can give access.
  "staff owner": { must: ["owner"], may: [...PREVIEWS, "viewer"] },
  "staff viewer": { must: ["owner", "viewer"] },
  "staff editor": { must: ["owner"] },
  "staff reviewer": { must: ["owner"] },
  "own owner": { must: ["owner"] },
  "own viewer": { must: ["viewer"] },
  "own editor": { must: [] },
  "own reviewer": { must: [] },
};

/** As before, in globex's portal (level Minimal): a public item is open in the public kinds alone. */
const GLOBEX_DECISIONS: Readonly<Record<string, Decision>> = {
  everyone: { must: GLOBEX },
  public: { must: [], may: GLOBEX },
  open: { must: ["globex member", "globex owner"] },
  included: { must: ["globex member", "globex owner"] },
  afterNda: { must: ["globex member", "globex owner"] },
  accounts: { must: ["globex member", "globex owner"] },
  openOfAnother: { must: ["globex owner"] },
  accountsOfAnother: { must: ["globex owner"] },
  main: { must: ["globex owner"] },
  kept: { must: [], may: ["globex owner"] },
  names: { must: ["globex owner"] },
  nobody: { must: [] },
  signers: { must: [], may: ["globex member", "globex owner"] },
  talkers: { must: ["globex member"], may: ["globex owner"] },
  inviter: { must: ["globex member"], may: ["globex owner"] },
  /** Its feature is switched off. */
  senders: { must: [], may: ["globex owner"] },
  profiles: { must: ["globex owner"] },
  auditors: { must: ["globex owner"] },
  team: { must: ["globex owner"] },
  publishers: { must: ["globex owner"] },
  blockers: { must: ["globex owner"] },
  "account alex": { must: ["globex member", "globex owner"] },
  "member alex": { must: ["globex member"], may: ["globex owner"] },
  "staff owner": { must: ["globex owner"] },
  "own owner": { must: ["globex owner"] },
};

/** Staff of elsewhere have a private area of their own; what it shows is their org's. */
const OWN_AREA: Readonly<Record<string, string>> = {
  "staff elsewhere": "globex owner",
  "acme's owner at globex": "owner",
};

/** What somebody met at an address: the words that came, but for those that the address named already. */
interface Met {
  url: string;
  status: number;
  type: string | undefined;
  words: readonly Canary[];
}

let canaries: Canaries;
let walks: Map<string, Met[]>;
let logged: readonly string[];
let world: World;

/** What a visit brought. The page itself is let go: a walk has thousands. */
function metAt({ url, answer }: Visit): Met {
  const asked = new Set(canaries.in(url).map(({ word }) => word));
  const words = canaries
    .in(`${JSON.stringify(answer.headers)}\n${answer.text}`)
    .filter(({ word }) => !asked.has(word));
  return { url, status: answer.status, type: answer.headers["content-type"], words };
}

function isArea(url: string): boolean {
  return /^\/(?:account|mail|audit|documents|api\/documents|subscribers|comments|questionnaires|updates|team|settings\/(?:keys|webhooks|chat)|sign-out|sign-in)(?:[/?.]|$)/.test(
    url,
  );
}

/** Whether a page shows staff their own org, whatever portal they came from: the private area, and its history, which is a seed alone. */
function isOwnOrgs(url: string): boolean {
  return isArea(url) || /^\/history(?:[/?.]|$)/.test(url);
}

/** What a walker receives without fail. */
function mustReach(walker: string): Canary[] {
  return [...canaries.all.values()].filter((canary) => decisionFor(canary).must.includes(walker));
}

/** Which decision counts for a word in a walker's hands. */
function decisionFor(canary: Canary): Decision {
  return (canary.org === "acme" ? ACME_DECISIONS : GLOBEX_DECISIONS)[canary.seenBy] ?? { must: [] };
}

describe("canaries in every text of two tenants", () => {
  test(
    "stand in every column that holds words, and no text column is forgotten",
    async () => {
      await walkAll();
      const { read } = world.services.store;
      const tables = await read.introspection.getTables();
      const faults: string[] = [];
      for (const { name: table, columns } of tables) {
        for (const { name: column } of columns.filter(({ dataType }) => /text/i.test(dataType))) {
          const isWords = WORDS[table]?.includes(column) === true;
          if (isWords === (NONE[table]?.includes(column) === true))
            faults.push(
              `${table}.${column} stands in ${isWords ? "both lists" : "none of the lists"} of canary-columns.ts`,
            );
          if (!isWords) continue;
          const rows = await sql<{
            text: string | null;
          }>`select ${sql.ref(column)} as text from ${sql.table(table)}`.execute(read);
          const orgs = new Set(
            rows.rows.flatMap(({ text }) => canaries.in(text ?? "")).map(({ org }) => org),
          );
          for (const org of ["acme", "globex"])
            if (!orgs.has(org)) faults.push(`${table}.${column} has no word of ${org}`);
        }
      }
      expect(faults).toEqual([]);
    },
    WALK.timeout,
  );

  test(
    "reach nobody who may not see them: in pages, data, files, headers and redirects",
    async () => {
      await walkAll();
      const leaks = new Map<string, Map<string, string>>();
      for (const [walker, visits] of walks) {
        for (const visit of visits) {
          const reader = isOwnOrgs(visit.url) ? (OWN_AREA[walker] ?? walker) : walker;
          for (const canary of visit.words) {
            const { must, may = [] } = decisionFor(canary);
            if (must.includes(reader) || may.includes(reader)) continue;
            const leak = `${canary.org}'s ${canary.what} (for ${canary.seenBy})`;
            const places = leaks.get(leak) ?? new Map<string, string>();
            leaks.set(leak, places.set(walker, places.get(walker) ?? visit.url));
          }
        }
      }
      expect(
        [...leaks].map(
          ([leak, places]) =>
            `${leak} reaches ${[...places].map((place) => place.join(" at ")).join(", ")}`,
        ),
      ).toEqual([]);
    },
    WALK.timeout,
  );

  test(
    "reach everyone who may see them: the test sees what is there to be seen",
    async () => {
      await walkAll();
      const received = new Map(
        [...walks].map(([walker, visits]) => [
          walker,
          new Set(visits.flatMap(({ words }) => words).map(({ word }) => word)),
        ]),
      );
      const missing = [...canaries.all.values()].flatMap((canary) =>
        decisionFor(canary)
          .must.filter(
            (walker) => everything || (isSent(walker) && WALKERS[walker]?.whole === true),
          )
          .filter((walker) => received.get(walker)?.has(canary.word) !== true)
          .map(
            (walker) =>
              `${canary.org}'s ${canary.what} (for ${canary.seenBy}) does not reach ${walker}`,
          ),
      );
      expect(missing).toEqual([]);
      if (!isSent("approved")) return;
      // Archives were opened, too: a word of a file's body came in one.
      const archives =
        walks.get("approved")?.filter(({ type }) => type === "application/zip") ?? [];
      expect(archives.flatMap(({ words }) => words).map(({ seenBy }) => seenBy)).toContain(
        "afterNda",
      );
      // A model was asked, too.
      const prompts = walks.get("approved")?.filter(({ url }) => url === PROMPT) ?? [];
      expect(prompts.flatMap(({ words }) => words).length).toBeGreaterThan(10);
    },
    WALK.timeout,
  );

  test(
    "have a decision each; and what was asked left no word in the log",
    async () => {
      await walkAll();
      const undecided = [...canaries.all.values()].filter(
        ({ org, seenBy }) =>
          (org === "acme" ? ACME_DECISIONS : GLOBEX_DECISIONS)[seenBy] === undefined,
      );
      expect(undecided).toEqual([]);
      // An archive that leaves something out is logged by the ids that were asked for, and a model's answer that its
      // passages don't carry by the model's name alone.
      const isKnown = (line: string) =>
        line.startsWith("Downloading files failed") ||
        line === 'the model said what its passages do not say {"model":"test-model"}';
      expect(logged.filter((line) => !isKnown(line))).toEqual([]);
      expect(canaries.in(logged.join("\n"))).toEqual([]);
      expect(
        [...walks.values()]
          .flat()
          .filter(({ status }) => status >= 500)
          .map(({ url }) => url),
      ).toEqual([]);
    },
    WALK.timeout,
  );
});

let walking: Promise<void> | undefined;

/** Plants and walks once for all tests of this file; the world ends with the first of them, the visits stay. */
function walkAll(): Promise<void> {
  walking ??= (async () => {
    const model = await ModelService.start();
    world = await openWorld(model.environment);
    searchAtWill(world);
    canaries = new Canaries();
    await emptyContent(world);
    for (const { as, host } of Object.values(WALKERS))
      if (as !== undefined) await world.cookieOf(as, host ?? world.host);
    // Nobody is found by the address that they have now.
    const members = await world.services.store.read
      .selectFrom("members")
      .innerJoin("orgs", "orgs.id", "members.orgId")
      .select(["members.id", "members.email", "orgs.slug"])
      .execute();
    const guesses: Record<string, Guesses> = {};
    const profileId = (
      await world.services.store.read
        .selectFrom("grants")
        .innerJoin("members", "members.accountId", "grants.accountId")
        .select("grants.profileId")
        .where("members.email", "=", "riley@customer.example")
        .executeTakeFirstOrThrow()
    ).profileId;
    for (const [org, member] of [
      ["acme", "riley@customer.example"],
      ["globex", "alex@clinic.example"],
    ] as const) {
      const [orgId, productId] = [await world.orgId(org), await world.productId(org)];
      await world.services.store.write(async (trx) => {
        if (org === "acme") await removeOtherProducts(trx);
        guesses[org] = await plantContent(trx, orgId, org, productId, member, canaries, world.time);
        await plantPeople(trx, orgId, org, canaries, world.time);
        await plantMail(trx, orgId, org, canaries, world.time);
      });
      await plantBodies(world, orgId, guesses[org]?.files ?? []);
      await world.layOut(org);
    }
    await allowModel(world, model);
    walks = new Map();
    for (const [name, walker] of Object.entries(WALKERS)) {
      if (!isSent(name)) continue;
      const own = {
        ...walker,
        ...(walker.keep?.endsWith("=") ? { keep: `${walker.keep}${profileId}` } : {}),
      };
      const base = walker.host === undefined ? `/${walker.portal}` : "";
      const mine = guesses[walker.portal]?.files ?? [];
      const files = [
        ...mine,
        ...(guesses[walker.portal === "acme" ? "globex" : "acme"]?.files.slice(0, 3) ?? []),
      ];
      const seeds = [
        ...fileSeeds(base, files),
        ...letterSeeds(base, files),
        ...seedsOf(
          base,
          guesses[walker.portal],
          walker.as !== undefined && walker.keep === undefined && walker.host === undefined,
        ),
      ];
      const known = new Set(guesses[walker.portal]?.items?.map(({ uid }) => uid));
      const [few, fewDialogs, fewData] = [fewOfEachShape(), fewOfEachShape(), fewOfEachShape()];
      const inside = (target: string) =>
        !isUntouched(target, known) &&
        !isNarrowed(target) &&
        (!isKnownDialog(target) || fewDialogs(target)) &&
        !/^\/assets\/[^/]+\.(?:js|css)/.test(target) &&
        (isArea(target) || isPortal(walker, target) || /^\/(?:api|assets)\//.test(target)) &&
        !isTwice(target);
      const missing = new Set(
        own.whole === true ? mustReach(name).map(({ word }) => word) : undefined,
      );
      const all: Met[] = [];
      const met = (visit: Visit) => {
        const one = metAt(visit);
        all.push(one);
        for (const { word } of one.words) missing.delete(word);
      };
      for (const visit of [
        ...(await bulkVisits(world, own, base, mine)),
        ...(await packageVisits(world, own, base, guesses[walker.portal]?.products ?? [])),
        ...(await keyVisits(world, walker.portal, own)),
        ...(await viewVisits(world, walker.portal, own)),
        ...(await memberKeyVisits(world, walker.portal, {
          memberId: members.find(({ email, slug }) => email === walker.as && slug === walker.portal)
            ?.id,
        })),
        ...(await answerVisits(world, model, own, base, canaries, own.whole === true ? 15 : 5)),
      ])
        met(visit);
      await crawl(
        world,
        own,
        own.keep === undefined ? seeds : seeds.map((seed) => withQuery(seed, own.keep ?? "")),
        {
          inside,
          withData: fewData,
          soon: (target) => few(target) || (own.whole === true && isOneThing(target)),
          // What has not come yet by few addresses of each shape is looked for at the others.
          isEnough: () => missing.size === 0,
          met,
        },
      );
      walks.set(name, all);
    }
    const counts = [...walks].map(([name, { length }]) => `${name} ${length}`);
    process.stdout.write(`addresses that were asked: ${counts.join(", ")}\n`);
    logged = [...world.logged];
  })();
  return walking;
}

/** All walkers come from one network, and some are one member; how often they may search is another test's matter. */
function searchAtWill({ services: { limits } }: World): void {
  const consume = limits.consume.bind(limits);
  limits.consume = (name, ...tries) =>
    name === "search-network" || name === "search-member"
      ? Promise.resolve()
      : consume(name, ...tries);
}

/** Whether an address is a page of the portal that is walked; staff of elsewhere find links to their own one. */
function isPortal({ portal, host }: PortalWalker, target: string): boolean {
  return host !== undefined || new RegExp(`^/${portal}(?:[/?.]|$)`).test(target);
}

/** A dialog of a catalogue's item that nobody has touched: it holds no word, and there are hundreds of it in each product. */
function isUntouched(target: string, known: ReadonlySet<string>): boolean {
  const uid = /\/edit\/(?:cards\/[^/]+\/)?items\/([^/?.]+\.[^/?]+?)(?:\.data)?(?:[/?]|$)/.exec(
    target,
  )?.[1];
  return uid !== undefined && !known.has(decodeURIComponent(uid));
}

/** A mail, an update or a draft in the private area: what it says stands on its own pages alone. */
function isOneThing(target: string): boolean {
  return /^\/(?:mail|updates\/(?:topics|drafts))\/[^?]*$/.test(target);
}

/** A list narrowed to one row, as results of the search lead to it: the walk searches those lists for every word. */
function isNarrowed(target: string): boolean {
  return (
    /\/(?:controls|faq|subprocessors)(?:\.data)?\?(?:.*&)?q=(?!cny(?:&|$))/.test(target) ||
    /[?&]kbEntry=.*&kb(?:Page|Query)=|[?&]kb(?:Page|Query)=.*&kbEntry=/.test(target)
  );
}

/** A dialog of a card or an entry: it shows words that stand on the portal too, over a page that is walked anyway. */
function isKnownDialog(target: string): boolean {
  return /\/edit\/cards\/[^/]+\/(?!items\/)|[?&]kbEntry=/.test(target);
}

/** The default product's page and cards under its own name are those of the portal's first page. */
function isTwice(target: string): boolean {
  return /\/product\/(?:Acme\+Platform|Globex\+Care)(?:[?]|\/card\/|$)/.test(target);
}

function withQuery(target: string, query: string): string {
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}

/** Where a walk begins: the pages that nothing links, searches for every word, and addresses made of what is hidden. */
function seedsOf(base: string, guesses: Guesses | undefined, withArea: boolean): string[] {
  const { products = [], items = [], topics = [] } = guesses ?? {};
  const paths = [
    "/robots.txt",
    "/sitemap.xml",
    "/.well-known/security.txt",
    "/updates",
    "/faq",
    "/controls",
    "/subprocessors",
    "/faq?q=cny",
    "/controls?q=cny",
    "/search?q=cny",
    "/search/index.json",
    "/search/results.json?q=cny",
    ...["documents", "controls", "facts", "knowledge+base", "trust+center+content", "webpage"].map(
      (type) => `/search?q=cny&type=${type}`,
    ),
    "/subprocessors?q=cny",
    "/card/Esg",
    "/card/Documents",
  ];
  const queries = [
    "documents=public",
    "documents=private",
    "show=documents",
    "subscribe=true",
    "kb=open",
    "kb=open&kbQuery=cny",
    `tcuUid=${topics[2]?.id ?? ""}`,
  ];
  return [
    base === "" ? "/" : base,
    ...paths.map((path) => base + path),
    ...queries.map((query) => `${base === "" ? "/" : base}?${query}`),
    ...topics.map(
      ({ id, product }) => `${base}/updates/${id}${product === null ? "" : `?product=${product}`}`,
    ),
    ...items.map(({ slug }) => `${base}/item/${slug}`),
    ...items.slice(0, 10).map(({ uid }) => `${base === "" ? "/" : base}?itemUid=${uid}`),
    ...products.flatMap((slug) => {
      const page = `${base}/product/${productPathSegment(slug)}`;
      const lists = ["/updates", "/faq", "/controls", "/subprocessors"].map(
        (path) => `${base}${path}?product=${encodeURIComponent(slug)}`,
      );
      return [
        page,
        ...lists,
        ...[
          "Certifications",
          "TrustedBy",
          "Documents",
          "SecurityGrades",
          "Overview",
          "Reports",
        ].map((kind) => `${page}/card/${kind}`),
        ...items.slice(-6).map((item) => `${page}/${item.slug}`),
      ];
    }),
    ...(withArea
      ? [
          "/account",
          "/updates",
          "/subscribers",
          "/subscribers/blocks",
          "/mail",
          "/mail/suppressions",
          "/mail/previews",
          "/audit",
          "/history",
          "/team",
          "/settings/keys",
          "/documents",
          "/documents?uploadModal=true",
          "/api/documents/trust-center",
        ]
      : []),
  ];
}
