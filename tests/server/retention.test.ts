import { describe, expect, test } from "vitest";
import { RETENTION } from "#model/privacy/retention.ts";
import { recordAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { countOverdue, isAnyOverdue } from "#company/privacy/store/retention.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { setting, Visitor } from "./access-world.ts";
import { actions, OWNER } from "./staff-journeys.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

const DAY = 86_400_000;

async function night(world: World): Promise<void> {
  const { runDueJobs } = await builtServer();
  await runDueJobs(world.services);
  expect(world.logged.filter((line) => line.includes("turn of the clock"))).toEqual([]);
}

const count = async (
  world: World,
  table:
    | "accessRequests"
    | "events"
    | "outbox"
    | "subscribers"
    | "signInLinks"
    | "sessions"
    | "traces",
  slug = "acme",
) =>
  (
    await world.services.store.read
      .selectFrom(table)
      .select("orgId")
      .where("orgId", "=", await world.orgId(slug))
      .execute()
  ).length;

/** So many events of an org, each so many days old. */
async function events(world: World, number: number, days: number, slug = "acme"): Promise<void> {
  const orgId = await world.orgId(slug);
  const at = new Date(world.time.getTime() - days * DAY).toISOString();
  const rows = Array.from({ length: number }, (_, i) => ({
    id: `${slug}-${days}-${i}`,
    orgId,
    at,
    name: "search",
    viewerKind: "public",
    accountId: null,
    memberId: null,
    productId: null,
    itemUid: null,
    documentId: null,
    access: null,
    source: null,
    bytes: null,
    detailJson: null,
  }));
  await world.services.store.write((trx) => trx.insertInto("events").values(rows).execute());
}

describe("retention", () => {
  test("removes what is past its time in short transactions, and nothing else of this or another org", async () => {
    const world = await openWorld();
    await world.services.store.write((trx) => trx.deleteFrom("events").execute());
    await events(world, 450, 396);
    await events(world, 7, 394);
    await events(world, 5, 500, "globex");
    await setting(world, { retention: { events: 3_000 } }, "globex");
    let writes = 0;
    const { store } = world.services;
    const write = store.write.bind(store);
    store.write = (work) => ((writes += 1), write(work));
    await night(world);
    expect([await count(world, "events"), await count(world, "events", "globex")]).toEqual([7, 5]);
    expect(writes).toBeGreaterThan(20);
    const before = (await actions(world, "acme")).filter(
      (action) => action === "retention.applied",
    ).length;
    expect(before).toBe(1);
    await night(world);
    world.time = new Date(world.time.getTime() + 2 * DAY);
    await night(world);
    expect(await count(world, "events")).toBe(0);
  });

  test("keeps requests that wait, removes what was decided by its own period", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    const { store } = world.services;
    const decided = (status: "approved" | "declined" | "withdrawn", days: number) =>
      store.write(async (trx) => {
        const id = await recordAccessRequest(
          { trx, orgId: org, by: SYSTEM, now: new Date(world.time.getTime() - 4_000 * DAY) },
          { email: `${status}-${days}@old.example`, companyName: "Old" },
        );
        const at = new Date(world.time.getTime() - days * DAY).toISOString();
        await trx
          .updateTable("accessRequests")
          .set({
            status,
            pendingKey: null,
            ...(status === "withdrawn" ? { withdrawnAt: at } : { decidedAt: at }),
          })
          .where("id", "=", id)
          .execute();
      });
    for (const status of ["approved", "declined", "withdrawn"] as const)
      for (const days of [364, 366, 729, 731]) await decided(status, days);
    await store.write((trx) =>
      recordAccessRequest(
        { trx, orgId: org, by: SYSTEM, now: new Date(world.time.getTime() - 4_000 * DAY) },
        { email: "waits@old.example", companyName: "Old" },
      ),
    );
    await night(world);
    const left = await store.read
      .selectFrom("accessRequests")
      .select("email")
      .where("email", "like", "%@old.example")
      .orderBy("email")
      .execute();
    expect(left.map(({ email }) => email)).toEqual([
      "approved-364@old.example",
      "approved-366@old.example",
      "approved-729@old.example",
      "declined-364@old.example",
      "waits@old.example",
      "withdrawn-364@old.example",
    ]);
  });

  test("texts of mails go before their rows; what waits stays", async () => {
    const world = await openWorld();
    await new Visitor(world).request();
    await world.deliver();
    const acme = await world.orgId("acme");
    const waiting = await world.services.store.read
      .selectFrom("outbox")
      .select("id")
      .where("orgId", "=", acme)
      .executeTakeFirstOrThrow();
    await world.services.store.write((trx) =>
      trx
        .updateTable("outbox")
        .set({ state: "queued", sentAt: null, nextAttemptAt: "2099-01-01T00:00:00.000Z" })
        .where("id", "=", waiting.id)
        .execute(),
    );
    const all = await count(world, "outbox");
    world.time = new Date(world.time.getTime() + 31 * DAY);
    await night(world);
    const rows = await world.services.store.read
      .selectFrom("outbox")
      .select(["id", "text", "html", "state", "kind"])
      .where("orgId", "=", acme)
      .where("kind", "in", ["request-received", "staff-access-request"])
      .execute();
    expect(
      rows.every(({ id, text, html }) =>
        id === waiting.id ? text !== null : text === null && html === null,
      ),
    ).toBe(true);
    expect(rows).toHaveLength(all);
    world.time = new Date(world.time.getTime() + 400 * DAY);
    await night(world);
    expect(
      (
        await world.services.store.read
          .selectFrom("outbox")
          .select("id")
          .where("orgId", "=", acme)
          .where("kind", "in", ["request-received", "staff-access-request"])
          .execute()
      ).map(({ id }) => id),
    ).toEqual([waiting.id]);
  });

  test("the page shows what would be removed, saves other periods with an audit row, and refuses nonsense with the values kept", async () => {
    const world = await openWorld();
    await world.services.store.write((trx) => trx.deleteFrom("events").execute());
    await events(world, 12, 200);
    const page = await world.ask("/settings/privacy", { as: OWNER });
    expect([page.status, page.text.includes("Records due for deletion")]).toEqual([200, true]);
    const periods = Object.fromEntries(
      RETENTION.map(({ kind, days }) => [`retention.${kind}`, String(days)]),
    );
    for (const days of ["0", "-1", "29", "99999", "1e3", "", "ten", " "]) {
      const refused = await world.ask("/settings/privacy", {
        as: OWNER,
        form: { ...periods, "retention.events": days },
      });
      expect([days, refused.status]).toEqual([days, 400]);
      expect(refused.text).toContain("<title>Error: ");
      expect(refused.text).toContain("Enter a number of days from 30 to 3650");
    }
    expect(
      (
        await world.ask("/settings/privacy", {
          as: OWNER,
          form: { ...periods, "retention.events": "100" },
        })
      ).status,
    ).toBe(303);
    const acme = await world.orgId("acme");
    const org = await findOrg(world.services.store.read, acme);
    expect(org?.customization.retention.events).toBe(100);
    expect(
      (
        await countOverdue(
          world.services.store.read,
          world.services.persons,
          acme,
          org!.customization.retention,
          world.time,
        )
      ).events,
    ).toBe(12);
    const isAny = (now: Date) =>
      isAnyOverdue(
        world.services.store.read,
        world.services.persons,
        acme,
        org!.customization.retention,
        now,
      );
    expect([await isAny(world.time), await isAny(new Date(0))]).toEqual([true, false]);
    expect((await world.ask("/settings/privacy", { as: OWNER })).text).toMatch(
      /Events<\/th><td[^>]*>100 days<\/td><td[^>]*>12<\/td>/,
    );
    expect(await actions(world, "acme")).toContain("settings.changed");
  });

  test.each(["reviewer@acme.example", "editor@acme.example", "viewer@acme.example"])(
    "%s has no part in it",
    async (as) => {
      const world = await openWorld();
      for (const path of [
        "/settings/privacy",
        "/settings/privacy/person?email=a@b.example",
        "/settings/privacy/export",
      ])
        expect((await world.ask(path, { as })).status).toBe(403);
      for (const path of [
        "/settings/privacy",
        "/settings/privacy/person",
        "/settings/privacy/export",
      ])
        expect(
          (
            await world.ask(path, {
              as,
              form: { email: "riley@customer.example", confirmation: "riley@customer.example" },
            })
          ).status,
        ).toBe(403);
      expect(
        await world.services.store.read
          .selectFrom("members")
          .select("id")
          .where("email", "=", "riley@customer.example")
          .execute(),
      ).toHaveLength(1);
    },
  );
});
