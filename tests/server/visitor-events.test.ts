import { describe, expect, test } from "vitest";
import { hideCard } from "#content/cards/store/cards.server.ts";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { RILEY } from "./access-world.ts";
import { openWorld, type Ask, type World } from "./world.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";

const DOMAIN = "trust.acme.example";

const say = (world: World, event: unknown, options: Ask = {}, target = "/acme/events") =>
  world.ask(target, {
    method: "POST",
    ...options,
    headers: { "content-type": "text/plain;charset=UTF-8", ...options.headers },
    body: typeof event === "string" ? event : JSON.stringify(event),
  });

const noted = ({ services }: World) =>
  services.store.read
    .selectFrom("events")
    .select(["name", "viewerKind", "memberId", "productId", "detailJson"])
    .where("name", "in", ["trusted-by link clicked", "more details toggled"])
    .orderBy("at")
    .execute();

async function customerOf(world: World, org = "acme") {
  const productId = await world.productId(org);
  return world.services.store.read
    .selectFrom("trustedCompanies as t")
    .innerJoin("companies as c", "c.id", "t.companyId")
    .select(["t.id", "c.name", "t.href", "t.productId"])
    .where("t.productId", "=", productId)
    .where("t.href", "is not", null)
    .orderBy("t.position")
    .executeTakeFirstOrThrow();
}

async function question(world: World, access: "public" | "accounts" | "internal") {
  const orgId = await world.orgId("acme");
  return world.services.store.write((trx) =>
    addFaqEntry(
      trx,
      orgId,
      { question: "Is it?", answer: "It is.", access, productIds: [] },
      world.time,
    ),
  );
}

describe("a visitor's page tells", () => {
  test("that a customer's link was followed, of whom and by whom", async () => {
    const world = await openWorld();
    const { id, name, href, productId } = await customerOf(world);
    const event = { name: "trusted-by link clicked", id };
    const answer = await say(world, event);
    expect([answer.status, answer.text, answer.headers["set-cookie"]]).toEqual([
      204,
      "",
      undefined,
    ]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect((await say(world, event, { as: RILEY })).status).toBe(204);
    expect((await say(world, event, { host: DOMAIN }, "/events")).status).toBe(204);
    const rows = await noted(world);
    expect(rows.map(({ viewerKind }) => viewerKind).sort()).toEqual([
      "accountExternal",
      "public",
      "public",
    ]);
    expect(rows.filter(({ memberId }) => memberId !== null)).toHaveLength(1);
    for (const row of rows)
      expect([row.productId, JSON.parse(row.detailJson ?? "")]).toEqual([
        productId,
        { company: name, href },
      ]);
  });

  test("that details were opened and closed, of questions and updates that it shows", async () => {
    const world = await openWorld();
    const id = await question(world, "public");
    for (const open of [true, false])
      expect((await say(world, { name: "more details toggled", id, open })).status).toBe(204);
    const page = await world.ask("/acme/updates");
    const topic = /data-details="([\w-]+)"/.exec(page.text)?.[1] ?? "";
    expect((await say(world, { name: "more details toggled", id: topic, open: true })).status).toBe(
      204,
    );
    expect((await noted(world)).map(({ detailJson }) => JSON.parse(detailJson ?? ""))).toEqual([
      { question: id, open: true },
      { question: id, open: false },
      { topic, open: true },
    ]);
  });

  test("nothing of what this viewer does not see, and is answered the same", async () => {
    const world = await openWorld();
    const hidden = [
      await question(world, "accounts"),
      await question(world, "internal"),
      "no-such-entry",
    ];
    for (const id of hidden)
      expect((await say(world, { name: "more details toggled", id, open: true })).status).toBe(204);
    const { id: theirs } = await customerOf(world, "globex").catch(() => ({ id: "none" }));
    const { id, productId } = await customerOf(world);
    await say(world, { name: "trusted-by link clicked", id: theirs });
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      hideCard({ trx, orgId, by: SYSTEM, now: world.time }, productId, "TrustedBy"),
    );
    await say(world, { name: "trusted-by link clicked", id });
    expect(await noted(world)).toEqual([]);
    // The member reads what is for accounts.
    await say(world, { name: "more details toggled", id: hidden[0], open: true }, { as: RILEY });
    expect(await noted(world)).toHaveLength(1);
  });

  test("nothing for staff, in Main mode or a preview", async () => {
    const world = await openWorld();
    const { id } = await customerOf(world);
    const event = { name: "trusted-by link clicked", id };
    const as = "owner@acme.example";
    expect((await say(world, event, { as })).status).toBe(204);
    expect((await say(world, event, { as }, "/acme/events?view=public")).status).toBe(204);
    expect(await noted(world)).toEqual([]);
    expect((await world.ask("/acme", { as })).text).not.toContain("data-events");
    expect((await world.ask("/acme")).text).toContain('data-events="/acme/events"');
  });

  test.each([
    ["another name", { name: "file engaged", id: "x" }, 400],
    ["a name of none", { name: "bought", id: "x" }, 400],
    ["no id", { name: "trusted-by link clicked" }, 400],
    ["more than is asked", { name: "trusted-by link clicked", id: "x", email: "a@b.c" }, 400],
    ["a list", [], 400],
    ["no JSON", "name=x", 400],
    ["nothing", "", 400],
    ["more than 1 KB", { name: "trusted-by link clicked", id: "x".repeat(1_024) }, 413],
  ])("no event with %s", async (_, event, status) => {
    const world = await openWorld();
    expect((await say(world, event)).status).toBe(status);
    expect(await noted(world)).toEqual([]);
  });

  test("at most 60 events a minute from a network, and none from another site", async () => {
    const world = await openWorld();
    const event = { name: "trusted-by link clicked", id: "no-such-entry" };
    const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    expect((await say(world, event, { headers: foreign })).status).toBe(403);
    const statuses = [];
    for (let i = 0; i < 61; i += 1) statuses.push((await say(world, event)).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 204), 429]);
    world.time = new Date(world.time.getTime() + 61_000);
  });
});
