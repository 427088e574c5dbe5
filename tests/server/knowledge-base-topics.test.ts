import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { addFaqEntries } from "#content/knowledge-base/store/faq.server.ts";
import { listFaq } from "#content/knowledge-base/store/faq-list.server.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";
const QUESTION = "Which dogs guard the office?";

async function entry(world: World, question = QUESTION) {
  const rows = await listFaq(world.services.store.read, await world.orgId("acme"), {}, world.time);
  return rows.find((row) => row.question === question);
}

function form(values: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({ question: QUESTION, answer: "Two.", access: "public", ...values });
}

test("a topic is kept by the form, shown on the page of all questions, and goes out and in as a column", async () => {
  const world = await openWorld();
  const refused = await world.ask("/knowledge-base/new", {
    as: EDITOR,
    form: form({ topic: "X" }),
  });
  expect([refused.status, refused.text.includes(wording.atLeast2Characters)]).toEqual([400, true]);
  expect(refused.text).toContain('href="#entry-topic"');
  await world.ask("/knowledge-base/new", { as: EDITOR, form: form({ topic: " Four   legs " }) });
  const added = await entry(world);
  expect(added).toMatchObject({ topic: "Four legs", sourceType: "manual", sourceName: null });
  expect((await world.ask("/acme/faq")).text).not.toContain("Other questions");
  await world.ask("/knowledge-base/new", {
    as: EDITOR,
    form: form({ question: "Is this of no topic?" }),
  });
  const page = await world.ask("/acme/faq");
  expect(page.text).toMatch(/<h2[^>]*>Four legs<\/h2>/);
  expect(page.text).toMatch(/<h2[^>]*>Other questions<\/h2>/);

  const list = await world.ask("/knowledge-base/new", { as: EDITOR });
  expect(list.text).toContain("<option>Four legs</option>");
  const csv = (await world.ask("/knowledge-base/export.csv", { as: EDITOR })).text;
  const rows = parse(csv, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.find(({ question }) => question === QUESTION)?.topic).toBe("Four legs");

  const table = `question,answer,topic\n${QUESTION},Two.,Animals\nWhat else is new?,Much.,Animals`;
  const place =
    (await world.ask("/knowledge-base/import", { as: EDITOR, form: { csv: table } })).headers
      .location ?? "";
  const asked = `${place}?question=0&answer=1&topic=2&default=public`;
  const preview = (await world.ask(asked, { as: EDITOR })).text.replace(/<!-- -->/g, "");
  expect(preview).toContain("1 added, 1 changed, 0 unchanged, 0 skipped");
  expect((await world.ask(asked, { as: EDITOR, form: { intent: "import" } })).status).toBe(303);
  expect(await entry(world)).toMatchObject({ topic: "Animals", sourceType: "manual" });
  expect(await entry(world, "What else is new?")).toMatchObject({
    topic: "Animals",
    sourceType: "questionnaire",
    sourceName: expect.stringMatching(/./),
  });
  // A table without the column says nothing of it.
  const silent =
    (
      await world.ask("/knowledge-base/import", {
        as: EDITOR,
        form: { csv: `question,answer\n${QUESTION},Three.` },
      })
    ).headers.location ?? "";
  await world.ask(`${silent}?question=0&answer=1`, { as: EDITOR, form: { intent: "import" } });
  expect(await entry(world)).toMatchObject({ answer: "Three.", topic: "Animals" });
});

test("all questions are one page up to 300; then 100 stand on each, by topic", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const shown = async (query = "") =>
    ((await world.ask(`/acme/faq${query}`)).text.match(/<details[^>]*id="faq-/g) ?? []).length;
  const before = await shown();
  const add = (count: number, topic: string) =>
    world.services.store.write((trx) =>
      addFaqEntries(
        trx,
        orgId,
        Array.from({ length: count }, (_, i) => ({
          question: `Is ${topic} number ${i} in order?`,
          answer: "It is.",
          topic,
          access: "public" as const,
          productIds: [],
          createdAt: world.time,
          modifiedAt: world.time,
        })),
      ),
    );
  await add(300 - before, "Aardvarks");
  await world.layOut();
  expect([await shown(), await shown("?q=aardvarks")]).toEqual([300, 300 - before]);
  expect((await world.ask("/acme/faq?page=2")).headers.location).toBe("/acme/faq");
  await add(1, "Zebras");
  await world.layOut();
  expect([await shown(), await shown("?page=4")]).toEqual([100, 1]);
  const last = await world.ask("/acme/faq?page=4");
  expect(last.text).toMatch(/<h2[^>]*>Zebras<\/h2>/);
  expect((await world.ask("/acme/faq?page=5")).headers.location).toBe("/acme/faq?page=4");
});
