import { expect, test } from "vitest";
import { EDITOR, hidden, post, postFile } from "./edit-world.ts";
import { spoil } from "./engine-words.ts";
import { formOf } from "./page-form.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";
import { testInFive } from "../in-turn.ts";

const words = ({ text }: Answer) =>
  text
    .replaceAll("<!-- -->", "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
const ORIGIN = { origin: "http://localhost:3000" };
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** From now on nothing of a table can be changed, for a reason that nobody thought of. */
const unlucky = (world: World, table: string) =>
  world.services.store.write((trx) => spoil(trx, "update", table));

test("what nobody expected is logged, said in the catalogue's words, and the form stays", async () => {
  const world = await openWorld();
  await unlucky(world, "items");
  const cases = [
    [
      "/acme/edit/items/Reports.soc2/move",
      { destinationCardId: "Policies" },
      wording.itemNotMoved,
      '<option value="Policies" selected',
    ],
    [
      "/acme/edit/items/Reports.soc2/url",
      { slug: "our-soc-2" },
      wording.urlNotMade,
      'value="our-soc-2"',
    ],
  ] as const;
  for (const [at, form, said, kept] of cases) {
    const failed = await post(world, at, {
      ...form,
      base: hidden(await world.ask(at, { as: EDITOR }), "base"),
    });
    expect([at, failed.status, words(failed).includes(said), failed.text.includes(kept)]).toEqual([
      at,
      500,
      true,
      true,
    ]);
    expect(failed.text).toMatch(/<title>Error: /);
    expect(words(failed)).not.toContain("out of luck");
    expect(world.logged.some((line) => line.includes(said) && line.includes("out of luck"))).toBe(
      true,
    );
  }
});

test("a card's dialogs say what failed, and keep what was typed", async () => {
  const world = await openWorld();
  await unlucky(world, "cards");
  const icon = await postFile(
    world,
    "/acme/edit/cards/Reports/icon",
    { mode: "custom" },
    { name: "icon.png", type: "image/png", bytes: PNG },
  );
  expect([icon.status, words(icon).includes(wording.iconNotChanged)]).toEqual([500, true]);
  expect(icon.text).toMatch(/id="icon-custom"[^>]*checked|checked=""[^>]*id="icon-custom"/);
  expect(
    world.logged.some(
      (line) => line.includes(wording.iconNotChanged) && line.includes("out of luck"),
    ),
  ).toBe(true);
  const text = await post(world, "/acme/edit/cards/Reports/display-text", {
    displayText: "What auditors say",
  });
  expect([
    text.status,
    words(text).includes("Save error"),
    text.text.includes('value="What auditors say"'),
  ]).toEqual([500, true, true]);
  const placeholder = await post(world, "/acme/edit/cards/Esg/placeholder", {
    placeholder: "More to come",
  });
  expect([placeholder.status, placeholder.text.includes("More to come")]).toEqual([500, true]);
  expect(
    (await post(world, "/acme/edit/cards/Reports/visibility", { hidden: "true" })).status,
  ).toBe(500);
});

test("the forms of lists and of types say so, too, and keep what was chosen", async () => {
  const world = await openWorld();
  await world.services.store.write((trx) => spoil(trx, "insert", "companies"));
  await unlucky(world, "documents");
  for (const at of ["/acme/edit/trusted-by/new", "/acme/edit/subprocessors/new"]) {
    const failed = await post(world, at, { company: "A luckless company" });
    expect([
      at,
      failed.status,
      words(failed).includes("Save error"),
      failed.text.includes('value="A luckless company"'),
    ]).toEqual([at, 500, true, true]);
  }
  const { id } = await world.services.store.read
    .selectFrom("documents")
    .select("id")
    .where("orgId", "=", await world.orgId("acme"))
    .limit(1)
    .executeTakeFirstOrThrow();
  const types = await post(world, `/documents?changeType=true&select=${id}`, {
    intent: "change-type",
    documentIds: id,
    type: "Policy",
  });
  expect([types.status, words(types).includes(wording.typesNotSaved)]).toEqual([500, true]);
});

test("answers that a verb throws stay answers: nobody without rights, and no other thing, ends in words of an error", async () => {
  const world = await openWorld();
  await unlucky(world, "items");
  expect((await post(world, "/acme/edit/items/no-such-item/url", { slug: "x" })).status).toBe(404);
  const asked = await world.ask("/acme/edit/items/Reports.soc2/url", {
    form: { slug: "x" },
    headers: ORIGIN,
  });
  expect([asked.status, asked.text.includes('action="/sign-in"')]).toEqual([401, true]);
});

testInFive("a form that can't be read shows what is stored, with its version", async () => {
  const world = await openWorld();
  const unreadable = (at: string) =>
    world.ask(at, {
      as: EDITOR,
      method: "POST",
      body: `explanation=${"a".repeat(200_000)}`,
      headers: { ...ORIGIN, "content-type": "application/x-www-form-urlencoded" },
    });
  for (const [at, field] of [
    ["/acme/edit/cards/Reports/items/Reports.soc2", "base"],
    ["/acme/card/Reports?edit=true", "was"],
    ["/acme/edit/items/Reports.soc2/url", "base"],
    ["/acme/edit/cards/Reports/display-text", "base"],
  ] as const) {
    const page = await world.ask(at, { as: EDITOR });
    const refused = await unreadable(at);
    expect([at, refused.status]).toEqual([at, 413]);
    expect(words(refused)).toContain("A field of this form is longer than the server accepts.");
    expect([at, hidden(refused, field)]).toEqual([at, hidden(page, field)]);
    expect(hidden(page, field)).not.toBe("");
  }
  const item = await unreadable("/acme/edit/cards/Reports/items/Reports.soc2");
  const stored = await world.ask("/acme/edit/cards/Reports/items/Reports.soc2", { as: EDITOR });
  const explanation = ({ text }: Answer) =>
    /<textarea[^>]*name="explanation"[^>]*>([^<]*)</.exec(text)?.[1];
  expect(explanation(item)).toBe(explanation(stored));
  expect(explanation(stored)).not.toBe("");
  // Someone else saves: what was shown then is the older version, and saving it says so.
  const at = "/acme/edit/cards/Reports/items/Reports.soc2";
  const fields = Object.fromEntries(formOf(item, 'name="enabledState"'));
  expect(fields.base).toBe(hidden(stored, "base"));
  expect(
    (await post(world, at, { ...fields, explanation: "The owner's words" }, "owner@acme.example"))
      .status,
  ).toBe(303);
  expect((await post(world, at, { ...fields, explanation: "The editor's words" })).status).toBe(
    409,
  );
});
