import { expect, test } from "vitest";
import { claimIdleJobs } from "#platform/jobs/store/due-jobs.server.ts";
import type { JobParts, Turn } from "#platform/mail/scheduled-job.ts";
import { subprocessorDaysJob } from "#updates/updates/effective-days.server.ts";
import { say } from "./feed-world.ts";
import { hookIn, hookWorld } from "./webhook-receiver.ts";

const JOB = "subprocessor-days";
const at = (day: number, time = "08:00:00.000") => new Date(`2027-03-0${day}T${time}Z`);

/** A company in UTC with a webhook, whose clock told of every change up to the first of March. */
async function daysWorld() {
  const { world, receiver } = await hookWorld();
  await hookIn(world, receiver, { types: ["subprocessor.effective"] });
  const orgId = await world.orgId("acme");
  const { services } = world;
  const { store } = services;
  await store.write(async (trx) => {
    await trx.updateTable("orgs").set({ timeZone: "UTC" }).where("id", "=", orgId).execute();
    await trx.deleteFrom("turns").where("job", "=", JOB).execute();
    const doneUntil = at(1).toISOString();
    await trx.insertInto("turns").values({ orgId, job: JOB, doneUntil }).execute();
  });
  const turn = (day: number): Turn => ({
    orgId,
    since: at(day - 1).toISOString(),
    until: at(day),
  });
  /** Publishes a change that takes effect on a day. @returns the topic's id */
  const announces = async (subject: string, day: number, moment: Date) => {
    const was = world.time;
    world.time = moment;
    const { topicId } = await say(world, { subject, category: "subprocessors", after: 0 });
    world.time = was;
    const effectiveOn = at(day).toISOString().slice(0, 10);
    await store.write((trx) =>
      trx.updateTable("topics").set({ effectiveOn }).where("id", "=", topicId).execute(),
    );
    return topicId;
  };
  const told = async () => {
    const rows = await store.read
      .selectFrom("webhookDeliveries as d")
      .innerJoin("topics as t", "t.id", "d.subjectId")
      .select("t.subject")
      .where("d.type", "=", "subprocessor.effective")
      .orderBy("d.id")
      .execute();
    return rows.map(({ subject }) => subject);
  };
  /** The turn of a day as the clock takes it. */
  const take = async (day: number, parts: JobParts = services) => {
    world.time = at(day, "08:00:01.000");
    if (await subprocessorDaysJob.isIdle(parts, turn(day)))
      await store.write((trx) => claimIdleJobs(trx, JOB, [turn(day)]));
    else await subprocessorDaysJob.work(parts, turn(day));
  };
  return { world, services, turn, announces, told, take };
}

test("a change that is saved once its day’s turn had nothing to do is told of by the next one", async () => {
  const { world, services, turn, announces, told, take } = await daysWorld();
  world.time = at(2, "08:00:00.500");
  expect(await subprocessorDaysJob.isIdle(services, turn(2))).toBe(true);
  // Saved in the same second, and there before the turn is taken.
  await announces("In the same second", 2, at(2, "08:00:00.400"));
  await services.store.write((trx) => claimIdleJobs(trx, JOB, [turn(2)]));
  expect(await told()).toEqual([]);
  await take(3);
  expect(await told()).toEqual(["In the same second"]);
  await take(4);
  expect(await told()).toEqual(["In the same second"]);
});

test("a change that is saved while a turn waits to write is told of by it or by the next one", async () => {
  const { services, announces, told, take } = await daysWorld();
  await announces("Known before", 2, at(1, "12:00:00.000"));
  const { store } = services;
  let isSaved = false;
  // The turn has looked at its clock, and somebody else writes first.
  const slow = Object.create(store, {
    write: {
      value: async (work: Parameters<typeof store.write>[0]) => {
        if (!isSaved) await announces("Saved meanwhile", 2, at(2, "08:00:02.000"));
        isSaved = true;
        return store.write(work);
      },
    },
  }) as typeof store;
  await take(2, { ...services, store: slow });
  expect(isSaved).toBe(true);
  await take(3);
  expect(await told()).toEqual(["Known before", "Saved meanwhile"]);
  await take(4);
  expect(await told()).toEqual(["Known before", "Saved meanwhile"]);
});

test("what was told of isn’t told again because it is edited, and what nobody saved since isn’t told late", async () => {
  const { world, services, announces, told, take } = await daysWorld();
  const topicId = await announces("Told", 2, at(1, "12:00:00.000"));
  // A webhook that came after their day hears of none of these.
  await announces("Of the day before", 1, at(1, "07:00:00.000"));
  await take(2);
  expect(await told()).toEqual(["Told"]);
  world.time = at(2, "12:00:00.000");
  await services.store.write((trx) =>
    trx
      .updateTable("topics")
      .set({ subject: "Told and edited", editedAt: world.time.toISOString(), editedBy: "Test" })
      .where("id", "=", topicId)
      .execute(),
  );
  // It takes effect on the day on which it is published, past eight.
  await announces("Of the same day", 2, at(2, "13:00:00.000"));
  await take(3);
  expect(await told()).toEqual(["Told and edited", "Of the same day"]);
});
