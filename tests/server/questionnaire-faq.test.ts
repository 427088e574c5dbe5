import { expect, test } from "vitest";
import { multipart } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";

const [OWNER, REVIEWER] = ["owner@acme.example", "reviewer@acme.example"];
const NAMES = "Question,Response,Justification,Question Type";
const CSV = `${NAMES}\r\nDo you keep bees?,,,Text\r\nDo you keep goats?,,,Text\r\nDo you keep cats?,,,Text\r\nAge?,,,Text\r\n`;

/** A finished questionnaire whose answers were all written by hand. @returns its page */
async function finished(world: World): Promise<string> {
  const sent = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "Animals.csv", bytes: CSV }], {}),
  });
  const page = sent.headers.location ?? "";
  const answers = ["Yes", "Two goats, on the roof.", "No cats.", "7"];
  for (const [at, answer] of answers.entries())
    await world.ask(`${page}/questions/${at + 1}`, {
      as: REVIEWER,
      form: { version: "1", answer },
    });
  await world.ask(`${page}/finish`, { as: REVIEWER, form: {} });
  return page;
}

async function entries(world: World) {
  return world.services.store.read
    .selectFrom("faqEntries")
    .selectAll()
    .where("question", "like", "Do you keep%")
    .orderBy("question")
    .execute();
}

const choices = (...all: (Record<string, string> & { place: string })[]) =>
  Object.fromEntries(
    all.flatMap((one, at) =>
      Object.entries(one).map(([name, value]) => [`answers[${at}].${name}`, value]),
    ),
  );

test("edited answers become internal entries, new answers of entries, or stay where they are", async () => {
  const world = await openWorld();
  const page = await finished(world);
  const shown = (await world.ask(page, { as: OWNER })).text;
  expect(shown).toContain("Add edited answers to your FAQ (4)");
  expect((await world.ask(page, { as: REVIEWER })).text).not.toContain("Add edited answers");
  const none = await world.ask(`${page}/faq`, { as: OWNER, form: choices({ place: "1" }) });
  expect([none.status, none.text.includes("Choose what happens")]).toEqual([400, true]);

  const done = await world.ask(`${page}/faq`, {
    as: OWNER,
    form: choices(
      { place: "1", as: "added" },
      { place: "2", as: "added" },
      { place: "3", as: "here" },
      // A question this short is no entry.
      { place: "4", as: "added" },
    ),
  });
  expect([done.status, done.headers.location]).toEqual([303, page]);
  expect((await entries(world)).map((entry) => [entry.question, entry.access])).toEqual([
    ["Do you keep bees?", "internal"],
    ["Do you keep goats?", "internal"],
  ]);
  const [bees, goats] = await entries(world);
  expect(bees).toMatchObject({ shortAnswer: "yes", sourceName: "Animals.csv" });
  expect(goats).toMatchObject({ shortAnswer: null, answer: "Two goats, on the roof." });
  expect((await world.ask(page, { as: OWNER })).text).not.toContain("Add edited answers");
  // Said twice, it is done once.
  await world.ask(`${page}/faq`, { as: OWNER, form: choices({ place: "1", as: "added" }) });
  expect((await entries(world)).length).toBe(2);

  // Another answer to the same question is decided about anew, and can take the entry's place.
  await world.ask(`${page}/reopen`, { as: REVIEWER, form: {} });
  await world.ask(`${page}/questions/2`, {
    as: REVIEWER,
    form: { version: "2", answer: "Three goats." },
  });
  const early = await world.ask(`${page}/faq`, {
    as: OWNER,
    form: choices({ place: "2", as: "added" }),
  });
  expect([early.status, early.text.includes("Finish this questionnaire first")]).toEqual([
    409,
    true,
  ]);
  await world.ask(`${page}/finish`, { as: REVIEWER, form: {} });
  const offered = (await world.ask(`${page}/faq`, { as: OWNER })).text;
  expect(offered).toContain("Replace the FAQ’s answer");
  const replace = { place: "2", as: "replaced", entry: goats?.id ?? "" };
  const stale = await world.ask(`${page}/faq`, {
    as: OWNER,
    form: choices({ ...replace, seen: "2020-01-01T00:00:00.000Z" }),
  });
  expect([
    stale.status,
    stale.text.includes("Someone else changed or deleted an FAQ entry"),
  ]).toEqual([409, true]);
  await world.ask(`${page}/faq`, {
    as: OWNER,
    form: choices({ ...replace, seen: goats?.modifiedAt ?? "" }),
  });
  expect((await entries(world))[1]).toMatchObject({ id: goats?.id, answer: "Three goats." });
  const history = await world.services.store.read
    .selectFrom("changes")
    .select("id")
    .where("subjectId", "=", goats?.id ?? "")
    .execute();
  expect(history.length).toBe(2);
});

test("another organization’s entry is never replaced, and nobody else’s questionnaire is kept", async () => {
  const world = await openWorld();
  const page = await finished(world);
  const foreign = await world.services.store.read
    .selectFrom("faqEntries")
    .selectAll()
    .where("orgId", "=", await world.orgId("globex"))
    .executeTakeFirstOrThrow();
  const refused = await world.ask(`${page}/faq`, {
    as: OWNER,
    form: choices({ place: "1", as: "replaced", entry: foreign.id, seen: foreign.modifiedAt }),
  });
  expect(refused.status).toBe(409);
  for (const as of [REVIEWER, "editor@acme.example", "owner@globex.example"])
    expect([as, (await world.ask(`${page}/faq`, { as })).status]).toEqual([
      as,
      as === "owner@globex.example" ? 404 : 403,
    ]);
  expect(
    await world.services.store.read
      .selectFrom("faqEntries")
      .selectAll()
      .where("id", "=", foreign.id)
      .executeTakeFirst(),
  ).toEqual(foreign);
});
