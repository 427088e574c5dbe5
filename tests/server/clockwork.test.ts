import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { insertSubscriber } from "#updates/subscribers/store/subscribers.server.ts";
import { changePreferences } from "#updates/subscribers/store/subscription-preferences.server.ts";
import { bringForward } from "#platform/mail/store/mail-delivery.server.ts";
import { hideTopic } from "#updates/updates/store/topics.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import type { Preferences } from "#model/subscribers/subscriptions.ts";
import { emptyContent } from "./bare-world.ts";
import { say } from "./feed-world.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

const DAY = 86_400_000;

/** The named world, its orgs at UTC and without subscribers. */
async function openAtUtc(): Promise<World> {
  const world = await openWorld();
  await world.services.store.write(async (trx) => {
    await trx.updateTable("orgs").set({ timeZone: "UTC" }).execute();
    await trx.deleteFrom("subscribers").execute();
  });
  return world;
}

/** Turns the clock to a moment and lets what is due happen. */
async function at(world: World, moment: string): Promise<void> {
  world.time = new Date(moment);
  const { runDueJobs } = await builtServer();
  await runDueJobs(world.services);
}

/** A confirmed subscriber of acme. */
async function follow(
  world: World,
  name: string,
  choice: Partial<Preferences> = {},
): Promise<string> {
  const orgId = await world.orgId("acme");
  const address = readEmail(`${name}@reader.example`);
  return world.services.store.write(async (trx) => {
    const { id } = await insertSubscriber(
      { trx, orgId, now: world.time },
      {
        address: address!,
        source: "test",
        state: "confirmed",
        confirmedAt: world.time.toISOString(),
      },
    );
    await changePreferences(trx, orgId, id, {
      allUpdates: true,
      categories: [],
      productIds: [],
      digest: "weekly",
      ...choice,
    });
    return id;
  });
}

const log = (world: World) => world.logged.filter((line) => line.includes("turn of the clock"));

describe("the weekly digest", () => {
  test("brings what was public since the last one, on Monday at eight, to those who want one a week", async () => {
    const world = await openAtUtc();
    await emptyContent(world);
    await at(world, "2026-11-23T08:00:00Z");
    for (const name of ["ann", "bea"]) await follow(world, name);
    await follow(world, "eve", { digest: "each" });
    world.time = new Date("2026-11-25T12:00:00Z");
    await say(world, { subject: "A report", category: "compliance", message: "It is **here**." });
    await say(world, { subject: "For accounts alone", audience: "private" });
    await say(world, { subject: "Not yet", after: 30 * DAY });
    const hidden = await say(world, { subject: "Hidden one" });
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      hideTopic({ trx, orgId, by: SYSTEM, now: world.time }, hidden.topicId),
    );
    await at(world, "2026-11-30T07:59:59Z");
    expect(await world.deliver()).toEqual([]);
    await at(world, "2026-11-30T08:00:00Z");
    const sent = await world.deliver();
    expect(sent.map(({ to }) => to.address).sort()).toEqual([
      "ann@reader.example",
      "bea@reader.example",
    ]);
    const [mail] = sent;
    expect(mail?.subject).toBe("This week: 1 update · Acme Cloud");
    for (const part of [mail?.text ?? "", mail?.html ?? ""]) {
      expect(part).toContain("A report");
      expect(part).toContain("http://trust.acme.example:3000/updates/");
      for (const other of ["For accounts alone", "Not yet", "Hidden one"])
        expect(part).not.toContain(other);
    }
    expect(Object.keys(mail?.headers ?? {})).toEqual(
      expect.arrayContaining(["List-Id", "List-Unsubscribe", "List-Unsubscribe-Post"]),
    );
    expect(log(world)).toEqual([]);
  });

  test("comes once, and not at all when there was nothing", async () => {
    const world = await openAtUtc();
    await emptyContent(world);
    await at(world, "2026-11-23T08:00:00Z");
    await follow(world, "ann");
    await say(world, { subject: "A report", after: 3_600_000 });
    await Promise.all([at(world, "2026-11-30T08:00:00Z"), at(world, "2026-11-30T08:00:00Z")]);
    for (const moment of ["2026-11-30T08:01:00Z", "2026-12-01T08:00:00Z"]) await at(world, moment);
    expect(await world.deliver()).toHaveLength(1);
    await at(world, "2026-12-07T08:00:00Z");
    expect(await world.deliver()).toEqual([]);
    await say(world, { subject: "Another", after: DAY });
    await at(world, "2026-12-21T20:00:00Z");
    expect((await world.deliver()).map(({ subject }) => subject)).toEqual([
      "This week: 1 update · Acme Cloud",
    ]);
    await at(world, "2026-12-28T08:00:00Z");
    expect(await world.deliver()).toEqual([]);
  });

  test("holds for each what they chose", async () => {
    const world = await openAtUtc();
    await emptyContent(world);
    await at(world, "2026-11-23T08:00:00Z");
    const [platform, lake] = [
      await world.productId("acme"),
      await world.productId("acme", "Acme Data Lake"),
    ];
    await follow(world, "all");
    await follow(world, "incidents", { allUpdates: false, categories: ["incidents"] });
    await follow(world, "incidents-too", { allUpdates: false, categories: ["incidents"] });
    await follow(world, "lake", {
      allUpdates: false,
      categories: ["incidents", "general"],
      productIds: [lake],
    });
    await follow(world, "platform", {
      allUpdates: false,
      categories: ["general"],
      productIds: [platform],
    });
    await follow(world, "nothing-for", { allUpdates: false, categories: ["vulnerabilities"] });
    await say(world, { subject: "Incident of all", category: "incidents", after: DAY });
    await say(world, {
      subject: "General of the lake",
      category: "general",
      products: [lake],
      after: DAY + 1,
    });
    await at(world, "2026-11-30T08:00:00Z");
    const told = Object.fromEntries(
      (await world.deliver()).map((mail) => [
        mail.to.address.split("@")[0],
        ["Incident of all", "General of the lake"].filter((subject) => mail.text.includes(subject)),
      ]),
    );
    expect(told).toEqual({
      all: ["Incident of all", "General of the lake"],
      incidents: ["Incident of all"],
      "incidents-too": ["Incident of all"],
      lake: ["Incident of all", "General of the lake"],
    });
  });

  test("tells of updates to subscribers that stand on no page, and says nothing for an unpublished portal", async () => {
    const world = await openAtUtc();
    await emptyContent(world);
    await at(world, "2026-11-23T08:00:00Z");
    await follow(world, "ann");
    const { updateId } = await say(world, {
      subject: "By mail alone",
      statusPage: false,
      after: DAY,
    });
    await at(world, "2026-11-30T08:00:00Z");
    expect(await world.deliver()).toEqual([]);
    const other = await say(world, { subject: "To subscribers", statusPage: false, after: DAY });
    await world.services.store.write((trx) =>
      trx
        .updateTable("topicUpdates")
        .set({ recipientsJson: JSON.stringify({ subscribers: true, audience: null }) })
        .where("id", "in", [updateId, other.updateId])
        .execute(),
    );
    await at(world, "2026-12-07T08:00:00Z");
    const [mail] = await world.deliver();
    expect([mail?.text.includes("To subscribers"), mail?.text.includes("/updates/")]).toEqual([
      true,
      false,
    ]);
    await say(world, { subject: "Before nobody", after: DAY });
    await world.services.store.write((trx) =>
      trx.updateTable("publications").set({ unpublishedAt: world.time.toISOString() }).execute(),
    );
    await at(world, "2026-12-14T08:00:00Z");
    expect(await world.deliver()).toEqual([]);
  });
});

describe("reminders of documents", () => {
  async function document(world: World, name: string, expiresOn: string): Promise<void> {
    const orgId = await world.orgId("acme");
    const { id } = await world.services.store.read
      .selectFrom("documents")
      .select("id")
      .where("orgId", "=", orgId)
      .where("expiresOn", "is", null)
      .orderBy("id")
      .limit(1)
      .executeTakeFirstOrThrow();
    await world.services.store.write((trx) =>
      trx
        .updateTable("documents")
        .set({ expiresOn, originalName: name })
        .where("orgId", "=", orgId)
        .where("id", "=", id)
        .execute(),
    );
  }

  /** Acme alone, its documents without an end. */
  async function ready(): Promise<World> {
    const world = await openAtUtc();
    await world.services.store.write(async (trx) => {
      await trx.updateTable("documents").set({ expiresOn: null }).execute();
      // An entry of the demo that is due waits for its owner, too.
      await trx.deleteFrom("faqReviews").execute();
    });
    return world;
  }

  test("come 30 and 7 days before, once each, in one mail a day to owners and admins", async () => {
    const world = await ready();
    await at(world, "2026-11-21T09:00:00Z");
    await document(world, "first.pdf", "2026-12-22");
    await document(world, "second.pdf", "2026-12-23");
    await document(world, "third.pdf", "2026-12-01");
    await at(world, "2026-11-21T12:00:00Z");
    expect(await world.deliver()).toEqual([]);
    const told = async (moment: string) => {
      await at(world, moment);
      return (await world.deliver())
        .filter(({ to }) => to.address === "owner@acme.example")
        .map((mail) =>
          ["first.pdf", "second.pdf", "third.pdf"].filter((name) => mail.text.includes(name)),
        );
    };
    expect(await told("2026-11-22T07:59:00Z")).toEqual([]);
    expect(await told("2026-11-22T08:00:00Z")).toEqual([["first.pdf", "third.pdf"]]);
    expect(await told("2026-11-22T08:05:00Z")).toEqual([]);
    expect(await told("2026-11-23T08:00:00Z")).toEqual([["second.pdf"]]);
    expect(await told("2026-11-24T08:00:00Z")).toEqual([["third.pdf"]]);
    expect(await told("2026-12-01T08:00:00Z")).toEqual([]);
    expect(await told("2026-12-16T21:00:00Z")).toEqual([["first.pdf", "second.pdf"]]);
    expect(await told("2027-01-05T08:00:00Z")).toEqual([]);
    expect(log(world)).toEqual([]);
  });

  test("reach nobody but owners and admins, lead to the library, and begin again with another date", async () => {
    const world = await ready();
    await document(world, "near.pdf", "2026-11-25");
    await at(world, "2026-11-21T09:00:00Z");
    const sent = await world.deliver();
    const staff = await world.services.store.read
      .selectFrom("staffRoles")
      .innerJoin("staff", "staff.id", "staffRoles.staffId")
      .select("staff.email")
      .where("orgId", "=", await world.orgId("acme"))
      .where("role", "in", ["owner", "admin"])
      .execute();
    expect(sent.map(({ to }) => to.address).sort()).toEqual(staff.map(({ email }) => email).sort());
    expect(sent[0]?.text).toContain("http://localhost:3000/documents");
    expect(sent[0]?.text).toMatch(/near\.pdf[^]*November 25, 2026, in 4 days/);
    await world.services.store.write((trx) =>
      trx
        .updateTable("documents")
        .set({ expiresOn: "2026-11-29" })
        .where("originalName", "=", "near.pdf")
        .execute(),
    );
    await at(world, "2026-11-22T09:00:00Z");
    expect((await world.deliver()).length).toBe(sent.length);
    await at(world, "2026-11-23T09:00:00Z");
    expect(await world.deliver()).toEqual([]);
  });

  test("follow the org's own clock", async () => {
    const world = await ready();
    await world.services.store.write((trx) =>
      trx.updateTable("orgs").set({ timeZone: "Pacific/Auckland" }).execute(),
    );
    await at(world, "2026-11-20T19:00:00Z");
    await document(world, "first.pdf", "2026-12-22");
    // In Auckland it is eight in the morning of the 22nd.
    await at(world, "2026-11-21T18:59:00Z");
    expect(await world.deliver()).toEqual([]);
    await at(world, "2026-11-21T19:00:00Z");
    expect((await world.deliver()).length).toBeGreaterThan(0);
  });
});

describe("a clock that was ahead", () => {
  test("silences no job once it is right again, and sends no digest twice", async () => {
    const world = await openAtUtc();
    await emptyContent(world);
    await at(world, "2026-11-23T08:00:00Z");
    await follow(world, "ann");
    await say(world, { subject: "A report", after: DAY });
    await at(world, "2026-11-30T08:00:00Z");
    const digests = async () =>
      (await world.deliver())
        .map(({ subject }) => subject)
        .filter((subject) => subject.startsWith("This week"));
    expect(await digests()).toHaveLength(1);
    await at(world, "2027-01-09T12:00:00Z");
    await at(world, "2026-11-30T12:00:00Z");
    expect(await digests()).toEqual([]);
    const orgId = await world.orgId("acme");
    const turns = await world.services.store.read
      .selectFrom("turns")
      .select(["job", "doneUntil"])
      .where("orgId", "=", orgId)
      .orderBy("job")
      .execute();
    expect(turns).toEqual([
      { job: "access-reminders", doneUntil: "2026-11-30T08:00:00.000Z" },
      { job: "document-reminders", doneUntil: "2026-11-30T08:00:00.000Z" },
      { job: "domain-checks", doneUntil: "2026-11-30T05:00:00.000Z" },
      { job: "follow-mails", doneUntil: "2026-11-30T12:00:00.000Z" },
      { job: "follow-weekly", doneUntil: "2026-11-30T08:00:00.000Z" },
      { job: "key-reminders", doneUntil: "2026-11-30T08:00:00.000Z" },
      { job: "plan-checks", doneUntil: "2026-11-30T06:00:00.000Z" },
      { job: "retention", doneUntil: "2026-11-30T03:00:00.000Z" },
      { job: "staff-digest", doneUntil: "2026-11-30T08:00:00.000Z" },
      { job: "subprocessor-days", doneUntil: "2026-11-30T08:00:00.000Z" },
      { job: "webpages", doneUntil: "2026-11-30T04:00:00.000Z" },
      { job: "weekly-digest", doneUntil: "2026-11-30T08:00:00.000Z" },
    ]);
    expect(world.logged.filter((line) => line.includes("ahead of its time"))).toHaveLength(24);
    await say(world, { subject: "Another", after: DAY });
    await at(world, "2026-12-07T08:00:00Z");
    expect(await digests()).toEqual(["This week: 1 update · Acme Cloud"]);
  });

  test("by less than a day changes nothing: what was done early is not done again", async () => {
    const world = await openAtUtc();
    await at(world, "2026-11-24T08:30:00Z");
    const turns = () =>
      world.services.store.read.selectFrom("turns").selectAll().orderBy("job").execute();
    const before = await turns();
    await at(world, "2026-11-23T20:00:00Z");
    await at(world, "2026-11-24T07:59:59Z");
    expect(await turns()).toEqual(before);
  });

  test("keeps no mail back that was queued by it, and leaves a scheduled mailing alone", async () => {
    const world = await openAtUtc();
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const [now, ahead] = [world.time, new Date(world.time.getTime() + 40 * DAY)];
    const mailing = (createdAt: Date, notBefore = createdAt) =>
      store.write((trx) =>
        trx
          .insertInto("mailings")
          .values({
            orgId,
            id: `from-${createdAt.getTime()}-${notBefore.getTime()}`,
            kind: "topic-update",
            recipientsJson: "{}",
            subject: "S",
            html: "<p>x</p>",
            text: "x",
            othersHtml: "<p>x</p>",
            othersText: "x",
            headersJson: "{}",
            fromName: "Acme Cloud",
            messageDomain: "localhost",
            portalUrl: "http://localhost:3000/acme",
            state: "expanding",
            recipients: 0,
            notBefore: notBefore.toISOString(),
            createdAt: createdAt.toISOString(),
            createdBy: "Test",
          })
          .execute(),
      );
    await mailing(ahead);
    await mailing(now, ahead);
    await store.write(async (trx) => {
      await trx.updateTable("outbox").set({ nextAttemptAt: ahead.toISOString() }).execute();
      expect(await bringForward(trx, now)).toBeGreaterThan(0);
    });
    const waiting = (await world.mails()).filter(({ state }) => state === "queued");
    expect(waiting.every(({ nextAttemptAt }) => nextAttemptAt <= now.toISOString())).toBe(true);
    const times = await store.read
      .selectFrom("mailings")
      .select("notBefore")
      .where("createdBy", "=", "Test")
      .orderBy("notBefore")
      .execute();
    expect(times.map(({ notBefore }) => notBefore)).toEqual([
      now.toISOString(),
      ahead.toISOString(),
    ]);
  });
});
