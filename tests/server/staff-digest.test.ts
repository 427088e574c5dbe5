import { describe, expect, test } from "vitest";
import { mails, Visitor } from "./access-world.ts";
import { actions } from "./staff-journeys.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const REVIEWER = "reviewer@acme.example";

/** The named world, its clock in a week of its own and acme at UTC; the turns of the clock have begun. */
async function onSunday(): Promise<World> {
  const world = await openWorld();
  await world.services.store.write(async (trx) => {
    await trx.updateTable("orgs").set({ timeZone: "UTC" }).execute();
    // An entry of the demo that is due waits for its owner, too.
    await trx.deleteFrom("faqReviews").execute();
  });
  await at(world, "2026-12-06T12:00:00Z");
  return world;
}

/** Turns the clock to a moment and lets what is due happen. */
async function at(world: World, moment: string): Promise<void> {
  world.time = new Date(moment);
  const { runDueJobs } = await builtServer();
  await runDueJobs(world.services);
}

const choose = (world: World, as: string, pace: string, wanted = ["access-request", "comment"]) =>
  world.ask("/account", {
    as,
    form: new URLSearchParams([
      ["intent", "choose-notifications"],
      ["pace", pace],
      ...wanted.map((kind): [string, string] => ["wanted", kind]),
    ]),
  });

const digests = async (world: World) =>
  (await mails(world, "staff-digest")).map(({ toEmail, subject }) => `${toEmail} ${subject}`);

describe("one mail a day with what waits", () => {
  test("comes on weekdays at eight to those who chose it, in place of one each", async () => {
    const world = await onSunday();
    expect((await choose(world, REVIEWER, "daily")).status).toBe(303);
    expect((await world.ask("/account", { as: REVIEWER })).text).toMatch(
      /<input(?=[^>]*value="daily")(?=[^>]*checked)[^>]*>/,
    );
    await new Visitor(world).request();
    expect((await mails(world, "staff-access-request")).map(({ toEmail }) => toEmail)).toEqual([
      OWNER,
    ]);
    expect(await digests(world)).toEqual([]);
    await at(world, "2026-12-07T07:59:00Z");
    expect(await digests(world)).toEqual([]);
    await at(world, "2026-12-07T08:00:00Z");
    await at(world, "2026-12-07T08:01:00Z");
    const all = await mails(world, "staff-digest");
    expect(all.map(({ toEmail }) => toEmail)).toEqual([REVIEWER]);
    const { text = "", subject = "" } = all[0] ?? {};
    expect(subject).toMatch(/^\d requests and 1 question are waiting · Acme Cloud$/);
    for (const words of ["Jane Miró", "Corp & Söhne", "http://localhost:3000/inbox"])
      expect(text).toContain(words);
    // Sam has waited for longer than Jane.
    expect(text.indexOf("Sam Okoye")).toBeGreaterThan(0);
    expect(text.indexOf("Sam Okoye")).toBeLessThan(text.indexOf("Jane Miró"));
  });

  test("is left out on Saturday and Sunday, and a day without a process is made up for once", async () => {
    const world = await onSunday();
    await choose(world, REVIEWER, "daily");
    for (const [moment, count] of [
      ["2026-12-10T09:00:00Z", 1],
      ["2026-12-11T08:00:00Z", 2],
      ["2026-12-12T08:00:00Z", 2],
      ["2026-12-13T23:00:00Z", 2],
      ["2026-12-14T08:00:00Z", 3],
    ] as const) {
      await at(world, moment);
      expect(await digests(world), moment).toHaveLength(count);
    }
  });

  test.each([
    { wanted: ["comment"], told: [`${REVIEWER} 1 question is waiting · Acme Cloud`] },
    { wanted: [], told: [] },
  ])("says nothing of a kind that is switched off: of $wanted alone", async ({ wanted, told }) => {
    const world = await onSunday();
    await choose(world, REVIEWER, "daily", wanted);
    await at(world, "2026-12-07T08:00:00Z");
    expect(await digests(world)).toEqual(told);
  });

  test("is not sent when nothing waits", async () => {
    const world = await onSunday();
    await choose(world, REVIEWER, "daily");
    await world.services.store.write(async (trx) => {
      await trx.updateTable("accessRequests").set({ status: "withdrawn" }).execute();
      await trx.updateTable("comments").set({ settledAt: world.time.toISOString() }).execute();
    });
    await at(world, "2026-12-07T08:00:00Z");
    expect(await digests(world)).toEqual([]);
  });

  test("a form that doesn't ask leaves the pace as it is, and each change is on record once", async () => {
    const world = await onSunday();
    await choose(world, REVIEWER, "daily");
    await choose(world, REVIEWER, "daily");
    await world.ask("/account", {
      as: REVIEWER,
      form: new URLSearchParams([
        ["intent", "choose-notifications"],
        ["wanted", "comment"],
      ]),
    });
    expect((await world.ask("/account", { as: REVIEWER })).text).toMatch(
      /<input(?=[^>]*value="daily")(?=[^>]*checked)[^>]*>/,
    );
    expect((await choose(world, REVIEWER, "hourly")).status).toBe(400);
    await choose(world, REVIEWER, "at-once");
    expect(
      (await actions(world, "acme")).filter((action) => action === "staff.notification-pace"),
    ).toHaveLength(2);
  });
});
