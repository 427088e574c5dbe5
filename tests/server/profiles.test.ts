import { describe, expect, test } from "vitest";
import {
  findProfile,
  listProfiles,
} from "../../app/features/profiles/store/permission-profiles.server.ts";
import { actions, OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";

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

const reports = async (world: World) => {
  const rows = await world.services.store.read
    .selectFrom("items")
    .select("uid")
    .where("orgId", "=", await world.orgId("acme"))
    .where("productId", "=", await world.productId("acme"))
    .where("kind", "=", "Reports")
    .orderBy("uid")
    .execute();
  return rows.map((row) => row.uid);
};

describe("a permission profile", () => {
  test("is added, and says where its items are chosen", async () => {
    const world = await openWorld();
    const id = await added(world, "Auditors & friends");
    const page = await world.ask(`/profiles/${id}`, { as: REVIEWER });
    expect(page.text).toContain("Auditors &amp; friends");
    expect(page.text).toContain(`/profiles/${id}/${await world.productId("acme")}/Reports`);
    expect((await world.ask("/profiles", { as: REVIEWER })).text).toContain("0 chosen items");
    expect(await actions(world, "acme")).toContain("profile.created");
  });

  test("includes the ticked items of a card, all or none of it, and leaves what the form did not show", async () => {
    const world = await openWorld();
    const id = await added(world, "Some reports");
    const [first = "", second = "", third = ""] = await reports(world);
    const card = `/profiles/${id}/${await world.productId("acme")}/Reports`;
    const choose = (fields: string) =>
      world.ask(card, {
        as: REVIEWER,
        method: "POST",
        body: fields,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    const included = async () =>
      (await profileNamed(world, "Some reports"))?.items.map((item) => item.itemUid).sort();
    expect(
      (await choose(`choice=ticked&shown=${first}&shown=${second}&items=${first}`)).status,
    ).toBe(303);
    expect(await included()).toEqual([first]);
    await choose(`choice=ticked&shown=${second}&shown=${third}&items=${third}`);
    expect(await included()).toEqual([first, third].sort());
    await choose(`choice=ticked&shown=custom.foreign&items=custom.foreign&shown=${first}`);
    expect(await included()).toEqual([third]);
    await choose("choice=all");
    expect(await included()).toEqual(await reports(world));
    await choose("choice=none");
    expect(await included()).toEqual([]);
  });

  test("takes a whole card by one button of its page", async () => {
    const world = await openWorld();
    const id = await added(world, "By the card");
    const product = await world.productId("acme");
    expect(
      (
        await world.ask(`/profiles/${id}`, {
          as: REVIEWER,
          form: { intent: "choose", card: `all:${product}:Reports` },
        })
      ).status,
    ).toBe(303);
    expect((await profileNamed(world, "By the card"))?.items.length).toBe(
      (await reports(world)).length,
    );
    for (const card of ["all", "some:x:y", `all:${product}:NoSuchKind`, ""]) {
      expect(
        (await world.ask(`/profiles/${id}`, { as: REVIEWER, form: { intent: "choose", card } }))
          .status,
        card,
      ).toBe(400);
    }
  });

  test("keeps its chosen items when it is renamed, and while it includes everything", async () => {
    const world = await openWorld();
    const id = await added(world, "Before");
    await world.ask(`/profiles/${id}`, {
      as: REVIEWER,
      form: { intent: "choose", card: `all:${await world.productId("acme")}:Reports` },
    });
    await world.ask(`/profiles/${id}`, {
      as: REVIEWER,
      form: { intent: "save", name: "After", scope: "all" },
    });
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
      world.ask(`/profiles/${profile?.id}/${product}/Reports`, { as: OWNER, form: { choice } });
    await choose("all");
    expect(await seen()).toBe(200);
    await choose("none");
    expect(await seen()).toBe(404);
  });

  const faults: [string, Record<string, string>, string][] = [
    ["no name", { name: " ", scope: "all" }, "Enter a name"],
    ["a long name", { name: "x".repeat(51), scope: "all" }, "Use at most 50 characters"],
    ["a name of other characters", { name: "<b>", scope: "all" }, "Use letters, digits, spaces"],
    ["no scope", { name: "Fine" }, "Choose what the profile includes"],
    [
      "a name that is taken",
      { name: "prospect - CORE reports", scope: "all" },
      "There is a profile called Prospect - core reports already.",
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

  test("is nobody's but the reviewers' of its org", async () => {
    const world = await openWorld();
    const core = await profileNamed(world, "Prospect - core reports");
    const forms = [
      [`/profiles/${core?.id}`, { intent: "save", name: "Mine", scope: "all" }],
      [`/profiles/${core?.id}`, { intent: "remove" }],
      [`/profiles/${core?.id}/${await world.productId("acme")}/Reports`, { choice: "all" }],
    ] as const;
    for (const [path, form] of forms) {
      expect((await world.ask(path, { as: "editor@acme.example", form })).status).toBe(403);
      expect((await world.ask(path, { as: "owner@globex.example", form })).status).toBe(404);
      expect((await world.ask(path, { form })).status).toBe(303);
    }
    expect((await profileNamed(world, "Prospect - core reports"))?.items).toEqual(core?.items);
  });
});
