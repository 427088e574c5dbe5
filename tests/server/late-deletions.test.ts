import { expect, test } from "vitest";
import { ORIGIN } from "./edit-world.ts";
import { formOf } from "./page-form.ts";
import { openWorld, type World } from "./world.ts";

const OWNER = "owner@acme.example";

const words = (text: string) =>
  text
    .replaceAll(/<(?:script|style)[^>]*>.*?<\/(?:script|style)>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

const post = (world: World, path: string, form: Record<string, string>) =>
  world.ask(path, { as: OWNER, form, headers: ORIGIN });

async function firstId(
  world: World,
  table: "faqEntries" | "controls" | "documents" | "permissionProfiles",
): Promise<string> {
  const row = await world.services.store.read
    .selectFrom(table)
    .select("id")
    .where("orgId", "=", await world.orgId("acme"))
    .executeTakeFirstOrThrow();
  return row.id;
}

test.each([
  ["faqEntries", "/knowledge-base", "This entry", true],
  ["controls", "/controls", "This control", true],
  ["documents", "/documents", "This document", true],
  ["permissionProfiles", "/profiles", "This profile", false],
] as const)(
  "of %s: the page says that it came too late, and leads on",
  async (table, list, what, isThere) => {
    const world = await openWorld();
    const form = { intent: table === "permissionProfiles" ? "remove" : "delete" };
    const id = isThere ? await firstId(world, table) : "no-such-profile";
    if (isThere) expect((await post(world, `${list}/${id}`, form)).status).toBe(303);
    const late = await post(world, `${list}/${id}`, form);
    expect(late.status).toBe(404);
    expect(words(late.text)).toContain(`${what} no longer exists`);
    expect(words(late.text)).toContain("It may already have been deleted.");
    expect(/<a[^>]*href="([^"]*)"[^>]*>Back to the list/.exec(late.text)?.[1]).toBe(list);
    // What never was has the same words.
    expect(words((await post(world, `${list}/never-was`, form)).text)).toContain(
      `${what} no longer exists`,
    );
  },
);

test("of a product and a rule, too", async () => {
  const world = await openWorld();
  const product = await post(world, "/products/never-was", {
    intent: "delete",
    confirmName: "Nothing",
  });
  expect([product.status, words(product.text).includes("This product no longer exists")]).toEqual([
    404,
    true,
  ]);
  const rule = await post(world, "/rules", { intent: "end", ruleId: "never-was" });
  expect([rule.status, words(rule.text).includes("This rule no longer exists")]).toEqual([
    404,
    true,
  ]);
});

test("of an item: the dialog says so, with the way back to the card", async () => {
  const world = await openWorld();
  const add = "/acme/edit/cards/Policies/items/new";
  const form = formOf(await world.ask(add, { as: OWNER }), 'name="title"');
  form.set("title", "Short-lived");
  form.set("intent", "save");
  expect((await world.ask(add, { as: OWNER, form, headers: ORIGIN })).status).toBe(303);
  const { uid } = await world.services.store.read
    .selectFrom("items")
    .select("uid")
    .where("title", "=", "Short-lived")
    .executeTakeFirstOrThrow();
  const path = `/acme/edit/cards/Policies/items/${uid}/delete`;
  // Two windows, each with a form of its own.
  const question = async () => formOf(await world.ask(path, { as: OWNER }), 'name="base"');
  const [first, second] = [await question(), await question()];
  const press = (sent: URLSearchParams) =>
    world.ask(path, { as: OWNER, form: sent, headers: ORIGIN });
  expect((await press(first)).status).toBe(303);
  const late = await press(second);
  expect(late.status).toBe(404);
  expect(words(late.text)).toContain(
    "Delete Error Close “Short-lived” has already been deleted. Nothing was changed. OK",
  );
  expect(late.text).toMatch(/<a[^>]*href="\/acme\/card\/Policies\?edit=true"[^>]*>OK/);
  // What was never an item has no dialog.
  expect(
    (await post(world, "/acme/edit/cards/Policies/items/custom.never/delete", {})).status,
  ).toBe(404);
});
