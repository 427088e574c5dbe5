import { expect, onTestFinished, test, vi } from "vitest";
import { isoNow } from "#db/ids.ts";
import { migrate } from "#db/migrate.ts";
import { ALWAYS, Store } from "#db/store.ts";
import { readConfig } from "#platform/config.ts";
import { InstallationKey } from "#platform/files/installation-key.ts";
import type { JobParts } from "#platform/mail/scheduled-job.ts";
import { MAIL_JOBS, runDueJobs, startScheduler } from "#server/mail/scheduler.ts";
import { PERSON_TABLES } from "#server/persons/store/person-tables.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createOrg, publishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";

const COMPANIES = 120;
const MINUTES = 60_000;
const START = new Date("2026-11-24T12:00:00Z");

async function companies() {
  const blank = Store.open(":memory:", null);
  await migrate(blank.connection);
  // Connections to a database in memory share nothing, and those of a clone do.
  const store = Store.clone(blank.image());
  await blank.close();
  const ids = await store.write(async (trx) => {
    const made: string[] = [];
    for (let i = 0; i < COMPANIES; i += 1) {
      const write = { trx, by: SYSTEM, now: new Date("2026-11-01T00:00:00Z") };
      made.push(await createOrg(write, { slug: `company-${i}`, name: `Company ${i}` }));
    }
    await trx.updateTable("orgs").set({ timeZone: "UTC" }).execute();
    return made;
  });
  let time = START;
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const parts: JobParts = {
    config: readConfig({ DATA_DIR: "/nowhere" }),
    store,
    key: new InstallationKey(Buffer.alloc(32, 7)),
    persons: PERSON_TABLES,
    now: () => time,
    log,
  };
  const writes = vi.spyOn(store, "write");
  /** Lets what is due happen. @returns how many transactions that took */
  const due = async (moment: Date, jobs = MAIL_JOBS) => {
    time = moment;
    writes.mockClear();
    await runDueJobs(parts, jobs);
    expect(log.error.mock.calls).toEqual([]);
    return writes.mock.calls.length;
  };
  const turns = () => store.read.selectFrom("turns").selectAll().execute();
  return { store, ids, due, turns };
}

test("turns in which nothing is to do are taken for a hundred companies at a time, and change no page", async () => {
  const { store, due, turns } = await companies();
  const before = store.generation();
  expect(await due(START)).toBe(2 * MAIL_JOBS.length);
  expect(await turns()).toHaveLength(COMPANIES * MAIL_JOBS.length);
  expect(await due(START)).toBe(0);
  // The one that comes every ten minutes.
  expect(await due(new Date(START.getTime() + 10 * MINUTES))).toBe(2);
  expect(store.generation()).toBe(before);
  const followed = (await turns()).filter(({ job }) => job === "follow-mails");
  expect(new Set(followed.map(({ doneUntil }) => doneUntil))).toEqual(
    new Set(["2026-11-24T12:10:00.000Z"]),
  );
  await store.close();
});

test("to look at all companies leaves others their turns", async () => {
  const { store, due } = await companies();
  const looks = MAIL_JOBS.slice(0, 1).map((job) => ({
    ...job,
    isIdle: async () => {
      for (const until = performance.now() + 2; performance.now() < until;);
      return true;
    },
  }));
  let others = 0;
  const other = setInterval(() => {
    others += 1;
  }, 1);
  expect(await due(START, looks)).toBe(2);
  clearInterval(other);
  // A quarter of a second in slices of eight milliseconds; the writes alone leave a few turns.
  expect(others).toBeGreaterThan(15);
  await store.close();
});

test("a company with something to do is worked on by itself, and takes no other one’s turn", async () => {
  const { store, ids, due, turns } = await companies();
  const jobs = MAIL_JOBS.filter(({ job }) => job === "follow-mails");
  await due(START, jobs);
  // They come in the order of their ids.
  const [orgId = ""] = ids.toSorted().slice(60);
  await store.write(async (trx) => {
    const at = new Date(START.getTime() + 5 * MINUTES);
    await publishOrg({ trx, orgId, by: SYSTEM, now: at });
    const productId = await createProduct(
      { trx, orgId, now: at },
      { name: "Cloud", isDefault: true, show: true, position: 0 },
    );
    await trx
      .insertInto("publicChanges")
      .values({
        orgId,
        id: "change",
        productId,
        at: isoNow(at),
        kind: "document",
        thingId: "thing",
        partId: null,
        action: "added",
        title: "A report",
        wordsJson: "[]",
        wasJson: "null",
        isJson: "null",
        changeId: null,
      })
      .execute();
  });
  const worked: string[] = [];
  const seen = jobs.map((job) => ({
    ...job,
    work: async (...[parts, turn]: Parameters<typeof job.work>) => {
      worked.push(turn.orgId);
      await job.work(parts, turn);
    },
  }));
  // Those before it, itself, and those after it.
  expect(await due(new Date(START.getTime() + 10 * MINUTES), seen)).toBe(3);
  expect(worked).toEqual([orgId]);
  expect(new Set((await turns()).map(({ doneUntil }) => doneUntil))).toEqual(
    new Set(["2026-11-24T12:10:00.000Z"]),
  );
  await store.close();
});

test("the clock is looked at at once, and then when what was written in the minute before is there", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-24T12:00:50Z") });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const looks: string[] = [];
  const isHeld = () => {
    looks.push(new Date().toISOString().slice(14, 19));
    return false;
  };
  const end = startScheduler({} as JobParts, [], { ...ALWAYS, isHeld });
  await vi.advanceTimersByTimeAsync(3 * MINUTES);
  await end();
  expect(looks).toEqual(["00:50", "01:15", "02:15", "03:15"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a look that lasts reaches into no later turn", async () => {
  const { store, due, turns } = await companies();
  const jobs = MAIL_JOBS.filter(({ job }) => job === "follow-mails");
  await due(START, jobs);
  let looked = 0;
  const slow = jobs.map((job) => ({
    ...job,
    isIdle: async (...[parts, turn]: Parameters<typeof job.isIdle>) => {
      looked += 1;
      if (looked === 1) parts.now = () => new Date(START.getTime() + 20 * MINUTES);
      return job.isIdle(parts, turn);
    },
  }));
  await due(new Date(START.getTime() + 10 * MINUTES), slow);
  expect(looked).toBe(COMPANIES);
  expect(new Set((await turns()).map(({ doneUntil }) => doneUntil))).toEqual(
    new Set(["2026-11-24T12:10:00.000Z"]),
  );
  await store.close();
});

test("a day that begins is nothing to do where nobody follows", async () => {
  const { store, ids, due } = await companies();
  const jobs = MAIL_JOBS.filter(({ job }) => job === "follow-mails");
  await store.write(async (trx) => {
    for (const orgId of ids) await publishOrg({ trx, orgId, by: SYSTEM, now: START });
  });
  await due(START, jobs);
  expect(await due(new Date("2026-11-25T00:00:00Z"), jobs)).toBe(2);
  await store.close();
});
