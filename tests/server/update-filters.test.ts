import { describe, expect, test } from "vitest";
import { CATEGORY_LABELS, type TopicCategory } from "#model/updates/words.ts";
import { openWorld, type World } from "./world.ts";

/** The subjects on a page of updates, and the names of the links that narrow it. */
async function seen(world: World, query: string, as?: string) {
  const page = await world.ask(`/acme/updates${query}`, as === undefined ? {} : { as });
  const main = page.text.slice(page.text.indexOf("<main"));
  const navigation = (label: string) =>
    new RegExp(`<nav aria-label="${label}"[^]*?</nav>`).exec(main)?.[0] ?? "";
  const links = (label: string) =>
    [...navigation(label).matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, text]) => text);
  return {
    status: page.status,
    main,
    category: links("Category"),
    year: links("Year"),
    subjects: [...main.matchAll(/<article[^]*?<h2[^>]*>(?:<[^>]*>)*([^<]*)/g)].map(
      ([, text]) => text,
    ),
  };
}

/** The categories of the topics that strangers read. */
async function publicCategories(world: World): Promise<Map<string, TopicCategory>> {
  const rows = await world.services.store.read
    .selectFrom("topics as t")
    .innerJoin("topicUpdates as u", "u.topicId", "t.id")
    .select(["t.subject", "t.category"])
    .where("t.orgId", "=", await world.orgId("acme"))
    .where("t.hiddenAt", "is", null)
    .where("u.audience", "=", "public")
    .execute();
  return new Map(rows.map(({ subject, category }) => [subject, category]));
}

describe("the list of updates", () => {
  test("is narrowed by a category, and its pages stay in it", async () => {
    const world = await openWorld();
    const categories = await publicCategories(world);
    const all = await seen(world, "");
    expect(all.category[0]).toBe("All");
    for (const label of all.category.slice(1)) {
      const name = (Object.entries(CATEGORY_LABELS).find(([, text]) => text === label) ?? [])[0];
      const narrowed = await seen(world, `?category=${name}`);
      expect(narrowed.status).toBe(200);
      expect(narrowed.subjects.length).toBeGreaterThan(0);
      for (const subject of narrowed.subjects) expect(categories.get(subject ?? "")).toBe(name);
      const pager = /href="([^"]*page=2[^"]*)"/.exec(narrowed.main)?.[1];
      if (pager !== undefined) expect(pager).toContain(`category=${name}`);
    }
  });

  test("is narrowed by a year of the company's time zone", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const topic = await store.read
      .selectFrom("topicUpdates as u")
      .innerJoin("topics as t", "t.id", "u.topicId")
      .select(["u.id", "t.subject"])
      .where("u.orgId", "=", orgId)
      .where("u.audience", "=", "public")
      .where("t.hiddenAt", "is", null)
      .orderBy("u.createdAt")
      .executeTakeFirstOrThrow();
    // New Year's Day in Berlin, while it is still the old year in UTC.
    await store.write(
      async (trx) =>
        void (await trx
          .updateTable("topicUpdates")
          .set({ createdAt: "2019-12-31T23:30:00.000Z" })
          .where("id", "=", topic.id)
          .execute()),
    );
    const year = await seen(world, "?year=2020");
    expect(year.subjects).toEqual([topic.subject]);
    expect(year.year).toContain("2020");
    expect((await seen(world, "?year=2019")).subjects.length).toBeGreaterThan(1);
  });

  test.each(["?category=no-such", "?year=1999", "?year=x%3Cscript%3E", "?category=&year="])(
    "is whole where %s names nothing in it",
    async (query) => {
      const world = await openWorld();
      expect((await seen(world, query)).subjects).toEqual((await seen(world, "")).subjects);
    },
  );

  test("names no category or year of what the viewer may not read", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const visible = await seen(world, "");
    const hidden = await store.read
      .selectFrom("topicUpdates")
      .select(["id", "topicId"])
      .where("orgId", "=", orgId)
      .where("audience", "=", "private")
      .executeTakeFirstOrThrow();
    await store.write(async (trx) => {
      await trx
        .updateTable("topicUpdates")
        .set({ audience: "private", createdAt: "2015-06-01T12:00:00.000Z" })
        .where("topicId", "=", hidden.topicId)
        .execute();
    });
    const after = await seen(world, "");
    expect(after.year).toEqual(visible.year);
    expect((await seen(world, "", "riley@customer.example")).year).toContain("2015");
  });
});
