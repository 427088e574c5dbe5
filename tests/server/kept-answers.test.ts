import { expect, test } from "vitest";
import { testInTurn } from "../in-turn.ts";
import { EDITOR } from "./edit-world.ts";
import { formOf } from "./page-form.ts";
import { openWorld, type World } from "./world.ts";

const BY_SCRIPT = { origin: "http://localhost:3000", "x-sent-by-script": "yes" };

/** Posts a form as a page's script does. */
async function send(world: World, at: string, changes: Record<string, string>) {
  const form = formOf(await world.ask(at, { as: EDITOR }));
  for (const [name, value] of Object.entries(changes)) form.set(name, value);
  const answer = await world.ask(at, { as: EDITOR, form, headers: BY_SCRIPT });
  return { answer, at: String(answer.headers["x-answer-at"]) };
}

const SLUG = "/acme/edit/items/Reports.soc2/url";

test("a script hears where the answer stands: a page is given once, with its own status", async () => {
  const world = await openWorld();
  const { answer, at } = await send(world, SLUG, { slug: "No Slug" });
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect(at).toMatch(/^\/acme\/edit\/items\/Reports\.soc2\/url\?answer-kept=[\w-]{43}$/);
  const elsewhere = at.replace("/url?", "/move?");
  expect((await world.ask(elsewhere, { as: EDITOR })).headers.location).toBe(
    "/acme/edit/items/Reports.soc2/move",
  );
  const page = await world.ask(at, { as: EDITOR });
  expect(page.status).toBe(400);
  expect(page.text).toContain("Invalid url slug");
  expect(page.text).toContain('value="No Slug"');
  expect(page.headers["content-security-policy"]).toContain("'nonce-");
  expect(page.headers["cache-control"]).toBe("private, no-store");
  const again = await world.ask(at, { as: EDITOR });
  expect([again.status, again.headers.location]).toEqual([303, SLUG]);
});

test("where an answer leads elsewhere the script goes there, with its cookies", async () => {
  const world = await openWorld();
  const { answer, at } = await send(world, SLUG, { slug: "our-soc-2" });
  expect(answer.status).toBe(204);
  expect(at).not.toContain("answer-kept");
  expect(answer.headers["set-cookie"]?.join()).toContain("otc_flash");
  expect((await world.ask(at, { as: EDITOR })).status).toBe(200);
});

test("without a script a form is answered as ever, and a fault has no address", async () => {
  const world = await openWorld();
  const form = formOf(await world.ask(SLUG, { as: EDITOR }));
  form.set("slug", "No Slug");
  const plain = await world.ask(SLUG, { as: EDITOR, form, headers: { origin: BY_SCRIPT.origin } });
  expect([plain.status, plain.headers["x-answer-at"]]).toEqual([400, undefined]);
  const foreign = await world.ask(SLUG, {
    as: EDITOR,
    form,
    headers: { ...BY_SCRIPT, origin: "https://elsewhere.example" },
  });
  expect([foreign.status, foreign.headers["x-answer-at"]]).toEqual([403, undefined]);
});

testInTurn("of one network only the last answers are kept", async () => {
  const world = await openWorld();
  const first = await send(world, SLUG, { slug: "No Slug" });
  for (let nth = 0; nth < 19; nth += 1) await send(world, SLUG, { slug: "No Slug" });
  const last = await send(world, SLUG, { slug: "No Slug" });
  expect((await world.ask(first.at, { as: EDITOR })).status).toBe(303);
  expect((await world.ask(last.at, { as: EDITOR })).status).toBe(400);
});
