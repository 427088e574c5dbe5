import { expect, test } from "vitest";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { actions } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const ALIKE = "/knowledge-base/alike";

async function add(world: World, values: Partial<Parameters<typeof addFaqEntry>[2]>) {
  const orgId = await world.orgId("acme");
  return world.services.store.write((trx) =>
    addFaqEntry(
      trx,
      orgId,
      { question: "", answer: "Each year.", access: "public", productIds: [], ...values },
      world.time,
    ),
  );
}

const entries = (world: World) =>
  world.services.store.read.selectFrom("faqEntries").select(["id", "topic", "access"]).execute();

test("two alike entries become one that the other’s addresses lead to, with its topic and review", async () => {
  const world = await openWorld();
  const keep = await add(world, {
    question: "Is the walrus audited every year?",
    shortAnswer: "yes",
  });
  const end = await add(world, {
    question: "Is a walrus audited every year?",
    shortAnswer: "no",
    topic: "Animals",
    access: "internal",
  });
  const owner = await world.services.store.read
    .selectFrom("staff")
    .select("id")
    .where("email", "=", OWNER)
    .executeTakeFirstOrThrow();
  await world.ask(`/knowledge-base/${end}/review`, {
    as: OWNER,
    form: { owner: owner.id, every: "6" },
  });
  const shown = await world.ask(ALIKE, { as: OWNER });
  expect(shown.text).toContain("Different short answers");
  expect(shown.text.indexOf("walrus")).toBeLessThan(shown.text.indexOf("Keep this one"));
  const seen = world.time.toISOString();
  const form = { keep, end, keepSeen: seen, endSeen: seen };

  const stale = { ...form, endSeen: "2020-01-01T00:00:00.000Z" };
  for (const [as, sent] of [
    [OWNER, stale],
    ["owner@globex.example", form],
    ["reviewer@acme.example", form],
    [OWNER, { ...form, end: keep }],
  ] as const)
    await world.ask(`${ALIKE}/merge`, { as, form: sent });
  expect((await entries(world)).filter(({ id }) => id === keep || id === end)).toHaveLength(2);

  const done = await world.ask(`${ALIKE}/merge`, { as: OWNER, form });
  expect([done.status, done.headers.location]).toEqual([303, ALIKE]);
  const left = (await entries(world)).filter(({ id }) => id === keep || id === end);
  expect(left).toEqual([{ id: keep, topic: "Animals", access: "public" }]);
  expect(
    await world.services.store.read
      .selectFrom("faqReviews")
      .select(["entryId", "ownerId", "everyMonths"])
      .where("entryId", "in", [keep, end])
      .execute(),
  ).toEqual([{ entryId: keep, ownerId: owner.id, everyMonths: 6 }]);
  const led = await world.ask(`/knowledge-base/${end}`, { as: OWNER });
  expect(led.headers.location).toBe(`/knowledge-base/${keep}`);
  expect((await world.ask(`/acme/faq?entry=${end}`)).headers.location).toContain(`entry=${keep}`);
  expect((await world.ask(`/acme?kb=open&kbEntry=${end}`)).headers.location).toContain(
    `kbEntry=${keep}`,
  );
  expect((await world.ask(ALIKE, { as: OWNER })).text).not.toContain("walrus audited");
  expect(await actions(world, "acme")).toContain("faq-entry.merged");

  // What the kept one ends in is where both lead; nobody learns of an entry that they don't see.
  const last = await add(world, {
    question: "Is the walrus audited each year?",
    access: "internal",
  });
  const both = await world.services.store.read
    .selectFrom("faqEntries")
    .select(["id", "modifiedAt"])
    .where("id", "in", [keep, last])
    .execute();
  const stampOf = (id: string) => both.find((one) => one.id === id)?.modifiedAt ?? "";
  await world.ask(`${ALIKE}/merge`, {
    as: OWNER,
    form: { keep: last, end: keep, keepSeen: stampOf(last), endSeen: stampOf(keep) },
  });
  for (const id of [end, keep])
    expect((await world.ask(`/knowledge-base/${id}`, { as: OWNER })).headers.location).toBe(
      `/knowledge-base/${last}`,
    );
  expect((await world.ask(`/acme/faq?entry=${end}`)).headers.location).not.toContain(last);
});
