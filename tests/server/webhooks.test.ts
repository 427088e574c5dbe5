import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { purgeDeliveries } from "#company/webhooks/store/hook-queue.server.ts";
import { HOOK_WAITS } from "#model/webhooks.ts";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { mails, Visitor } from "./access-world.ts";
import { wording } from "../wording.ts";
import { chance } from "../sample.ts";
import { builtServer } from "./template.ts";
import { hookIn, hookWorld, tellHooks, type Call } from "./webhook-receiver.ts";
import { openWorld, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const PAGE = "/settings/webhooks";
const MINUTE = 60_000;
const DAY = 86_400_000;
const RECEIVED = { types: ["request.received"] };

/** Something happens to a thing of that name, in a transaction of its own. */
async function happen(world: World, subjectId: string, slug = "acme", notBefore?: Date) {
  const orgId = await world.orgId(slug);
  await world.services.store.write((trx) =>
    announce(
      { trx, orgId, now: world.time },
      {
        type: "request.received",
        subjectId,
        path: `/requests/${subjectId}`,
        ...(notBefore === undefined ? {} : { notBefore }),
      },
    ),
  );
}

const rows = (world: World) =>
  world.services.store.read.selectFrom("webhookDeliveries").selectAll().orderBy("id").execute();
const hookOf = (world: World, id: string) =>
  world.services.store.read
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const subjects = (calls: readonly Call[]) => calls.map(({ body }) => body.data.id);

/** Turns the clock, and lets the worker do what is due then. */
async function later(world: World, ms: number): Promise<void> {
  world.time = new Date(world.time.getTime() + ms);
  await tellHooks(world);
}

describe("what a webhook hears", () => {
  test("of a request is its type, its time, its id and its page, and nothing of a person", async () => {
    const { world, receiver } = await hookWorld();
    const { secret } = await hookIn(world, receiver, RECEIVED);
    await new Visitor(world).request({ email: "nina@newcomer.example", companyName: "Newcomer" });
    await tellHooks(world);
    const [call] = receiver.calls;
    expect(receiver.types).toEqual(["request.received"]);
    const request = await world.services.store.read
      .selectFrom("accessRequests")
      .select(["id", "createdAt"])
      .where("email", "=", "nina@newcomer.example")
      .executeTakeFirstOrThrow();
    expect(call?.body).toEqual({
      type: "request.received",
      timestamp: request.createdAt,
      data: { id: request.id, url: `http://localhost:3000/requests/${request.id}` },
    });
    expect(call?.headers["content-type"]).toBe("application/json");
    // The library of the standard makes the same signature of it.
    const stamped = Number(call?.headers["webhook-timestamp"]) * 1_000;
    expect(Math.abs(stamped - world.time.getTime())).toBeLessThan(1_000);
    const signed = new Webhook(secret).sign(call?.id ?? "", new Date(stamped), call?.text ?? "");
    expect(call?.headers["webhook-signature"]).toBe(signed);
    expect((await rows(world)).map(({ detailsJson }) => detailsJson)).toEqual([null]);
  });

  test("with details is who asked, too", async () => {
    const { world, receiver } = await hookWorld();
    await hookIn(world, receiver, { ...RECEIVED, details: true });
    await new Visitor(world).request({ email: "nina@newcomer.example", companyName: "Newcomer" });
    await tellHooks(world);
    expect(receiver.calls[0]?.body.data.details).toMatchObject({
      company: "Newcomer",
      status: "pending",
      person: { email: "nina@newcomer.example" },
    });
  });

  test("is what it chose, of its own company alone, and nothing once it is off", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    await hookIn(world, receiver, { types: ["nda.signed"] });
    await happen(world, "ours");
    await happen(world, "theirs", "globex");
    await tellHooks(world);
    expect(subjects(receiver.calls)).toEqual(["ours"]);
    await world.ask(`${PAGE}/${id}/stop`, { as: OWNER, form: {} });
    await happen(world, "off");
    await world.ask(`${PAGE}/${id}/start`, { as: OWNER, form: {} });
    await happen(world, "on");
    await tellHooks(world);
    expect(subjects(receiver.calls)).toEqual(["ours", "on"]);
  });

  test("is not written where its cause is not", async () => {
    const { world, receiver } = await hookWorld();
    await hookIn(world, receiver, RECEIVED);
    const orgId = await world.orgId("acme");
    const failed = world.services.store.write(async (trx) => {
      await announce(
        { trx, orgId, now: world.time },
        { type: "request.received", subjectId: "never", path: "/requests" },
      );
      throw new Error("the cause fails");
    });
    await expect(failed).rejects.toThrow("the cause fails");
    await tellHooks(world);
    expect([await rows(world), receiver.calls]).toEqual([[], []]);
  });
});

describe("deliveries", () => {
  test("to a receiver that fails three times in ten all arrive, in order, each under one id", async () => {
    const { world, receiver } = await hookWorld();
    await hookIn(world, receiver, RECEIVED);
    let turn = 0;
    receiver.answer = () => (chance(`answer ${(turn += 1)}`) < 0.3 ? 503 : 200);
    const wanted = Array.from({ length: 60 }, (_, n) => `event ${n}`);
    for (const name of wanted) await happen(world, name);
    for (let round = 0; round < 200; round += 1) {
      if ((await rows(world)).every(({ state }) => state === "sent")) break;
      await later(world, HOOK_WAITS[1]);
    }
    expect((await rows(world)).map(({ state }) => state)).toEqual(wanted.map(() => "sent"));
    expect(receiver.calls.length).toBeGreaterThan(wanted.length);
    expect([...new Set(subjects(receiver.calls))]).toEqual(wanted);
    // What failed came again before anything behind it, under the same id and with the same words.
    const seen = subjects(receiver.calls);
    expect(seen).toEqual(seen.toSorted((a, b) => wanted.indexOf(a) - wanted.indexOf(b)));
    const ids = new Map(receiver.calls.map(({ id, text }) => [id, text]));
    expect(ids.size).toBe(wanted.length);
    for (const { id, text } of receiver.calls) expect(ids.get(id)).toBe(text);
  });

  test("are tried ten times over three days, then given up, and the next has its turn", async () => {
    const { world, receiver } = await hookWorld();
    await hookIn(world, receiver, RECEIVED);
    await happen(world, "first");
    await happen(world, "second");
    receiver.answer = ({ body }) => (body.data.id === "first" ? 500 : 204);
    await tellHooks(world);
    for (const [at, wait] of HOOK_WAITS.entries()) {
      await later(world, wait - 1_000);
      expect(receiver.calls).toHaveLength(at + 1);
      await later(world, 1_000);
    }
    expect(subjects(receiver.calls)).toEqual([...Array(10).fill("first"), "second"]);
    expect(
      (await rows(world)).map(({ state, attempts, lastStatus }) => [state, attempts, lastStatus]),
    ).toEqual([
      ["failed", 10, 500],
      ["sent", 1, 204],
    ]);
  });

  test.each([
    [
      "answers with a redirect",
      (at: string) => (r: ServerResponse) => r.writeHead(302, { location: at }).end(),
      /redirect, which is not followed/,
    ],
    [
      "answers with more than it may",
      () => (r: ServerResponse) => r.writeHead(200).end("x".repeat(70_000)),
      /longer than 65,536 bytes/,
    ],
    [
      "lies about its length",
      () => (r: ServerResponse) => r.writeHead(200, { "content-length": "99999999" }).end("x"),
      /longer than|could not be reached/,
    ],
    ["breaks off", () => (r: ServerResponse) => r.destroy(), /could not be reached/],
    [
      "never ends",
      () => (r: ServerResponse) => void r.writeHead(200).write("."),
      /no whole answer within 5 seconds/,
    ],
    [
      "says no",
      () => (r: ServerResponse) => r.writeHead(403).end("go\u0000\u202e away"),
      /^go away$/,
    ],
  ] as const)("to one that %s fail, and are tried again", async (_what, misbehave, words) => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    receiver.answer = () => misbehave(receiver.service.url("/elsewhere"));
    await happen(world, "it");
    await tellHooks(world);
    const [row] = await rows(world);
    expect([row?.state, row?.attempts]).toEqual(["queued", 1]);
    expect(row?.lastAnswer).toMatch(words);
    expect(receiver.service.asked).toEqual(["/hook"]);
    expect((await hookOf(world, id)).failingSince).toBe(world.time.toISOString());
    receiver.answer = () => 200;
    await later(world, HOOK_WAITS[0]);
    expect((await hookOf(world, id)).failingSince).toBeNull();
  });

  test("wait for as long as their receiver asks, if that is longer than the next wait", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    const asked = (seconds: string) => () => (response: ServerResponse) =>
      void response.writeHead(429, { "retry-after": seconds }).end();
    await happen(world, "it");
    receiver.answer = asked("3600");
    await tellHooks(world);
    const dueIn = async () =>
      Date.parse((await hookOf(world, id)).nextAttemptAt ?? "") - world.time.getTime();
    expect(await dueIn()).toBe(60 * MINUTE);
    await later(world, 59 * MINUTE);
    expect(receiver.calls).toHaveLength(1);
    receiver.answer = asked("1");
    await later(world, MINUTE);
    expect(await dueIn()).toBe(HOOK_WAITS[1]);
    receiver.answer = () => 204;
    await later(world, HOOK_WAITS[1]);
    expect((await rows(world))[0]?.state).toBe("sent");
  });

  test("leave for public addresses alone, unless the installation exempts one", async () => {
    const { world, receiver } = await hookWorld();
    await hookIn(world, receiver, RECEIVED);
    world.services.config.outboundAllow.length = 0;
    await happen(world, "it");
    await tellHooks(world);
    expect(receiver.calls).toEqual([]);
    expect((await rows(world))[0]?.lastAnswer).toBe("Its URL doesn’t begin with https.");
  });

  test("of what comes later wait for it, and hold nothing up", async () => {
    const { world, receiver } = await hookWorld();
    await hookIn(world, receiver, RECEIVED);
    await happen(world, "planned", "acme", new Date(world.time.getTime() + DAY));
    await happen(world, "now");
    await tellHooks(world);
    expect(subjects(receiver.calls)).toEqual(["now"]);
    await later(world, DAY);
    expect(subjects(receiver.calls)).toEqual(["now", "planned"]);
  });

  test("wait while their company is suspended", async () => {
    const { world, receiver } = await hookWorld();
    await hookIn(world, receiver, RECEIVED);
    await happen(world, "it");
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      trx
        .insertInto("orgSuspensions")
        .values({
          id: "s",
          orgId,
          suspendedAt: world.time.toISOString(),
          suspendedBy: "Ops",
          reason: "Unpaid",
          resumedAt: null,
          resumedBy: null,
        })
        .execute(),
    );
    await tellHooks(world);
    expect(receiver.calls).toEqual([]);
    await world.services.store.write((trx) => trx.deleteFrom("orgSuspensions").execute());
    await tellHooks(world);
    expect(subjects(receiver.calls)).toEqual(["it"]);
  });

  test("are forgotten after thirty days, those that wait aside", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    await happen(world, "old");
    await tellHooks(world);
    receiver.answer = () => 500;
    await happen(world, "waits");
    await tellHooks(world);
    const purge = () => world.services.store.write((trx) => purgeDeliveries(trx, world.time));
    world.time = new Date(world.time.getTime() + 29 * DAY);
    expect(await purge()).toBe(0);
    world.time = new Date(world.time.getTime() + 2 * DAY);
    expect(await purge()).toBe(1);
    expect((await rows(world)).map(({ subjectId }) => subjectId)).toEqual(["waits"]);
    expect((await hookOf(world, id)).stoppedAt).toBeNull();
  });
});

describe("a webhook is turned off", () => {
  test("after five days of failure, and owners and admins are told once", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    receiver.answer = () => 500;
    await happen(world, "first");
    await tellHooks(world);
    for (let hours = 0; hours < 6 * 24; hours += 1) {
      if (hours === 80) await happen(world, "second");
      await later(world, 60 * MINUTE);
    }
    const hook = await hookOf(world, id);
    expect([hook.stoppedBy, hook.nextAttemptAt]).toEqual(["It failed for five days", null]);
    expect((await rows(world)).map(({ state }) => state)).toEqual(["failed", "withdrawn"]);
    const told = await mails(world, "webhook-off");
    expect(told.map(({ toEmail }) => toEmail)).toEqual([OWNER]);
    expect(told[0]?.text).toContain(`/settings/webhooks/${id}`);
    const page = await world.ask(PAGE, { as: OWNER });
    expect(page.text).toContain("It failed for five days");
  });

  test("at once where its receiver says that it is gone", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    receiver.answer = () => 410;
    await happen(world, "it");
    await tellHooks(world);
    expect((await hookOf(world, id)).stoppedBy).toBe("Its receiver answered that it is gone (410)");
  });

  test("not by one failure weeks after another", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    receiver.answer = () => 500;
    await happen(world, "first");
    for (const wait of [0, ...HOOK_WAITS]) await later(world, wait);
    await later(world, 20 * DAY);
    await happen(world, "second");
    await tellHooks(world);
    expect(receiver.calls).toHaveLength(11);
    expect((await hookOf(world, id)).stoppedAt).toBeNull();
    receiver.answer = () => 204;
    await later(world, HOOK_WAITS[0]);
    expect((await hookOf(world, id)).failingSince).toBeNull();
  });
});

describe("the pages", () => {
  const form = (url: string, more: Record<string, string> = {}) => ({
    name: "Tickets",
    url,
    types: "request.received",
    ...more,
  });

  test("add a webhook, show its secret once, keep it and its URL sealed, and send a test", async () => {
    const { world, receiver } = await hookWorld();
    const url = receiver.service.url("/secret-path");
    const made = await world.ask(PAGE, { as: OWNER, form: form(url) });
    const secret = /whsec_[A-Za-z0-9+/]{43}=/.exec(made.text)?.[0] ?? "";
    expect([made.status, secret === ""]).toEqual([200, false]);
    expect(made.headers["cache-control"]).toContain("no-store");
    const hook = await world.services.store.read
      .selectFrom("webhooks")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(hook)).not.toContain("secret-path");
    expect(JSON.stringify(hook)).not.toContain(secret.slice(6));
    const page = await world.ask(`${PAGE}/${hook.id}`, { as: OWNER });
    expect(page.text).toContain(receiver.service.host);
    expect(page.text).not.toContain(secret);
    expect(page.text).not.toContain("secret-path");
    const tested = await world.ask(`${PAGE}/${hook.id}/test`, { as: OWNER, form: {} });
    expect([tested.status, tested.headers.location]).toEqual([303, `${PAGE}/${hook.id}`]);
    expect([receiver.types, receiver.service.asked]).toEqual([["webhook.test"], ["/secret-path"]]);
    const [call] = receiver.calls;
    const stamped = new Date(Number(call?.headers["webhook-timestamp"]) * 1_000);
    expect(call?.headers["webhook-signature"]).toBe(
      new Webhook(secret).sign(call?.id ?? "", stamped, call?.text ?? ""),
    );
    const log = await world.ask(`${PAGE}/${hook.id}`, { as: OWNER });
    expect(log.text).toContain("webhook.test");
    expect(log.text).toContain("204");
  });

  test.each([
    ["no name", { name: " " }, "Enter a name"],
    ["no event", { types: "" }, "Choose at least one event"],
    ["an unknown event", { types: "team.changed" }, wording.chooseFromList],
    ["no URL", { url: "hooks" }, "Enter a URL such as https://example.com/hooks"],
    ["another scheme", { url: "ftp://hooks.example" }, "Enter a URL such as"],
    ["http", { url: "http://hooks.example" }, wording.beginsWithHttps],
    ["a password", { url: "https://a:b@hooks.example" }, "Leave out the name and the password"],
    ["an inner address", { url: "https://[::1]/hooks" }, wording.isNotPublic("[::1]")],
    ["an inner address in disguise", { url: "https://0x7f.1/" }, wording.isNotPublic("127.0.0.1")],
    ["a name of an inner address", { url: "https://localhost/" }, wording.isNotPublic("localhost")],
  ])(
    "refuse %s at its field, keep what was typed, and add nothing",
    async (_what, wrong, words) => {
      const world = await openWorld();
      const refused = await world.ask(PAGE, {
        as: OWNER,
        form: form("https://hooks.example/kept", { name: "Kept name", ...wrong }),
      });
      expect([refused.status, refused.text.includes(words)]).toEqual([400, true]);
      if (!("name" in wrong)) expect(refused.text).toContain('value="Kept name"');
      const added = await world.services.store.read.selectFrom("webhooks").select("id").execute();
      expect(added).toEqual([]);
    },
  );

  test("take ten webhooks and no more", async () => {
    const { world, receiver } = await hookWorld();
    for (let n = 0; n < 10; n += 1) await hookIn(world, receiver, RECEIVED);
    const more = await world.ask(PAGE, { as: OWNER, form: form("https://hooks.example") });
    expect([
      more.status,
      more.text.includes("You can have 10 webhooks. Remove one first."),
    ]).toEqual([409, true]);
  });

  test("change what it hears, and keep its URL unless there is another", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    const before = await hookOf(world, id);
    const save = (values: Record<string, string>) =>
      world.ask(`${PAGE}/${id}`, {
        as: OWNER,
        form: { name: "Renamed", types: "nda.signed", ...values },
      });
    expect((await save({ url: "" })).status).toBe(303);
    const kept = await hookOf(world, id);
    expect([kept.name, kept.typesJson, kept.sealedUrl]).toEqual([
      "Renamed",
      '["nda.signed"]',
      before.sealedUrl,
    ]);
    expect((await save({ url: "https://new.example/x", details: "on" })).status).toBe(303);
    const moved = await hookOf(world, id);
    expect([moved.host, moved.details]).toEqual(["new.example", 1]);
    expect((await save({ url: "http://new.example" })).status).toBe(400);
    const inner = await save({ url: "https://localhost:4433/x" });
    expect([inner.status, inner.text.includes(wording.isNotPublic("localhost"))]).toEqual([
      400,
      true,
    ]);
    expect((await hookOf(world, id)).host).toBe("new.example");
  });

  test("make a new secret that signs beside the earlier one for a day", async () => {
    const { world, receiver } = await hookWorld();
    const { id, secret } = await hookIn(world, receiver, RECEIVED);
    const made = await world.ask(`${PAGE}/${id}/secret`, { as: OWNER, form: {} });
    const fresh = /whsec_[A-Za-z0-9+/]{43}=/.exec(made.text)?.[0] ?? "";
    expect([made.status, fresh === "" || fresh === secret]).toEqual([200, false]);
    const signers = async (name: string) => {
      await happen(world, name);
      await tellHooks(world);
      const call = receiver.calls.at(-1);
      const stamped = new Date(Number(call?.headers["webhook-timestamp"]) * 1_000);
      const signed = (call?.headers["webhook-signature"] ?? "").split(" ");
      return [secret, fresh].map((one) =>
        signed.includes(new Webhook(one).sign(call?.id ?? "", stamped, call?.text ?? "")),
      );
    };
    expect(await signers("during")).toEqual([true, true]);
    world.time = new Date(world.time.getTime() + DAY);
    expect(await signers("after")).toEqual([false, true]);
  });

  test("send a delivery again under its id, and a test that is taken ends the waiting", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    await happen(world, "it");
    await tellHooks(world);
    const [row] = await rows(world);
    const again = await world.ask(`${PAGE}/${id}/again`, {
      as: OWNER,
      form: { deliveryId: row?.id ?? "" },
    });
    expect(again.status).toBe(303);
    await tellHooks(world);
    expect(receiver.calls.map((call) => call.id)).toEqual([`msg_${row?.id}`, `msg_${row?.id}`]);
    receiver.answer = () => 500;
    await happen(world, "late");
    await tellHooks(world);
    receiver.answer = () => 204;
    await world.ask(`${PAGE}/${id}/test`, { as: OWNER, form: {} });
    await tellHooks(world);
    expect(subjects(receiver.calls).at(-1)).toBe("late");
    expect((await hookOf(world, id)).failingSince).toBeNull();
  });

  test("of one company know nothing of another’s", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, { ...RECEIVED, slug: "globex" });
    for (const path of ["", "/test", "/secret", "/stop", "/remove"])
      expect((await world.ask(`${PAGE}/${id}${path}`, { as: OWNER, form: {} })).status).toBe(404);
    expect(receiver.calls).toEqual([]);
    expect((await hookOf(world, id)).stoppedAt).toBeNull();
  });

  test("remove a webhook with its log", async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, RECEIVED);
    await happen(world, "it");
    const removed = await world.ask(`${PAGE}/${id}/remove`, { as: OWNER, form: {} });
    expect([removed.status, removed.headers.location]).toEqual([303, PAGE]);
    expect(await rows(world)).toEqual([]);
    await tellHooks(world);
    expect(receiver.calls).toEqual([]);
    expect((await world.ask(`${PAGE}/${id}/remove`, { as: OWNER, form: {} })).status).toBe(404);
  });
});

test("the built server’s worker sends what is written while it runs, and ends when asked", async () => {
  const { world, receiver } = await hookWorld();
  await hookIn(world, receiver, RECEIVED);
  const { webhookWorker } = await builtServer();
  const worker = webhookWorker(world.services);
  worker.start();
  for (let n = 0; n < 120; n += 1) await happen(world, `event ${n}`);
  await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBe(120);
  await worker.stop();
  await happen(world, "after");
  expect(subjects(receiver.calls)).toEqual(Array.from({ length: 120 }, (_, n) => `event ${n}`));
});
