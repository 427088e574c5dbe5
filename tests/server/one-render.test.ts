import http from "node:http";
import { availableParallelism } from "node:os";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { testInFive } from "../in-turn.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const PROXY = { TRUST_PROXY: "loopback" };
const CROWD = "192.0.2.7";
const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))];

/**
 * Has each render wait for something right after it has read its org; the number that the render has is passed on.
 * @returns how many have begun
 */
function holdRenders(world: World, held: (render: number) => Promise<unknown>): () => number {
  const executor = world.services.store.read.getExecutor();
  const before = executor.executeQuery;
  let count = 0;
  executor.executeQuery = async function watched(
    this: unknown,
    ...args: Parameters<typeof before>
  ) {
    const found = await before.apply(executor, args);
    if (args[0].sql.includes('where "o"."slug" = ')) await held(++count);
    return found;
  } as typeof before;
  return () => count;
}

/** A change of what every page shows: the company's name counts the changes. */
async function change(world: World, orgId: string, number: number): Promise<void> {
  await world.services.store.write(async (trx) => {
    await trx
      .updateTable("orgs")
      .set({ name: `State ${number}.` })
      .where("id", "=", orgId)
      .execute();
    await contentChanged(trx, orgId);
  });
}

const stateOf = ({ text }: Answer) => Number(/State (\d+)\./.exec(text)?.[1]);

describe("one page that a crowd asks for", () => {
  testInFive(
    "is everybody's, at most once rendered a change, however often it changes meanwhile",
    async () => {
      const world = await openWorld(PROXY);
      const orgId = await world.orgId("acme");
      let changes = 0;
      const renders = holdRenders(world, async (render) => {
        // Each of the first ones is overtaken.
        if (render <= 20) await change(world, orgId, ++changes);
        await after(20);
      });
      const answers = await Promise.all(
        Array.from({ length: 300 }, async (_, i) => {
          await after((i % 30) * 20);
          return world.ask("/acme", from(i % 10 === 0 ? `198.51.${i}.1` : CROWD));
        }),
      );
      expect(statuses(answers)).toEqual([200]);
      expect(changes).toBeGreaterThan(5);
      expect(renders()).toBeLessThanOrEqual(changes + 1);
    },
  );

  testInFive("is never of a time before the question", async () => {
    const world = await openWorld(PROXY);
    const orgId = await world.orgId("acme");
    let changes = 0;
    await change(world, orgId, changes);
    holdRenders(world, () => after(10));
    const changing = (async () => {
      while (changes < 60) {
        await change(world, orgId, changes + 1);
        changes += 1;
        await after(15);
      }
    })();
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        await after(i * 4);
        const known = changes;
        const answer = await world.ask("/acme/faq", from(i % 2 === 0 ? CROWD : "198.51.100.7"));
        return { answer, known };
      }),
    );
    await changing;
    expect(statuses(answers.map(({ answer }) => answer))).toEqual([200]);
    expect(answers.filter(({ answer, known }) => !(stateOf(answer) >= known))).toEqual([]);
  });

  test("is rendered anew for whoever came after a change, and not for those before", async () => {
    const world = await openWorld(PROXY);
    const orgId = await world.orgId("acme");
    await change(world, orgId, 1);
    const steps = [0, 1].map(() => Promise.withResolvers<void>());
    const renders = holdRenders(world, async (render) => steps[render - 1]?.promise);
    const ask = async (count: number, whenBegun: number) => {
      const asked = Array.from({ length: count }, () => world.ask("/acme/updates", from(CROWD)));
      await expect.poll(renders).toBe(whenBegun);
      await after(100);
      return asked;
    };
    const early = await ask(20, 1);
    await change(world, orgId, 2);
    const late = await ask(20, 1);
    await change(world, orgId, 3);
    steps[0]?.resolve();
    expect((await Promise.all(early)).map(stateOf)).toEqual(Array.from({ length: 20 }, () => 1));
    await expect.poll(renders).toBe(2);
    await change(world, orgId, 4);
    steps[1]?.resolve();
    expect((await Promise.all(late)).map(stateOf)).toEqual(Array.from({ length: 20 }, () => 3));
    expect(renders()).toBe(2);
    expect(stateOf(await world.ask("/acme/updates", from(CROWD)))).toBe(4);
  });

  test("is there for the others, too, when whoever asked first leaves before it is", async () => {
    const world = await openWorld(PROXY);
    const orgId = await world.orgId("acme");
    const first = Promise.withResolvers<void>();
    const renders = holdRenders(world, (render) => (render === 1 ? first.promise : after(20)));
    const target = { host: "127.0.0.1", port: world.port, path: "/acme", agent: false };
    const leaving = http.get({
      ...target,
      headers: { host: world.host, ...from(CROWD).headers },
    });
    leaving.on("error", () => undefined);
    await expect.poll(renders).toBe(1);
    const others = Array.from({ length: 40 }, () => world.ask("/acme", from(CROWD)));
    await after(100);
    leaving.destroy();
    await after(50);
    first.resolve();
    expect(statuses(await Promise.all(others))).toEqual([200]);
    expect(renders()).toBe(1);
    await change(world, orgId, 2);
    expect(stateOf(await world.ask("/acme", from(CROWD)))).toBe(2);
  });

  test("is the page of the company whose domain it is by now", async () => {
    const world = await openWorld(PROXY);
    const globex = await world.orgId("globex");
    const others = Promise.withResolvers<void>();
    const renders = holdRenders(world, (render) =>
      render <= availableParallelism() ? others.promise : after(20),
    );
    const busy = Array.from({ length: availableParallelism() }, (_, i) =>
      world.ask(`/acme/faq?q=${i}`, from(`198.51.${i}.1`)),
    );
    await expect.poll(renders).toBe(availableParallelism());
    const ask = () => world.ask("/", { ...from(CROWD), host: "trust.acme.example" });
    const before = ask();
    await after(50);
    await world.services.store.write((trx) =>
      trx
        .updateTable("domains")
        .set({ orgId: globex })
        .where("host", "=", "trust.acme.example")
        .execute(),
    );
    const since = ask();
    await after(50);
    others.resolve();
    expect(statuses(await Promise.all([before, since, ...busy]))).toEqual([200]);
    const { text } = await since;
    expect([text.includes("Globex"), text.includes("Acme Cloud")]).toEqual([true, false]);
  });
});
