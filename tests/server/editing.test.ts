import "./production-react.ts";
import { describe, expect, test } from "vitest";
import { openWorld, type Answer, type World } from "./world.ts";

const EDITOR = "editor@acme.example";
const DIALOG = "/acme/edit/cards/Reports/display-text";
const ORIGIN = { origin: "http://localhost:3000" };

/** Posts a form as a browser of the default host does. */
function post(world: World, path: string, form: Record<string, string>, as = EDITOR, headers: Record<string, string> = {}): Promise<Answer> {
  return world.ask(path, { as, form, headers: { ...ORIGIN, ...headers } });
}

/** The value of a hidden field of a page. */
function hidden(answer: Answer, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(answer.text)?.[1] ?? "";
}

/** The page that a redirect leads to, with the message that it carries. */
async function follow(world: World, answer: Answer, as = EDITOR): Promise<Answer> {
  const flash = answer.headers["set-cookie"]?.find((cookie) => cookie.startsWith("otc_flash="))?.split(";")[0] ?? "";
  return world.ask(answer.headers.location ?? "", { as, headers: { cookie: flash } });
}

const undoIn = (answer: Answer) => /action="([^"]*\/undo)"/.exec(answer.text)?.[1] ?? "";
const changesOf = (world: World) => world.services.store.read.selectFrom("changes").selectAll().orderBy("number").execute();
const displayText = async (world: World) => (await world.services.store.read.selectFrom("cards").select("displayText").where("productId", "=", await world.productId("acme")).where("kind", "=", "Reports").executeTakeFirstOrThrow()).displayText;

describe("a saved change", () => {
  test("is public with the next request, stands in history and audit, and Undo takes it back", async () => {
    const world = await openWorld();
    const before = await displayText(world);
    const saved = await post(world, DIALOG, { displayText: "What auditors wrote" });
    expect([saved.status, saved.headers.location]).toEqual([303, "/acme"]);
    expect((await world.ask("/acme")).text).toContain("What auditors wrote");
    const page = await follow(world, saved);
    expect(page.text).toContain("Display text of");
    const undo = undoIn(page);
    expect(undo).toMatch(/^\/acme\/edit\/changes\/[\w-]+\/undo$/);
    const [row] = await changesOf(world);
    expect(row).toMatchObject({ subject: "card", subjectId: "Reports", actorName: "Tomasz Wilk", undoneAt: null });
    expect(row?.summary).toContain("“What auditors wrote”");
    expect(await world.services.store.read.selectFrom("audit").select("action").where("action", "=", "card.changed").execute()).toHaveLength(1);

    const undone = await post(world, undo, {});
    expect(undone.status).toBe(303);
    expect((await follow(world, undone)).text).toContain("as it was before");
    expect(await displayText(world)).toBe(before);
    expect((await world.ask("/acme")).text).not.toContain("What auditors wrote");
    const again = await post(world, undo, {});
    expect(again.status).toBe(409);
    expect(again.text).toContain("This was undone already.");
  });

  test("that changes nothing leaves no row, and one that was overtaken can't be undone", async () => {
    const world = await openWorld();
    const undo = undoIn(await follow(world, await post(world, DIALOG, { displayText: "First text" })));
    await post(world, DIALOG, { displayText: "First text" });
    expect(await changesOf(world)).toHaveLength(1);
    await post(world, DIALOG, { displayText: "Second text" });
    const late = await post(world, undo, {});
    expect(late.status).toBe(409);
    expect(late.text).toContain("was changed again since");
    expect(await displayText(world)).toBe("Second text");
  });

  test("of somebody else is noticed: both versions, nothing lost, and a way to save over it", async () => {
    const world = await openWorld();
    const base = hidden(await world.ask(DIALOG, { as: EDITOR }), "base");
    expect(base).not.toBe("");
    await post(world, DIALOG, { displayText: "The owner's text", base }, "owner@acme.example");
    const answer = await post(world, DIALOG, { displayText: "The editor's text", base });
    expect(answer.status).toBe(409);
    for (const words of ["Your version", "Saved by ", "The owner&#x27;s text", "The editor&#x27;s text", "Take theirs", "<title>Error: "]) expect(answer.text).toContain(words);
    expect(await displayText(world)).toBe("The owner's text");
    const over = await post(world, DIALOG, { displayText: "The editor's text", base: hidden(answer, "base") });
    expect(over.status).toBe(303);
    expect(await displayText(world)).toBe("The editor's text");
  });

  test("is undone by those alone who may edit there: other orgs and roles find nothing", async () => {
    const world = await openWorld();
    const undo = undoIn(await follow(world, await post(world, DIALOG, { displayText: "First text" })));
    for (const as of ["viewer@acme.example", "reviewer@acme.example", "owner@globex.example", "riley@customer.example"]) {
      expect([as, (await post(world, undo, {}, as)).status]).toEqual([as, 404]);
    }
    expect((await post(world, undo.replace("/acme/", "/globex/"), {}, "owner@globex.example")).status).toBe(404);
    expect((await post(world, undo.replace("/acme/", "/acme/product/Acme+Data+Lake/"), {})).status).toBe(404);
    expect((await world.ask(undo, { as: EDITOR, method: "POST", form: {}, headers: { origin: "https://evil.example" } })).status).toBe(403);
    expect(await displayText(world)).toBe("First text");
  });
});
