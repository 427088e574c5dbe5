import { expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { mails } from "./access-world.ts";
import { DEMO_FORMS, DEMO_RELEASE } from "./demo-forms.ts";
import { multipart } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";

const [OWNER, REVIEWER, MEMBER] = [
  "owner@acme.example",
  "reviewer@acme.example",
  "riley@customer.example",
];
const NAMES = "Section,Question,Response,Justification,Question Type";
const CSV = `${NAMES}\r\nData,Do you encrypt?,,,Text\r\nData,Do you back up?,,,Text\r\nPeople,Do you train?,,,Text\r\n`;

/** A questionnaire of a member's account. @returns its page */
async function added(world: World): Promise<string> {
  const { read } = world.services.store;
  const [member] = await membersByEmail(read, await world.orgId("acme"), MEMBER);
  const sent = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "Check.csv", bytes: CSV }], { account: member?.account.name ?? "" }),
  });
  expect(sent.status).toBe(303);
  return sent.headers.location ?? "";
}

const press = (world: World, address: string, form: Record<string, string> = {}, as = REVIEWER) =>
  world.ask(address, { as, form });

async function rows(world: World) {
  const { read } = world.services.store;
  const demos = read.selectFrom("questionnaires").select("id").where("fileName", "in", DEMO_FORMS);
  return read
    .selectFrom("questionnaireRows")
    .selectAll()
    .where("questionnaireId", "not in", demos)
    .orderBy("place")
    .execute();
}

const plain = (text: string) => text.replaceAll("<!-- -->", "");

async function staffId(world: World, email: string): Promise<string> {
  const row = await world.services.store.read
    .selectFrom("staff")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return row.id;
}

test("questions are assigned one by one or as the list is narrowed, and their person is told", async () => {
  const world = await openWorld();
  const page = await added(world);
  const reviewer = await staffId(world, REVIEWER);
  const some = await press(world, `${page}/assign?section=Data`, { assignee: reviewer }, OWNER);
  expect([some.status, some.headers.location]).toEqual([303, `${page}?section=Data`]);
  expect((await rows(world)).map(({ assigneeId }) => assigneeId)).toEqual([
    reviewer,
    reviewer,
    null,
  ]);
  const [told] = await mails(world, "questions-assigned");
  expect([told?.toEmail, told?.subject.includes("2 questions")]).toEqual([REVIEWER, true]);
  expect(told?.text).toContain(`${page}?assigned=me`);
  // Nobody is told of what they took themselves.
  await press(world, `${page}/questions/3/assign`, { assignee: "me" });
  expect((await mails(world, "questions-assigned")).length).toBe(1);

  const mine = plain((await world.ask(`${page}?assigned=me`, { as: OWNER })).text);
  expect(mine).toContain("0 of 3 questions");
  const theirs = plain((await world.ask(`${page}?assigned=me`, { as: REVIEWER })).text);
  expect(theirs).toContain("Needs you");
  await press(world, `${page}/questions/1/assign`, { assignee: "nobody" });
  const left = plain((await world.ask(`${page}?assigned=nobody`, { as: OWNER })).text);
  expect(left).toContain("1 of 3 questions");

  const editor = await staffId(world, "editor@acme.example");
  for (const assignee of [editor, "no-such-person"]) {
    const refused = await press(world, `${page}/questions/1/assign`, { assignee });
    expect([refused.status, refused.text.includes("no longer answers questionnaires")]).toEqual([
      409,
      true,
    ]);
  }
  expect((await press(world, `${page}/questions/1/assign`, {})).status).toBe(400);
  expect((await press(world, `${page}/questions/9/assign`, { assignee: "me" })).status).not.toBe(
    303,
  );
  // Whoever leaves the team leaves their questions to nobody.
  const out = await press(world, `/team/${reviewer}/remove`, { confirmed: "on" }, OWNER);
  expect(out.status).toBe(303);
  expect((await rows(world)).map(({ assigneeId }) => assigneeId)).toEqual([null, null, null]);
});

test("notes are the team’s alone, and two people don’t overwrite each other", async () => {
  const world = await openWorld();
  const page = await added(world);
  const first = `${page}/questions/1`;
  expect((await press(world, `${first}/note`, { version: "1", note: "Ask Kim" })).status).toBe(303);
  expect((await world.ask(first, { as: OWNER })).text).toContain("Ask Kim");
  expect(plain((await world.ask(page, { as: OWNER })).text)).toContain("Note: Ask Kim");
  // The owner opened it before the note was saved.
  const late = await press(world, `${first}/note`, { version: "1", note: "Ask Lee" }, OWNER);
  expect([late.status, late.text.includes("Its note is: Ask Kim")]).toEqual([409, true]);
  expect(late.text).toContain("Ask Lee");
  const answer = await press(world, first, { version: "1", answer: "Yes" }, OWNER);
  expect(answer.status).toBe(409);
  await press(world, first, { version: "2", answer: "Yes, at rest" }, OWNER);
  const noted = await press(world, `${first}/note`, { version: "2", note: "" });
  expect([noted.status, noted.text.includes("Yes, at rest")]).toEqual([409, true]);
  expect((await rows(world))[0]).toMatchObject({ note: "Ask Kim", answer: "Yes, at rest" });
  expect(
    (await press(world, `${first}/note`, { version: "3", note: "n".repeat(2_001) })).status,
  ).toBe(400);
  const file = await press(world, `${page}/file`);
  expect(file.text).not.toContain("Ask Kim");
  await press(world, `${first}/note`, { version: "3", note: "  " });
  expect((await rows(world))[0]?.note).toBeNull();
});

test("a second person approves the answers before they go out, where the organization wants that", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  await world.services.store.write((trx) =>
    updateCustomization(
      { trx, orgId, now: world.time },
      { questionnairesNeedSecondPerson: true, questionnaireUploads: "show" },
    ),
  );
  const sent = await world.ask("/acme/questionnaires", {
    as: MEMBER,
    ...multipart([{ name: "Check.csv", bytes: CSV }], {}),
  });
  const own = sent.headers.location ?? "";
  const page = own.replace("/acme", "");
  const releases = () =>
    world.services.store.read
      .selectFrom("questionnaireReleases")
      .select("id")
      .where("fileName", "!=", DEMO_RELEASE)
      .execute();
  const seen = async () => (await world.ask(own, { as: MEMBER })).text.includes("Yes, at rest");
  await press(world, `${page}/questions/1`, { version: "1", answer: "Yes, at rest" });
  await press(world, `${page}/approve`, {}, OWNER);
  await press(world, `${page}/finish`);
  const waiting = plain((await world.ask(page, { as: REVIEWER })).text);
  expect(waiting).toContain("Someone else on your team has to approve these answers");
  expect(waiting).not.toContain("Approve the answers");
  await press(world, `${page}/approve`);
  await press(world, `${page}/release`);
  expect([await releases(), await seen()]).toEqual([[], false]);
  // Nor is it said to others before, even if the team took the file along.
  await press(world, `${page}/file`);
  expect(await stateOfNext(world)).toBe("open");

  expect((await world.ask(page, { as: OWNER })).text).toContain("Approve the answers");
  await press(world, `${page}/approve`, {}, OWNER);
  expect(plain((await world.ask(page, { as: OWNER })).text)).toContain("Approved by");
  expect(await seen()).toBe(true);
  expect(await stateOfNext(world)).toBe("proposed");
  await press(world, `${page}/release`);
  expect((await releases()).length).toBe(1);
  // What is reopened has to be approved again.
  await press(world, `${page}/reopen`);
  await press(world, `${page}/finish`);
  await press(world, `${page}/release`);
  expect([(await releases()).length, await seen()]).toEqual([1, false]);
  expect((await press(world, `${page}/approve`, {}, "owner@globex.example")).status).toBe(404);
});

/** How the first question of the same file begins when the team adds it now. */
async function stateOfNext(world: World): Promise<string | undefined> {
  const sent = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "Next.csv", bytes: CSV }], {}),
  });
  const row = await world.services.store.read
    .selectFrom("questionnaireRows")
    .select("state")
    .where("questionnaireId", "=", (sent.headers.location ?? "").split("/")[2] ?? "")
    .where("place", "=", 1)
    .executeTakeFirst();
  return row?.state;
}

test("answers are there to copy, those that the list shows and that are final", async () => {
  const world = await openWorld();
  const sent = await world.ask("/questionnaires/new", {
    as: "reviewer@acme.example",
    ...multipart(
      [
        {
          name: "Portal.csv",
          bytes:
            "Question,Response,Justification,Question Type\r\nDo you keep owls?,,,Text\r\nDo you keep eels?,,,Text\r\n",
        },
      ],
      {},
    ),
  });
  const page = sent.headers.location ?? "";
  const none = (await world.ask(page, { as: "reviewer@acme.example" })).text;
  expect(none).not.toContain("Copy answers");
  const answer = "Two owls.\nOn the <roof>.";
  await world.ask(`${page}/questions/1`, {
    as: "reviewer@acme.example",
    form: { version: "1", answer },
  });
  const list = (await world.ask(`${page}?state=edited`, { as: "reviewer@acme.example" })).text;
  expect(list).toContain(`href="${page}/copy?state=edited"`);
  const all = (await world.ask(`${page}/copy`, { as: "reviewer@acme.example" })).text;
  expect(all).toContain("Two owls.\nOn the &lt;roof&gt;.</textarea>");
  expect(all).toContain("No answer");
  const edited = (await world.ask(`${page}/copy?state=edited`, { as: "reviewer@acme.example" }))
    .text;
  expect(edited).toContain("Two owls.");
  expect(edited).not.toContain("Do you keep eels?");
});
