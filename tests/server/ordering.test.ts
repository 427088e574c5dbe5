import { describe, expect, test } from "vitest";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const EDITOR = "editor@acme.example";
const OWNER = "owner@acme.example";
const ORIGIN = { origin: "http://localhost:3000" };

function post(
  world: World,
  path: string,
  fields: [string, string][],
  as = EDITOR,
): Promise<Answer> {
  return world.ask(path, { as, form: new URLSearchParams(fields), headers: ORIGIN });
}

function patch(
  world: World,
  path: string,
  body: unknown,
  as: string | null = EDITOR,
): Promise<Answer> {
  return world.ask(`/api/trust-center/products/${path}`, {
    method: "PATCH",
    ...(as === null ? {} : { as }),
    body: JSON.stringify(body),
    headers: { ...ORIGIN, "content-type": "application/json" },
  });
}

/** The ids that a dialog would send, list by list. */
const rowsOf = (answer: Answer, field: string) =>
  [...answer.text.matchAll(new RegExp(`name="${field}" value="([^"]*)"`, "g"))].map(
    (match) => match[1] ?? "",
  );
const fieldsOf = (answer: Answer, ...names: string[]): [string, string][] =>
  ["base", ...names].flatMap((name) =>
    rowsOf(answer, name).map((value): [string, string] => [name, value]),
  );
/** A button's own tag. */
const button = (answer: Answer, value: string) =>
  new RegExp(`<button[^>]*value="${value}"[^>]*>`).exec(answer.text)?.[0] ?? "";
const OFF = 'disabled=""';
const saveButton = (answer: Answer, label: string) =>
  new RegExp(`<button[^>]*>${label}<`).exec(answer.text)?.[0] ?? "";

async function follow(world: World, answer: Answer): Promise<Answer> {
  const flash =
    answer.headers["set-cookie"]
      ?.find((cookie) => cookie.startsWith("otc_flash="))
      ?.split(";")[0] ?? "";
  return world.ask(answer.headers.location ?? "", { as: EDITOR, headers: { cookie: flash } });
}

/** The sections that have an order; what is said for registers stands below all of them. */
const headings = (answer: Answer) =>
  [...answer.text.matchAll(/<section[^>]*id="(\w+)"/g)]
    .map((match) => match[1])
    .filter((id) => id !== "dora" && id !== "cra");
const pageRow = async (world: World) =>
  world.services.store.read
    .selectFrom("productPages")
    .selectAll()
    .where("productId", "=", await world.productId("acme"))
    .executeTakeFirstOrThrow();

describe("sections", () => {
  test("are saved by the ids that the specification writes, too", async () => {
    const world = await openWorld();
    const product = await world.productId("acme");
    const sections = [
      "help",
      "trust center updates",
      "knowledge base (FAQs)",
      "trusted by",
      "cards",
      "documents",
      "subprocessors",
      "overview_and_certifications",
    ];
    expect((await patch(world, product, { sections })).status).toBe(200);
    expect(JSON.parse((await pageRow(world)).sectionOrderJson ?? "[]")).toEqual([
      "help",
      "updates",
      "kb",
      "trusted_by",
      ...sections.slice(4),
    ]);
    const twice = await patch(world, product, { sections: ["kb", "knowledge base (FAQs)"] });
    expect(twice.status).toBe(400);
  });

  test("move by their buttons without anything being saved, and Save puts them in order", async () => {
    const world = await openWorld();
    const before = await pageRow(world);
    const dialog = await world.ask("/acme/edit/sections", { as: EDITOR });
    const order = rowsOf(dialog, "section");
    expect(dialog.text).toContain(
      "The order in the Trust Center will reflect only enabled sections",
    );
    expect(saveButton(dialog, "Save")).toContain(OFF);
    const [first = "", second = ""] = order;
    const last = order.at(-1) ?? "";
    for (const move of ["top", "up"]) expect(button(dialog, `${move} ${first}`)).toContain(OFF);
    for (const move of ["down", "bottom"]) expect(button(dialog, `${move} ${last}`)).toContain(OFF);
    expect(button(dialog, `up ${second}`)).not.toContain(OFF);

    const moved = await post(world, "/acme/edit/sections", [
      ...fieldsOf(dialog, "section"),
      ["move", `bottom ${second}`],
    ]);
    expect(moved.status).toBe(200);
    const wanted = [...order.filter((id) => id !== second), second];
    expect(rowsOf(moved, "section")).toEqual(wanted);
    expect(saveButton(moved, "Save")).not.toContain(OFF);
    expect(await pageRow(world)).toEqual(before);

    const saved = await post(world, "/acme/edit/sections", fieldsOf(moved, "section"));
    expect([saved.status, saved.headers.location]).toEqual([303, "/acme"]);
    const page = await follow(world, saved);
    expect(page.text).toContain("Updated section order");
    expect(page.text).toMatch(/action="[^"]*\/undo"/);
    expect(headings(await world.ask("/acme"))).toEqual(
      wanted.filter((id) => headings(page).includes(id)),
    );
    const undo = /action="([^"]*\/undo)"/.exec(page.text)?.[1] ?? "";
    expect((await post(world, undo, [])).status).toBe(303);
    expect(rowsOf(await world.ask("/acme/edit/sections", { as: EDITOR }), "section")).toEqual(
      order,
    );
  });

  test("Overview and Certifications combine to one row and separate again", async () => {
    const world = await openWorld();
    const dialog = await world.ask("/acme/edit/sections", { as: EDITOR });
    const combined = await post(world, "/acme/edit/sections", [
      ...fieldsOf(dialog, "section"),
      ["move", "combine certifications"],
    ]);
    expect(combined.text).toContain("Overview &amp; Certifications");
    expect(rowsOf(combined, "section")).toContain("overview_and_certifications");
    expect((await post(world, "/acme/edit/sections", fieldsOf(combined, "section"))).status).toBe(
      303,
    );
    expect((await world.ask("/acme")).text).toContain("Overview &amp; Certifications");
    const separated = await post(world, "/acme/edit/sections", [
      ...fieldsOf(await world.ask("/acme/edit/sections", { as: EDITOR }), "section"),
      ["move", "separate overview_and_certifications"],
    ]);
    expect(rowsOf(separated, "section")).toEqual(
      expect.arrayContaining(["overview", "certifications"]),
    );
  });

  test("that visitors don't see say why: hidden, no entries, no updates, no help", async () => {
    const world = await openWorld();
    const shown = await world.ask("/acme/edit/sections", { as: EDITOR });
    expect(shown.text).not.toContain("there are no entries yet");
    const orgId = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      await trx.deleteFrom("faqEntries").where("orgId", "=", orgId).execute();
      await trx.deleteFrom("controls").where("orgId", "=", orgId).execute();
      await trx.deleteFrom("topics").where("orgId", "=", orgId).execute();
      const row = await trx
        .selectFrom("customizations")
        .selectAll()
        .where("orgId", "=", orgId)
        .executeTakeFirstOrThrow();
      const json = JSON.parse(row.settingsJson) as Record<string, object>;
      const off = {
        ...json,
        contactSupport: { ...json.contactSupport, enabled: false },
        reportIssue: { ...json.reportIssue, enabled: false },
      };
      await trx
        .updateTable("customizations")
        .set({ settingsJson: JSON.stringify(off) })
        .where("orgId", "=", orgId)
        .execute();
      await trx
        .updateTable("productPages")
        .set({ hiddenSectionsJson: '["trusted_by"]' })
        .where("orgId", "=", orgId)
        .execute();
    });
    const show = "/acme/edit/sections/trusted_by/show";
    expect((await world.ask("/acme", { as: EDITOR })).text).toContain(`href="${show}"`);
    const dialog = await world.ask("/acme/edit/sections", { as: EDITOR });
    for (const cause of [
      "it is hidden",
      "there are no entries yet",
      "there are no updates yet",
      "neither “Contact support” nor “Report issue” is on",
    ])
      expect(dialog.text).toContain(cause);
    expect((await world.ask("/acme")).text).not.toContain('id="trusted-by"');
    expect((await post(world, show, [])).status).toBe(303);
    expect((await world.ask("/acme")).text).toContain('id="trusted-by"');
    expect((await world.ask(show, { as: EDITOR })).status).toBe(404);
    expect((await world.ask("/acme/edit/sections", { as: EDITOR })).text).not.toContain(
      "it is hidden",
    );
    await post(world, "/acme/edit/cards/TrustedBy/visibility", [["hidden", "true"]]);
    expect((await world.ask("/acme/edit/sections", { as: EDITOR })).text).toContain("it is hidden");
  });

  test("stay as they are where the plan has them locked, on the page and in the API", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      trx
        .insertInto("switchedOffFeatures")
        .values({
          orgId,
          feature: "sectionCustomization",
          switchedOffAt: world.time.toISOString(),
        } as never)
        .execute(),
    );
    expect((await world.ask("/acme/edit/sections", { as: EDITOR })).status).toBe(404);
    expect((await patch(world, await world.productId("acme"), { sections: ["help"] })).status).toBe(
      403,
    );
  });
});

describe("two editors", () => {
  test("the later one is told, keeps the own order, and may save over it", async () => {
    const world = await openWorld();
    const mine = await world.ask("/acme/edit/card-order", { as: EDITOR });
    const order = rowsOf(mine, "card");
    const moved = await post(world, "/acme/edit/card-order", [
      ...fieldsOf(mine, "card"),
      ["move", `down ${order[0]}`],
    ]);
    expect(
      (
        await patch(
          world,
          `${await world.productId("acme")}/cards`,
          { cards: order.toReversed() },
          OWNER,
        )
      ).status,
    ).toBe(200);
    // A further move does not hide what somebody else saved since the form was opened.
    const again = await post(world, "/acme/edit/card-order", [
      ...fieldsOf(moved, "card"),
      ["move", `down ${order[0]}`],
    ]);
    const late = await post(world, "/acme/edit/card-order", fieldsOf(again, "card"));
    expect(late.status).toBe(409);
    for (const words of ["Your version", "Saved by ", "Save my version"])
      expect(late.text).toContain(words);
    expect(rowsOf(late, "card")).toEqual([order[1], order[2], order[0], ...order.slice(3)]);
    expect((await post(world, "/acme/edit/card-order", fieldsOf(late, "card"))).status).toBe(303);
    expect(
      rowsOf(await world.ask("/acme/edit/card-order", { as: EDITOR }), "card").slice(0, 3),
    ).toEqual([order[1], order[2], order[0]]);
  });
});

describe("cards and items", () => {
  test("cards save under the product's name", async () => {
    const world = await openWorld();
    const dialog = await world.ask("/acme/edit/card-order", { as: EDITOR });
    const moved = await post(world, "/acme/edit/card-order", [
      ...fieldsOf(dialog, "card"),
      ["move", `down ${rowsOf(dialog, "card")[0]}`],
    ]);
    const saved = await post(world, "/acme/edit/card-order", fieldsOf(moved, "card"));
    const { slug } = await world.services.store.read
      .selectFrom("products")
      .select("slug")
      .where("id", "=", await world.productId("acme"))
      .executeTakeFirstOrThrow();
    expect((await follow(world, saved)).text).toContain(`Updated card order for ${slug} product`);
  });

  test("a card's items show in their new order; the second product has its own", async () => {
    const world = await openWorld();
    const dialog = await world.ask("/acme/edit/cards/Reports/order", { as: EDITOR });
    const order = rowsOf(dialog, "item");
    const last = order.at(-1) ?? "";
    const moved = await post(world, "/acme/edit/cards/Reports/order", [
      ...fieldsOf(dialog, "item"),
      ["move", `top ${last}`],
    ]);
    const saved = await post(world, "/acme/edit/cards/Reports/order", fieldsOf(moved, "item"));
    expect((await follow(world, saved)).text).toContain("Updated Reports card item&#x27;s order");
    expect(
      rowsOf(await world.ask("/acme/edit/cards/Reports/order", { as: EDITOR }), "item"),
    ).toEqual([last, ...order.slice(0, -1)]);
    const other = await world.services.store.read
      .selectFrom("items")
      .select("uid")
      .where("productId", "!=", await world.productId("acme"))
      .where("position", "is not", null)
      .execute();
    expect(other).toEqual([]);
  });

  test("documents stand in two lists; what goes over to Featured comes first on the page", async () => {
    const world = await openWorld();
    const dialog = await world.ask("/acme/edit/cards/Documents/order", { as: EDITOR });
    expect(dialog.text).toContain("Non-featured");
    const [featured, others] = [rowsOf(dialog, "featured"), rowsOf(dialog, "item")];
    const chosen = others.at(-1) ?? "";
    const across = await post(world, "/acme/edit/cards/Documents/order", [
      ...fieldsOf(dialog, "featured", "item"),
      ["move", `across ${chosen}`],
    ]);
    expect(rowsOf(across, "featured")).toEqual([...featured, chosen]);
    const second = await post(world, "/acme/edit/cards/Documents/order", [
      ...fieldsOf(across, "featured", "item"),
      ["move", `bottom ${others[0]}`],
    ]);
    expect(
      (await post(world, "/acme/edit/cards/Documents/order", fieldsOf(second, "featured", "item")))
        .status,
    ).toBe(303);
    const page = await pageRow(world);
    expect(JSON.parse(page.featuredJson)).toEqual([...featured, chosen]);
    const after = await world.ask("/acme/edit/cards/Documents/order", { as: EDITOR });
    expect(rowsOf(after, "item")).toEqual([...others.slice(1, -1), others[0]]);
    expect(
      (
        await patch(world, `${await world.productId("acme")}/cards/Documents/items`, {
          items: [...featured, chosen, ...others.slice(0, -1)],
          featured: [],
        })
      ).status,
    ).toBe(200);
    expect(JSON.parse((await pageRow(world)).featuredJson)).toEqual([]);
  });

  test("a featured item without a tile keeps its star when others are put in order", async () => {
    const world = await openWorld();
    const [star = ""] = JSON.parse((await pageRow(world)).featuredJson) as string[];
    await world.services.store.write((trx) =>
      trx
        .updateTable("items")
        .set({ enabledState: "NotEnabled" })
        .where("uid", "=", star)
        .execute(),
    );
    const dialog = await world.ask("/acme/edit/cards/Documents/order", { as: EDITOR });
    const [featured, others] = [rowsOf(dialog, "featured"), rowsOf(dialog, "item")];
    expect(featured).not.toContain(star);
    expect(
      (
        await post(world, "/acme/edit/cards/Documents/order", [
          ...fieldsOf(dialog, "featured"),
          ...others.toReversed().map((uid): [string, string] => ["item", uid]),
        ])
      ).status,
    ).toBe(303);
    expect(JSON.parse((await pageRow(world)).featuredJson)).toEqual([...featured, star]);
  });

  test("what is sent wrong loses nothing: unknown ids are dropped, missing ones stay at the end", async () => {
    const world = await openWorld();
    const dialog = await world.ask("/acme/edit/cards/Reports/order", { as: EDITOR });
    const order = rowsOf(dialog, "item");
    const sent: [string, string][] = [
      ["base", rowsOf(dialog, "base")[0] ?? ""],
      ["item", order[2] ?? ""],
      ["item", "no.such"],
      ["item", order[2] ?? ""],
      ["item", "<script>"],
    ];
    expect((await post(world, "/acme/edit/cards/Reports/order", sent)).status).toBe(303);
    expect(
      rowsOf(await world.ask("/acme/edit/cards/Reports/order", { as: EDITOR }), "item"),
    ).toEqual([order[2], order[0], order[1], ...order.slice(3)]);
    for (const move of ["sideways x", "up", "up no.such", "", "combine"]) {
      expect(
        (await post(world, "/acme/edit/cards/Reports/order", [...sent, ["move", move]])).status,
        move,
      ).toBe(200);
    }
  });

  test("is read within the limits of every form, with room for the largest list", async () => {
    const world = await openWorld();
    const path = "/acme/edit/card-order";
    const before = (await pageRow(world)).cardOrderJson;
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i): [string, string] => ["card", `card-${i}`]);
    expect((await post(world, path, [...rows(10_000), ["move", "up x"]])).status).toBe(200);
    expect((await post(world, path, rows(10_200))).status).toBe(400);
    const asJson = await world.ask(path, {
      as: EDITOR,
      body: "{}",
      headers: { ...ORIGIN, "content-type": "application/json" },
    });
    expect(asJson.status).toBe(415);
    expect((await pageRow(world)).cardOrderJson).toBe(before);
  });

  test("a failure keeps the order and says so in the specification's words", async () => {
    const world = await openWorld();
    const dialog = await world.ask("/acme/edit/card-order", { as: EDITOR });
    const order = rowsOf(dialog, "card");
    const real = world.services.store.write.bind(world.services.store);
    world.services.store.write = () => Promise.reject(new Error("the disk is on fire"));
    const failed = await post(world, "/acme/edit/card-order", [
      ...order.toReversed().map((card): [string, string] => ["card", card]),
      ["base", rowsOf(dialog, "base")[0] ?? ""],
    ]);
    world.services.store.write = real;
    expect(failed.status).toBe(500);
    expect(failed.text).toMatch(/Failed to update cards order for [^<]* product/);
    expect(rowsOf(failed, "card")).toEqual(order.toReversed());
    expect(failed.text).not.toContain("on fire");
  });
});

describe("the calls of spec/3 §7", () => {
  test("take whole orders of the caller's own product, and nobody else's", async () => {
    const world = await openWorld();
    const acme = await world.productId("acme");
    const globex = await world.productId("globex");
    expect((await patch(world, acme, { sections: ["help", "cards"] })).status).toBe(200);
    expect(JSON.parse((await pageRow(world)).sectionOrderJson ?? "[]").slice(0, 2)).toEqual([
      "help",
      "cards",
    ]);
    for (const [path, body, status] of [
      [acme, { sections: ["help", "help"] }, 400],
      [acme, { sections: ["nowhere"] }, 400],
      [acme, { sections: [] }, 400],
      [acme, {}, 400],
      [acme, "text", 400],
      [`${acme}/cards`, { cards: ["Reports", "Reports"] }, 400],
      [`${acme}/cards`, { cards: ["CustomerData"] }, 400],
      [`${acme}/cards`, { cards: ["Overview"] }, 400],
      [`${acme}/cards`, { cards: ["Reports", "Documents"] }, 400],
      [`${acme}/cards`, { cards: ["Reports"], order: ["Reports"] }, 400],
      [acme, { sections: ["help"], hidden: true }, 400],
      [`${acme}/cards/Reports/items`, { items: ["Reports.soc2"], kind: "Reports" }, 400],
      [`${acme}/cards/Reports/items`, { items: ["no.such"] }, 400],
      [`${acme}/cards/Overview/items`, { items: ["Overview.overview"] }, 404],
      [`${acme}/cards/Nothing/items`, { items: ["x"] }, 404],
      [globex, { sections: ["help"] }, 404],
      [`${globex}/cards`, { cards: ["Reports"] }, 404],
      ["no-such-product", { sections: ["help"] }, 404],
    ] as const) {
      const answer = await patch(world, path, body);
      expect([path, answer.status, answer.headers["content-type"]]).toEqual([
        path,
        status,
        "application/problem+json",
      ]);
    }
    for (const as of ["viewer@acme.example", "reviewer@acme.example"])
      expect((await patch(world, acme, { sections: ["help"] }, as)).status, as).toBe(403);
    expect((await patch(world, acme, { sections: ["help"] }, null)).status).toBe(401);
    expect(
      (await patch(world, acme, { sections: ["help"] }, "riley@customer.example")).status,
    ).toBe(401);
  });

  test("order a thousand items at a time", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const product = await world.services.store.write(async (trx) => {
      const id = await createProduct(
        { trx, orgId, now: new Date() },
        {
          name: "Large",
          isDefault: false,
          show: true,
          position: 9,
        },
      );
      const at = world.time.toISOString();
      for (let i = 0; i < 1_000; i += 1) {
        await trx
          .insertInto("items")
          .values({
            orgId,
            productId: id,
            uid: `custom.${i}`,
            kind: "Policies",
            custom: 1,
            title: `Policy ${i}`,
            sortKey: `policy ${i}`,
            enabledState: "Enabled",
            publicAccess: 0,
            defaultSlug: `policy-${i}`,
            lastModifiedOn: at,
            lastModifiedBy: "test",
          } as never)
          .execute();
      }
      return id;
    });
    const items = Array.from({ length: 1_000 }, (_, i) => `custom.${999 - i}`);
    expect((await patch(world, `${product}/cards/Policies/items`, { items })).status).toBe(200);
    const rows = await world.services.store.read
      .selectFrom("items")
      .select("uid")
      .where("productId", "=", product)
      .orderBy("position")
      .execute();
    expect(rows.map(({ uid }) => uid)).toEqual(items);
  });
});

describe("an order by the API", () => {
  const get = async (world: World, path: string) =>
    JSON.parse((await world.ask(`/api/trust-center/products/${path}`, { as: EDITOR })).text) as {
      sections: string[];
      cards: string[];
      items: string[];
      featured?: string[];
      base: string;
    };

  test.each([
    ["sections", ""],
    ["cards", "/cards"],
    ["items", "/cards/Policies/items"],
    ["items", "/cards/Documents/items"],
  ] as const)("of %s at %s is put back to the usual one by null", async (name, below) => {
    const world = await openWorld();
    const path = `${await world.productId("acme")}${below}`;
    expect((await patch(world, path, { [name]: null })).status).toBe(200);
    const usual = await get(world, path);
    const last = usual[name].at(-1) ?? "";
    expect(usual[name].length).toBeGreaterThan(2);
    // A part of an order stands first, and the rest follows in the usual order.
    const arranged = await patch(world, path, { [name]: [last], base: usual.base });
    const order = (JSON.parse(arranged.text) as typeof usual)[name];
    const featured = usual.featured ?? [];
    expect(order).toEqual(
      name === "items" && below.includes("Documents")
        ? [...featured, last, ...usual[name].filter((id) => id !== last && !featured.includes(id))]
        : [last, ...usual[name].filter((id) => id !== last)],
    );
    const back = await patch(world, path, { [name]: null });
    expect([back.status, (JSON.parse(back.text) as typeof usual)[name]]).toEqual([
      200,
      usual[name],
    ]);
    expect(await get(world, path)).toEqual(usual);
    const change = (JSON.parse(back.text) as { changeId: string | null }).changeId;
    expect(change).toEqual(expect.any(String));
    for (const wrong of [[], "x", { 0: last }]) {
      const refused = await patch(world, path, { [name]: wrong });
      expect([refused.status, refused.text]).toEqual([
        400,
        expect.stringContaining("or null for the usual one") as string,
      ]);
    }
  });
});
