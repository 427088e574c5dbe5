import { expect, test } from "vitest";
import { IN_REVIEW, RELEASED } from "#operations/exchange/demo-questions.ts";
import { openWorld, type World } from "./world.ts";

const [OWNER, REVIEWER, MEMBER] = [
  "owner@acme.example",
  "reviewer@acme.example",
  "riley@customer.example",
];

const plain = (text: string) => text.replaceAll("<!-- -->", "");

async function pageOf(world: World, fileName: string): Promise<string> {
  const { id } = await world.services.store.read
    .selectFrom("questionnaires")
    .select("id")
    .where("fileName", "=", fileName)
    .executeTakeFirstOrThrow();
  return `/questionnaires/${id}`;
}

test("the team is in the middle of one: some answers are accepted, edited, skipped, asked for", async () => {
  const world = await openWorld();
  const page = await pageOf(world, IN_REVIEW.fileName);
  const shown = async (path: string, as = OWNER) => plain((await world.ask(path, { as })).text);
  const list = await shown(page);
  for (const words of ["Unsigned GmbH", "6 of 20 answered", "Due November 29, 2026", "Needs you"])
    expect(list).toContain(words);
  for (const [state, count] of [
    ["accepted", 3],
    ["edited", 3],
    ["skipped", 1],
    ["proposed", 11],
    ["open", 2],
  ] as const)
    expect(await shown(`${page}?state=${state}`)).toContain(`${count} of 20 questions`);
  expect(await shown(`${page}/questions/15`)).toContain("They ask for the date.");
  // What names a requirement is proposed from the controls that answer it.
  expect(await shown(`${page}/questions/1`)).toContain("answers ISO 27001 A.5.2.");
  expect((await world.ask(page, { as: "owner@globex.example" })).status).toBe(404);
});

test("an account has one back, with the answers that its page gives", async () => {
  const world = await openWorld();
  const page = await pageOf(world, RELEASED.fileName);
  const own = (await world.ask("/acme/my-account", { as: MEMBER })).text;
  const file = /href="(\/acme\/my-account\/questionnaires\/[^"]+)"/.exec(own)?.[1] ?? "";
  const taken = await world.ask(file, { as: MEMBER });
  const staffs = await world.ask(`${page}/file`, { as: REVIEWER, form: {} });
  expect([taken.status, staffs.status]).toEqual([200, 200]);
  expect(taken.text).toContain('Yes,"Yes, every year since 2019.');
  expect(taken.text).toBe(staffs.text);
  for (const as of ["noor@unsigned.example", "kim@expired.example"])
    expect((await world.ask(file, { as })).status).toBe(404);
});

test("the CAIQ quotes an entry that was changed, and a press makes its next version", async () => {
  const world = await openWorld();
  const { id } = await world.services.store.read
    .selectFrom("standingQuestionnaires")
    .select("documentId as id")
    .executeTakeFirstOrThrow();
  expect(plain((await world.ask(`/documents/${id}`, { as: OWNER })).text)).toContain(
    "Refresh 1 answer",
  );
  const { text } = await world.ask(`/documents/${id}/answers`, { as: OWNER });
  expect(text).toContain("Log shipping with 7 days");
  expect(text).toContain("Restores are tested every month.");
  const seen = /name="seen" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? "";
  const pressed = await world.ask(`/documents/${id}/answers/refresh`, {
    as: OWNER,
    form: { seen },
  });
  expect([pressed.status, pressed.headers.location]).toEqual([
    303,
    expect.stringMatching(new RegExp(`^/documents/${id}/staged/`)),
  ]);
});

test("entries have an owner, and one of them is overdue", async () => {
  const world = await openWorld();
  const list = async (query: string, as = OWNER) =>
    plain((await world.ask(`/knowledge-base?${query}`, { as })).text);
  const due = await list("review=due");
  expect(due).toContain("1 of 30 entries");
  expect(due).toContain("Do you offer a data processing agreement?");
  expect(await list("review=mine", "editor@acme.example")).toContain("4 of 30 entries");
});
