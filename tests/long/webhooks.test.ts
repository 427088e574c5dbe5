import { expect, test } from "vitest";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { chance } from "../sample.ts";
import { builtServer } from "../server/template.ts";
import { hookIn, hookWorld } from "../server/webhook-receiver.ts";

const MINUTES = 60_000;
const COUNT = 10_000;
const AT_ONCE = 100;
/** So many tries of one message fail at most: it must not be given up. */
const MOST_FAILURES = 6;

test(
  "10,000 messages to a receiver that fails three times in ten all arrive, in order, each under one id",
  { timeout: 20 * MINUTES },
  async () => {
    const { world, receiver } = await hookWorld();
    const { id } = await hookIn(world, receiver, { types: ["request.received"] });
    const orgId = await world.orgId("acme");
    const { store } = world.services;
    const names = Array.from({ length: COUNT }, (_, n) => `event ${String(n).padStart(5, "0")}`);
    for (let n = 0; n < COUNT; n += AT_ONCE)
      await store.write(async (trx) => {
        for (const subjectId of names.slice(n, n + AT_ONCE))
          await announce(
            { trx, orgId, now: world.time },
            { type: "request.received", subjectId, path: "/requests" },
          );
      });
    const failures = new Map<string, number>();
    let turn = 0;
    receiver.answer = (call) => {
      const before = failures.get(call.id) ?? 0;
      if (before >= MOST_FAILURES || chance(`answer ${(turn += 1)}`) >= 0.3) return 204;
      failures.set(call.id, before + 1);
      return 503;
    };
    const { webhookWorker } = await builtServer();
    const worker = webhookWorker(world.services);
    const due = async () =>
      (
        await store.read
          .selectFrom("webhooks")
          .select("nextAttemptAt")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).nextAttemptAt;
    for (let next = await due(); next !== null; next = await due()) {
      world.time = new Date(Math.max(world.time.getTime(), Date.parse(next)));
      await worker.pass();
    }
    const seen = receiver.calls.map(({ body }) => body.data.id);
    expect(seen.length).toBeGreaterThan(COUNT * 1.2);
    expect([...new Set(seen)]).toEqual(names);
    expect(seen).toEqual(seen.toSorted());
    const texts = new Map(receiver.calls.map(({ id: message, text }) => [message, text]));
    expect(texts.size).toBe(COUNT);
    expect(receiver.calls.every(({ id: message, text }) => texts.get(message) === text)).toBe(true);
    const states = await store.read
      .selectFrom("webhookDeliveries")
      .select((eb) => ["state", eb.fn.countAll<number>().as("n")])
      .groupBy("state")
      .execute();
    expect(states.map(({ state, n }) => [state, Number(n)])).toEqual([["sent", COUNT]]);
  },
);
