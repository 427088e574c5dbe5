import { AsyncResource } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import {
  findKeyAnswer,
  keepKeyAnswer,
  newRun,
} from "#auth/access-keys/store/key-answers.server.ts";
import { inOrg } from "#db/tenant.ts";
import { memberKeyIn, namesOf, staffKeyIn } from "./api-names.ts";
import { multipart, pdf } from "./multipart.ts";
import { openWorld, type Answer, type World } from "./world.ts";

/** Calls with an Idempotency-Key that bring files, and those of members: the others are in api-writes.test.ts. */

const OWNER = "owner@acme.example";
const CSV = "Question,Response\r\nDo you encrypt?,\r\n";

const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>;
const replayed = ({ headers }: Answer) => headers["idempotent-replayed"];

interface Sent {
  target: string;
  file: { name: string; bytes: string | Buffer };
  fields?: Record<string, string>;
  name?: string;
}

function send(world: World, key: string, { target, file, fields = {}, name = "ci-1" }: Sent) {
  const form = multipart([file], fields);
  return world.ask(target, {
    method: "POST",
    body: form.body,
    headers: { ...form.headers, authorization: `Bearer ${key}`, "idempotency-key": name },
  });
}

async function rowsOf(world: World, table: "documents" | "questionnaires" | "comments") {
  const rows = await inOrg(world.services.store.read, await world.orgId("acme"))
    .selectFrom(table)
    .select("id")
    .execute();
  return rows.length;
}

describe("a call with a name that brings a file", () => {
  test("is done once, whatever boundary it comes with, and answered alike", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const before = await rowsOf(world, "documents");
    const file = { name: "report.pdf", bytes: pdf("First") };
    const first = await send(world, key, { target: "/api/v1/documents", file });
    const again = await send(world, key, { target: "/api/v1/documents", file });
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([again.headers.location, again.headers.etag]).toEqual([
      first.headers.location,
      first.headers.etag,
    ]);
    expect([replayed(first), replayed(again)]).toEqual([undefined, "true"]);
    expect(await rowsOf(world, "documents")).toBe(before + 1);
    for (const other of [
      { target: "/api/v1/documents", file: { ...file, bytes: pdf("Second") } },
      { target: "/api/v1/documents", file: { ...file, name: "other.pdf" } },
      { target: "/api/v1/documents", file, fields: { type: "Policy" } },
      { target: "/api/v1/documents?externalId=soc-2", file },
    ]) {
      const answer = await send(world, key, other);
      expect([answer.status, json(answer).code]).toEqual([422, "idempotency_key_reused"]);
    }
    expect(await rowsOf(world, "documents")).toBe(before + 1);
    const { id } = json(first).document as { id: string };
    const version = {
      target: `/api/v1/documents/${id}/versions`,
      file: { name: "report.pdf", bytes: pdf("Third") },
      name: "ci-2",
    };
    const next = await send(world, key, version);
    const same = await send(world, key, version);
    expect([json(next).status, same.text, replayed(same)]).toEqual(["replaced", next.text, "true"]);
  });

  test("is refused while it is under way, and may come again after a refusal", async () => {
    const world = await openWorld();
    const before = await rowsOf(world, "questionnaires");
    const key = await staffKeyIn(world, { email: OWNER });
    const target = "/api/v1/questionnaires";
    const file = { name: "Check.csv", bytes: CSV };
    const refused = await send(world, key, { target, file, fields: { dueOn: "soon" } });
    expect(refused.status).toBe(400);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(world, key, { target, file })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(await rowsOf(world, "questionnaires")).toBe(before + 1);
  });

  test("whose answer was lost with the process says so, and does nothing twice", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const key = await staffKeyIn(world, { email: OWNER });
    const orgId = await world.orgId("acme");
    const file = { name: "report.pdf", bytes: pdf("First") };
    const first = await send(world, key, { target: "/api/v1/documents", file });
    expect(first.status).toBe(201);
    const row = await inOrg(store.read, orgId)
      .selectFrom("keyAnswers")
      .select(["keyId", "bodyHash", "sealed"])
      .executeTakeFirstOrThrow();
    expect(row.sealed).not.toContain("report.pdf");
    // As a process leaves it that ends between the document and its answer.
    const call = { owner: "staff", keyId: row.keyId, name: "ci-1" } as const;
    await store.write((trx) =>
      inOrg(trx, orgId).updateTable("keyAnswers").set({ sealed: newRun() }).execute(),
    );
    const soon = await send(world, key, { target: "/api/v1/documents", file });
    expect([soon.status, json(soon).code]).toEqual([409, "idempotency_key_in_use"]);
    world.time = new Date(world.time.getTime() + 61_000);
    const later = await send(world, key, { target: "/api/v1/documents", file });
    expect([later.status, json(later).code]).toEqual([409, "idempotency_answer_lost"]);
    expect(await findKeyAnswer(store.read, orgId, call, world.time)).toMatchObject({
      sealed: { none: "lost" },
    });
    world.time = new Date(world.time.getTime() + 24 * 3_600_000);
    // After a day the name is free, and the file is known by itself.
    const late = await send(world, key, { target: "/api/v1/documents", file });
    expect([late.status, json(late).code]).toEqual([409, "same_file"]);
  });

  test("that comes again cut off or too large is refused, and nothing is done", async () => {
    const world = await openWorld();
    const key = await memberKeyIn(world);
    const target = "/api/v1/portal/questionnaires";
    const file = { name: "Check.csv", bytes: CSV };
    const before = await rowsOf(world, "questionnaires");
    expect((await send(world, key, { target, file })).status).toBe(201);
    const headers = { authorization: `Bearer ${key}`, "idempotency-key": "ci-1" };
    const form = multipart([file]);
    const cut = await world.ask(target, {
      method: "POST",
      headers: { ...form.headers, ...headers },
      body: form.body.subarray(0, form.body.length - 40),
    });
    expect([cut.status, cut.headers["content-type"]]).toEqual([400, "application/problem+json"]);
    const large = { name: "Check.csv", bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 65) };
    for (const bytes of [large.bytes, Buffer.alloc(12 * 1024 * 1024, 65)]) {
      const answer = await send(world, key, { target, file: { ...large, bytes } });
      expect(answer.status).toBe(413);
    }
    const again = await send(world, key, { target, file });
    expect([again.status, replayed(again)]).toEqual([201, "true"]);
    expect(await rowsOf(world, "questionnaires")).toBe(before + 1);
  });

  test("is refused where another process does it, and leaves nothing", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const key = await staffKeyIn(world, { email: OWNER });
    await world.ask("/api/v1/me", { headers: { authorization: `Bearer ${key}` } });
    const orgId = await world.orgId("acme");
    const { id: keyId } = await inOrg(store.read, orgId)
      .selectFrom("accessKeys")
      .select("id")
      .executeTakeFirstOrThrow();
    const before = await rowsOf(world, "documents");
    const write = store.write.bind(store);
    const elsewhere = new AsyncResource("another process");
    store.write = async (work, isContent) => {
      store.write = write;
      const run = newRun();
      await elsewhere.runInAsyncScope(() =>
        write((trx) =>
          keepKeyAnswer(
            trx,
            orgId,
            { owner: "staff", keyId, name: "ci-1" },
            { bodyHash: "the other", sealed: run, run },
            world.time,
          ),
        ),
      );
      return write(work, isContent);
    };
    const file = { name: "report.pdf", bytes: pdf("First") };
    const answer = await send(world, key, { target: "/api/v1/documents", file });
    expect([answer.status, json(answer).code]).toEqual([409, "idempotency_key_in_use"]);
    expect(await rowsOf(world, "documents")).toBe(before);
  });
});

test("a member’s call with a name is done once, and its name is that key’s own", async () => {
  const world = await openWorld();
  const { item = "" } = await namesOf(world);
  const before = await rowsOf(world, "comments");
  const ask = (key: string, content: string) =>
    world.ask("/api/v1/portal/questions", {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": "q-1",
      },
      body: JSON.stringify({ itemId: item, content }),
    });
  const key = await memberKeyIn(world);
  const first = await ask(key, "Which regions?");
  // Later than the same words would be one message by themselves.
  world.time = new Date(world.time.getTime() + 600_000);
  const again = await ask(key, "Which regions?");
  expect([first.status, again.status, again.text, replayed(again)]).toEqual([
    201,
    201,
    first.text,
    "true",
  ]);
  expect(await rowsOf(world, "comments")).toBe(before + 1);
  const other = await ask(key, "Which clouds?");
  expect([other.status, json(other).code]).toEqual([422, "idempotency_key_reused"]);
  const second = await memberKeyIn(world, { name: "Another" });
  expect((await ask(second, "Which clouds?")).status).toBe(201);
  expect((await ask(key, " ")).status).toBe(422);
});
