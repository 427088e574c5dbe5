import { describe, expect, test } from "vitest";
import { grantAccess, revokeGrant } from "#auth/accounts/store/accounts.server.ts";
import { removeMember } from "#access/accounts/store/account-changes.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { unpublishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { mails, RILEY } from "./access-world.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

/** Riley's grant ends with December 31, UTC; the clock of acme is UTC. */
async function ending(at = "2027-01-01T00:00:00.000Z", grantedAt = "2026-10-01T12:00:00.000Z") {
  const world = await openWorld();
  const org = await world.orgId("acme");
  const { store } = world.services;
  const member = await store.read
    .selectFrom("members")
    .selectAll()
    .where("email", "=", RILEY)
    .executeTakeFirstOrThrow();
  await store.write(async (trx) => {
    await trx.updateTable("orgs").set({ timeZone: "UTC" }).execute();
    await trx.updateTable("grants").set({ expiresAt: null }).execute();
    await trx
      .updateTable("grants")
      .set({ expiresAt: at, grantedAt })
      .where("accountId", "=", member.accountId)
      .where("revokedAt", "is", null)
      .execute();
  });
  const grants = await store.read
    .selectFrom("grants")
    .selectAll()
    .where("orgId", "=", org)
    .where("accountId", "=", member.accountId)
    .where("revokedAt", "is", null)
    .execute();
  return { world, org, member, grants };
}

async function turn(world: World, moment: string): Promise<void> {
  world.time = new Date(moment);
  const { runDueJobs } = await builtServer();
  await runDueJobs(world.services);
}

const reminders = async (world: World) =>
  (await mails(world, "access-expiring")).map(
    ({ toEmail, subject }) => `${toEmail} ${subject.split(" expires ")[1]}`,
  );
const sent = async (world: World) =>
  (await world.deliver())
    .filter(({ subject }) => subject.startsWith("Your access to"))
    .map(({ to }) => to.address);

describe("reminders that access ends", () => {
  test("come 14 days and one day before the last day, at eight, once each, in the org's name and without a token", async () => {
    const { world } = await ending();
    await turn(world, "2026-12-16T08:00:00Z");
    expect(await reminders(world)).toEqual([]);
    await turn(world, "2026-12-17T07:59:00Z");
    expect(await reminders(world)).toEqual([]);
    for (const moment of [
      "2026-12-17T08:00:00Z",
      "2026-12-17T08:01:00Z",
      "2026-12-18T08:00:00Z",
      "2026-12-29T08:00:00Z",
    ])
      await turn(world, moment);
    expect(await reminders(world)).toEqual([`${RILEY} in 14 days`]);
    for (const moment of [
      "2026-12-30T08:00:00Z",
      "2026-12-30T09:00:00Z",
      "2026-12-31T08:00:00Z",
      "2027-01-01T08:00:00Z",
    ])
      await turn(world, moment);
    expect(await reminders(world)).toEqual([`${RILEY} in 14 days`, `${RILEY} tomorrow`]);
    const [mail] = await mails(world, "access-expiring");
    expect(mail?.subject).toBe("Your access to Acme Cloud’s Trust Center expires in 14 days");
    for (const words of [
      "December 31, 2026",
      "http://trust.acme.example:3000/?loginRequest=true",
      "email=riley%40customer.example",
    ])
      expect(mail?.text).toContain(words);
    expect(mail?.text).not.toMatch(/token=/i);
    expect(world.logged.filter((line) => line.includes("turn of the clock"))).toEqual([]);
  });

  test("a day without a process is made up for, with the days that are left", async () => {
    const { world } = await ending();
    await turn(world, "2026-12-21T23:00:00Z");
    expect(await reminders(world)).toEqual([`${RILEY} in 10 days`]);
    await Promise.all([turn(world, "2026-12-31T20:00:00Z"), turn(world, "2026-12-31T20:00:00Z")]);
    expect(await reminders(world)).toEqual([`${RILEY} in 10 days`, `${RILEY} today`]);
  });

  test("a grant that was given for a week says so one day before, and not at once", async () => {
    const { world } = await ending("2027-01-01T00:00:00.000Z", "2026-12-24T12:00:00.000Z");
    await turn(world, "2026-12-25T08:00:00Z");
    expect(await reminders(world)).toEqual([]);
    await turn(world, "2026-12-30T08:00:00Z");
    expect(await reminders(world)).toEqual([`${RILEY} tomorrow`]);
  });

  test.each([
    [
      "extended",
      (trx: Trx, { org, grants: [grant] }: Ground) =>
        grantAccess(
          { trx, orgId: org, by: SYSTEM, now: new Date("2026-12-17T09:00:00Z") },
          { ...must(grant), ndaRequired: false, expiresAt: "2028-01-01T00:00:00Z" },
        ),
    ],
    [
      "revoked",
      (trx: Trx, { org, grants: [grant] }: Ground) =>
        revokeGrant(
          { trx, orgId: org, by: SYSTEM, now: new Date("2026-12-17T09:00:00Z") },
          must(grant).id,
        ),
    ],
    [
      "over for a member who left",
      (trx: Trx, { org, member }: Ground) =>
        removeMember(
          { trx, orgId: org, by: SYSTEM, now: new Date("2026-12-17T09:00:00Z") },
          member.accountId,
          member.id,
        ),
    ],
  ])("a mail that has not left is taken back when the access is %s", async (_, change) => {
    const ground = await ending();
    const { world } = ground;
    await turn(world, "2026-12-17T08:00:00Z");
    await world.services.store.write((trx) => change(trx, ground) as Promise<unknown>);
    expect(await sent(world)).toEqual([]);
    const { state } = await world.services.store.read
      .selectFrom("outbox")
      .select("state")
      .where("kind", "=", "access-expiring")
      .executeTakeFirstOrThrow();
    expect(state).toBe("withdrawn");
  });

  test("a mail that lay until the access was over does not leave", async () => {
    const { world } = await ending();
    await turn(world, "2026-12-30T08:00:00Z");
    world.time = new Date("2027-01-01T00:00:00Z");
    expect(await sent(world)).toEqual([]);
  });

  test("of two grants that one mail named, the one that was not extended is told of again the next day", async () => {
    const ground = await ending();
    const { world, org, grants } = ground;
    const other = await world.productId("acme", "Acme Data Lake");
    await world.services.store.write(async (trx) => {
      await grantAccess(
        { trx, orgId: org, by: SYSTEM, now: new Date("2026-10-01T12:00:00Z") },
        {
          accountId: ground.member.accountId,
          productId: other,
          profileId: must(grants[0]).profileId,
          ndaRequired: false,
          expiresAt: "2027-01-01T00:00:00Z",
        },
      );
    });
    await turn(world, "2026-12-17T08:00:00Z");
    expect(await reminders(world)).toHaveLength(1);
    await world.services.store.write((trx) =>
      revokeGrant({ trx, orgId: org, by: SYSTEM, now: world.time }, must(grants[0]).id),
    );
    expect(await sent(world)).toEqual([]);
    await turn(world, "2026-12-18T08:00:00Z");
    expect(await sent(world)).toEqual([RILEY]);
    expect((await mails(world, "access-expiring")).at(-1)?.text).toContain("Acme Data Lake");
  });

  test("nobody is told of a portal that is not published", async () => {
    const { world, org } = await ending();
    await world.services.store.write((trx) =>
      unpublishOrg({ trx, orgId: org, by: SYSTEM, now: world.time }),
    );
    await turn(world, "2026-12-17T08:00:00Z");
    expect(await reminders(world)).toEqual([]);
  });
});

type Ground = Awaited<ReturnType<typeof ending>>;
type Trx = Parameters<Parameters<World["services"]["store"]["write"]>[0]>[0];

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the named world has no such row");
  return value;
}
