import { expect, test } from "vitest";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import {
  addFaqEntry,
  findFaqEntry,
  putFaqEntry,
  removeFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import { multipart } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";

const [OWNER, REVIEWER] = ["owner@acme.example", "reviewer@acme.example"];
const MEMBER = "riley@customer.example";
const SECRET = "Zebra team reviews quarterly";
const ASKS = "something the portal keeps internal.";

const plain = (text: string) => text.replaceAll("<!-- -->", "");

async function entry(world: World, values: Partial<Parameters<typeof addFaqEntry>[2]> = {}) {
  const orgId = await world.orgId("acme");
  return world.services.store.write((trx) =>
    addFaqEntry(
      trx,
      orgId,
      {
        question: "Who reviews the zebra backlog?",
        answer: SECRET,
        shortAnswer: "yes",
        access: "internal",
        productIds: [],
        ...values,
      },
      world.time,
    ),
  );
}

/** A questionnaire of one account with questions in one column. @returns its page */
async function sent(world: World, questions: readonly string[], account: string) {
  const bytes = ["Question,Answer,Comment", ...questions.map((one) => `${one},,`), ""].join("\r\n");
  const answer = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "Check.csv", bytes }], { account }),
  });
  const to = answer.headers.location ?? "";
  if (!to.endsWith("/columns")) return to;
  const columns = { header: "1", question: "0", answer: "1", comment: "2" };
  await world.ask(to, {
    as: REVIEWER,
    form: Object.fromEntries(
      Object.entries(columns).map(([name, value]) => [`sheets[0].${name}`, value]),
    ),
  });
  return to.replace("/columns", "");
}

async function accountOf(world: World, email: string) {
  const [member] = await membersByEmail(
    world.services.store.read,
    await world.orgId("acme"),
    email,
  );
  if (member === undefined) throw new Error("there is no member");
  return member.account;
}

async function rowsOf(world: World, page: string) {
  return world.services.store.read
    .selectFrom("questionnaireRows")
    .selectAll()
    .where("questionnaireId", "=", page.split("/")[2] ?? "")
    .orderBy("place")
    .execute();
}

async function told(world: World) {
  const rows = await world.services.store.read
    .selectFrom("audit")
    .select("detailJson")
    .where("action", "=", "questionnaire.internal-told")
    .execute();
  return rows.map(({ detailJson }) => JSON.parse(detailJson ?? "{}") as Record<string, unknown>);
}

const post = (world: World, at: string, form: Record<string, string> = {}) =>
  world.ask(at, { as: REVIEWER, form });

test("an internal entry is proposed to the team, asks once, and is asked again for another account", async () => {
  const world = await openWorld();
  const id = await entry(world);
  const account = await accountOf(world, MEMBER);
  const page = await sent(world, ["Who reviews the zebra backlog?"], account.name);
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "proposed", answer: "" });
  await post(world, `${page}/accept`);
  expect((await rowsOf(world, page))[0]?.state).toBe("proposed");
  const question = `${page}/questions/1`;
  const shown = plain((await world.ask(question, { as: REVIEWER })).text);
  expect(shown).toContain(SECRET);
  expect(shown).toContain("Internal");
  expect(shown).not.toContain("Accept anyway");

  const asked = await post(world, `${question}/take`, { version: "1", proposal: "0" });
  expect([asked.status, asked.headers.location]).toEqual([303, `${question}?tell=0`]);
  expect((await rowsOf(world, page))[0]?.state).toBe("proposed");
  const asks = plain((await world.ask(`${question}?tell=0`, { as: REVIEWER })).text);
  expect(asks).toContain(`This tells ${account.name} ${ASKS}`);
  expect(asks).toContain("Accept anyway");
  await post(world, `${question}/take`, { version: "1", proposal: "0", told: "yes" });
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "accepted", usedEntryId: id });
  expect(await told(world)).toEqual([
    expect.objectContaining({ accountId: account.id, place: 1, entryId: id }),
  ]);
  // What this answer tells was confirmed: its wording can change without another question.
  await post(world, question, { version: "2", answer: "Yes", comment: "Zebra team" });
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "edited", usedEntryId: id });
  expect(await told(world)).toHaveLength(1);

  await post(world, `${page}/finish`);
  await post(world, `${page}/file`);
  const other = await accountOf(world, "noor@unsigned.example");
  const next = await sent(world, ["Who reviews the zebra backlog?"], other.name);
  const [row] = await rowsOf(world, next);
  expect(row).toMatchObject({ state: "proposed", answer: "" });
  expect(row?.proposalsJson).toContain("got this answer in Check.csv");
  await post(world, `${next}/accept`);
  expect((await rowsOf(world, next))[0]?.state).toBe("proposed");
  const again = await post(world, `${next}/questions/1/take`, { version: "1", proposal: "0" });
  expect(again.headers.location).toBe(`${next}/questions/1?tell=0`);
});

test("what tells something internal takes no public entry’s place in the FAQ", async () => {
  const world = await openWorld();
  const id = await entry(world);
  const open = { question: "Is the zebra backlog public?", access: "public" as const };
  const other = await entry(world, { ...open, answer: "It is not." });
  const { name } = await accountOf(world, MEMBER);
  const page = await sent(world, [open.question], name);
  const confirmed = { used: `question:${id}`, told: "yes" };
  await post(world, `${page}/questions/1`, {
    version: "1",
    answer: "Yes",
    comment: SECRET,
    ...confirmed,
  });
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "edited", usedEntryId: id });
  await post(world, `${page}/finish`);
  const shown = await world.ask(`${page}/faq`, { as: OWNER });
  expect([shown.text.includes('value="added"'), shown.text.includes('value="replaced"')]).toEqual([
    true,
    false,
  ]);
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const seen = (await findFaqEntry(store.read, orgId, other))?.modifiedAt ?? "";
  const choice = { place: "1", as: "replaced", entry: other, seen };
  const form = Object.fromEntries(
    Object.entries(choice).map(([key, value]) => [`answers[0].${key}`, value]),
  );
  const refused = await world.ask(`${page}/faq`, { as: OWNER, form });
  expect([refused.status, plain(refused.text).includes("Add it as a new entry instead")]).toEqual([
    409,
    true,
  ]);
  expect((await findFaqEntry(store.read, orgId, other))?.answer).toBe("It is not.");
  // Merged into a public entry, what it told is still asked about before somebody else hears it.
  await post(world, `${page}/file`);
  const stamp = async (one: string) =>
    (await findFaqEntry(store.read, orgId, one))?.modifiedAt ?? "";
  const merge = { keep: other, end: id, keepSeen: await stamp(other), endSeen: await stamp(id) };
  await world.ask("/knowledge-base/alike/merge", { as: OWNER, form: merge });
  expect(await findFaqEntry(store.read, orgId, id)).toBeNull();
  const next = await sent(
    world,
    [open.question],
    (await accountOf(world, "noor@unsigned.example")).name,
  );
  const [row] = await rowsOf(world, next);
  const proposals = JSON.parse(row?.proposalsJson ?? "[]") as {
    comment: string;
    isSure: boolean;
  }[];
  expect(proposals.find(({ comment }) => comment === SECRET)).toMatchObject({ isSure: false });
});

test("an internal entry that is gone since still asks", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const id = await entry(world);
  const { name } = await accountOf(world, MEMBER);
  const page = await sent(world, ["Who reviews the zebra backlog?"], name);
  await world.services.store.write((trx) => removeFaqEntry(trx, orgId, id));
  const form = { version: "1", proposal: "0" };
  const asked = await post(world, `${page}/questions/1/take`, form);
  expect(asked.headers.location).toBe(`${page}/questions/1?tell=0`);
  await post(world, `${page}/questions/1/take`, { ...form, told: "yes" });
  expect(await told(world)).toHaveLength(1);
});

test("an answer that was told while its entry was internal stays so once the entry is public", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const { store } = world.services;
  const question = "Who reviews the zebra backlog?";
  const id = await entry(world);
  const comment = `${SECRET}, in writing`;
  const page = await sent(world, [question], (await accountOf(world, MEMBER)).name);
  const accept = { version: "1", proposal: "0", told: "yes" };
  await post(world, `${page}/questions/1/take`, accept);
  await post(world, `${page}/questions/1`, { version: "2", answer: "Yes", comment });
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "edited", toldInternal: 1 });
  await post(world, `${page}/finish`);
  await post(world, `${page}/file`);
  const before = await findFaqEntry(store.read, orgId, id);
  if (before === null) throw new Error("the entry is gone");
  const open = { ...before, answer: "A team reviews it.", access: "public" as const };
  await store.write((trx) => putFaqEntry(trx, orgId, id, open));

  const other = await accountOf(world, "noor@unsigned.example");
  const next = await sent(world, [question], other.name);
  const [row] = await rowsOf(world, next);
  const [earlier] = JSON.parse(row?.proposalsJson ?? "[]") as {
    comment: string;
    isSure: boolean;
  }[];
  expect(earlier).toMatchObject({ comment, isSure: false });
  await post(world, `${next}/accept`);
  expect((await rowsOf(world, next))[0]?.answer).toBe("");
  const asked = await post(world, `${next}/questions/1/take`, { version: "1", proposal: "0" });
  expect(asked.headers.location).toBe(`${next}/questions/1?tell=0`);
  expect(plain((await world.ask(`${next}/questions/1?tell=0`, { as: REVIEWER })).text)).toContain(
    `This tells ${other.name} ${ASKS}`,
  );
  const typed = { version: "1", answer: "Yes", comment };
  expect((await post(world, `${next}/questions/1`, typed)).status).toBe(400);

  // It takes no public entry's place, on the page and by a form that was sent anyway.
  const shown = await world.ask(`${page}/faq`, { as: OWNER });
  expect([shown.status, shown.text.includes('value="replaced"')]).toEqual([200, false]);
  const seen = (await findFaqEntry(store.read, orgId, id))?.modifiedAt ?? "";
  const choice = { place: "1", as: "replaced", entry: id, seen };
  const form = Object.fromEntries(
    Object.entries(choice).map(([key, value]) => [`answers[0].${key}`, value]),
  );
  expect((await world.ask(`${page}/faq`, { as: OWNER, form })).status).toBe(409);
  expect((await findFaqEntry(store.read, orgId, id))?.answer).toBe("A team reviews it.");

  // What the public entry says is nobody's secret, and neither is an answer made of it.
  await post(world, `${next}/questions/1/take`, { version: "1", proposal: "1" });
  expect((await rowsOf(world, next))[0]).toMatchObject({ state: "accepted", toldInternal: 0 });
});

test("what a skipped question told stays internal when its words are saved again", async () => {
  const world = await openWorld();
  const id = await entry(world);
  const account = await accountOf(world, MEMBER);
  const page = await sent(world, ["Who reviews the zebra backlog?"], account.name);
  const question = `${page}/questions/1`;
  const words = { answer: "Yes", comment: `${SECRET}, in writing` };
  await post(world, `${question}/take`, { version: "1", proposal: "0", told: "yes" });
  await post(world, question, { version: "2", ...words });
  await post(world, `${question}/skip`, { version: "3" });
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "skipped", ...words });
  await post(world, question, { version: "4", ...words });
  expect((await rowsOf(world, page))[0]).toMatchObject({
    state: "edited",
    ...words,
    usedEntryId: id,
    toldInternal: 1,
  });
});

test("what became internal after it was proposed isn’t accepted with the sure ones", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const id = await entry(world, { access: "public" });
  const { name } = await accountOf(world, MEMBER);
  const page = await sent(world, ["Who reviews the zebra backlog?"], name);
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "proposed", answer: "Yes" });
  const { store } = world.services;
  const before = await findFaqEntry(store.read, orgId, id);
  if (before === null) throw new Error("the entry is gone");
  await store.write((trx) => putFaqEntry(trx, orgId, id, { ...before, access: "internal" }));
  await post(world, `${page}/accept`);
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "proposed", version: 1 });
  // Typed over or sent as proposed, the text is the entry's.
  const question = `${page}/questions/1`;
  const same = { version: "1", answer: "Yes", comment: SECRET };
  const refused = await post(world, question, same);
  expect([refused.status, plain(refused.text).includes(`This tells ${name} ${ASKS}`)]).toEqual([
    400,
    true,
  ]);
  await post(world, question, { ...same, told: "yes" });
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "accepted", usedEntryId: id });
});

test("internal related content asks in its form, and nobody else’s account is told of it", async () => {
  const world = await openWorld();
  const id = await entry(world, { question: "How often is the zebra backlog reviewed?" });
  const { name } = await accountOf(world, MEMBER);
  const page = await sent(world, ["Is the zebra backlog reviewed?"], name);
  const question = `${page}/questions/1`;
  const shown = await world.ask(question, { as: REVIEWER });
  const use = /href="([^"]*use=[^"]*)"/.exec(shown.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(plain(shown.text)).toContain("How often is the zebra backlog reviewed?");
  const form = await world.ask(use, { as: REVIEWER });
  expect(plain(form.text)).toContain(`This tells ${name} ${ASKS}`);
  const used = /name="used" value="([^"]*)"/.exec(form.text)?.[1] ?? "";
  const values = { version: "1", answer: "Yes", comment: SECRET, used };
  const refused = await post(world, question, values);
  expect([refused.status, refused.text.includes(`name="used" value="${used}"`)]).toEqual([
    400,
    true,
  ]);
  expect((await rowsOf(world, page))[0]?.changedAt).toBeNull();
  // What is related may be another thing by the time the form is sent: its name still tells.
  const orgId = await world.orgId("acme");
  await world.services.store.write(async (trx) => {
    for (let at = 0; at < 6; at += 1)
      await addFaqEntry(
        trx,
        orgId,
        {
          question: `Is the zebra backlog reviewed by team ${at}?`,
          answer: "It is reviewed.",
          access: "public",
          productIds: [],
        },
        world.time,
      );
  });
  expect((await post(world, question, values)).status).toBe(400);
  await post(world, question, { ...values, told: "yes" });
  expect((await rowsOf(world, page))[0]).toMatchObject({ state: "edited", usedEntryId: id });
  expect(await told(world)).toHaveLength(1);
  // The portal and its answers know nothing of it.
  for (const at of ["/acme/faq", "/acme/search?q=zebra", "/acme/ask?q=zebra%20backlog"])
    expect((await world.ask(at, { as: MEMBER })).text).not.toContain(SECRET);
});

test("answers that told one account something internal are asked about before they become a document", async () => {
  const world = await openWorld();
  const id = await entry(world);
  const open = { question: "Is there a zebra backlog?", access: "public" as const };
  await entry(world, { ...open, answer: "There is one." });
  const { name } = await accountOf(world, MEMBER);
  const page = await sent(world, ["Who reviews the zebra backlog?", open.question], name);
  await post(world, `${page}/accept`);
  const accept = { version: "1", proposal: "0", told: "yes" };
  await post(world, `${page}/questions/1/take`, accept);
  await post(world, `${page}/finish`);
  // It was internal when it was told: what the entry is now changes nothing.
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const before = await findFaqEntry(store.read, orgId, id);
  if (before === null) throw new Error("the entry is gone");
  const publicNow = { ...before, answer: "A team reviews it.", access: "public" as const };
  await store.write((trx) => putFaqEntry(trx, orgId, id, publicNow));

  const documents = () =>
    store.read.selectFrom("documents").select("id").where("type", "=", "Questionnaire").execute();
  const stored = await documents();
  const shown = plain((await world.ask(`${page}/document`, { as: OWNER })).text);
  for (const words of [
    "1 answer tells something internal",
    `href="${page}/questions/1"`,
    `This tells everyone who can open the document ${ASKS}`,
  ])
    expect(shown).toContain(words);
  expect(shown).not.toContain(`href="${page}/questions/2"`);
  const form = { name: "Check.csv", accessType: "default", product: "" };
  const refused = await world.ask(`${page}/document`, { as: OWNER, form });
  expect([refused.status, plain(refused.text).includes("Confirm this, or reopen")]).toEqual([
    400,
    true,
  ]);
  expect(await documents()).toEqual(stored);
  const done = await world.ask(`${page}/document`, { as: OWNER, form: { ...form, told: "yes" } });
  expect(done.status).toBe(303);
  expect(await documents()).toHaveLength(stored.length + 1);
  const audit = await store.read
    .selectFrom("audit")
    .select("detailJson")
    .where("action", "=", "questionnaire.kept-as-document")
    .execute();
  expect(audit.map(({ detailJson }) => JSON.parse(detailJson ?? "{}") as unknown)).toEqual([
    { name: "Check.csv", document: "Check.csv", answers: 2, internal: 1 },
  ]);
});

test("an answer whose entry became internal later is asked about before it becomes a document", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const id = await entry(world, { access: "public" });
  const page = await sent(
    world,
    ["Who reviews the zebra backlog?"],
    (await accountOf(world, MEMBER)).name,
  );
  await post(world, `${page}/accept`);
  await post(world, `${page}/finish`);
  const at = `${page}/document`;
  expect((await world.ask(at, { as: OWNER })).text).not.toContain("Internal content");
  const { store } = world.services;
  const before = await findFaqEntry(store.read, orgId, id);
  if (before === null) throw new Error("the entry is gone");
  await store.write((trx) => putFaqEntry(trx, orgId, id, { ...before, access: "internal" }));
  expect((await world.ask(at, { as: OWNER })).text).toContain("Internal content");
  const form = { name: "Check.csv", accessType: "default", product: "" };
  expect((await world.ask(at, { as: OWNER, form })).status).toBe(400);
});
