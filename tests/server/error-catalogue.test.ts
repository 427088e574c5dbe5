import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { setCardIcon } from "#content/cards/store/cards.server.ts";
import { setPublished } from "#tenancy/orgs/store/portal-publications.server.ts";
import {
  EDITOR,
  follow,
  hidden,
  messageOf,
  patch,
  post,
  postFile,
  unlucky,
  words,
} from "./edit-world.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

/**
 * The catalogue of error texts, a row a text: the request that provokes it, and where it is read. A text that
 * changes, or is said by nobody any more, turns its row red.
 */

const ICON = "/acme/edit/cards/Reports/icon";
const MOVE = "/acme/edit/items/Reports.soc2/move";
const URL_OF = "/acme/edit/items/Reports.soc2/url";
const PNG = {
  name: "icon.png",
  type: "image/png",
  bytes: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** The message after a form was accepted. */
const said = async (world: World, answer: Answer) => messageOf(await follow(world, answer)).text;

/** A dialog's own rows, with the last of each list first. */
async function turned(world: World, path: string, ...fields: string[]): Promise<URLSearchParams> {
  const page = await world.ask(path, { as: EDITOR });
  const form = new URLSearchParams({ base: hidden(page, "base") });
  for (const field of fields)
    for (const [, id = ""] of [
      ...page.text.matchAll(new RegExp(`name="${field}" value="([^"]*)"`, "g")),
    ].toReversed())
      form.append(field, id);
  return form;
}

const send = (world: World, path: string, form: URLSearchParams | Record<string, string>) =>
  world.ask(path, { as: EDITOR, form, headers: { origin: "http://localhost:3000" } });

async function documentIds(world: World, count: number): Promise<string[]> {
  const rows = await world.services.store.read
    .selectFrom("documents")
    .select("id")
    .where("orgId", "=", await world.orgId("acme"))
    .limit(count)
    .execute();
  return rows.map(({ id }) => id);
}

async function typeForm(world: World, type: string, more: string[] = []) {
  const ids = [...(await documentIds(world, 2)), ...more];
  return send(
    world,
    `/documents?changeType=true&${ids.map((id) => `select=${id}`).join("&")}`,
    new URLSearchParams([
      ["intent", "change-type"],
      ["type", type],
      ...ids.map((id) => ["documentIds", id]),
    ]),
  );
}

const SUCCESSES: [text: string, provoke: (world: World) => Promise<string>][] = [
  [
    "Updated section order",
    async (world) =>
      said(
        world,
        await send(
          world,
          "/acme/edit/sections",
          await turned(world, "/acme/edit/sections", "section"),
        ),
      ),
  ],
  [
    "Card icon saved. The icon may take a few minutes to appear. Refresh Page",
    async (world) => said(world, await postFile(world, ICON, { mode: "custom" }, PNG)),
  ],
  [
    wording.cardIconReset,
    async (world) => said(world, await postFile(world, ICON, { mode: "default" }, null)),
  ],
  [
    "Updated Reports card item's order",
    async (world) =>
      said(
        world,
        await send(
          world,
          "/acme/edit/cards/Reports/order",
          await turned(world, "/acme/edit/cards/Reports/order", "item"),
        ),
      ),
  ],
  [
    "Updated Documents card item's order",
    async (world) =>
      said(
        world,
        await send(
          world,
          "/acme/edit/cards/Documents/order",
          await turned(world, "/acme/edit/cards/Documents/order", "featured", "item"),
        ),
      ),
  ],
  [
    "Updated card order for Acme Platform product",
    async (world) =>
      said(
        world,
        await send(
          world,
          "/acme/edit/card-order",
          await turned(world, "/acme/edit/card-order", "card"),
        ),
      ),
  ],
  [
    "Placeholder text updated",
    async (world) =>
      said(
        world,
        await post(world, "/acme/edit/cards/Esg/placeholder", {
          placeholder: "We report in spring.",
        }),
      ),
  ],
  [
    wording.cardHidden,
    async (world) =>
      said(world, await post(world, "/acme/edit/cards/Reports/visibility", { hidden: "true" })),
  ],
  [
    wording.cardShown,
    async (world) =>
      said(world, await post(world, "/acme/edit/cards/Reports/visibility", { hidden: "false" })),
  ],
  [
    "Successfully created custom URL for SOC 2 Report",
    async (world) => said(world, await post(world, URL_OF, { slug: "soc-two" })),
  ],
  [
    "Successfully moved SOC 2 Report to Policies",
    async (world) => said(world, await post(world, MOVE, { destinationCardId: "Policies" })),
  ],
  [
    "Types have been updated for 2 document(s)",
    async (world) => words(await follow(world, await typeForm(world, "Whitepaper"))),
  ],
];

/** What staff read when it did not work; `status` is that of the answer that says it. */
const ERRORS: [text: string, status: number, provoke: (world: World) => Promise<Answer>][] = [
  [
    "Failed to update section order",
    500,
    async (world) =>
      failing(world, "/acme/edit/sections", await turned(world, "/acme/edit/sections", "section")),
  ],
  [
    wording.iconNotChanged,
    500,
    (world) => unlucky(world, () => postFile(world, ICON, { mode: "default" }, null)),
  ],
  [
    "Failed to update Reports card item's order",
    500,
    async (world) =>
      failing(
        world,
        "/acme/edit/cards/Reports/order",
        await turned(world, "/acme/edit/cards/Reports/order", "item"),
      ),
  ],
  [
    "Failed to update cards order for Acme Platform product",
    500,
    async (world) =>
      failing(world, "/acme/edit/card-order", await turned(world, "/acme/edit/card-order", "card")),
  ],
  [
    "Save error",
    500,
    async (world) =>
      failing(
        world,
        "/acme/card/Reports?edit=true",
        changed(
          formOf(
            await world.ask("/acme/card/Reports?edit=true", { as: EDITOR }),
            'name="titleWas"',
          ),
          { title: "Never saved" },
        ),
      ),
  ],
  [
    "Save error",
    500,
    async (world) =>
      failing(
        world,
        "/acme/edit/cards/Reports/items/Reports.soc2",
        changed(
          formOf(
            await world.ask("/acme/edit/cards/Reports/items/Reports.soc2", { as: EDITOR }),
            'name="enabledState"',
          ),
          { explanation: "Never saved" },
        ),
      ),
  ],
  [wording.urlNotMade, 500, (world) => failing(world, URL_OF, { slug: "soc-two" })],
  [wording.itemNotMoved, 500, (world) => failing(world, MOVE, { destinationCardId: "Policies" })],
  [wording.typesNotSaved, 500, (world) => unlucky(world, () => typeForm(world, "Policy"))],
  [wording.typesNotSaved, 404, (world) => typeForm(world, "Policy", ["a-document-that-is-gone"])],
  ["Type is required", 400, (world) => typeForm(world, "")],
  [
    'Delete Error Close There was an unexpected error while deleting "Ours alone". OK',
    500,
    async (world) =>
      failing(world, `/acme/edit/cards/Policies/items/${await ownItem(world)}/delete`, {}),
  ],
];

const failing = (world: World, path: string, form: URLSearchParams | Record<string, string>) =>
  unlucky(world, () => send(world, path, form));

async function ownItem(world: World): Promise<string> {
  const path = "/acme/edit/cards/Policies/items/new";
  await send(
    world,
    path,
    changed(formOf(await world.ask(path, { as: EDITOR }), 'name="enabledState"'), {
      title: "Ours alone",
    }),
  );
  return (
    await world.services.store.read
      .selectFrom("items")
      .select("uid")
      .where("title", "=", "Ours alone")
      .executeTakeFirstOrThrow()
  ).uid;
}

describe("spec/3 §8", () => {
  test.each(SUCCESSES)("says %j", async (text, provoke) => {
    expect(await provoke(await openWorld())).toContain(text);
  });

  test.each(ERRORS)(
    "says %j with status %i, keeps the form, and logs what nobody expected",
    async (text, status, provoke) => {
      const world = await openWorld();
      const answer = await provoke(world);
      expect([answer.status, words(answer)]).toEqual([status, expect.stringContaining(text)]);
      expect(words(answer)).not.toContain("out of luck");
      // 'also reported to error tracking': the log is this product's.
      expect(world.logged.some((line) => line.includes("out of luck"))).toBe(status === 500);
      if (!text.startsWith("Delete"))
        expect([
          answer.text.includes("<title>Error: "),
          /role="(alert|group)"|Fix|There is a problem/.test(answer.text),
        ]).toEqual([true, true]);
    },
  );

  test("the page after 'Card icon saved' offers to be loaded anew, and 'Delete Error' to see what is there", async () => {
    const world = await openWorld();
    expect(
      (await follow(world, await postFile(world, ICON, { mode: "custom" }, PNG))).text,
    ).toMatch(/<a[^>]*href="\/acme"[^>]*>Refresh Page<\/a>/);
    const uid = await ownItem(world);
    expect(
      (await failing(world, `/acme/edit/cards/Policies/items/${uid}/delete`, {})).text,
    ).toMatch(/<a[^>]*href="\/acme\/card\/Policies\?edit=true"[^>]*>OK<\/a>/);
  });

  test("says that share links are disabled until a public portal is published", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      setPublished({ trx, orgId: acme, by: SYSTEM, now: world.time }, false),
    );
    expect(words(await world.ask("/acme", { as: EDITOR }))).toContain(wording.shareLinksDisabled);
  });

  test("tells a developer what is missing: a product, an organization", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await expect(
      world.services.store.write((trx) => setCardIcon(trx, acme, "", "Reports", null)),
    ).rejects.toThrow("productId must be defined to replace card icons");
    // Without an organization, and without a product, nothing is found and nothing is saved.
    expect(
      (await patch(world, "/api/trust-center/products//cards/Reports", { hidden: true })).status,
    ).toBe(404);
    await world.services.store.write((trx) =>
      trx.deleteFrom("staffRoles").where("orgId", "=", acme).execute(),
    );
    expect(
      (
        await patch(
          world,
          `/api/trust-center/products/${await world.productId("acme")}/cards/Reports`,
          { hidden: true },
        )
      ).status,
    ).toBe(403);
  });

  test("the API's refusals are problems that name what is wrong", async () => {
    const world = await openWorld();
    const [id = ""] = await documentIds(world, 1);
    const cases: [body: unknown, text: string][] = [
      [{ documentIds: [id, "gone"], updates: { type: "Policy" } }, wording.typesNotSaved],
      [{ documentIds: [id], updates: {} }, "Type is required"],
    ];
    for (const [body, text] of cases)
      expect(JSON.parse((await patch(world, "/api/documents", body)).text)).toMatchObject({
        title: text,
      });
  });
});
