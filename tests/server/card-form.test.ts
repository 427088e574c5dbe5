import { describe, expect, test } from "vitest";
import { switchFeature } from "#company/settings/store/customizations.server.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { spoil } from "./engine-words.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";
const ORIGIN = { origin: "http://localhost:3000" };
const CARD = "/acme/card/Reports?edit=true";
const MARK = 'name="was"';

const ask = (world: World, path = CARD, as = EDITOR) => world.ask(path, { as });
const post = (world: World, form: URLSearchParams, path = CARD, as = EDITOR) =>
  world.ask(path, { as, form, headers: ORIGIN });

function words({ text }: Answer): string {
  return text
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");
}

/** The form with items set otherwise. */
function standing(
  form: URLSearchParams,
  states: Readonly<Record<string, string>>,
): URLSearchParams {
  const sent = new URLSearchParams(form);
  const all = form.getAll("uid").map((uid, i) => states[uid] ?? form.getAll("state")[i] ?? "");
  sent.delete("state");
  for (const state of all) sent.append("state", state);
  return sent;
}

const item = async (world: World, uid: string) =>
  world.services.store.read
    .selectFrom("items")
    .select(["enabledState", "hiddenAt", "title"])
    .where("productId", "=", await world.productId("acme"))
    .where("uid", "=", uid)
    .executeTakeFirst();
const changes = (world: World) =>
  world.services.store.read
    .selectFrom("changes")
    .select(["subject", "subjectId"])
    .orderBy("number")
    .execute();

async function follow(world: World, answer: Answer): Promise<Answer> {
  const flash =
    answer.headers["set-cookie"]
      ?.find((cookie) => cookie.startsWith("otc_flash="))
      ?.split(";")[0] ?? "";
  return world.ask(answer.headers.location ?? "", { as: EDITOR, headers: { cookie: flash } });
}

describe("a card in edit mode", () => {
  test("shows what is on the portal first, and adds many of the rest with one save", async () => {
    const world = await openWorld();
    const path = "/acme/card/Certifications?edit=true";
    const page = await ask(world, path);
    const shown = words(page);
    expect(shown).toMatch(/On your portal \(\d+\) .*SOC 2 .*Available \(\d+\)/);
    const form = formOf(page, MARK);
    const uids = ["Certifications.hipaa", "Certifications.fedramp"].filter((uid) =>
      form.getAll("uid").includes(uid),
    );
    expect(uids.length).toBeGreaterThan(0);
    for (const uid of uids) expect(page.text).toContain(`name="enable" value="${uid}"`);
    // A tick adds; the tick survives a preview, and nothing is saved by that.
    const ticked = new URLSearchParams(form);
    for (const uid of uids) ticked.append("enable", uid);
    const previewed = await post(world, changed(ticked, { intent: "preview" }), path);
    for (const uid of uids)
      expect(previewed.text).toMatch(
        new RegExp(`name="enable"[^>]*checked=""[^>]*value="${uid}"|value="${uid}"[^>]*checked=""`),
      );
    expect((await item(world, uids[0] ?? ""))?.enabledState ?? "NotEnabled").toBe("NotEnabled");
    expect((await post(world, ticked, path)).status).toBe(303);
    for (const uid of uids) expect((await item(world, uid))?.enabledState).toBe("Enabled");
    // What was not ticked stays as it was.
    const others = await world.services.store.read
      .selectFrom("items")
      .select("uid")
      .where("kind", "=", "Certifications")
      .where("enabledState", "=", "Enabled")
      .where("productId", "=", await world.productId("acme"))
      .execute();
    const before = form.getAll("uid").filter((_, i) => form.getAll("state")[i] === "Enabled");
    expect(others.map(({ uid }) => uid).toSorted()).toEqual([...before, ...uids].toSorted());
  });

  test("opens by edit=true for those who may, with Save, Cancel, the name, every item and 'Add custom item'", async () => {
    const world = await openWorld();
    const page = await ask(world);
    expect(page.text).toContain('placeholder="Type card name..."');
    for (const text of [
      "Edit Reports",
      "Save",
      "Cancel",
      "Preview",
      "Add custom item",
      "SOC 2 Report",
      "Network Diagram",
    ])
      expect(words(page)).toContain(text);
    for (const as of ["reviewer@acme.example", "viewer@acme.example", "riley@customer.example"])
      expect((await ask(world, CARD, as)).text, as).not.toContain("Type card name...");
    expect((await world.ask(CARD)).text).not.toContain("Type card name...");
    expect((await ask(world, "/acme/card/Reports")).text).toContain("/acme/card/Reports?edit=true");
    expect((await ask(world, "/acme/card/Reports", "viewer@acme.example")).text).not.toContain(
      "edit=true",
    );
  });

  test("saves name, states and hiding together, leaves edit mode, and touches nothing else", async () => {
    const world = await openWorld();
    const form = standing(changed(formOf(await ask(world), MARK), { title: "Audit Reports" }), {
      "Reports.soc2": "WorkInProgress",
      "Reports.soc1": "NotEnabled",
    });
    form.append("hide", "Reports.pentest");
    const saved = await post(world, form);
    expect([saved.status, saved.headers.location]).toEqual([303, "/acme/card/Reports"]);
    expect(
      (await changes(world)).map(({ subject, subjectId }) => `${subject} ${subjectId}`).sort(),
    ).toEqual(["card Reports", "item Reports.pentest", "item Reports.soc1", "item Reports.soc2"]);
    const shown = words(await world.ask("/acme/card/Reports"));
    expect(shown).toContain("Audit Reports");
    expect(shown).toContain("SOC 2 Report In Progress");
    expect(shown).not.toContain("SOC 1 Report");
    expect(shown).not.toContain("Pentest Report");
    expect(words(await follow(world, saved))).toContain("Audit Reports card saved");
    const back = formOf(await ask(world), MARK);
    expect(back.getAll("hide")).toContain("Reports.pentest");
    await post(world, changed(back, { title: "", hide: null }));
    expect(words(await world.ask("/acme/card/Reports"))).toContain("Pentest Report");
    expect((await ask(world)).text).toContain("Edit <!-- -->Reports");
  });

  test("enables an item of the catalogue that nobody touched", async () => {
    const world = await openWorld();
    const form = formOf(await ask(world), MARK);
    const untouched = form.getAll("uid").filter((_, i) => form.getAll("state")[i] === "NotEnabled");
    let uid = "";
    for (const candidate of untouched)
      if ((await item(world, candidate)) === undefined) uid ||= candidate;
    expect(uid).not.toBe("");
    expect((await post(world, standing(form, { [uid]: "Enabled" }))).status).toBe(303);
    expect(await item(world, uid)).toMatchObject({ enabledState: "Enabled" });
  });

  test("one change can be undone from the message", async () => {
    const world = await openWorld();
    const saved = await post(
      world,
      standing(formOf(await ask(world), MARK), { "Reports.soc2": "NotEnabled" }),
    );
    const undo = /action="([^"]*\/undo)"/.exec((await follow(world, saved)).text)?.[1] ?? "";
    expect((await world.ask(undo, { as: EDITOR, form: {}, headers: ORIGIN })).status).toBe(303);
    expect(await item(world, "Reports.soc2")).toMatchObject({ enabledState: "Enabled" });
  });

  test("everything that one save changed is undone together from its message", async () => {
    const world = await openWorld();
    const saved = await post(
      world,
      standing(formOf(await ask(world), MARK), {
        "Reports.soc2": "NotEnabled",
        "Reports.pentest": "WorkInProgress",
      }),
    );
    const undo = /action="([^"]*\/undo)"/.exec((await follow(world, saved)).text)?.[1] ?? "";
    const asked = await world.ask(undo, { as: EDITOR });
    expect(words(asked)).toContain("SOC 2 Report");
    expect((await world.ask(undo, { as: EDITOR, form: {}, headers: ORIGIN })).status).toBe(303);
    expect([await item(world, "Reports.soc2"), await item(world, "Reports.pentest")]).toMatchObject(
      [{ enabledState: "Enabled" }, { enabledState: "Enabled" }],
    );
    expect((await world.ask(undo, { as: EDITOR, form: {}, headers: ORIGIN })).status).toBe(409);
    expect((await world.ask(undo.replace("~", "~no-such-change~"), { as: EDITOR })).status).toBe(
      404,
    );
  });

  test.each([
    ["x", wording.atLeast2Characters],
    ["x".repeat(51), wording.atMost50Characters],
    ["<b>Reports</b>", "Use letters, digits, spaces and"],
  ])("refuses the name %s with everything kept", async (title, message) => {
    const world = await openWorld();
    const refused = await post(
      world,
      standing(changed(formOf(await ask(world), MARK), { title }), {
        "Reports.soc2": "NotEnabled",
      }),
    );
    expect([refused.status, words(refused).includes(message)]).toEqual([400, true]);
    const kept = formOf(refused, MARK);
    expect(kept.get("title")).toBe(title);
    expect(kept.getAll("state")[kept.getAll("uid").indexOf("Reports.soc2")]).toBe("NotEnabled");
    expect(await changes(world)).toEqual([]);
  });

  test("has no name to change without the feature, nor for Certifications and SecurityGrades", async () => {
    const world = await openWorld();
    for (const kind of ["Certifications", "SecurityGrades"])
      expect((await ask(world, `/acme/card/${kind}?edit=true`)).text).not.toContain(
        "Type card name...",
      );
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      switchFeature({ trx, orgId: acme, now: world.time }, "cardRenaming", false),
    );
    const page = await ask(world);
    expect(page.text).not.toContain("Type card name...");
    await post(world, changed(formOf(page, MARK), { title: "Smuggled in" }));
    expect(words(await world.ask("/acme/card/Reports"))).not.toContain("Smuggled in");
  });

  test("nothing can be hidden without the plan, and what is hidden can still be shown", async () => {
    const world = await openWorld();
    const hide = formOf(await ask(world), MARK);
    hide.append("hide", "Reports.pentest");
    await post(world, hide);
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      switchFeature({ trx, orgId: acme, now: world.time }, "restrictedHiddenFiles", false),
    );
    const form = formOf(await ask(world), MARK);
    const more = new URLSearchParams(form);
    more.append("hide", "Reports.soc2");
    const refused = await post(world, more);
    expect([refused.status, words(refused).includes(wording.upgradePlan)]).toEqual([400, true]);
    expect((await post(world, changed(form, { hide: null }))).status).toBe(303);
    expect(await item(world, "Reports.pentest")).toMatchObject({ hiddenAt: null });
  });

  test("two editors: what the other changed and this one did not is left alone; the same item is a conflict", async () => {
    const world = await openWorld();
    const mine = formOf(await ask(world), MARK);
    await post(
      world,
      standing(formOf(await ask(world, CARD, "owner@acme.example"), MARK), {
        "Reports.soc1": "NotEnabled",
        "Reports.soc2": "WorkInProgress",
      }),
      CARD,
      "owner@acme.example",
    );
    expect(
      (await post(world, standing(mine, { "Reports.pentest": "WorkInProgress" }))).status,
    ).toBe(303);
    expect(await item(world, "Reports.soc1")).toMatchObject({ enabledState: "NotEnabled" });
    const conflict = await post(
      world,
      standing(changed(mine, { title: "Mine" }), { "Reports.soc2": "NotEnabled" }),
    );
    expect(conflict.status).toBe(409);
    expect(words(conflict)).toContain(
      "Ingrid Sommer set this to In Progress while you were editing. Save again to use your version.",
    );
    expect(await item(world, "Reports.soc2")).toMatchObject({ enabledState: "WorkInProgress" });
    const again = formOf(conflict, MARK);
    expect(again.get("title")).toBe("Mine");
    expect((await post(world, again)).status).toBe(303);
    expect(await item(world, "Reports.soc2")).toMatchObject({ enabledState: "NotEnabled" });
    const renamed = formOf(await ask(world), MARK);
    await post(world, changed(formOf(await ask(world), MARK), { title: "Theirs" }));
    const ofName = await post(world, changed(renamed, { title: "Ours" }));
    expect([ofName.status, words(ofName).includes("Someone else renamed it to “Theirs”.")]).toEqual(
      [409, true],
    );
  });

  test("a preview is the card as the public would see it, and writes nothing", async () => {
    const world = await openWorld();
    const form = standing(formOf(await ask(world), MARK), {
      "Reports.soc2": "NotEnabled",
      "Reports.soc3": "WorkInProgress",
    });
    form.set("intent", "preview");
    const preview = await post(world, form);
    const panel =
      /<section aria-label="As the public sees it"[^]*?<\/section>/.exec(preview.text)?.[0] ?? "";
    expect(panel).not.toContain("SOC 2 Report");
    expect(words({ ...preview, text: panel })).toMatch(/SOC 3 Report In Progress/);
    expect(panel).not.toContain("Public Access");
    expect(await changes(world)).toEqual([]);
    expect(await item(world, "Reports.soc2")).toMatchObject({ enabledState: "Enabled" });
  });

  test("an item that is gone, or another card's, ends the whole save", async () => {
    const world = await openWorld();
    for (const uid of ["custom.no-such", "Policies.informationSecurity", "Legal.dpa"]) {
      const form = standing(formOf(await ask(world), MARK), { "Reports.soc2": "NotEnabled" });
      for (const [name, value] of [
        ["uid", uid],
        ["state", "Enabled"],
        ["was", "NotEnabled"],
      ] as const)
        form.append(name, value);
      expect((await post(world, form)).status, uid).toBe(409);
    }
    expect(await changes(world)).toEqual([]);
  });

  test("an unexpected failure says 'Save error' and leaves no half", async () => {
    const world = await openWorld();
    const form = standing(changed(formOf(await ask(world), MARK), { title: "Half a card" }), {
      "Reports.soc2": "NotEnabled",
    });
    await world.services.store.write((trx) => spoil(trx, "update", "items"));
    const failed = await post(world, form);
    expect([failed.status, words(failed).includes("Save error")]).toEqual([500, true]);
    expect(formOf(failed, MARK).get("title")).toBe("Half a card");
    expect(await changes(world)).toEqual([]);
    expect(words(await world.ask("/acme/card/Reports"))).not.toContain("Half a card");
  });

  test("a card of many items is shown in pages, and a page saves its own", async () => {
    const world = await openWorld();
    const [acme, platform] = [await world.orgId("acme"), await world.productId("acme")];
    await world.services.store.write(async (trx) => {
      for (let i = 0; i < 120; i += 1)
        await saveItem(
          trx,
          acme,
          platform,
          { uid: `custom.many-${i}`, kind: "Legal", title: `Many ${i}` },
          { by: "Test", on: world.time },
        );
    });
    const path = "/acme/card/Legal?edit=true&page=2";
    const form = formOf(await ask(world, path), MARK);
    const [uid = ""] = form.getAll("uid");
    expect(form.getAll("uid").length).toBeLessThanOrEqual(100);
    expect((await post(world, standing(form, { [uid]: "WorkInProgress" }), path)).status).toBe(303);
    expect(await item(world, uid)).toMatchObject({ enabledState: "WorkInProgress" });
  });

  test("the Documents card leads to the cards that hold documents", async () => {
    const world = await openWorld();
    const page = await ask(world, "/acme/card/Documents?edit=true");
    expect(page.text).toContain('href="/acme/card/Reports?edit=true"');
    expect(words(page)).toMatch(/Reports \d+ Document\(s\) Edit/);
  });

  test("only those who edit the page save", async () => {
    const world = await openWorld();
    const form = standing(formOf(await ask(world), MARK), { "Reports.soc2": "NotEnabled" });
    for (const as of [
      "reviewer@acme.example",
      "viewer@acme.example",
      "owner@globex.example",
      "riley@customer.example",
    ])
      expect((await post(world, form, CARD, as)).status, as).toBe(404);
    expect((await world.ask(CARD, { form, headers: ORIGIN })).status).toBe(401);
    expect(
      (await world.ask(CARD, { as: EDITOR, form, headers: { origin: "https://evil.example" } }))
        .status,
    ).toBe(403);
    expect(await item(world, "Reports.soc2")).toMatchObject({ enabledState: "Enabled" });
  });
});
