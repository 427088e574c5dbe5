import { describe, expect, test } from "vitest";
import { switchFeature } from "#company/settings/store/customizations.server.ts";
import { changesOf, EDITOR, itemOf, patch, post } from "./edit-world.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const ORIGIN = { origin: "http://localhost:3000" };
const json = ({ text }: Answer) =>
  JSON.parse(text) as Record<string, unknown> & { base: string; errors: Record<string, string[]> };
const of = async (world: World, path: string) =>
  `/api/trust-center/products/${await world.productId("acme")}${path}`;
const get = async (world: World, path: string, as = EDITOR) =>
  json(await world.ask(await of(world, path), { as }));
const add = async (
  world: World,
  kind: string,
  body: unknown,
  as: string | null = EDITOR,
  headers: Record<string, string> = ORIGIN,
) =>
  world.ask(await of(world, `/cards/${kind}/items`), {
    method: "POST",
    ...(as === null ? {} : { as }),
    body: JSON.stringify(body),
    headers: { ...headers, "content-type": "application/json" },
  });

/** A change of what an address holds, told by what a GET answers; given a GET's answer, another value than it has. */
const ORDERS = [
  "",
  "/cards",
  "/cards/Reports/items",
  "/cards/Documents/items",
  "/grades",
  "/trusted-companies",
  "/subprocessors",
] as const;

function turned(
  path: string,
  { sections, cards, items, grades, companies, subprocessors }: Record<string, unknown>,
): Record<string, unknown> {
  const back = (rows: unknown) =>
    (rows as (string | { id: string })[])
      .map((row) => (typeof row === "string" ? row : row.id))
      .toReversed();
  if (path === "") return { sections: back(sections) };
  if (path === "/cards") return { cards: back(cards) };
  if (path === "/grades") return { grades: back(grades) };
  if (path === "/trusted-companies") return { companies: back(companies) };
  return path === "/subprocessors"
    ? { subprocessors: back(subprocessors) }
    : { items: back(items) };
}

async function entry(
  world: World,
  list: "grades" | "trusted-companies" | "subprocessors",
): Promise<string> {
  const rows = Object.values(await get(world, `/${list}`)).find(Array.isArray) as {
    id: string;
    provider?: string;
  }[];
  return `/${list}/${(rows.find(({ provider }) => provider === undefined || provider === "BitSight") ?? rows[0])?.id ?? ""}`;
}

/** Each address that takes a change, with two different ones. */
const CHANGES: [
  path: string | ((world: World) => Promise<string>),
  first: (now: Record<string, unknown>, path: string) => unknown,
  second: unknown,
][] = [
  ...ORDERS.map((path): [string, (now: Record<string, unknown>) => unknown, unknown] => [
    path,
    (now) => turned(path, now),
    null,
  ]),
  ["/cards/Reports", () => ({ hidden: true }), { hidden: false }],
  ["/cards/Reports", () => ({ displayText: "What auditors wrote" }), { placeholder: "Ask us" }],
  [
    "/cards/Reports",
    () => ({ items: [{ uid: "Reports.soc2", enabledState: "WorkInProgress" }] }),
    { items: [{ uid: "Reports.soc1", enabledState: "NotEnabled" }] },
  ],
  [
    "/items/Reports.soc2",
    () => ({ explanation: "The first text" }),
    { explanation: "The second text" },
  ],
  ["/items/Reports.soc2", () => ({ slug: "soc-two" }), { slug: "soc-two-2026" }],
  [
    "/items/Reports.soc2",
    () => ({ destinationCardId: "Policies" }),
    { destinationCardId: "Legal" },
  ],
  ["/risk-profile", () => ({ impact: "severe" }), { impact: "low" }],
  [
    (world) => entry(world, "grades"),
    () => ({ provider: "BitSight", label: "First label", url: "acme.example", grade: "700" }),
    { provider: "BitSight", label: "Second label", url: "acme.example", grade: "701" },
  ],
  [
    (world) => entry(world, "trusted-companies"),
    () => ({ company: "First Customer" }),
    { company: "Second Customer" },
  ],
  [
    (world) => entry(world, "subprocessors"),
    () => ({ purpose: "First purpose" }),
    { purpose: "Second purpose" },
  ],
];

describe("two editors of the API", () => {
  test.each(CHANGES)(
    "%s %s: a stale stamp is 409 with both versions, a fresh one and none go through",
    async (at, first, second) => {
      const world = await openWorld();
      const path = typeof at === "string" ? at : await at(world);
      const before = await get(world, path);
      expect(before.base).toMatch(/^[0-9a-f]{32}$/);
      const wanted = first(before, path) as object;
      const saved = await patch(
        world,
        await of(world, path),
        { ...wanted, base: before.base },
        OWNER,
      );
      expect([path, saved.status, saved.text.slice(0, 200)]).toEqual([
        path,
        200,
        expect.anything() as string,
      ]);
      expect(json(saved).base).not.toBe(before.base);

      const [changes, stored] = [(await changesOf(world)).length, await get(world, path)];
      const mine = (second ??
        Object.fromEntries(
          Object.entries(wanted).map(([name, ids]) => [
            name,
            (ids as string[]).toSpliced(0, 1).concat((ids as string[])[0] ?? ""),
          ]),
        )) as object;
      const late = await patch(world, await of(world, path), { ...mine, base: before.base });
      expect([late.status, late.headers["content-type"]]).toEqual([
        409,
        "application/problem+json",
      ]);
      expect(json(late)).toMatchObject({
        title: "Someone else changed this while you were editing. Your changes aren’t saved yet.",
        status: 409,
        base: json(saved).base,
        yours: mine,
      });
      expect(json(late).theirs).not.toBeNull();
      expect([(await changesOf(world)).length, await get(world, path)]).toEqual([changes, stored]);

      const over = await patch(world, await of(world, path), { ...mine, base: json(late).base });
      expect([path, over.status]).toEqual([path, 200]);
      expect((await patch(world, await of(world, path), wanted)).status).toBe(200);
      for (const base of [7, {}, "x".repeat(65)])
        expect((await patch(world, await of(world, path), { ...mine, base })).status).toBe(400);
    },
  );

  test("hear of a form's save, and a form of theirs", async () => {
    const world = await openWorld();
    const { base } = await get(world, "/items/Reports.soc2");
    await post(world, "/acme/edit/items/Reports.soc2/url", { slug: "from-the-form" }, OWNER);
    const late = json(
      await patch(world, await of(world, "/items/Reports.soc2"), { explanation: "Mine", base }),
    );
    expect(late).toMatchObject({
      status: 409,
      yours: { explanation: "Mine" },
      savedBy: "Ingrid Sommer",
      theirs: { customUrl: "from-the-form" },
    });
  });
});

describe("a card", () => {
  test("is read and saved whole: name, texts and how its items stand, each undone by itself", async () => {
    const world = await openWorld();
    const saved = json(
      await patch(world, await of(world, "/cards/Reports"), {
        title: "Audit reports",
        displayText: null,
        items: [
          { uid: "Reports.soc2", enabledState: "WorkInProgress" },
          { uid: "Reports.pentest", hidden: true },
        ],
      }),
    );
    expect(saved).toMatchObject({
      kind: "Reports",
      title: "Audit reports",
      displayText: null,
      hidden: false,
    });
    expect(saved.changeIds).toHaveLength(3);
    expect(await itemOf(world, "Reports.soc2")).toMatchObject({
      enabledState: "WorkInProgress",
      hiddenAt: null,
    });
    const page = (await world.ask("/acme/card/Reports")).text;
    expect([page.includes("Audit reports"), page.includes("Pentest Report")]).toEqual([
      true,
      false,
    ]);
    expect((await patch(world, await of(world, "/cards/Reports"), { title: null })).status).toBe(
      200,
    );
    expect(await get(world, "/cards/Reports")).toMatchObject({ title: null });
  });

  test.each([
    [{}, "Send at least one change"],
    [{ hidden: true, title: "Both" }, "Hide or show the card in a separate call"],
    [{ title: "x" }, wording.atLeast2Characters],
    [{ title: "x".repeat(51) }, wording.atMost50Characters],
    [{ displayText: "abc" }, wording.atLeast4OrEmpty],
    [{ placeholder: "x".repeat(1_001) }, wording.atMost1000Placeholder],
    [{ items: [{ uid: "Reports.soc2", enabledState: "Perhaps" }] }, wording.chooseFromList],
    [
      { items: [{ uid: "Reports.soc2" }, { uid: "Reports.soc2" }] },
      "Each item can appear only once",
    ],
    [{ iconAssetId: "mass-assigned" }, "iconAssetId"],
  ])("refuses %j", async (body, message) => {
    const world = await openWorld();
    const answer = await patch(world, await of(world, "/cards/Reports"), body);
    expect([answer.status, answer.headers["content-type"], answer.text]).toEqual([
      400,
      "application/problem+json",
      expect.stringContaining(message) as string,
    ]);
    expect(await changesOf(world)).toEqual([]);
  });

  test("saves all of it or nothing, and nothing that the plan leaves out", async () => {
    const world = await openWorld();
    const call = async (body: unknown, kind = "Reports") =>
      (await patch(world, await of(world, `/cards/${kind}`), body)).status;
    expect(
      await call({
        title: "Half",
        items: [{ uid: "Policies.informationSecurity", enabledState: "Enabled" }],
      }),
    ).toBe(404);
    expect(await call({ title: "Certified" }, "Certifications")).toBe(400);
    const acme = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      const write = { trx, orgId: acme, now: world.time };
      await switchFeature(write, "cardRenaming", false);
      await switchFeature(write, "restrictedHiddenFiles", false);
    });
    expect([
      await call({ title: "Renamed" }),
      await call({ items: [{ uid: "Reports.soc2", hidden: true }] }),
    ]).toEqual([403, 403]);
    const item = async (body: unknown, uid: string) => {
      const answer = await patch(world, await of(world, `/items/${uid}`), body);
      return [answer.status, Object.keys(json(answer).errors as object)];
    };
    expect([
      await item({ access: "hidden" }, "Reports.soc2"),
      await item({ hidden: true }, "Reports.soc2"),
      await item({ title: "Renamed" }, "Reports.soc2"),
      await item({ title: "Renamed" }, "Certifications.soc1"),
    ]).toEqual([
      [403, ["access"]],
      [403, ["access"]],
      [403, ["title"]],
      [400, ["title"]],
    ]);
    expect(await changesOf(world)).toEqual([]);
  });
});

describe("an item", () => {
  test("is read and saved by the fields of its form; what is not named stays", async () => {
    const world = await openWorld();
    const before = await get(world, "/items/Reports.soc2");
    expect(before).toMatchObject({ uid: "Reports.soc2", kind: "Reports", title: "SOC 2 Report" });
    const [link] = (
      await world.services.store.read
        .selectFrom("documents")
        .select("id")
        .where("orgId", "=", await world.orgId("acme"))
        .where("id", "not in", before.documents as string[])
        .limit(1)
        .execute()
    ).map(({ id }) => id);
    const saved = json(
      await patch(world, await of(world, "/items/Reports.soc2"), {
        access: "public",
        explanation: "All **criteria** are met.",
        href: "example.com/soc2",
        expiry: null,
        link: [link],
        unlink: (before.documents as string[]).slice(0, 1),
      }),
    );
    expect(saved).toMatchObject({
      access: "public",
      explanation: "All **criteria** are met.",
      href: "https://example.com/soc2",
      expiry: null,
      type: before.type,
      auditor: before.auditor,
      title: before.title,
    });
    expect((saved.documents as string[]).toSorted()).toEqual(
      [...(before.documents as string[]).slice(1), link ?? ""].toSorted(),
    );
    expect((await world.ask("/acme/card/Reports")).text).toContain("<strong>criteria</strong>");
    expect(await changesOf(world)).toMatchObject([
      { id: saved.changeId, subject: "item", subjectId: "Reports.soc2", actorName: "Tomasz Wilk" },
    ]);
  });

  test("of the catalogue that nobody touched is there, and is enabled by its first save", async () => {
    const world = await openWorld();
    const { items } = (await get(world, "/cards/Reports")) as unknown as {
      items: { uid: string; enabledState: string }[];
    };
    let uid = "";
    for (const item of items) if ((await itemOf(world, item.uid)) === undefined) uid ||= item.uid;
    expect(await get(world, `/items/${uid}`)).toMatchObject({
      uid,
      enabledState: "NotEnabled",
      customUrl: null,
    });
    expect(
      (await patch(world, await of(world, `/items/${uid}`), { slug: "named-before" })).status,
    ).toBe(200);
    expect(await itemOf(world, uid)).toMatchObject({
      enabledState: "NotEnabled",
      customSlug: "named-before",
    });
    expect(
      (await patch(world, await of(world, `/items/${uid}`), { enabledState: "Enabled" })).status,
    ).toBe(200);
    expect(await itemOf(world, uid)).toMatchObject({ enabledState: "Enabled", kind: "Reports" });
  });

  test("takes its URL as {itemUid, slug} and answers both; another item's uid is refused", async () => {
    const world = await openWorld();
    const at = await of(world, "/items/Reports.soc2");
    const saved = await patch(world, at, { itemUid: "Reports.soc2", slug: "soc-two" });
    expect([saved.status, json(saved)]).toEqual([
      200,
      expect.objectContaining({ itemUid: "Reports.soc2", slug: "soc-two", customUrl: "soc-two" }),
    ]);
    expect(await get(world, "/items/Reports.soc2")).toMatchObject({
      itemUid: "Reports.soc2",
      slug: "soc-two",
    });
    const other = await patch(world, at, { itemUid: "Reports.soc1", slug: "soc-one" });
    expect([other.status, json(other).errors]).toEqual([
      400,
      { itemUid: ["Another item has this URL slug"] },
    ]);
    expect((await itemOf(world, "Reports.soc2"))?.customSlug).toBe("soc-two");
  });

  test("that nobody touched moves to another card, stays not enabled, and goes back by Undo", async () => {
    const world = await openWorld();
    const { items } = (await get(world, "/cards/Reports")) as unknown as {
      items: { uid: string }[];
    };
    let uid = "";
    for (const item of items) if ((await itemOf(world, item.uid)) === undefined) uid ||= item.uid;
    const moved = json(
      await patch(world, await of(world, `/items/${uid}`), { destinationCardId: "Legal" }),
    );
    expect(moved).toMatchObject({ itemUid: uid, kind: "Legal", enabledState: "NotEnabled" });
    expect(await itemOf(world, uid)).toMatchObject({ kind: "Legal", enabledState: "NotEnabled" });
    expect((await get(world, "/cards/Legal")).items).toContainEqual(
      expect.objectContaining({ uid }),
    );
    expect(
      (await patch(world, await of(world, "/items/Legal.nothing"), { destinationCardId: "Ai" }))
        .status,
    ).toBe(404);
  });

  test("says publicAccess, hidden, custom and who changed it last, and takes the two flags", async () => {
    const world = await openWorld();
    const at = await of(world, "/items/Reports.soc2");
    for (const [sent, publicAccess, hidden] of [
      [{ publicAccess: true }, true, false],
      [{ hidden: true }, false, true],
      [{ publicAccess: false, hidden: false }, false, false],
    ] as const) {
      expect(json(await patch(world, at, sent))).toMatchObject({ publicAccess, hidden });
      expect(await itemOf(world, "Reports.soc2")).toMatchObject({
        publicAccess: Number(publicAccess),
      });
    }
    expect(await get(world, "/items/Reports.soc2")).toMatchObject({
      custom: null,
      lastModified: { on: world.time.toISOString(), by: { name: "Tomasz Wilk" } },
    });
    const { uid } = json(await add(world, "Policies", { title: "Our own" })) as unknown as {
      uid: string;
    };
    expect(await get(world, `/items/${uid}`)).toMatchObject({
      custom: { id: uid, text: { title: "Our own", cardType: "Policies" } },
    });
    for (const body of [
      { publicAccess: true, hidden: true },
      { publicAccess: "yes" },
      { hidden: true, access: "public" },
    ])
      expect((await patch(world, at, body)).status).toBe(400);
  });

  test.each([
    [{ title: "x" }, wording.atLeast2Characters],
    [{ title: "x".repeat(101) }, wording.atMost100Characters],
    [{ expiry: "2026-02-30" }, "Invalid expiration date"],
    [{ href: "no link at all" }, wording.invalidUrl],
    [{ href: "javascript:alert(1)" }, wording.invalidUrl],
    [{ type: "Type IX" }, wording.chooseItemType],
    [{ access: "everybody" }, wording.chooseItemReaders],
    [
      {
        bridgeLetter: {
          letterEnabled: true,
          letterContent: "",
          signerName: "",
          signerTitle: "",
          letterType: "SOC 2",
        },
      },
      wording.letterRequired,
    ],
    [{ title: "SOC 1 Report" }, wording.useExistingItem],
    [{ explanation: { $ne: null } }, "Use text"],
    [{ lastModifiedBy: "Somebody" }, "lastModifiedBy"],
    [{ slug: "x", title: "Both" }, "title"],
    [{}, "Send at least one change"],
    [[], "Send an object"],
  ])("refuses %j in the words of its form", async (body, message) => {
    const world = await openWorld();
    const answer = await patch(world, await of(world, "/items/Reports.soc2"), body);
    expect([answer.status, answer.headers["content-type"], answer.text]).toEqual([
      400,
      "application/problem+json",
      expect.stringContaining(message) as string,
    ]);
    expect(await changesOf(world)).toEqual([]);
  });

  test("of one's own is added and answers 201; another org's document can't be linked, a duplicate title is told", async () => {
    const world = await openWorld();
    const added = await add(world, "Policies", {
      title: "Our own policy",
      access: "public",
      explanation: "Read *it*.",
    });
    expect(added.status).toBe(201);
    const { uid } = json(added) as unknown as { uid: string };
    expect(await itemOf(world, uid)).toMatchObject({
      title: "Our own policy",
      custom: 1,
      kind: "Policies",
      publicAccess: 1,
      enabledState: "Enabled",
    });
    expect((await world.ask("/acme/card/Policies")).text).toContain("Our own policy");
    const [foreign] = await world.services.store.read
      .selectFrom("documents")
      .select("id")
      .where("orgId", "=", await world.orgId("globex"))
      .limit(1)
      .execute();
    const linked = await patch(world, await of(world, `/items/${uid}`), {
      explanation: "Half",
      link: [foreign?.id],
    });
    expect([linked.status, (await itemOf(world, uid))?.explanation]).toEqual([404, "Read *it*."]);
    const twice = await add(world, "Policies", { title: "our own POLICY" });
    expect([twice.status, json(twice).existing]).toEqual([400, { uid, kind: "Policies" }]);
    expect(
      (await add(world, "Policies", { title: "our own POLICY", sameTitle: "our own POLICY" }))
        .status,
    ).toBe(201);
    expect([
      (await add(world, "RiskProfile", { title: "No answer" })).status,
      (await add(world, "CustomerData", { title: "No card" })).status,
    ]).toEqual([404, 404]);
    expect((await add(world, "Documents", { title: "A factsheet" })).text).toContain(
      wording.uploadFile,
    );
  });
});

test("only those who edit read and save, from this site alone; products, cards and items of elsewhere are not there", async () => {
  const world = await openWorld();
  for (const [path, body] of [
    ["/cards/Reports", { displayText: "Not mine" }],
    ["/items/Reports.soc2", { explanation: "Not mine" }],
    ["/cards", { cards: ["Policies"] }],
  ] as const) {
    const at = await of(world, path);
    for (const [as, status] of [
      [null, 401],
      ["viewer@acme.example", 403],
      ["reviewer@acme.example", 403],
      ["riley@customer.example", 401],
      ["owner@globex.example", 404],
    ] as const) {
      expect([
        path,
        as,
        (await patch(world, at, body, as)).status,
        (await world.ask(at, as === null ? {} : { as })).status,
      ]).toEqual([path, as, status, status]);
    }
    expect((await patch(world, at, body, EDITOR, { origin: "https://evil.example" })).status).toBe(
      403,
    );
    expect((await patch(world, at, body, EDITOR, { "sec-fetch-site": "cross-site" })).status).toBe(
      403,
    );
    expect(
      (
        await patch(
          world,
          at.replace(await world.productId("acme"), await world.productId("globex")),
          body,
        )
      ).status,
    ).toBe(404);
    expect(
      (
        await world.ask(at, {
          as: EDITOR,
          method: "PATCH",
          body: "{",
          headers: { ...ORIGIN, "content-type": "application/json" },
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await world.ask(at, {
          as: EDITOR,
          method: "PATCH",
          body: "title=x",
          headers: { ...ORIGIN, "content-type": "application/x-www-form-urlencoded" },
        })
      ).status,
    ).toBe(415);
    expect((await world.ask(at, { as: EDITOR, method: "DELETE", headers: ORIGIN })).status).toBe(
      405,
    );
  }
  for (const path of [
    "/cards/NoSuchCard",
    "/cards/CustomerData",
    "/items/custom.none",
    "/items/Nothing.at-all",
    "/cards/RiskProfile/items",
  ])
    expect([path, (await world.ask(await of(world, path), { as: EDITOR })).status]).toEqual([
      path,
      404,
    ]);
  expect(await changesOf(world)).toEqual([]);
});
