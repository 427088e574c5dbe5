import { describe, expect, test } from "vitest";
import { findProfile, listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { actions } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const REVIEWER = "reviewer@acme.example";

async function profileNamed(world: World, name: string) {
  const orgId = await world.orgId("acme");
  const found = (await listProfiles(world.services.store.read, orgId)).find(
    (profile) => profile.name === name,
  );
  return found === undefined ? null : findProfile(world.services.store.read, orgId, found.id);
}

async function added(world: World, name: string, scope = "chosen"): Promise<string> {
  const answer = await world.ask("/profiles/new", { as: REVIEWER, form: { name, scope } });
  expect(answer.status).toBe(303);
  return answer.headers.location?.split("/")[2] ?? "";
}

/** Saves the page of a profile: its own name unless another is given. */
async function ticks(
  world: World,
  id: string,
  fields: { shown?: string[]; items?: string[]; name?: string; [field: string]: unknown },
): Promise<Answer> {
  const { shown = [], items = [], ...rest } = fields;
  const product = await world.productId("acme");
  const key = (uid: string) => `${product}:${uid}`;
  const found = await findProfile(world.services.store.read, await world.orgId("acme"), id);
  const body = new URLSearchParams({
    intent: "save",
    name: found?.name ?? "",
    scope: "chosen",
    shown: shown.map(key).join(" "),
    ...rest,
  });
  for (const uid of items) body.append("items", key(uid));
  return world.ask(`/profiles/${id}`, {
    as: REVIEWER,
    method: "POST",
    body: body.toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
}

const rows = async (world: World) =>
  world.services.store.read
    .selectFrom("items")
    .select(["productId", "uid", "title", "kind"])
    .where("orgId", "=", await world.orgId("acme"))
    .orderBy("uid")
    .execute();

const reportRows = async (world: World) => {
  const product = await world.productId("acme");
  return (await rows(world)).filter((row) => row.productId === product && row.kind === "Reports");
};

const reports = async (world: World) => (await reportRows(world)).map(({ uid }) => uid);

describe("a permission profile", () => {
  test("is added, and has a tick for each item", async () => {
    const world = await openWorld();
    const id = await added(world, "Auditors & friends");
    const page = await world.ask(`/profiles/${id}`, { as: REVIEWER });
    expect(page.text).toContain("Auditors &amp; friends");
    const product = await world.productId("acme");
    for (const uid of await reports(world))
      expect(page.text, uid).toContain(`name="items" value="${product}:${uid}"`);
    expect((await world.ask("/profiles", { as: REVIEWER })).text).toContain("0 chosen items");
    expect(await actions(world, "acme")).toContain("profile.created");
  });

  test("includes what is ticked, and leaves what the form did not show", async () => {
    const world = await openWorld();
    const id = await added(world, "Some reports");
    const [first = "", second = "", third = ""] = await reports(world);
    const choose = (shown: string[], items: string[]) => ticks(world, id, { shown, items });
    const included = async () =>
      (await profileNamed(world, "Some reports"))?.items.map((item) => item.itemUid).sort();
    expect((await choose([first, second], [first])).status).toBe(303);
    expect(await included()).toEqual([first]);
    await choose([second, third], [third]);
    expect(await included()).toEqual([first, third].sort());
    await choose([first, "custom.foreign"], ["custom.foreign"]);
    expect(await included()).toEqual([third]);
    expect(await actions(world, "acme")).toContain("profile.items-chosen");
  });

  test("takes every item of a card, or none, by a button, and saves the other ticks", async () => {
    const world = await openWorld();
    const id = await added(world, "By the card");
    const product = await world.productId("acme");
    const all = await reports(world);
    const other = await world.services.store.read
      .selectFrom("items")
      .select("uid")
      .where("productId", "=", product)
      .where("kind", "!=", "Reports")
      .executeTakeFirstOrThrow();
    const included = async () =>
      (await profileNamed(world, "By the card"))?.items.map((item) => item.itemUid).sort();
    const fields = { shown: [other.uid], items: [other.uid] };
    await ticks(world, id, { ...fields, card: `all:${product}:Reports` });
    expect(await included()).toEqual([...all, other.uid].sort());
    await ticks(world, id, { ...fields, card: `none:${product}:Reports` });
    expect(await included()).toEqual([other.uid]);
    for (const card of ["all", "some:x:y", `all:${product}:Rep orts`])
      expect((await ticks(world, id, { ...fields, card })).status, card).toBe(400);
  });

  test("takes of a card what is searched for alone", async () => {
    const world = await openWorld();
    const id = await added(world, "Sought");
    const product = await world.productId("acme");
    const [report] = await reportRows(world);
    await ticks(world, id, { card: `all:${product}:Reports`, q: report?.title ?? "" });
    const chosen = (await profileNamed(world, "Sought"))?.items.map(({ itemUid }) => itemUid);
    expect(chosen).toContain(report?.uid);
    const search = await world.ask(`/profiles/${id}?q=${encodeURIComponent(report?.title ?? "")}`, {
      as: REVIEWER,
    });
    expect(search.text).toMatch(/<li hidden=""/);
    expect((await world.ask(`/profiles/${id}?q=zzzz`, { as: REVIEWER })).text).toContain(
      "No items match.",
    );
  });

  test("keeps name, scope and ticks of a form that is refused", async () => {
    const world = await openWorld();
    const id = await added(world, "Kept");
    const [first = "", second = ""] = await reports(world);
    const product = await world.productId("acme");
    const refused = await ticks(world, id, { shown: [first, second], items: [first], name: "<b>" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('value="&lt;b&gt;"');
    const boxOf = (uid: string) =>
      new RegExp(`<input[^>]*value="${product}:${uid}"[^>]*>`).exec(refused.text)?.[0];
    expect(boxOf(first)).toContain("checked");
    expect(boxOf(second)).not.toContain("checked");
    expect((await profileNamed(world, "Kept"))?.items).toEqual([]);
  });

  test("starts from another one, also from one that includes everything", async () => {
    const world = await openWorld();
    const core = await profileNamed(world, "Prospect - core reports");
    const everything = await added(world, "Everything", "all");
    const copy = async (name: string, from: string) =>
      world.ask("/profiles/new", { as: REVIEWER, form: { name, scope: "chosen", from } });
    expect((await copy("Like core", core?.id ?? "")).status).toBe(303);
    const copied = await profileNamed(world, "Like core");
    expect([copied?.allItems, copied?.items]).toEqual([false, core?.items]);
    await copy("All of today", everything);
    expect((await profileNamed(world, "All of today"))?.items.length).toBe(
      (await rows(world)).length,
    );
    const gone = await copy("From nothing", "no-such-profile");
    expect([
      gone.status,
      gone.text.includes("The profile to start from no longer exists."),
    ]).toEqual([409, true]);
    expect(await profileNamed(world, "From nothing")).toBeNull();
  });

  test("is compared with another one: what each includes alone", async () => {
    const world = await openWorld();
    const [first, second, third] = await reportRows(world);
    const [mine, theirs] = [await added(world, "Mine"), await added(world, "Theirs")];
    const of = (row: { uid: string } | undefined) => row?.uid ?? "";
    await ticks(world, mine, { shown: [], items: [] });
    await ticks(world, mine, { shown: [of(first), of(second)], items: [of(first), of(second)] });
    await ticks(world, theirs, { shown: [of(second), of(third)], items: [of(second), of(third)] });
    const { text } = await world.ask(`/profiles/${mine}?with=${theirs}`, { as: REVIEWER });
    const panel = /<section aria-labelledby="comparison".*?<\/section>/s.exec(text)?.[0] ?? "";
    const [left = "", right = ""] = panel.replaceAll("<!-- -->", "").split("Only Theirs");
    const shows = (part: string) =>
      [first, second, third].map((row) => part.includes(`<li>${row?.title ?? "?"}`));
    expect(shows(left)).toEqual([true, false, false]);
    expect(shows(right)).toEqual([false, false, true]);
    expect(left).toContain("Both include 1 item.");
  });

  test("keeps its chosen items when it is renamed, and while it includes everything", async () => {
    const world = await openWorld();
    const id = await added(world, "Before");
    await ticks(world, id, { card: `all:${await world.productId("acme")}:Reports` });
    await ticks(world, id, { name: "After", scope: "all" });
    const after = await profileNamed(world, "After");
    expect([after?.allItems, after?.items.length]).toEqual([true, (await reports(world)).length]);
  });

  test("opens what it includes to the accounts that have it with their next request", async () => {
    const world = await openWorld();
    const [profile] = (
      await listProfiles(world.services.store.read, await world.orgId("acme"))
    ).filter((candidate) => candidate.name === "Prospect - core reports");
    const product = await world.productId("acme");
    const [uid = ""] = await reports(world);
    const slug = (
      await world.services.store.read
        .selectFrom("items")
        .select("defaultSlug")
        .where("uid", "=", uid)
        .where("productId", "=", product)
        .executeTakeFirstOrThrow()
    ).defaultSlug;
    await world.services.store.write((trx) =>
      trx
        .updateTable("items")
        .set({
          publicAccess: 0,
          hiddenAt: "2026-01-01T00:00:00.000Z",
          hiddenBy: "x",
          enabledState: "Enabled",
        })
        .where("uid", "=", uid)
        .where("productId", "=", product)
        .execute(),
    );
    const seen = async () =>
      (await world.ask(`/acme/product/Acme+Platform/${slug}`, { as: "riley@customer.example" }))
        .status;
    const choose = (choice: string) =>
      ticks(world, profile?.id ?? "", { card: `${choice}:${product}:Reports` });
    await choose("all");
    expect(await seen()).toBe(200);
    await choose("none");
    expect(await seen()).toBe(404);
  });

  const faults: [string, Record<string, string>, string][] = [
    ["no name", { name: " ", scope: "all" }, "Enter a name"],
    ["a long name", { name: "x".repeat(51), scope: "all" }, wording.atMost50Characters],
    ["a name of other characters", { name: "<b>", scope: "all" }, wording.allowedCharacters],
    ["no scope", { name: "Fine" }, "Choose what the profile includes"],
    [
      "a name that is taken",
      { name: "prospect - CORE reports", scope: "all" },
      "There is already a profile called Prospect - core reports.",
    ],
  ];
  test.each(faults)("with %s is refused with the values kept", async (_, form, message) => {
    const world = await openWorld();
    const answer = await world.ask("/profiles/new", { as: REVIEWER, form });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message.replace(/'/g, "&#x27;"));
    expect(answer.text).toContain("<title>Error: ");
    if (form.name?.trim())
      expect(answer.text).toContain(
        `value="${form.name.replace("<", "&lt;").replace(">", "&gt;")}"`,
      );
  });

  test("is removed while no account had it, and stays once one had", async () => {
    const world = await openWorld();
    const id = await added(world, "Short-lived");
    const remove = (profileId: string): Promise<Answer> =>
      world.ask(`/profiles/${profileId}`, { as: REVIEWER, form: { intent: "remove" } });
    expect((await remove(id)).headers.location).toBe("/profiles");
    expect(await profileNamed(world, "Short-lived")).toBeNull();
    expect((await remove(id)).status).toBe(404);
    const core = await profileNamed(world, "Prospect - core reports");
    expect((await remove(core?.id ?? "")).headers.location).toBe(`/profiles/${core?.id}`);
    expect(await profileNamed(world, "Prospect - core reports")).not.toBeNull();
  });

  test("stands at one address: that of a card leads there", async () => {
    const world = await openWorld();
    const id = await added(world, "Led");
    const card = `${await world.productId("acme")}/Reports`;
    const answer = await world.ask(`/profiles/${id}/${card}`, { as: REVIEWER });
    expect(answer.headers.location).toMatch(new RegExp(`^/profiles/${id}\\?card=.*#card-`));
  });

  test("is nobody's but the reviewers' of its org", async () => {
    const world = await openWorld();
    const core = await profileNamed(world, "Prospect - core reports");
    const forms = [
      [`/profiles/${core?.id}`, { intent: "save", name: "Mine", scope: "all" }],
      [`/profiles/${core?.id}`, { intent: "remove" }],
    ] as const;
    for (const [path, form] of forms) {
      expect((await world.ask(path, { as: "editor@acme.example", form })).status).toBe(403);
      expect((await world.ask(path, { as: "owner@globex.example", form })).status).toBe(404);
      expect([303, 401]).toContain((await world.ask(path, { form })).status);
    }
    expect((await profileNamed(world, "Prospect - core reports"))?.items).toEqual(core?.items);
  });
});
