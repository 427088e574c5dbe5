import { describe, expect, test } from "vitest";
import { mergeAccounts } from "#access/accounts/store/account-changes.server.ts";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { inOrg } from "#db/tenant.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { pdfForm } from "../pdf-forms.ts";
import { questionDocument } from "../questionnaire-documents.ts";
import { zipped } from "../questionnaire-files.ts";
import { line, textPdf } from "../text-pdf.ts";
import { namesOf, staffKeyIn } from "./api-names.ts";
import { DEMO_FORMS } from "./demo-forms.ts";
import { multipart } from "./multipart.ts";
import { openWorld, WORLD_MADE, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const REVIEWER = "reviewer@acme.example";
const LIST = "/api/v1/questionnaires";
const CSV =
  "Question,Response,Justification,Question Type\r\nDo you encrypt?,,,Text\r\nDo you back up?,,,Text\r\n";

interface Entry {
  id: string;
  fileName: string;
  state: string;
  updatedAt: string;
}

interface Told extends Entry {
  status: string;
  code: string;
  title: string;
  questionnaire: Entry;
  data: Entry[];
  next: string | null;
  errors: Record<string, string[]>;
}

const json = ({ text }: Answer) => JSON.parse(text) as Told;

function send(
  world: World,
  key: string | null,
  fields: Record<string, string> = {},
  { name = "Check.csv", bytes = CSV }: { name?: string; bytes?: string | Buffer } = {},
) {
  const form = multipart(bytes === "" ? [] : [{ name, bytes }], fields);
  return world.ask(LIST, {
    method: "POST",
    body: form.body,
    headers: {
      ...form.headers,
      origin: "http://localhost:3000",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
  });
}

const read = (world: World, key: string, target = "") =>
  world.ask(`${LIST}${target}`, { headers: { authorization: `Bearer ${key}` } });

/** Presses a button as a reviewer does. */
const press = (world: World, address: string, form: Record<string, string> = {}) =>
  world.ask(address, { as: REVIEWER, form });

async function count(world: World): Promise<number> {
  const { length } = await world.services.store.read
    .selectFrom("questionnaires")
    .select("id")
    .where("fileName", "not in", DEMO_FORMS)
    .execute();
  return length;
}

describe("a questionnaire that a key sends", () => {
  test("is read, answered by the team, and handed over once it is finished", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const { account = "", product = "" } = await namesOf(world);
    const fields = { accountId: account, productId: product, dueOn: "2027-01-31", note: "Renewal" };
    const made = await send(world, key, fields);
    const { id } = json(made).questionnaire;
    expect([made.status, made.headers.location]).toEqual([201, `${LIST}/${id}`]);
    const entry = {
      id,
      fileName: "Check.csv",
      format: "csv",
      state: "open",
      ...fields,
      questions: 2,
      states: { open: 2, proposed: 0, drafted: 0, accepted: 0, edited: 0, skipped: 0 },
      finishedAt: null,
      finishedBy: null,
      approvedAt: null,
      approvedBy: null,
      createdBy: "Ingrid Sommer (key: Report upload)",
      createdAt: world.time.toISOString(),
      updatedAt: world.time.toISOString(),
    };
    expect(json(made)).toEqual({ status: "created", questionnaire: entry });
    expect(json(await read(world, key, `/${id}`))).toEqual(entry);
    const list = json(await read(world, key));
    const own = list.data.filter(({ fileName }) => !DEMO_FORMS.includes(fileName));
    expect([own, list.next]).toEqual([[entry], null]);

    const early = await read(world, key, `/${id}/content`);
    expect([early.status, json(early).code]).toEqual([409, "not_finished"]);
    const page = `/questionnaires/${id}`;
    const step = () => {
      world.time = new Date(world.time.getTime() + 60_000);
      return world.time.toISOString();
    };
    const since = async (time: string) =>
      json(await read(world, key, `?updatedSince=${time}`))
        .data.filter((one) => !DEMO_FORMS.includes(one.fileName))
        .map((one) => one.state);
    const answered = step();
    await press(world, `${page}/questions/1`, { version: "1", answer: "With AES-256" });
    expect(await since(answered)).toEqual(["open"]);
    const finished = step();
    expect(await since(finished)).toEqual([]);
    await press(world, `${page}/finish`);
    expect(await since(finished)).toEqual(["finished"]);
    expect(json(await read(world, key, `/${id}`))).toMatchObject({
      states: { open: 1, edited: 1 },
      finishedAt: finished,
    });
    const file = await read(world, key, `/${id}/content`);
    expect([file.status, file.headers["content-disposition"], file.text]).toEqual([
      200,
      "attachment; filename=Check-answered.csv",
      CSV.replace("encrypt?,,", "encrypt?,With AES-256,"),
    ]);
    const head = await world.ask(`${LIST}/${id}/content`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${key}` },
    });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const told = await world.services.store.read
      .selectFrom("audit")
      .select(["action", "actorName"])
      .where("action", "in", ["questionnaire.added", "questionnaire.downloaded"])
      .where("at", ">=", WORLD_MADE)
      .orderBy("at")
      .execute();
    expect(told).toEqual(
      ["questionnaire.added", "questionnaire.downloaded"].map((action) => ({
        action,
        actorName: "Ingrid Sommer (key: Report upload)",
      })),
    );
    const reopened = step();
    await press(world, `${page}/reopen`);
    expect(await since(reopened)).toEqual(["open"]);
    const moved = step();
    const orgId = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      const write = { trx, orgId, by: SYSTEM, now: world.time };
      const into = await createAccount(write, { name: "Harbor", reviewStatus: "approved" });
      await mergeAccounts(write, account, into);
    });
    expect(await since(moved)).toEqual(["open"]);
  });

  test("adds nothing when it is sent again, until the first is finished", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const { account = "" } = await namesOf(world);
    const said = { accountId: account, dueOn: "2027-01-31" };
    const [first, second] = await Promise.all([send(world, key, said), send(world, key, said)]);
    expect([first.status, second.status].sort()).toEqual([200, 201]);
    const { id } = json(first).questionnaire;
    const again = await send(world, key, { accountId: account }, { name: "Other name.csv" });
    expect([again.status, json(again)]).toMatchObject([
      200,
      { status: "unchanged", questionnaire: { id } },
    ]);
    const otherwise = await send(world, key, { ...said, note: "Another" });
    expect([otherwise.status, Object.keys(json(otherwise).errors)]).toEqual([409, ["note"]]);
    expect(await count(world)).toBe(1);
    // Another account's is another one.
    expect((await send(world, key)).status).toBe(201);
    await press(world, `/questionnaires/${id}/finish`);
    expect((await send(world, key, said)).status).toBe(201);
    expect(await count(world)).toBe(3);
  });

  test("gets proposals that its account can see, and waits where its columns aren't known", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const { account = "" } = await namesOf(world);
    const acme = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      const entry = { productIds: [], answer: "We do." };
      await addFaqEntry(
        trx,
        acme,
        { ...entry, access: "accounts", question: "Do you encrypt?" },
        world.time,
      );
      await addFaqEntry(
        trx,
        acme,
        { ...entry, access: "internal", question: "Do you back up?" },
        world.time,
      );
    });
    const stateOf = async (fields: Record<string, string>) =>
      json(await send(world, key, fields)).questionnaire;
    // What is internal is proposed to the team, and fills nothing.
    expect(await stateOf({})).toMatchObject({ states: { open: 1, proposed: 1 } });
    expect(await stateOf({ accountId: account })).toMatchObject({
      states: { open: 0, proposed: 2 },
    });
    const demoIds = inOrg(world.services.store.read, acme)
      .selectFrom("questionnaires")
      .select("id")
      .where("fileName", "in", DEMO_FORMS);
    const filled = await inOrg(world.services.store.read, acme)
      .selectFrom("questionnaireRows")
      .select("question")
      .where("answer", "!=", "")
      .where("questionnaireId", "not in", demoIds)
      .execute();
    expect(filled).toEqual([{ question: "Do you encrypt?" }]);
    const own = await send(world, key, {}, { bytes: "Ask;Say\r\nDo you encrypt?;\r\n" });
    expect(json(own).questionnaire).toMatchObject({ state: "columns-needed", questions: 0 });
    const { id } = json(own).questionnaire;
    world.time = new Date(world.time.getTime() + 60_000);
    await press(world, `/questionnaires/${id}/columns`, {
      "sheets[0].header": "1",
      "sheets[0].question": "0",
      "sheets[0].answer": "1",
    });
    const late = json(await read(world, key, `?updatedSince=${world.time.toISOString()}`));
    expect(late.data).toMatchObject([{ id, state: "open", questions: 1 }]);
  });

  test("is refused in words at its field, and nothing of it stays", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const foreign = await inOrg(world.services.store.read, await world.orgId("globex"))
      .selectFrom("accounts")
      .select("id")
      .executeTakeFirstOrThrow();
    const cases: [Record<string, string>, { name?: string; bytes?: string }, string, string][] = [
      [{ accountId: "none" }, {}, "accountId", "There is no account with this ID."],
      [{ accountId: foreign.id }, {}, "accountId", "There is no account with this ID."],
      [{ accountId: "x".repeat(65) }, {}, "accountId", "Use an ID of at most 64 characters"],
      [{ productId: "none" }, {}, "productId", "There is no product with this id."],
      [{ dueOn: "tomorrow" }, {}, "dueOn", wording.dateAsIso],
      [{ note: "x".repeat(2_001) }, {}, "note", "Use at most 2,000 characters"],
      [{}, { bytes: "" }, "file", "The request has no file."],
      [{}, { name: "old.xls" }, "file", wording.saveAsXlsx],
      [{}, { name: "x.json", bytes: "{}" }, "file", "isn’t a VSAQ questionnaire"],
    ];
    for (const [fields, file, name, words] of cases) {
      const refused = await send(world, key, fields, file);
      expect([name, refused.status, json(refused).errors[name]?.[0]]).toEqual([
        name,
        400,
        expect.stringContaining(words),
      ]);
    }
    const unknown = await send(world, key, { color: "red" });
    expect([unknown.status, Object.keys(json(unknown).errors)]).toEqual([400, ["color"]]);
    const plain = await world.ask(LIST, {
      method: "POST",
      body: "{}",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    });
    expect([plain.status, json(plain).title]).toEqual([415, wording.fileAsMultipart]);
    expect(await count(world)).toBe(0);
  });

  test("can be a document or a PDF, and comes back as one, or as an answer sheet", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const words = textPdf([{ content: line("1. Do you encrypt?", 700) }]);
    const cases: [string, Buffer, string, string][] = [
      ["Check.docx", await zipped(questionDocument()), "docx", "Check-answered.docx"],
      ["Form.pdf", await pdfForm(), "pdf", "Form-answered.pdf"],
      ["Words.pdf", words, "pdf-text", "Words-answered.xlsx"],
    ];
    for (const [name, bytes, format, answered] of cases) {
      const made = await send(world, key, {}, { name, bytes });
      const { questionnaire } = json(made);
      expect([name, made.status, questionnaire]).toEqual([
        name,
        201,
        expect.objectContaining({ format, state: "open" }),
      ]);
      await press(world, `/questionnaires/${questionnaire.id}/finish`);
      const file = await read(world, key, `/${questionnaire.id}/content`);
      expect([file.status, file.headers["content-disposition"]]).toEqual([
        200,
        `attachment; filename=${answered}`,
      ]);
    }
  });

  test("is taken from a key that may, and read by one about its product", async () => {
    const world = await openWorld();
    const { product = "" } = await namesOf(world);
    const other = await inOrg(world.services.store.read, await world.orgId("acme"))
      .selectFrom("products")
      .select("id")
      .where("id", "!=", product)
      .executeTakeFirstOrThrow();
    const key = await staffKeyIn(world, { email: OWNER });
    const readOnly = await staffKeyIn(world, { email: OWNER, scopes: ["questionnaires:read"] });
    const editor = await staffKeyIn(world, {
      email: "editor@acme.example",
      scopes: ["content:read", "questionnaires:read", "questionnaires:write"],
    });
    const bound = await staffKeyIn(world, { email: OWNER, products: [product] });
    const elsewhere = await staffKeyIn(world, { email: OWNER, products: [other.id] });
    expect((await send(world, null)).status).toBe(401);
    for (const weak of [readOnly, editor]) {
      const refused = await send(world, weak);
      expect([refused.status, json(refused).code]).toEqual([403, "missing_scope"]);
    }
    expect((await read(world, editor)).status).toBe(403);
    for (const fields of [{}, { productId: other.id }] as Record<string, string>[]) {
      const refused = await send(world, bound, fields);
      expect([refused.status, json(refused).code]).toEqual([403, "other_products"]);
    }
    const made = json(await send(world, bound, { productId: product })).questionnaire;
    const whole = json(await send(world, key)).questionnaire;
    await press(world, `/questionnaires/${made.id}/finish`);
    const statuses = async (reader: string, { id }: Entry) => [
      json(await read(world, reader)).data.some((one) => one.id === id),
      (await read(world, reader, `/${id}`)).status,
      (await read(world, reader, `/${id}/content`)).status,
    ];
    expect(await statuses(readOnly, made)).toEqual([true, 200, 200]);
    expect(await statuses(bound, made)).toEqual([true, 200, 200]);
    expect(await statuses(elsewhere, made)).toEqual([false, 404, 404]);
    expect(await statuses(bound, whole)).toEqual([false, 404, 404]);
  });
});
