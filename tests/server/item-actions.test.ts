import { expect, test } from "vitest";
import { destinationsOf } from "#model/cards/editing.ts";
import { testInFive } from "../in-turn.ts";
import { EDITOR, hidden, itemOf, patch, post, follow, messageOf } from "./edit-world.ts";
import { openWorld } from "./world.ts";

const URL_OF = (uid: string) => `/edit/items/${uid}/url`;
const MOVE_OF = (uid: string) => `/edit/items/${uid}/move`;

testInFive(
  "every item has 'Create custom url' in its menu; 'Move item' where an item can move",
  async () => {
    const world = await openWorld();
    for (const [card, uid] of [
      ["Reports", "Reports.soc2"],
      ["RiskProfile", "RiskProfile.dataAccess"],
      ["SecurityGrades", "SecurityGrades.grades"],
      ["TrustedBy", "TrustedBy.companies"],
      ["Certifications", "Certifications.soc2"],
    ] as const) {
      const { text } = await world.ask(`/acme/card/${card}`, { as: EDITOR });
      expect([card, text.includes(`${URL_OF(uid)}"`), text.includes(`${MOVE_OF(uid)}"`)]).toEqual([
        card,
        true,
        destinationsOf({ kind: card, uid }).length > 0,
      ]);
      const visitor = await world.ask(`/acme/card/${card}`);
      expect([card, visitor.text.includes("/edit/items/")]).toEqual([card, false]);
      expect(
        (await world.ask(`/acme/card/${card}`, { as: "viewer@acme.example" })).text,
      ).not.toContain("/edit/items/");
    }
  },
);

test("the form of an item leads to both, too: the only way for the subprocessors' item", async () => {
  const world = await openWorld();
  for (const [kind, uid, moves] of [
    ["Reports", "Reports.soc2", true],
    ["Subprocessors", "Subprocessors.subprocessors", false],
    ["Overview", "Overview.overview", false],
  ] as const) {
    const page = await world.ask(`/acme/edit/cards/${kind}/items/${uid}`, { as: EDITOR });
    expect([
      kind,
      page.status,
      page.text.includes(`${URL_OF(uid)}"`),
      page.text.includes(`${MOVE_OF(uid)}"`),
    ]).toEqual([kind, 200, true, moves]);
  }
  expect(
    (await world.ask("/acme/edit/cards/Policies/items/new", { as: EDITOR })).text,
  ).not.toContain("/edit/items/");
});

test("an item of the catalogue that nobody touched can have an address, and stays not enabled; Undo leaves no trace", async () => {
  const world = await openWorld();
  const { CATALOGUE } = await import("#model/cards/catalogue/index.ts");
  const untouched = [];
  for (const { uid } of CATALOGUE.filter((item) => /^(?:Reports|Policies)\./.test(item.uid)))
    if ((await itemOf(world, uid)) === undefined) untouched.push(uid);
  const [uid = "", other = ""] = untouched;
  expect(uid).not.toBe("");
  const form = await world.ask(`/acme/edit/items/${uid}/url`, { as: EDITOR });
  expect(form.status).toBe(200);
  const saved = await post(world, `/acme/edit/items/${uid}/url`, {
    slug: "an-untouched-one",
    base: hidden(form, "base"),
  });
  expect(saved.status).toBe(303);
  expect(await itemOf(world, uid)).toMatchObject({
    customSlug: "an-untouched-one",
    enabledState: "NotEnabled",
    publicAccess: 0,
  });
  expect((await world.ask("/acme/product/Acme+Platform/an-untouched-one")).status).toBe(404);
  expect((await post(world, messageOf(await follow(world, saved)).undo, {})).status).toBe(303);
  expect(await itemOf(world, uid)).toBeUndefined();
  // The API does the same, and moves what nobody touched.
  const api = `/api/trust-center/products/${await world.productId("acme")}/items/${other}`;
  expect((await patch(world, api, { destinationCardId: "Legal" })).status).toBe(200);
  expect(await itemOf(world, other)).toMatchObject({ kind: "Legal", enabledState: "NotEnabled" });
  expect((await patch(world, api, { slug: "another-one" })).status).toBe(200);
  expect(await itemOf(world, other)).toMatchObject({
    customSlug: "another-one",
    enabledState: "NotEnabled",
  });
  expect((await world.ask("/acme/edit/items/no-such-item/url", { as: EDITOR })).status).toBe(404);
});
