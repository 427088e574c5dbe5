import { expect, test } from "vitest";
import { testInFive } from "../in-turn.ts";
import { EDITOR } from "./edit-world.ts";
import { changed, fieldsOf, formsOf } from "./page-form.ts";
import { cookiesOf, endSessions, send, staffCookie } from "./session-forms.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

/*
 * Each button of an item's form but Save has an address of its own. What holds of the form holds of all
 * of them: its page, what waits for a sign-in, and that one press does one thing.
 */

const SOC2 = "/acme/edit/cards/Reports/items/Reports.soc2";
const NEW = "/acme/edit/cards/Policies/items/new";
const BUTTONS = ["enter", "find", "letter", "preview", "rows", "upload"];
const STILL_HERE = wording.typedIsKept;

/** The item's form as it stands in a page. */
function itemForm({ text, ...page }: Answer): string {
  const form = formsOf({ text, ...page }).find((one) => one.includes('name="enabledState"'));
  if (form === undefined) throw new Error("the page has no form of an item");
  return form;
}

const titleOf = ({ text }: Answer) => /<title>([^<]*)/.exec(text)?.[1];

async function explanationOf(world: World): Promise<string | null | undefined> {
  const row = await world.services.store.read
    .selectFrom("items")
    .select("explanation")
    .where("productId", "=", await world.productId("acme"))
    .where("uid", "=", "Reports.soc2")
    .executeTakeFirst();
  return row?.explanation;
}

testInFive("opened, each address of a button shows the form, which saves at its own", async () => {
  const world = await openWorld();
  for (const [at, buttons] of [
    [SOC2, BUTTONS],
    [NEW, BUTTONS.filter((name) => name !== "letter")],
  ] as const) {
    const page = await world.ask(at, { as: EDITOR });
    expect(itemForm(page)).toContain(`action="${at}"`);
    for (const button of buttons) {
      const opened = await world.ask(`${at}/${button}`, { as: EDITOR });
      expect([opened.status, titleOf(opened)], button).toEqual([200, titleOf(page)]);
      expect(itemForm(opened), button).toContain(`action="${at}"`);
    }
  }
  expect((await world.ask(`${NEW}/letter`, { as: EDITOR })).status).toBe(404);
});

test("one page's buttons each do their own thing, and Save twice does one", async () => {
  const world = await openWorld();
  const cookie = await staffCookie(world, EDITOR);
  const form = itemForm(await world.ask(SOC2, { headers: { cookie } }));
  const fields = changed(fieldsOf(form), { explanation: "Typed once" });
  const changes = async () =>
    (await world.services.store.read.selectFrom("changes").select("id").execute()).length;
  const before = await changes();
  for (const button of ["preview", "find", "rows", "preview"]) {
    const answer = await send(world, form, `${SOC2}/${button}`, fields, cookie);
    expect([answer.status, fieldsOf(itemForm(answer)).get("explanation")], button).toEqual([
      200,
      "Typed once",
    ]);
  }
  expect([await changes(), await explanationOf(world)]).toEqual([
    before,
    expect.not.stringContaining("Typed"),
  ]);
  const saved = await Promise.all([
    send(world, form, SOC2, fields, cookie),
    send(world, form, SOC2, fields, cookie),
  ]);
  expect(saved.map(({ status }) => status)).toEqual([303, 303]);
  expect([await changes(), await explanationOf(world)]).toEqual([before + 1, "Typed once"]);
});

test("a browser that knows no formaction sends a button to Save's address: nothing is saved", async () => {
  const world = await openWorld();
  const cookie = await staffCookie(world, EDITOR);
  const form = itemForm(await world.ask(SOC2, { headers: { cookie } }));
  const before = await explanationOf(world);
  const named = [...form.matchAll(/<button[^>]*formAction="([^"]+)"[^>]*>/gi)];
  expect(named.length).toBeGreaterThan(2);
  for (const [tag, address = ""] of named)
    for (const part of ['name="intent"', `value="${address.slice(SOC2.length + 1)}"`])
      expect(tag).toContain(part);
  for (const button of ["preview", "find", "rows", "letter", "enter", "upload"]) {
    const fields = changed(fieldsOf(form), {
      explanation: "Typed once",
      documentSearch: "soc",
      intent: button,
    });
    const answer = await send(world, form, SOC2, fields, cookie);
    expect([answer.status, fieldsOf(itemForm(answer)).get("explanation")], button).toEqual([
      button === "upload" ? 400 : 200,
      "Typed once",
    ]);
    expect(await explanationOf(world), button).toBe(before);
  }
  const fields = changed(fieldsOf(form), { explanation: "By Enter", intent: "enter" });
  const saved = await send(world, form, `${SOC2}/enter`, fields, cookie);
  expect([saved.status, await explanationOf(world)]).toEqual([303, "By Enter"]);
});

test("what a button sent after the session ended waits for all of the form, and comes back by its own", async () => {
  const world = await openWorld();
  const own = await staffCookie(world, EDITOR);
  const form = itemForm(await world.ask(SOC2, { headers: { cookie: own } }));
  const fields = changed(fieldsOf(form), { explanation: "Typed too long" });
  await endSessions(world);
  const asked = await send(world, form, `${SOC2}/preview`, fields, own);
  expect(asked.status).toBe(401);
  const browser = cookiesOf(asked).find((one) => one.startsWith("otc_form=")) ?? "";
  const cookie = `${await staffCookie(world, EDITOR)}; ${browser}`;
  // Whoever opens the form itself, or another button's address, is led to where it waits.
  for (const at of [SOC2, `${SOC2}/find`]) {
    const led = await world.ask(at, { headers: { cookie } });
    expect([led.status, led.headers.location], at).toEqual([303, `${SOC2}/preview`]);
  }
  const again = await world.ask(`${SOC2}/preview`, { headers: { cookie } });
  expect([again.status, again.text.includes(STILL_HERE)]).toEqual([200, true]);
  const shown = itemForm(again);
  expect(fieldsOf(shown).get("explanation")).toBe("Typed too long");
  expect(await explanationOf(world)).not.toBe("Typed too long");
  // Saved, it is done with, whichever button it came by.
  expect((await send(world, shown, SOC2, fieldsOf(shown), cookie)).status).toBe(303);
  expect(await explanationOf(world)).toBe("Typed too long");
  for (const at of [SOC2, `${SOC2}/preview`]) {
    const fresh = await world.ask(at, { headers: { cookie } });
    expect([fresh.status, fresh.text.includes(STILL_HERE)], at).toEqual([200, false]);
  }
});

test("a button of a page that an earlier release made saves nothing", async () => {
  const world = await openWorld();
  const cookie = await staffCookie(world, EDITOR);
  const form = itemForm(await world.ask(SOC2, { headers: { cookie } }));
  const fields = changed(fieldsOf(form), { explanation: "Only looked at", intent: "preview" });
  const answer = await send(world, form, SOC2, fields, cookie);
  expect([answer.status, fieldsOf(itemForm(answer)).get("explanation")]).toEqual([
    200,
    "Only looked at",
  ]);
  expect(await explanationOf(world)).not.toBe("Only looked at");
});
