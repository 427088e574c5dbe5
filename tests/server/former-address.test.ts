import { describe, expect, test } from "vitest";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

/** The named world as an older version left it: acme is called by a word that has become the installation's own. */
async function openOlder(slug: string, others: readonly string[] = []): Promise<World> {
  const world = await openWorld();
  await world.services.store.write(async (trx) => {
    await trx.updateTable("orgs").set({ slug }).where("slug", "=", "acme").execute();
    for (const other of others)
      await trx.updateTable("orgs").set({ slug: other }).where("slug", "=", "globex").execute();
  });
  return world;
}

async function start(world: World): Promise<string[]> {
  const { prepare } = await builtServer();
  return prepare(world.services);
}

describe("a company whose address has become a word of the installation's own", () => {
  test("gets -portal appended at the start, once, and the old address leads there", async () => {
    const world = await openOlder("insight");
    world.services.config = { ...world.services.config, defaultOrg: "insight" };
    expect((await start(world)).join("\n")).toContain(
      `Note: “insight” is now a reserved word. The organization’s portal moved to /insight-portal`,
    );
    expect(world.services.config.defaultOrg).toBe("insight-portal");
    const found = async (target: string, method = "GET") => {
      const { status, headers } = await world.ask(target, { method });
      return [status, headers.location];
    };
    expect(await found("/insight-portal")).toEqual([200, undefined]);
    expect(await found("/insight")).toEqual([302, "/insight-portal"]);
    expect(await found("/insight/faq?q=a%20b&x=1")).toEqual([302, "/insight-portal/faq?q=a+b&x=1"]);
    expect((await world.ask("/", { host: "trust.acme.example" })).status).toBe(200);
    expect((await start(world)).join("\n")).not.toContain("reserved word");
  });

  test("is told: its owners by mail, its record by a row; programs go on by the old name", async () => {
    const world = await openOlder("insight", ["insight-portal"]);
    await start(world);
    const orgId = await world.orgId("insight-portal-2");
    const { store } = world.services;
    const audit = await store.read
      .selectFrom("audit")
      .select(["orgId", "subject", "detailJson"])
      .where("action", "=", "org.address-changed")
      .execute();
    expect(audit).toEqual([
      {
        orgId,
        subject: "insight-portal-2",
        detailJson: JSON.stringify({ from: "insight", to: "insight-portal-2" }),
      },
    ]);
    const mails = (await world.mails()).filter(({ kind }) => kind === "address-changed");
    const owners = await store.read
      .selectFrom("staffRoles as r")
      .innerJoin("staff as s", "s.id", "r.staffId")
      .select("s.email")
      .where("r.orgId", "=", orgId)
      .where("r.role", "=", "owner")
      .execute();
    expect(mails.map(({ toEmail }) => toEmail)).toEqual(owners.map(({ email }) => email));
    expect(mails[0]?.text).toContain("/insight-portal-2");
    const subscribed = await world.ask("/api/share/insight/subscribe", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ann@reader.example", source: "test" }),
    });
    expect(subscribed.status).toBe(200);
  });

  test("keeps to itself while it is not published; and nobody gets such a word anew", async () => {
    const world = await openOlder("insight");
    await start(world);
    const { store } = world.services;
    const orgId = await world.orgId("insight-portal");
    await store.write((trx) =>
      trx
        .updateTable("publications")
        .set({ unpublishedAt: world.time.toISOString(), unpublishedBy: "Test" })
        .where("orgId", "=", orgId)
        .execute(),
    );
    for (const target of ["/insight", "/metrics", "/insight/faq"])
      expect([target, (await world.ask(target)).status]).toEqual([target, 404]);
    const staff = await world.ask("/insight", { as: "owner@acme.example" });
    expect([staff.status, staff.headers.location]).toEqual([302, "/insight-portal"]);
  });
});
