import { describe, expect, test } from "vitest";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { listRules, ruleFor } from "#access/access-requests/store/access-rules.server.ts";
import { hashedAddresses } from "#platform/privacy/store/erased-addresses.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { Visitor } from "./access-world.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const REVIEWER = "reviewer@acme.example";
const OWNER = "owner@acme.example";

const words = ({ text }: Answer) =>
  text
    .replaceAll("<!-- -->", "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
const rulesOf = async (world: World) =>
  listRules(world.services.store.read, await world.orgId("acme"));
const ruleAbout = async (world: World, pattern: string) =>
  (await rulesOf(world)).find((rule) => rule.pattern === pattern);
const add = (world: World, form: Record<string, string>) =>
  world.ask("/rules/new", {
    as: REVIEWER,
    form: { looksAt: "domain", outcome: "decline", nda: "required", confirmed: "yes", ...form },
  });
const pageOf = async (world: World, pattern: string) =>
  `/rules/${(await ruleAbout(world, pattern))?.id ?? "none"}`;
const opened = async (world: World, page: string, as = REVIEWER) =>
  formOf(await world.ask(page, { as }), 'name="looksAt"');
const send = (
  world: World,
  page: string,
  form: URLSearchParams,
  changes: Record<string, string | null> = {},
  as = REVIEWER,
) => world.ask(page, { as, form: changed(form, changes) });

async function audited(world: World) {
  const { rows } = await listAudit(world.services.store.read, await world.orgId("acme"), {
    page: 1,
  });
  return rows.filter(({ action }) => action === "access-rule.changed");
}

describe("a rule that is changed", () => {
  test("keeps its place, and the record says what was and what is", async () => {
    const world = await openWorld();
    const before = await rulesOf(world);
    const page = await pageOf(world, "competitor.example");
    const [profile] = await listProfiles(world.services.store.read, await world.orgId("acme"));
    const form = await opened(world, page);
    expect([form.get("pattern"), form.get("outcome"), form.get("message")]).toEqual([
      "competitor.example",
      "decline",
      before.find(({ pattern }) => pattern === "competitor.example")?.message,
    ]);
    const done = await send(world, page, form, {
      pattern: "@Friend.example",
      outcome: "approve",
      profileId: profile?.id ?? "",
      productIds: await world.productId("acme"),
      expiresIn: "30",
      nda: "required",
      note: "They signed",
      confirmed: "yes",
    });
    expect([done.status, done.headers.location]).toEqual([303, "/rules"]);
    const after = await rulesOf(world);
    expect(after.map(({ id, position }) => [id, position])).toEqual(
      before.map(({ id, position }) => [id, position]),
    );
    expect(await ruleAbout(world, "friend.example")).toMatchObject({
      action: "approve",
      profileId: profile?.id,
      productIds: [await world.productId("acme")],
      expiresInDays: 30,
      ndaRequired: true,
      message: null,
      note: "They signed",
    });
    const [row] = await audited(world);
    expect(row?.subject).toBe(after.find(({ pattern }) => pattern === "friend.example")?.id);
    expect(row?.detail).toContain(
      "rule: domain competitor.example, before: Domain or address: competitor.example; Then: Decline; Permission profile: (empty); Products: The ones requested; Days until access expires: No expiry; NDA: Waived; Message: Acme Cloud does not share",
    );
    expect(row?.detail).toContain(
      `after: Domain or address: friend.example; Then: Approve automatically; Permission profile: ${profile?.name ?? ""}; Products: Acme Platform; Days until access expires: 30; NDA: Required; Message: (empty); Note: They signed`,
    );
    // What it says already is no change.
    expect((await send(world, page, await opened(world, page), { confirmed: "yes" })).status).toBe(
      303,
    );
    expect(await audited(world)).toHaveLength(1);
    expect(words(await world.ask("/audit", { as: OWNER }))).toContain("Access rule changed");
  });

  test("lets people in on its new terms: nobody joins the account of those who came on the old ones", async () => {
    const world = await openWorld();
    const { read } = world.services.store;
    const letIn = async (email: string) => {
      await new Visitor(world).request({ email });
      return read
        .selectFrom("members as m")
        .innerJoin("grants as g", "g.accountId", "m.accountId")
        .select(["m.accountId", "g.expiresAt", "g.ndaRequired"])
        .where("m.email", "=", email)
        .execute();
    };
    const change = async (changes: Record<string, string>) => {
      const page = await pageOf(world, "partner.example");
      expect(
        (await send(world, page, await opened(world, page), { ...changes, confirmed: "yes" }))
          .status,
      ).toBe(303);
    };
    const [ann] = await letIn("ann@partner.example");
    const [abe] = await letIn("abe@partner.example");
    expect(abe?.accountId).toBe(ann?.accountId);
    await change({ note: "Another note" });
    expect((await letIn("al@partner.example"))[0]?.accountId).toBe(ann?.accountId);
    await change({ expiresIn: "30", nda: "required" });
    const bobs = await letIn("bob@partner.example");
    expect(bobs).toEqual([
      {
        accountId: expect.any(String),
        expiresAt: new Date(world.time.getTime() + 30 * 86_400_000).toISOString(),
        ndaRequired: 1,
      },
    ]);
    expect(bobs[0]?.accountId).not.toBe(ann?.accountId);
    expect((await letIn("ben@partner.example"))[0]?.accountId).toBe(bobs[0]?.accountId);
    // What staff took from those of the old terms no new terms give back: colleagues wait for staff.
    await world.services.store.write((trx) =>
      trx
        .updateTable("grants")
        .set({ revokedAt: world.time.toISOString(), revokedBy: "Test" })
        .where("accountId", "=", ann?.accountId ?? "")
        .execute(),
    );
    expect(await letIn("bea@partner.example")).toEqual([]);
  });

  test("is tried first, in its place: what it would decide, what no longer, and what would happen to somebody", async () => {
    const world = await openWorld();
    await add(world, { pattern: "prospect.example", outcome: "block" });
    await add(world, { pattern: "later.example" });
    const stored = await rulesOf(world);
    const first = await pageOf(world, "prospect.example");
    const same = words(await send(world, first, await opened(world, first)));
    expect(same).toContain("It would have matched 1 of the last");
    expect(same).not.toContain("as it is now");
    const moved = await send(world, first, await opened(world, first), {
      pattern: "elsewhere.example",
      note: "Kept",
    });
    expect(moved.status).toBe(200);
    expect(words(moved)).toContain("It would have matched none of the last");
    expect(words(moved)).toContain(
      "1 request that the current rule decides would fall to the rules below it or wait in your inbox. sam@prospect.example",
    );
    expect(formOf(moved, 'name="looksAt"').get("note")).toBe("Kept");
    // A rule below another of the same domain decides nothing.
    const second = await pageOf(world, "later.example");
    expect(
      words(
        await send(world, second, await opened(world, second), { pattern: "prospect.example" }),
      ),
    ).toContain("It would have matched none of the last");
    const said = async (page: string, changes: Record<string, string>) =>
      words(
        await send(world, page, await opened(world, page), {
          address: "jane@sub.corp.example",
          ...changes,
        }),
      );
    expect(await said(first, {})).toContain(
      "jane@sub.corp.example : the request would wait in your inbox",
    );
    expect(await said(first, { pattern: "corp.example" })).toContain(
      "would be declined as blocked by the rule for corp.example.",
    );
    expect(await said(second, { pattern: "corp.example" })).toContain(
      "would be declined by the rule for corp.example.",
    );
    await send(world, first, await opened(world, first), {
      pattern: "corp.example",
      confirmed: "yes",
    });
    expect(await said(second, { pattern: "sub.corp.example" })).toContain(
      "would be declined as blocked by the rule for corp.example.",
    );
    // A new rule comes last, and is tried there.
    const fresh = words(
      await world.ask("/rules/new", {
        as: REVIEWER,
        form: {
          looksAt: "domain",
          pattern: "sub.corp.example",
          outcome: "decline",
          nda: "required",
          address: "jane@sub.corp.example",
        },
      }),
    );
    expect(fresh).toContain("would be declined as blocked by the rule for corp.example.");
    expect((await rulesOf(world)).map(({ id, action }) => [id, action])).toEqual(
      stored.map(({ id, action }) => [id, action]),
    );
  });

  const faults: [string, Record<string, string>, string][] = [
    ["no domain", { pattern: " " }, wording.enterDomainOrAddress],
    ["something that is no domain", { pattern: "not a domain" }, wording.enterDomain],
    ["a domain where an address is asked for", { looksAt: "address" }, wording.enterAddress],
    [
      "another's hash",
      { looksAt: "address", pattern: `sha256:${"0".repeat(64)}` },
      wording.enterAddress,
    ],
    ["no profile to give", { outcome: "approve" }, wording.chooseProfile],
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
    ["an address to try that is none", { address: "nobody" }, wording.invalidEmail],
  ];
  test.each(faults)("to %s is refused, the values kept", async (_, changes, message) => {
    const world = await openWorld();
    const before = await rulesOf(world);
    const page = await pageOf(world, "competitor.example");
    const answer = await send(world, page, await opened(world, page), {
      note: "Kept note",
      ...changes,
    });
    expect(answer.status).toBe(message.startsWith("An account, profile") ? 409 : 400);
    expect(answer.text).toMatch(/<title>Error: Edit rule/);
    expect(words(answer)).toMatch(new RegExp(`There is a problem [^]*${message}`));
    expect(formOf(answer, 'name="looksAt"').get("note")).toBe("Kept note");
    expect(await rulesOf(world)).toEqual(before);
    expect(await audited(world)).toEqual([]);
  });

  test("by two at once: the later save sees both versions, and loses nothing", async () => {
    const world = await openWorld();
    const page = await pageOf(world, "competitor.example");
    const [first, second] = [await opened(world, page, OWNER), await opened(world, page)];
    expect(
      (await send(world, page, first, { note: "The owner's", confirmed: "yes" }, OWNER)).status,
    ).toBe(303);
    // Neither a check nor a refused form makes the second forget what it was opened with.
    const checked = await send(world, page, second, { note: "The reviewer's" });
    const faulty = await send(world, page, formOf(checked, 'name="looksAt"'), { pattern: "" });
    const refused = await send(world, page, formOf(faulty, 'name="looksAt"'), {
      pattern: "competitor.example",
      confirmed: "yes",
    });
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(/<title>Error: Edit rule/);
    expect(words(refused)).toMatch(
      /Someone else changed this while you were editing [^]*Note Your version The reviewer's Saved by [^]*The owner's/,
    );
    expect((await ruleAbout(world, "competitor.example"))?.note).toBe("The owner's");
    const again = formOf(refused, 'name="looksAt"');
    expect(again.get("note")).toBe("The reviewer's");
    expect((await send(world, page, again, { confirmed: "yes" })).status).toBe(303);
    expect((await ruleAbout(world, "competitor.example"))?.note).toBe("The reviewer's");
    expect(await audited(world)).toHaveLength(2);
    // The same form sent twice, and a rule that was moved meanwhile, are no conflict.
    expect((await send(world, page, again, { confirmed: "yes" })).status).toBe(303);
    const third = await opened(world, page);
    await world.ask("/rules", {
      as: OWNER,
      form: { intent: "up", ruleId: page.slice("/rules/".length) },
    });
    expect((await send(world, page, third, { note: "Third", confirmed: "yes" })).status).toBe(303);
    expect((await rulesOf(world))[0]).toMatchObject({
      pattern: "competitor.example",
      note: "Third",
    });
  });

  test("fifty times at once is changed once", async () => {
    const world = await openWorld();
    const page = await pageOf(world, "competitor.example");
    const form = await opened(world, page);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(world, page, form, { note: "Once", confirmed: "yes" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await audited(world)).toHaveLength(1);
  });

  test("is there for the org's reviewers alone, and not when it was removed", async () => {
    const world = await openWorld();
    const page = await pageOf(world, "competitor.example");
    const form = await opened(world, page);
    expect(
      (await send(world, page, form, { note: "Theirs", confirmed: "yes" }, "owner@globex.example"))
        .status,
    ).toBe(404);
    expect(
      (await send(world, page, form, { note: "Theirs", confirmed: "yes" }, "editor@acme.example"))
        .status,
    ).toBe(403);
    expect((await send(world, "/rules/random", form, { confirmed: "yes" })).status).toBe(404);
    await world.ask("/rules", {
      as: REVIEWER,
      form: { intent: "end", ruleId: page.slice("/rules/".length) },
    });
    for (const answer of [
      await world.ask(page, { as: REVIEWER }),
      await send(world, page, form, { note: "Late" }),
      await send(world, page, form, { note: "Late", confirmed: "yes" }),
    ])
      expect(answer.status).toBe(404);
    expect(await audited(world)).toEqual([]);
  });

  test("about an erased address keeps knowing it", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await add(world, { looksAt: "address", pattern: "jane@corp.example" });
    const page = await pageOf(world, "jane@corp.example");
    const [hash = ""] = hashedAddresses(world.services.store.read, acme, ["jane@corp.example"]);
    await world.services.store.write((trx) =>
      trx
        .updateTable("accessRules")
        .set({ pattern: hash })
        .where("pattern", "=", "jane@corp.example")
        .execute(),
    );
    const shown = await world.ask(page, { as: REVIEWER });
    expect(words(shown)).toContain(`An erased address (${hash.slice(5, 13)})`);
    const checked = await send(world, page, formOf(shown, 'name="looksAt"'), {
      outcome: "block",
      address: "jane@corp.example",
    });
    expect(words(checked)).toContain(
      "would be declined as blocked by the rule for An erased address",
    );
    const form = formOf(checked, 'name="looksAt"');
    expect(
      (await send(world, page, form, { outcome: "block", address: null, confirmed: "yes" })).status,
    ).toBe(303);
    expect(
      await ruleFor(world.services.store.read, acme, {
        key: "jane@corp.example",
        domain: "corp.example",
      }),
    ).toMatchObject({ action: "block", pattern: hash });
  });
});
