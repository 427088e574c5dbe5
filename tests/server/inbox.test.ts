import { describe, expect, test } from "vitest";
import { recordAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import { savePreset } from "#access/access-requests/store/access-presets.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { addMember, membersByEmail } from "#auth/accounts/store/members.server.ts";
import { mails, Visitor } from "./access-world.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type World } from "./world.ts";
import { testInFive } from "../in-turn.ts";

const REVIEWER = "reviewer@acme.example";
const HOUR = 3_600_000;

interface Asking {
  email: string;
  company?: string;
  relationship?: string;
  country?: string;
  hoursAgo?: number;
}

async function ask(world: World, asking: Asking): Promise<string> {
  const org = await world.orgId("acme");
  const productId = await world.productId("acme");
  return world.services.store.write((trx) =>
    recordAccessRequest(
      {
        trx,
        orgId: org,
        by: { actor: "visitor", actorName: "Jo Berg" },
        now: new Date(world.time.getTime() - (asking.hoursAgo ?? 0) * HOUR),
      },
      {
        email: asking.email,
        companyName: asking.company ?? "Newcomer Ltd",
        firstName: "Jo",
        lastName: "Berg",
        relationship: asking.relationship ?? null,
        country: asking.country ?? null,
        productId,
      },
    ),
  );
}

const main = (text: string) => text.slice(text.indexOf("<main"));
const send = (world: World, ids: readonly string[], fields: Record<string, string>, query = "") =>
  world.ask(`/requests${query}`, {
    as: REVIEWER,
    form: new URLSearchParams([
      ...Object.entries(fields),
      ...ids.map((id): [string, string] => ["requestIds", id]),
    ]),
  });
const statusOf = async (world: World, id: string) =>
  (
    await world.services.store.read
      .selectFrom("accessRequests")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).status;
const presetOf = async (world: World) =>
  (
    await world.services.store.read
      .selectFrom("accessPresets")
      .select("id")
      .executeTakeFirstOrThrow()
  ).id;

describe("the inbox", () => {
  test("says what someone is to the company as a word of its own, in lists and on the request", async () => {
    const world = await openWorld();
    const id = await ask(world, {
      email: "jo@newcomer.example",
      relationship: "regulator/auditor",
    });
    for (const path of ["/requests", `/requests/${id}`, "/inbox"]) {
      const { text } = await world.ask(path, { as: REVIEWER });
      const shown = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
      expect(shown, path).toContain("Regulator/auditor");
      expect(shown.replaceAll(/value="[^"]*"/g, ""), path).not.toContain("regulator/auditor");
    }
  });

  test("shows everything that waits to who may decide it, and approvals alone to an editor", async () => {
    const world = await openWorld();
    const id = await ask(world, { email: "jo@newcomer.example", relationship: "Customer" });
    const page = main((await world.ask("/inbox", { as: REVIEWER })).text);
    expect(page).toContain(`href="/requests/${id}"`);
    expect(page).not.toContain("Approvals");
    const editor = main((await world.ask("/inbox", { as: "editor@acme.example" })).text);
    expect(editor).toContain("Approvals");
    for (const words of ["newcomer", "/requests", "/comments"]) expect(editor).not.toContain(words);
    const other = await world.ask("/inbox", { as: "owner@globex.example" });
    expect(other.text).not.toContain("newcomer");
  });

  test("keeps filters and order in the address, in the links of the list and after a decision", async () => {
    const world = await openWorld();
    const german = await ask(world, { email: "a@first.example", country: "DE", company: "Zeta" });
    const next = await ask(world, { email: "b@second.example", country: "DE", company: "Alpha" });
    const french = await ask(world, { email: "c@third.example", country: "FR" });
    const query = "?country=DE&sort=company";
    const list = main((await world.ask(`/requests${query}`, { as: REVIEWER })).text);
    expect(list).not.toContain(french);
    expect(list.indexOf(next)).toBeLessThan(list.indexOf(german));
    expect(list).toContain(`href="/requests/${next}?country=DE&amp;sort=company"`);
    const decided = await world.ask(`/requests/${next}${query}`, {
      as: REVIEWER,
      form: { intent: "decline" },
    });
    expect(decided.headers.location).toBe(`/requests/${german}${query}`);
    const last = await world.ask(`/requests/${german}${query}`, {
      as: REVIEWER,
      form: { intent: "decline" },
    });
    expect(last.headers.location).toBe(`/requests/${german}${query}`);
  });

  test("marks as late what waits longer than the company promises", async () => {
    const world = await openWorld();
    const soon = await ask(world, { email: "a@soon.example", hoursAgo: 5 });
    const late = async () =>
      main((await world.ask("/requests?late=yes", { as: REVIEWER })).text).includes(soon);
    expect(await late()).toBe(false);
    const promise = async (answerHours: string) => {
      const page = await world.ask("/settings/access", { as: "owner@acme.example" });
      const form = changed(formOf(page), { answerHours });
      return (await world.ask("/settings/access", { as: "owner@acme.example", form })).status;
    };
    expect([await promise("0"), await promise("4")]).toEqual([400, 303]);
    expect(await late()).toBe(true);
  });

  testInFive(
    "suggests the only approved account of the domain, and leaves two to the reviewer",
    async () => {
      const world = await openWorld();
      const org = await world.orgId("acme");
      const open = async (name: string, reviewStatus: "approved" | "declined") =>
        world.services.store.write(async (trx) => {
          const write = { trx, orgId: org, by: SYSTEM, now: world.time };
          const id = await createAccount(write, { name, reviewStatus });
          const email = `${name.toLowerCase()}@newcomer.example`;
          await addMember(write, id, { email, firstName: name, lastName: "" });
          return id;
        });
      const id = await ask(world, { email: "jo@newcomer.example" });
      const account = async () =>
        /name="account" value="([^"]*)"/.exec(
          (await world.ask(`/requests/${id}`, { as: REVIEWER })).text,
        )?.[1];
      await open("Aaa", "declined");
      expect(await account()).toBe("new");
      const only = await open("Bbb", "approved");
      expect(await account()).toBe(only);
      await open("Ccc", "approved");
      expect(await account()).toBe("new");
    },
  );

  test("approves many with a preset, each for what they asked for, and takes the batch back at once", async () => {
    const world = await openWorld();
    const ids = [
      await ask(world, { email: "jo@newcomer.example" }),
      await ask(world, { email: "kai@newcomer.example" }),
    ];
    const org = await world.orgId("acme");
    const done = await send(world, ids, { preset: await presetOf(world) }, "?q=newcomer");
    expect([done.status, done.headers.location]).toEqual([303, "/requests?q=newcomer"]);
    for (const id of ids) expect(await statusOf(world, id)).toBe("approved");
    const at = (
      await world.services.store.read
        .selectFrom("accessReviews")
        .select("at")
        .where("requestId", "=", ids[0] ?? "")
        .executeTakeFirstOrThrow()
    ).at;
    const undo = (as: string) =>
      world.ask(`/requests?undo=${encodeURIComponent(at)}`, { as, form: {} });
    // A batch is its own person's alone.
    expect((await undo("owner@acme.example")).status).toBe(404);
    expect((await undo(REVIEWER)).status).toBe(303);
    for (const id of ids) expect(await statusOf(world, id)).toBe("pending");
    expect(await membersByEmail(world.services.store.read, org, "jo@newcomer.example")).toEqual([]);
    expect((await undo(REVIEWER)).status).toBe(404);
  });

  test("an approval that made an account is not undone while others are in it", async () => {
    const world = await openWorld();
    const [first = "", second = ""] = [
      await ask(world, { email: "jo@newcomer.example" }),
      await ask(world, { email: "kai@newcomer.example" }),
    ];
    const preset = await presetOf(world);
    await send(world, [first], { preset });
    await send(world, [second], { preset });
    const undo = (id: string) =>
      world.ask(`/requests/${id}`, { as: REVIEWER, form: { intent: "undo" } });
    await undo(first);
    expect(await statusOf(world, first)).toBe("approved");
    await undo(second);
    await undo(first);
    expect([await statusOf(world, first), await statusOf(world, second)]).toEqual([
      "pending",
      "pending",
    ]);
  });

  test("declines many with a reason in whole words", async () => {
    const world = await openWorld();
    const id = await ask(world, { email: "jo@newcomer.example" });
    await send(world, [id], { intent: "decline", reason: "work-email" });
    expect((await mails(world, "access-declined")).at(-1)?.text).toContain(
      "Please request access again with your work email address.",
    );
  });

  test("refuses a preset that is gone, and a form that names nothing", async () => {
    const world = await openWorld();
    const id = await ask(world, { email: "jo@newcomer.example" });
    expect((await send(world, [id], { preset: "gone" })).status).toBe(400);
    expect((await send(world, [id], {})).status).toBe(400);
    expect(await statusOf(world, id)).toBe("pending");
  });

  test("an approval whose preset can't be kept is not made", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    const id = await ask(world, { email: "jo@newcomer.example" });
    const { profileId } = await world.services.store.read
      .selectFrom("accessPresets")
      .select("profileId")
      .executeTakeFirstOrThrow();
    for (let at = 1; at < 12; at += 1)
      await world.services.store.write((trx) =>
        savePreset(
          { trx, orgId: org, by: SYSTEM, now: world.time },
          { name: `Preset ${at}`, profileId, expiresInDays: null, ndaRequired: false },
        ),
      );
    const refused = await world.ask(`/requests/${id}`, {
      as: REVIEWER,
      form: {
        intent: "approve",
        account: "new",
        accountName: "Newcomer Ltd",
        profileId,
        productIds: await world.productId("acme"),
        expires: "none",
        nda: "required",
        presetName: "One more",
      },
    });
    expect([
      refused.status,
      refused.text.includes("There are 12 presets, the most you can have"),
    ]).toEqual([409, true]);
    expect(await statusOf(world, id)).toBe("pending");
  });

  test("the mail to reviewers says who asks, for what, and what they need", async () => {
    const world = await openWorld();
    await new Visitor(world).request({ note: "We need SOC 2 by Friday" });
    const [mail] = await mails(world, "staff-access-request");
    for (const words of ["We need SOC 2 by Friday", "Relationship", "Country"])
      expect(mail?.text).toContain(words);
  });
});
