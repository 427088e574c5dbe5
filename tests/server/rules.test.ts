import { describe, expect, test } from "vitest";
import { listRules } from "#access/access-requests/store/access-rules.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { actions } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const REVIEWER = "reviewer@acme.example";

const rulesOf = async (world: World) =>
  listRules(world.services.store.read, await world.orgId("acme"));
const profileOf = async (world: World) =>
  (await listProfiles(world.services.store.read, await world.orgId("acme")))[0]?.id ?? "";

function add(world: World, form: Record<string, string>) {
  return world.ask("/rules/new", {
    as: REVIEWER,
    form: {
      looksAt: "domain",
      pattern: "new.example",
      outcome: "decline",
      nda: "required",
      ...form,
    },
  });
}

describe("a rule", () => {
  test("is checked against past requests first, and saved with the second button alone", async () => {
    const world = await openWorld();
    const before = await rulesOf(world);
    const checked = await add(world, { pattern: "prospect.example", note: "Try this" });
    expect(checked.status).toBe(200);
    expect(checked.text).toMatch(/It would have matched (?:<!-- -->)?1(?:<!-- -->|\s)*of the last/);
    expect(checked.text).toContain("sam@prospect.example");
    expect(checked.text).toContain('value="Try this"');
    expect(await rulesOf(world)).toEqual(before);
    expect((await add(world, { pattern: "prospect.example", confirmed: "yes" })).status).toBe(303);
    expect((await rulesOf(world)).at(-1)).toMatchObject({
      matches: "domain",
      pattern: "prospect.example",
      action: "decline",
    });
    expect(await actions(world, "acme")).toContain("access-rule.added");
  });

  test("approves with a profile, products and an end", async () => {
    const world = await openWorld();
    await add(world, {
      outcome: "approve",
      profileId: await profileOf(world),
      productIds: await world.productId("acme"),
      expiresIn: "90",
      nda: "waived",
      confirmed: "yes",
    });
    expect((await rulesOf(world)).at(-1)).toMatchObject({
      action: "approve",
      profileId: await profileOf(world),
      productIds: [await world.productId("acme")],
      expiresInDays: 90,
      ndaRequired: false,
    });
  });

  test("takes nothing that its outcome makes no sense of, however wrong that is", async () => {
    const world = await openWorld();
    await add(world, {
      outcome: "block",
      profileId: "x".repeat(99),
      productIds: await world.productId("acme"),
      expiresIn: "soon",
      nda: "waived",
      message: "We work with partners alone",
      confirmed: "yes",
    });
    expect((await rulesOf(world)).at(-1)).toMatchObject({
      action: "block",
      profileId: null,
      productIds: [],
      expiresInDays: null,
      ndaRequired: true,
      message: "We work with partners alone",
    });
    await add(world, {
      pattern: "other.example",
      outcome: "approve",
      profileId: await profileOf(world),
      message: "x".repeat(3_000),
      confirmed: "yes",
    });
    expect((await rulesOf(world)).at(-1)).toMatchObject({ action: "approve", message: null });
  });

  const faults: [string, Record<string, string>, string][] = [
    ["no domain", { pattern: " " }, wording.enterDomainOrAddress],
    ["something that is no domain", { pattern: "not a domain" }, wording.enterDomain],
    [
      "a domain where an address is asked for",
      { looksAt: "address", pattern: "new.example" },
      wording.enterAddress,
    ],
    ["no profile to give", { outcome: "approve", profileId: "" }, wording.chooseProfile],
    [
      "no number of days",
      { outcome: "approve", profileId: "x", expiresIn: "soon" },
      wording.enterDays,
    ],
    [
      "a profile of nobody",
      { outcome: "approve", profileId: "x", confirmed: "yes" },
      wording.choiceWasDeleted,
    ],
  ];
  test.each(faults)("with %s is refused, the values kept", async (_, form, message) => {
    const world = await openWorld();
    const before = await rulesOf(world);
    const answer = await add(world, { note: "Kept note", ...form });
    expect([400, 409]).toContain(answer.status);
    expect(answer.text).toContain(message);
    expect(answer.text).toContain("Kept note");
    expect(await rulesOf(world)).toEqual(before);
  });

  test("moves up and down, and ends", async () => {
    const world = await openWorld();
    await add(world, { pattern: "a.example", confirmed: "yes" });
    await add(world, { pattern: "b.example", confirmed: "yes" });
    const order = async () => (await rulesOf(world)).map((rule) => rule.pattern);
    const begun = await order();
    const idOf = async (pattern: string) =>
      (await rulesOf(world)).find((rule) => rule.pattern === pattern)?.id ?? "";
    const send = (intent: string, ruleId: string, as = REVIEWER) =>
      world.ask("/rules", { as, form: { intent, ruleId } });
    expect((await send("up", await idOf("b.example"))).status).toBe(303);
    expect((await order()).slice(-2)).toEqual(["b.example", "a.example"]);
    await send("down", await idOf("b.example"));
    expect(await order()).toEqual(begun);
    await send("down", await idOf("b.example"));
    expect(await order()).toEqual(begun);
    const id = await idOf("a.example");
    expect((await send("end", id, "owner@globex.example")).status).toBe(404);
    expect((await send("end", id, "editor@acme.example")).status).toBe(403);
    await send("end", id);
    expect(await order()).not.toContain("a.example");
    expect((await send("end", id)).status).toBe(404);
  });
});

describe("a dry run", () => {
  test("says what would happen to an address, and why, and changes nothing", async () => {
    const world = await openWorld();
    await add(world, { pattern: "corp.example", outcome: "block", confirmed: "yes" });
    const requests = () =>
      world.services.store.read
        .selectFrom("accessRequests")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
    const before = await requests();
    const said = async (address: string) =>
      (
        await world.ask(`/rules?address=${encodeURIComponent(address)}`, { as: REVIEWER })
      ).text.replace(/<!-- -->/g, "");
    expect(await said("jane@sub.corp.example")).toContain(
      "would be declined as blocked by the rule for corp.example.",
    );
    expect(await said("riley@customer.example")).toContain(
      "would get a sign-in link, as a member of Customer Inc.",
    );
    expect(await said("kim@expired.example")).toContain("would see that their access");
    expect(await said("sam@prospect.example")).toContain("already has a pending request");
    expect(await said("lee@declined.example")).toContain("your team declined this address before");
    expect(await said("someone@nowhere.example")).toContain("would wait in your inbox");
    expect(await said("not an address")).toContain(wording.invalidEmail);
    expect(await requests()).toEqual(before);
  });
});
