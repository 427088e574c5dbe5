import { endOutage, noteOutage } from "#access/questionnaires/store/model-outages.server.ts";
import { expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { askDrafts, waitingDrafts } from "#access/questionnaires/store/drafts.server.ts";
import { addQuestionnaire } from "#access/questionnaires/store/questionnaires.server.ts";
import { modelOf } from "#content/answers/model.server.ts";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import type { ShortAnswer } from "#model/short-answers.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { hecvatParts, zipped } from "../questionnaire-files.ts";
import { emptyContent } from "./bare-world.ts";
import { ModelService, says } from "./model-service.ts";
import { multipart } from "./multipart.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

const [OWNER, REVIEWER] = ["owner@acme.example", "reviewer@acme.example"];
const NAMES = "Question,Response,Justification,Question Type";
const clean = (text: string) => text.replaceAll("<!-- -->", "");

interface Entry {
  question: string;
  answer: string;
  shortAnswer?: ShortAnswer;
  access?: FaqAccess;
}

async function entry(world: World, { question, answer, shortAnswer, access = "public" }: Entry) {
  const orgId = await world.orgId("acme");
  return world.services.store.write((trx) =>
    addFaqEntry(
      trx,
      orgId,
      { question, answer, shortAnswer: shortAnswer ?? null, access, productIds: [] },
      world.time,
    ),
  );
}

/** A world whose portal says little, and whose model may read its texts. */
async function modelWorld() {
  const service = await ModelService.start();
  const world = await openWorld(service.environment);
  await emptyContent(world);
  await allow(world, { sendTextsToModel: true, modelHost: service.host });
  return { world, service };
}

async function allow(world: World, changes: Parameters<typeof updateCustomization>[1]) {
  const orgId = await world.orgId("acme");
  await world.services.store.write((trx) =>
    updateCustomization({ trx, orgId, now: world.time }, changes),
  );
}

async function sent(world: World, questions: readonly string[], account?: string) {
  const rows = questions.map((question) => `${question},,,Text`).join("\r\n");
  const answer = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart(
      [{ name: "Check.csv", bytes: `${NAMES}\r\n${rows}\r\n` }],
      account === undefined ? {} : { account },
    ),
  });
  return answer.headers.location ?? "";
}

const press = (world: World, address: string, form: Record<string, string> = {}, as = REVIEWER) =>
  world.ask(address, { as, form });

/** Lets the worker draft all that waits. */
async function drafted(world: World) {
  const { draftWorker } = await builtServer();
  await draftWorker(world.services).pass();
}

async function rowsOf(world: World, page: string) {
  const rows = await world.services.store.read
    .selectFrom("questionnaireRows")
    .selectAll()
    .where("questionnaireId", "=", page.split("/")[2] ?? "")
    .orderBy("place")
    .execute();
  return rows.map((row) => ({
    ...row,
    draft: (JSON.parse(row.proposalsJson) as Record<string, unknown>[]).find(
      ({ kind }) => kind === "draft",
    ),
  }));
}

test("a model drafts open questions from what the account sees, and nothing is answered by it", async () => {
  const { world, service } = await modelWorld();
  const id = await entry(world, {
    question: "Where are backups stored?",
    answer: "Backups are stored in Dublin for 35 days.",
  });
  await entry(world, {
    question: "Who audits backups?",
    answer: "Backups are audited by an internal secret team.",
    access: "internal",
  });
  service.behaves(says("Backups are stored in Dublin for 35 days [1]."));
  const page = await sent(world, ["Where do you keep your backups?", "What do you drink?"]);
  const before = clean((await world.ask(page, { as: REVIEWER })).text);
  expect(before).toContain("Draft 2 answers with the model");
  expect((await press(world, `${page}/draft`)).status).toBe(303);
  const waiting = clean((await world.ask(page, { as: REVIEWER })).text);
  expect(waiting).toContain("The model is still drafting 2 answers.");
  expect(waiting).toContain("Stop drafting");
  await drafted(world);
  const [backups, drink] = await rowsOf(world, page);
  expect(backups).toMatchObject({ state: "drafted", answer: "", version: 1, draftState: null });
  expect(backups?.draft).toMatchObject({
    answer: "Backups are stored in Dublin for 35 days.",
    sources: [{ title: "Where are backups stored?", to: `/knowledge-base/${id}` }],
  });
  expect(drink).toMatchObject({ state: "open", draftState: "nothing" });
  expect(JSON.stringify(service.sent)).not.toContain("secret team");
  const question = clean((await world.ask(`${page}/questions/1`, { as: REVIEWER })).text);
  for (const words of ["Drafted by the model.", "From:", `href="/knowledge-base/${id}"`])
    expect(question).toContain(words);
  expect(clean((await world.ask(`${page}?state=drafted`, { as: REVIEWER })).text)).toContain(
    "1 of 2 questions",
  );
  expect((await press(world, `${page}/accept`)).status).toBe(303);
  expect((await rowsOf(world, page))[0]?.state).toBe("drafted");
  await press(world, `${page}/questions/1/take`, { version: "1", proposal: "0" });
  expect((await rowsOf(world, page))[0]).toMatchObject({
    state: "accepted",
    answer: "Backups are stored in Dublin for 35 days.",
  });
  const audit = await world.services.store.read
    .selectFrom("audit")
    .select("detailJson")
    .where("action", "=", "questionnaire.drafts-asked")
    .execute();
  expect(audit.map(({ detailJson }) => JSON.parse(detailJson ?? "") as object)).toEqual([
    { name: "Check.csv", count: 2, host: service.host },
  ]);
});

test("a document says when an entry changes that a draft was made from, and leaves the answer", async () => {
  const { world, service } = await modelWorld();
  const question = "Where are backups stored?";
  const id = await entry(world, { question, answer: "Backups are stored in Dublin for 35 days." });
  service.behaves(says("Backups are stored in Dublin [1]."));
  const page = await sent(world, ["Where do you keep your backups?"]);
  await press(world, `${page}/draft`);
  await drafted(world);
  await press(world, `${page}/questions/1/take`, { version: "1", proposal: "0" });
  await press(world, `${page}/finish`);
  await press(world, `${page}/document`, { name: "Our check.csv" }, OWNER);
  const document = await world.services.store.read
    .selectFrom("documents")
    .select("id")
    .where("originalName", "=", "Our check.csv")
    .executeTakeFirstOrThrow();
  await world.services.store.write((trx) =>
    trx
      .updateTable("faqEntries")
      .set({ answer: "Backups are stored in Cork for 35 days." })
      .where("id", "=", id)
      .execute(),
  );
  const shown = await world.ask(`/documents/${document.id}/answers`, { as: OWNER });
  expect(clean(shown.text)).toContain("The answer was drafted from this entry.");
  expect(shown.text).not.toContain("/answers/refresh");
  expect(shown.text).not.toContain("Cork");
});

test("what an account reads after its access is drafted from for that account alone", async () => {
  const { world, service } = await modelWorld();
  await entry(world, {
    question: "Where are backups stored?",
    answer: "Backups are stored in Dublin for 35 days.",
    access: "accounts",
  });
  service.behaves(says("Backups are stored in Dublin for 35 days [1]."));
  const { name } = await world.services.store.read
    .selectFrom("members as m")
    .innerJoin("accounts as a", "a.id", "m.accountId")
    .select("a.name")
    .where("m.email", "=", "riley@customer.example")
    .executeTakeFirstOrThrow();
  const [open, own] = [
    await sent(world, ["Where do you keep your backups?"]),
    await sent(world, ["Where do you keep your backups?"], name),
  ];
  for (const page of [open, own]) await press(world, `${page}/draft`);
  await drafted(world);
  expect((await rowsOf(world, open))[0]).toMatchObject({ state: "open", draftState: "nothing" });
  expect((await rowsOf(world, own))[0]?.state).toBe("drafted");
  expect(service.sent).toHaveLength(1);
});

test("a model that lies, fails or is turned off changes nothing that is proposed", async () => {
  const { world, service } = await modelWorld();
  await entry(world, {
    question: "Do you encrypt backups?",
    answer: "Backups are encrypted with AES.",
    shortAnswer: "yes",
  });
  const parts = hecvatParts({ formulas: 50, extraParts: 3, questions: 4 });
  const answer = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "HECVAT.xlsx", bytes: await zipped(parts) }], {}),
  });
  const page = answer.headers.location ?? "";
  const ask = { question: "Do you encrypt your backups?", questionKey: "do you encrypt backups" };
  await world.services.store.write((trx) =>
    trx
      .updateTable("questionnaireRows")
      .set(ask)
      .where("questionnaireId", "=", page.split("/")[2] ?? "")
      .where("place", "=", 1)
      .execute(),
  );
  const first = async () => (await rowsOf(world, page))[0];
  const round = async (said: Parameters<typeof service.behaves>[0]) => {
    service.behaves(said);
    await world.services.store.write((trx) =>
      trx
        .updateTable("questionnaireRows")
        .set({ draftState: null })
        .where("draftState", "is not", null)
        .execute(),
    );
    await press(world, `${page}/draft`);
    await drafted(world);
    return first();
  };
  for (const lie of [
    "CHOICE: Certainly\nBackups are encrypted with AES [1].",
    "CHOICE: No\nBackups are never encrypted [1].",
    "CHOICE: Yes\nBackups are encrypted by quantum elephants [1].",
    "CHOICE: Yes",
    "CHOICE: Yes\nBackups are encrypted with AES [9].",
  ])
    expect([lie, await round(says(lie))]).toMatchObject([
      lie,
      { state: "open", answer: "", draftState: "nothing" },
    ]);
  expect(await round((response) => response.writeHead(422).end())).toMatchObject({
    state: "open",
    draftState: "failed",
  });
  const told = clean((await world.ask(page, { as: REVIEWER })).text);
  expect(told).toContain("The model didn’t respond to");
  // A yes of the model's own is left out where no entry says it; the text stays a proposal.
  const elsewhere = await round(says("CHOICE: No\nBackups are encrypted with AES [1]."));
  expect(elsewhere).toMatchObject({
    state: "drafted",
    answer: "",
    draft: { answer: "", comment: "Backups are encrypted with AES." },
  });

  await allow(world, { sendTextsToModel: false });
  const off = clean((await world.ask(page, { as: REVIEWER })).text);
  expect(off).not.toContain("with the model");
  const pressed = await press(world, `${page}/draft`);
  expect([pressed.status, pressed.headers.location]).toEqual([303, page]);
  expect((await press(world, `${page}/draft`, {}, "owner@globex.example")).status).toBe(404);
});

test("a yes comes from the entry that asks the very question", async () => {
  const { world, service } = await modelWorld();
  await entry(world, {
    question: "Do you encrypt backups?",
    answer: "Backups are encrypted with AES.",
    shortAnswer: "yes",
  });
  service.behaves(says("Backups are encrypted with AES [1]."));
  const page = await sent(world, ["Are backups encrypted by you?"]);
  await press(world, `${page}/draft`);
  await drafted(world);
  const { user } = service.sent[0] ?? { user: "{}" };
  expect(user).toContain("Short answer: Yes.");
  expect((await rowsOf(world, page))[0]?.draft?.answer).toMatch(
    /^(?:Yes\. )?Backups are encrypted with AES\.$/,
  );
});

test("a draft asks once what it cites became internal, and so does its answer to somebody else", async () => {
  const { world, service } = await modelWorld();
  const question = "Where are backups stored?";
  const ids = [
    await entry(world, { question, answer: "Backups are stored in Dublin for 35 days." }),
    await entry(world, {
      question: "Where are backups copied to?",
      answer: "Backups are copied to Cork each night.",
    }),
  ];
  service.behaves((response, asked) => {
    const at = asked.user.indexOf("Dublin") < asked.user.indexOf("Cork") ? [1, 2] : [2, 1];
    says(
      `Backups are stored in Dublin for 35 days [${at[0]}]. Backups are copied to Cork each night [${at[1]}].`,
    )(response, asked);
  });
  const asked = "Where do you keep and copy your backups?";
  const page = await sent(world, [asked, `${asked} And where else?`]);
  await press(world, `${page}/draft`);
  await drafted(world);
  const sources = (await rowsOf(world, page)).map(({ draft }) => draft?.sources);
  expect(sources).toEqual([
    expect.arrayContaining(
      ids.map((id) => expect.objectContaining({ to: `/knowledge-base/${id}` })),
    ),
    expect.anything(),
  ]);
  await press(world, `${page}/questions/2/take`, { version: "1", proposal: "0" });
  expect((await rowsOf(world, page))[1]).toMatchObject({ state: "accepted" });
  expect(ids).toContain((await rowsOf(world, page))[1]?.usedEntryId);
  for (const id of ids) {
    const access = (now: FaqAccess) =>
      world.services.store.write((trx) =>
        trx.updateTable("faqEntries").set({ access: now }).where("id", "=", id).execute(),
      );
    await access("internal");
    const taken = await press(world, `${page}/questions/1/take`, { version: "1", proposal: "0" });
    expect(taken.headers.location).toBe(`${page}/questions/1?tell=0`);
    expect((await rowsOf(world, page))[0]).toMatchObject({ state: "drafted", answer: "" });
    const shown = clean((await world.ask(`${page}/questions/1?tell=0`, { as: REVIEWER })).text);
    expect(shown).toContain("Accept anyway");
    await access("public");
  }
});

test("a company with many open questions leaves visitors their answers", async () => {
  const { world, service } = await modelWorld();
  await entry(world, { question: "Where are backups stored?", answer: "Backups are in Dublin." });
  const page = await sent(
    world,
    Array.from({ length: 8 }, (_, at) => `Where are backups number ${at} stored?`),
  );
  await press(world, `${page}/draft`);
  // While all of them are under way, a visitor's question still reaches the model.
  const held: (() => void)[] = [];
  service.behaves((response, asked) => {
    const answer = () => says("Backups are in Dublin [1].")(response, asked);
    if (asked.system.includes("questionnaire")) held.push(answer);
    else answer();
  });
  const working = drafted(world);
  await expect.poll(() => held.length).toBe(4);
  const model = modelOf(world.services.config);
  expect(await model?.say([{ role: "user", content: "{}" }])).toBe("Backups are in Dublin [1].");
  await press(world, `${page}/halt`);
  await expect.poll(() => (held.splice(0).map((answer) => answer()), held.length)).toBe(0);
  await working;
});

test("a model that doesn’t respond is left alone, asked again with one question, and given up", async () => {
  const { world, service } = await modelWorld();
  await entry(world, {
    question: "Where are backups stored?",
    answer: "Backups are stored in Dublin for 35 days.",
  });
  const questions = Array.from({ length: 12 }, (_, at) => `Where are backups number ${at} stored?`);
  const page = await sent(world, questions);
  const { draftWorker } = await builtServer();
  const worker = draftWorker(world.services);
  const states = async () => (await rowsOf(world, page)).map(({ draftState }) => draftState);
  const calls = () => service.sent.splice(0).length;
  const after = (seconds: number) => {
    world.time = new Date(world.time.getTime() + seconds * 1_000);
    return worker.pass();
  };
  const shown = async () => clean((await world.ask(page, { as: REVIEWER })).text);
  const down: Parameters<typeof service.behaves>[0] = (response) => response.writeHead(503).end();
  service.behaves(down);
  await press(world, `${page}/draft`);
  await worker.pass();
  expect(calls()).toBeLessThanOrEqual(4);
  expect(new Set(await states())).toEqual(new Set(["waiting"]));
  expect(await shown()).toContain(
    "The model isn’t responding, and 12 questions are waiting. Next attempt: ",
  );
  // Before its time nobody asks, a server that starts anew neither.
  await after(29);
  await draftWorker(world.services).pass();
  expect(calls()).toBe(0);
  await after(1);
  expect(calls()).toBe(1);
  // The next one waits longer, and one good answer ends it for all.
  await after(60);
  expect(calls()).toBe(0);
  service.behaves(says("Backups are stored in Dublin for 35 days [1]."));
  await after(60);
  expect(calls()).toBe(12);
  for (const state of ["waiting", "failed"]) expect(await states()).not.toContain(state);
  expect(await shown()).not.toContain("isn’t responding");

  const again = await sent(
    world,
    questions.map((question) => question.replace("stored", "stored today")),
  );
  service.behaves(down);
  await press(world, `${again}/draft`);
  await worker.pass();
  calls();
  for (const seconds of [30, 120, 600]) {
    await after(seconds);
    expect(calls()).toBe(1);
  }
  await after(1_800);
  expect(calls()).toBe(1);
  const ended = (await rowsOf(world, again)).map(({ draftState }) => draftState);
  expect(ended).toEqual(questions.map(() => "failed"));
  expect(clean((await world.ask(again, { as: REVIEWER })).text)).toContain(
    "The model didn’t respond to 12 questions. Try again later.",
  );
  await after(3_600);
  expect(calls()).toBe(0);
  // What was counted long ago says nothing of now: one more failure gives nobody up.
  const model = { host: "model.example", name: "old" };
  await world.services.store.write(async (trx) => {
    for (const minutes of [0, 10, 20, 60, 600])
      expect(await noteOutage(trx, model, new Date(world.time.getTime() + minutes * 60_000))).toBe(
        false,
      );
    await endOutage(trx, model);
  });
  // What it refuses of each question is not asked of all.
  service.behaves((response) => response.writeHead(400).end());
  await press(world, `${again}/draft`);
  await worker.pass();
  expect(calls()).toBeLessThan(10);
  expect(await states()).not.toContain("waiting");
  expect((await rowsOf(world, again)).map(({ draftState }) => draftState)).toContain("waiting");
});

test("a question that the model doesn’t respond to fails by itself, and keeps no other one waiting", async () => {
  const { world, service } = await modelWorld();
  await entry(world, {
    question: "Where are backups stored?",
    answer: "Backups are stored in Dublin for 35 days.",
  });
  const questions = Array.from({ length: 8 }, (_, at) => `Where are backups number ${at} stored?`);
  const page = await sent(world, questions);
  const answers = says("Backups are stored in Dublin for 35 days [1].");
  service.behaves((response, asked) => {
    if (!asked.user.includes("number 1 stored")) return answers(response, asked);
    // Others are answered while it waits.
    setTimeout(() => response.writeHead(504).end(), 200);
  });
  await press(world, `${page}/draft`);
  await drafted(world);
  const states = (await rowsOf(world, page)).map(({ draftState }) => draftState);
  // What came of the others is their answers' matter.
  expect(states.map((state) => state === "failed")).toEqual(questions.map((_, at) => at === 1));
  expect(states).not.toContain("waiting");
  const { read } = world.services.store;
  expect(await read.selectFrom("modelOutages").selectAll().execute()).toEqual([]);
});

test("a question that waits alone and gets no response fails by itself, and the model isn’t left alone", async () => {
  const { world, service } = await modelWorld();
  await entry(world, {
    question: "Where are backups stored?",
    answer: "Backups are stored in Dublin for 35 days.",
  });
  const { read } = world.services.store;
  const outages = () => read.selectFrom("modelOutages").selectAll().execute();
  const answers = says("Backups are stored in Dublin for 35 days [1].");
  service.behaves((response, asked) =>
    asked.user.includes("poison") ? response.writeHead(504).end() : answers(response, asked),
  );
  for (const questions of [["one"], ["two", "three"]]) {
    const page = await sent(
      world,
      questions.map((name) => `Where are backups of poison ${name} stored?`),
    );
    service.sent.length = 0;
    await press(world, `${page}/draft`);
    await drafted(world);
    const states = (await rowsOf(world, page)).map(({ draftState }) => draftState);
    expect(states).toEqual(questions.map(() => "failed"));
    expect(await outages()).toEqual([]);
    // What tells whether it responds tells it nothing.
    const own = service.sent.filter(({ user }) => !user.includes("poison"));
    expect(own).not.toEqual([]);
    for (const { system, user } of own)
      expect([system, user]).toEqual(["Answer in one word.", "Say OK."]);
  }
  // One that responds to nobody is left alone, and a question that waits alone goes on waiting.
  service.behaves((response) => response.writeHead(503).end());
  const page = await sent(world, ["Where are backups number 5 stored?"]);
  service.sent.length = 0;
  await press(world, `${page}/draft`);
  await drafted(world);
  expect((await rowsOf(world, page)).map(({ draftState }) => draftState)).toEqual(["waiting"]);
  expect(await outages()).toEqual([expect.objectContaining({ failures: 1 })]);
  expect(service.sent).toHaveLength(2);
});

test("drafts are made four at once, can be stopped, and never replace what somebody answered", async () => {
  const { world, service } = await modelWorld();
  await entry(world, {
    question: "Where are backups stored?",
    answer: "Backups are stored in Dublin for 35 days.",
  });
  const questions = Array.from({ length: 9 }, (_, at) => `Where are backups number ${at} stored?`);
  const page = await sent(world, questions);
  let [running, most] = [0, 0];
  service.behaves((response, asked) => {
    running += 1;
    most = Math.max(most, running);
    setTimeout(() => {
      running -= 1;
      says("Backups are stored in Dublin for 35 days [1].")(response, asked);
    }, 60);
  });
  await press(world, `${page}/draft`);
  const working = drafted(world);
  // Somebody answers the last one, and the others are stopped before their turn.
  await press(world, `${page}/questions/9`, { version: "1", answer: "By hand." });
  expect((await press(world, `${page}/halt`)).status).toBe(303);
  await working;
  const rows = await rowsOf(world, page);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
  expect(rows[8]).toMatchObject({ state: "edited", answer: "By hand.", draft: undefined });
  expect(rows.some(({ draftState }) => draftState === "waiting")).toBe(false);
  expect(service.sent.length).toBeLessThan(9);
  // Finished, none can be asked for.
  await press(world, `${page}/finish`, {}, OWNER);
  await press(world, `${page}/draft`);
  expect((await rowsOf(world, page)).some(({ draftState }) => draftState === "waiting")).toBe(
    false,
  );
});

/** Lets so many questions of a company wait for a draft. @returns the company's id */
async function waits(world: World, slug: string, count: number): Promise<string> {
  const orgId = await world.orgId(slug);
  await world.services.store.write(async (trx) => {
    const write = { trx, orgId, by: SYSTEM, now: world.time };
    const questions = Array.from({ length: count }, (_, at) => ({
      sheet: "",
      row: at + 2,
      section: "",
      externalId: "",
      question: `Is measure ${at} in place?`,
      answerColumn: 1,
      commentColumn: null,
      allowed: null,
      answer: "",
      comment: "",
      requirements: [],
      proposals: [],
    }));
    const id = await addQuestionnaire(
      write,
      {
        fileName: "Waiting.csv",
        blob: { hash: "0".repeat(64), size: 1 },
        format: "csv",
        fingerprint: "",
        accountId: null,
        memberId: null,
        productId: null,
        dueOn: null,
        note: null,
      },
      { layout: { shape: "own", blocks: [] }, questions },
    );
    await askDrafts(write, id, { staffId: "nobody", host: "model.example" });
  });
  return orgId;
}

test("companies take turns, however many questions one of them lets wait", async () => {
  const world = await openWorld();
  const many = await waits(world, "acme", 40);
  const few = await waits(world, "globex", 2);
  const { read } = world.services.store;
  const next = (limit: number, after: string, busy: ReadonlySet<string> = new Set()) =>
    waitingDrafts(read, { limit, after, busy });
  const whose = async (...asked: Parameters<typeof next>) =>
    (await next(...asked)).map(({ orgId }) => orgId);
  expect(await whose(1, many)).toEqual([few]);
  expect(await whose(1, few)).toEqual([many]);
  expect((await whose(1, "")).length).toBe(1);
  expect(new Set(await whose(4, ""))).toEqual(new Set([many, few]));
  expect(await whose(6, many)).toEqual([few, many, few, many, many, many]);
  expect(await whose(6, few)).toEqual([many, few, many, few, many, many]);
  const rows = await next(6, few);
  const theirs = rows.filter(({ orgId }) => orgId === few).map(({ id }) => id);
  expect(await whose(3, many, new Set(theirs))).toEqual([many, many, many]);
  // Each question comes once, in the order of its file.
  const own = rows.filter(({ orgId }) => orgId === many);
  expect(own.map(({ place }) => place)).toEqual([1, 2, 3, 4]);
});
