import { describe, expect, test } from "vitest";
import {
  switchFeature,
  updateCustomization,
} from "#company/settings/store/customizations.server.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import {
  cardOf,
  changesOf,
  EDITOR,
  follow,
  hidden,
  itemOf,
  messageOf,
  patch,
  post,
  postFile,
} from "./edit-world.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const card = (path: string, kind = "Reports") => `/acme/edit/cards/${kind}/${path}`;
const item = (path: string, uid = "Reports.soc2") => `/acme/edit/items/${uid}/${path}`;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The message after a form was accepted. */
const said = async (world: World, answer: Awaited<ReturnType<typeof post>>) =>
  messageOf(await follow(world, answer)).text;

describe("a card's dialogs", () => {
  test("hide and show it: files and items go along, Undo brings it back", async () => {
    const world = await openWorld();
    expect((await world.ask("/acme/card/Reports")).status).toBe(200);
    const hid = await follow(world, await post(world, card("visibility"), { hidden: "true" }));
    expect(messageOf(hid).text).toBe(wording.cardHidden);
    expect([
      (await cardOf(world, "Reports")).hiddenBy,
      (await world.ask("/acme/card/Reports")).status,
    ]).toEqual(["Tomasz Wilk", 404]);
    expect(hid.text).toContain("Show</button>");
    await post(world, messageOf(hid).undo, {});
    expect((await world.ask("/acme/card/Reports")).status).toBe(200);
    await post(world, card("visibility"), { hidden: "true" });
    expect(await said(world, await post(world, card("visibility"), { hidden: "false" }))).toBe(
      wording.cardShown,
    );
    expect((await changesOf(world)).map(({ summary }) => summary)).toEqual([
      "Hidden",
      "Shown",
      "Hidden",
      "Shown",
    ]);
    for (const form of [{}, { hidden: "perhaps" }] as Record<string, string>[])
      expect((await post(world, card("visibility"), form)).status).toBe(400);
  });

  test.each([
    ["empty goes back to the default", "", 303],
    ["three characters are too few", "abc", 400],
    ["four are enough", "abcd", 303],
    ["a hundred are", "x".repeat(100), 303],
    ["one more is not", "x".repeat(101), 400],
    ["blanks don't count", "  ab  ", 400],
  ])("display text: %s", async (_what, displayText, status) => {
    const world = await openWorld();
    await post(world, card("display-text"), { displayText: "Something else" });
    const answer = await post(world, card("display-text"), { displayText });
    expect(answer.status).toBe(status);
    if (status === 303)
      expect((await cardOf(world, "Reports")).displayText).toBe(
        displayText === "" ? null : displayText,
      );
    else
      expect(answer.text).toContain(
        displayText.length > 100
          ? "Display text cannot exceed 100 characters"
          : wording.atLeast4OrEmpty,
      );
    if (status === 400)
      expect(answer.text).toMatch(/<title>Error: .*name="displayText"[^>]*value="/s);
  });

  test("placeholder text: at most 1000 characters, shown to visitors of an empty card, none where it has no place", async () => {
    const world = await openWorld();
    await world.services.store.write(async (trx) =>
      trx.deleteFrom("items").where("kind", "=", "Esg").execute(),
    );
    expect(
      await said(
        world,
        await post(world, card("placeholder", "Esg"), { placeholder: "We report in <spring>." }),
      ),
    ).toBe("Placeholder text updated");
    expect((await world.ask("/acme")).text).toContain("We report in &lt;spring&gt;.");
    expect(
      (await post(world, card("placeholder"), { placeholder: "x".repeat(1_000) })).status,
    ).toBe(303);
    const long = await post(world, card("placeholder"), { placeholder: "x".repeat(1_001) });
    expect([long.status, long.text.includes(wording.atMost1000Placeholder)]).toEqual([400, true]);
    await post(world, card("placeholder"), { placeholder: "" });
    expect((await cardOf(world, "Reports")).placeholder).toBeNull();
    expect((await world.ask(card("placeholder", "Documents"), { as: EDITOR })).status).toBe(404);
  });

  test("icon: a PNG is shown to everyone, an SVG is written anew, and the default comes back", async () => {
    const world = await openWorld();
    const page = await world.ask(card("icon"), { as: EDITOR });
    for (const words of [
      "<title>Reports · ",
      "File size: 20px x 20px // Accepted file types: png, jpeg, svg // Max size: 1MB",
      "Default icon",
      "Custom icon",
    ])
      expect(page.text).toContain(words);
    const saved = await follow(
      world,
      await postFile(
        world,
        card("icon"),
        { mode: "custom" },
        { name: "icon.png", type: "image/png", bytes: PNG },
      ),
    );
    expect(messageOf(saved).text).toBe(
      "Card icon saved. The icon may take a few minutes to appear. Refresh Page",
    );
    const { iconAssetId } = await cardOf(world, "Reports");
    expect((await world.ask("/acme")).text).toContain(`/assets/${iconAssetId ?? ""}?v=1`);

    const evil = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" onload="alert(1)"><script>alert(2)</script><path d="M0 0h20v20z"/></svg>`;
    expect(
      (
        await postFile(
          world,
          card("icon"),
          { mode: "custom" },
          { name: "drawn.svg", type: "image/svg+xml", bytes: evil },
        )
      ).status,
    ).toBe(303);
    const asset = (await cardOf(world, "Reports")).iconAssetId ?? "";
    const picture = await world.ask(`/api/share/acme/assets/${asset}`);
    expect([picture.headers["content-type"], picture.text]).toEqual([
      "image/svg+xml",
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="M0 0h20v20z"/></svg>`,
    ]);
    // The custom icon that is there may stay without a file.
    expect((await postFile(world, card("icon"), { mode: "custom" }, null)).status).toBe(303);
    expect((await cardOf(world, "Reports")).iconAssetId).toBe(asset);
    expect(await said(world, await postFile(world, card("icon"), { mode: "default" }, null))).toBe(
      wording.cardIconReset,
    );
    expect((await cardOf(world, "Reports")).iconAssetId).toBeNull();
    expect((await changesOf(world)).map(({ summary }) => summary)).toEqual([
      "Icon: default → custom",
      "Icon: custom → custom (a different image)",
      "Icon: custom → default",
    ]);
  });

  test.each([
    ["no file", { mode: "custom" }, null, 400, "Custom icon is required"],
    ["no choice", {}, null, 400, "Choose the default icon or a custom one"],
    [
      "another type",
      { mode: "custom" },
      { name: "icon.gif", type: "image/gif", bytes: "GIF89a" },
      400,
      "Accepted file types: png, jpeg, svg",
    ],
    [
      "a name that lies",
      { mode: "custom" },
      { name: "icon.png", type: "image/png", bytes: "<html>" },
      400,
      "This file isn’t a valid PNG.",
    ],
    [
      "no SVG",
      { mode: "custom" },
      { name: "icon.svg", type: "image/svg+xml", bytes: "<html><body/></html>" },
      400,
      wording.invalidSvg,
    ],
    [
      "more than 1 MB",
      { mode: "custom" },
      {
        name: "icon.png",
        type: "image/png",
        bytes: Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]),
      },
      413,
      "The limit is 1 MB",
    ],
    [
      "too many pixels",
      { mode: "custom" },
      { name: "icon.png", type: "image/png", bytes: wide(PNG) },
      400,
      "megapixels",
    ],
  ])("icon, refused with the form again: %s", async (_what, fields, file, status, message) => {
    const world = await openWorld();
    const answer = await postFile(world, card("icon"), fields as Record<string, string>, file);
    expect([
      answer.status,
      answer.text.includes(message),
      answer.text.includes('id="icon-file"'),
    ]).toEqual([status, true, true]);
    expect((await cardOf(world, "Reports")).iconAssetId).toBeNull();
  });

  test("icon needs assets:edit and the feature; menus say what the org has", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    expect((await world.ask("/acme", { as: EDITOR })).text).toContain("Change card icon");
    await world.services.store.write((trx) =>
      switchFeature({ trx, orgId: acme, now: world.time }, "cardIcons", false),
    );
    expect((await world.ask(card("icon"), { as: EDITOR })).status).toBe(404);
    expect((await postFile(world, card("icon"), { mode: "default" }, null)).status).toBe(404);
    const page = (await world.ask("/acme", { as: EDITOR })).text;
    expect([page.includes("Change card icon"), page.includes("Edit display text")]).toEqual([
      false,
      true,
    ]);
    for (const as of ["viewer@acme.example", "reviewer@acme.example", "riley@customer.example"])
      expect((await world.ask("/acme", { as })).text).not.toContain("Edit display text");
    const visitor = await world.ask("/acme");
    expect([visitor.text.includes("Expand Reports"), visitor.text.includes("Actions for")]).toEqual(
      [true, false],
    );
  });
});

describe("an item's dialogs", () => {
  test("leave nothing of it where it was, and show it on the card of grades, whose list stays", async () => {
    const world = await openWorld();
    await post(world, item("move"), { destinationCardId: "SecurityGrades" });
    expect((await world.ask("/acme/card/Reports", { as: EDITOR })).text).not.toContain(
      "Actions for SOC 2 Report",
    );
    expect((await world.ask("/acme/card/Reports?edit=true", { as: EDITOR })).text).not.toContain(
      'value="Reports.soc2"',
    );
    expect((await world.ask("/acme/card/SecurityGrades", { as: EDITOR })).text).toContain(
      "/edit/items/Reports.soc2/move",
    );
    expect((await world.ask(item("move", "SecurityGrades.grades"), { as: EDITOR })).status).toBe(
      404,
    );
    expect(
      (
        await patch(world, `${await world.productId("acme")}/items/SecurityGrades.grades`, {
          destinationCardId: "Reports",
        })
      ).status,
    ).not.toBe(200);
  });

  test("move it to another card, but not from or to the seven that don't take part", async () => {
    const world = await openWorld();
    const page = await world.ask(item("move"), { as: EDITOR });
    for (const title of [
      "Overview",
      "Documents",
      "Certifications",
      "TrustedBy",
      "Subprocessors",
      "CustomerData",
      "RiskProfile",
    ])
      expect(page.text).not.toContain(`<option value="${title}"`);
    const moved = await follow(
      world,
      await post(world, item("move"), {
        destinationCardId: "Policies",
        base: hidden(page, "base"),
      }),
    );
    expect(messageOf(moved).text).toBe("Successfully moved SOC 2 Report to Policies");
    expect((await itemOf(world, "Reports.soc2"))?.kind).toBe("Policies");
    await post(world, messageOf(moved).undo, {});
    expect((await itemOf(world, "Reports.soc2"))?.kind).toBe("Reports");
    for (const destinationCardId of ["", "Documents", "NoSuchCard", "CustomerData"]) {
      const refused = await post(world, item("move"), { destinationCardId });
      expect([refused.status, refused.text.includes("Choose a card")]).toEqual([400, true]);
    }
    const { uid } = await world.services.store.read
      .selectFrom("items")
      .select("uid")
      .where("productId", "=", await world.productId("acme"))
      .where("kind", "=", "Certifications")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect((await world.ask(item("move", uid), { as: EDITOR })).status).toBe(404);
    expect((await post(world, item("move", uid), { destinationCardId: "Policies" })).status).toBe(
      404,
    );
  });

  test("give it a URL: the default is its title, old ones lead to the new one, a taken one is named", async () => {
    const world = await openWorld();
    const [acme, product] = [await world.orgId("acme"), await world.productId("acme")];
    await world.services.store.write((trx) =>
      saveItem(
        trx,
        acme,
        product,
        { uid: "custom.open", kind: "Reports", title: "An Open Item", publicAccess: true },
        { by: "Test", on: world.time },
      ),
    );
    const page = await world.ask(item("url", "custom.open"), { as: EDITOR });
    expect(page.text).toMatch(/name="slug"[^>]*value="an-open-item"/);
    expect(
      await said(
        world,
        await post(world, item("url", "custom.open"), {
          slug: "open-2026",
          base: hidden(page, "base"),
        }),
      ),
    ).toBe("Successfully created custom URL for An Open Item");
    expect((await world.ask("/acme/product/Acme+Platform/open-2026")).status).toBe(200);
    const old = await world.ask("/acme/item/an-open-item");
    expect([old.status, old.headers.location]).toEqual([
      301,
      "/acme/product/Acme+Platform/open-2026",
    ]);
    const taken = await post(world, item("url"), { slug: "open-2026" });
    expect([
      taken.status,
      taken.text.includes("This URL slug is already in use by item: An Open Item"),
    ]).toEqual([400, true]);
  });

  test.each([
    ["Upper", "Invalid url slug, only lowercase letters, numbers and hyphens are allowed"],
    ["with space", "Invalid url slug, only lowercase letters, numbers and hyphens are allowed"],
    ["über", "Invalid url slug, only lowercase letters, numbers and hyphens are allowed"],
    ["x".repeat(100), "URL slug must be less than 100 characters"],
    ["", "URL slug is required"],
  ])("refuse the slug %j", async (slug, message) => {
    const world = await openWorld();
    const answer = await post(world, item("url"), { slug });
    expect([answer.status, answer.text.includes(message)]).toEqual([400, true]);
  });
});

describe("the API", () => {
  test("hides, moves and names by the same verbs and schemas as the forms", async () => {
    const world = await openWorld();
    const base = `/api/trust-center/products/${await world.productId("acme")}`;
    const hid = await patch(world, `${base}/cards/Reports`, { hidden: true });
    expect([hid.status, JSON.parse(hid.text)]).toEqual([
      200,
      expect.objectContaining({ kind: "Reports", hidden: true }),
    ]);
    expect((await world.ask("/acme/card/Reports")).status).toBe(404);
    await patch(world, `${base}/cards/Reports`, { hidden: false });
    expect(
      (await patch(world, `${base}/items/Reports.soc2`, { destinationCardId: "Policies" })).status,
    ).toBe(200);
    expect((await itemOf(world, "Reports.soc2"))?.kind).toBe("Policies");
    expect((await patch(world, `${base}/items/Reports.soc2`, { slug: "soc-two" })).status).toBe(
      200,
    );
    expect((await itemOf(world, "Reports.soc2"))?.customSlug).toBe("soc-two");
    const taken = await patch(world, `${base}/items/Reports.soc1`, { slug: "soc-two" });
    expect([taken.status, JSON.parse(taken.text).errors.slug]).toEqual([
      409,
      [expect.stringContaining("This URL slug is already in use by item: ")],
    ]);
    expect((await changesOf(world)).map(({ subject }) => subject)).toEqual([
      "card",
      "card",
      "item",
      "item",
    ]);
  });

  test("refuses what is not there, not allowed, not JSON, or not from here", async () => {
    const world = await openWorld();
    const [acme, globex] = [await world.productId("acme"), await world.productId("globex")];
    const at = (product: string, path: string) => `/api/trust-center/products/${product}/${path}`;
    const cases: [
      status: number,
      path: string,
      body: unknown,
      as?: string,
      headers?: Record<string, string>,
    ][] = [
      [401, at(acme, "cards/Reports"), { hidden: true }, ""],
      [403, at(acme, "cards/Reports"), { hidden: true }, "viewer@acme.example"],
      [403, at(acme, "items/Reports.soc2"), { slug: "x" }, "reviewer@acme.example"],
      [404, at(globex, "cards/Reports"), { hidden: true }],
      [404, at(acme, "cards/Reports"), { hidden: true }, "owner@globex.example"],
      [404, at(acme, "cards/NoSuchKind"), { hidden: true }],
      [404, at(acme, "items/custom.nothing"), { slug: "x" }],
      [400, at(acme, "cards/Reports"), { hidden: "yes" }],
      [400, at(acme, "cards/Reports"), { hidden: true, title: "Mass assigned" }],
      [400, at(acme, "items/Reports.soc2"), { destinationCardId: "Documents" }],
      [400, at(acme, "items/Reports.soc2"), {}],
      [
        403,
        at(acme, "cards/Reports"),
        { hidden: true },
        EDITOR,
        { origin: "https://evil.example" },
      ],
    ];
    for (const [status, path, body, as = EDITOR, headers] of cases) {
      const answer = await patch(world, path, body, as === "" ? null : as, headers);
      expect([path, JSON.stringify(body), answer.status]).toEqual([
        path,
        JSON.stringify(body),
        status,
      ]);
      if (headers === undefined)
        expect(answer.headers["content-type"]).toBe("application/problem+json");
    }
    expect(
      (
        await world.ask(at(acme, "cards/Reports"), {
          as: EDITOR,
          method: "PUT",
          body: "{}",
          headers: { origin: "http://localhost:3000", "content-type": "application/json" },
        })
      ).status,
    ).toBe(405);
    expect(await changesOf(world)).toEqual([]);
  });
});

describe("history", () => {
  test("says who changed what and when, a product at a time, and restores behind later changes", async () => {
    const world = await openWorld();
    await post(world, card("display-text"), { displayText: "First text" });
    await post(world, card("display-text"), { displayText: "Second text" }, "owner@acme.example");
    await post(world, card("display-text").replace("/acme/", "/acme/product/Acme+Data+Lake/"), {
      displayText: "Of the lake",
    });
    const [first] = await changesOf(world);
    const list = (
      await world.ask(`/history?product=${await world.productId("acme")}`, { as: EDITOR })
    ).text;
    for (const words of [
      "Tomasz Wilk",
      "Ingrid Sommer",
      "Reports card",
      "Display text: “First text” → “Second text”",
    ])
      expect(list).toContain(words);
    expect(list).not.toContain("Of the lake");
    expect((await world.ask("/history", { as: EDITOR })).text).toContain("Of the lake");

    const page = await world.ask(`/history/${first?.id ?? ""}`, { as: EDITOR });
    for (const words of ["1 later change will also be undone", "Restore anyway"])
      expect(page.text).toContain(words);
    const stale = await post(world, `/history/${first?.id ?? ""}`, { seen: "something-else" });
    expect([stale.status, stale.text.includes("changed while you were looking at it")]).toEqual([
      409,
      true,
    ]);
    const before = JSON.parse(first?.beforeJson ?? "{}") as { displayText: string | null };
    const restored = await follow(
      world,
      await post(world, `/history/${first?.id ?? ""}`, { seen: hidden(page, "seen") }),
    );
    expect(messageOf(restored).text).toContain("Restored Reports card");
    expect((await cardOf(world, "Reports")).displayText).toBe(before.displayText);
    await post(world, messageOf(restored).undo, {});
    expect((await cardOf(world, "Reports")).displayText).toBe("Second text");
  });

  test("leads from the portal to its own org, whichever one the private area shows", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    expect((await world.ask("/acme", { as: EDITOR })).text).toMatch(/href="\/history\?product=/);
    await world.services.store.write((trx) =>
      updateCustomization(
        { trx, orgId: acme, now: world.time },
        { contactSupport: { enabled: false } },
      ),
    );
    const owner = (await world.ask("/acme", { as: "owner@acme.example" })).text;
    expect(owner).toMatch(
      /Visitors don(&#x27;|')t see this\. Enable it in .*Trust Center Settings/s,
    );
    expect(owner).toContain('href="/settings"');
  });
});

/** The picture with a header that says it is 30,000 pixels wide and tall. */
function wide(png: Buffer): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(30_000, 16);
  copy.writeUInt32BE(30_000, 20);
  return copy;
}
