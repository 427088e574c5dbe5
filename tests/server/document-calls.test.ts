import { describe, expect, test } from "vitest";
import { multipart, pdf } from "./multipart.ts";
import { formOf } from "./page-form.ts";
import { openWorld, type Answer, type World } from "./world.ts";

/** The calls of the documents, by the names that their answers use. */

const EDITOR = "editor@acme.example";

function send(
  world: World,
  path: string,
  fields: Record<string, string>,
  { name = "report.pdf", text = "A page" } = {},
): Promise<Answer> {
  const form = multipart([{ name, bytes: pdf(text) }], fields);
  return world.ask(path, { ...form, method: "POST", as: EDITOR });
}

const patch = (world: World, body: unknown) =>
  world.ask("/api/documents", {
    method: "PATCH",
    as: EDITOR,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

const read = (answer: Answer) => JSON.parse(answer.text) as Record<string, unknown>;
const document = async (world: World, id: string) =>
  read(await world.ask(`/api/documents/${id}`, { as: EDITOR }));

async function added(world: World, fields: Record<string, string> = {}): Promise<string> {
  const answer = await send(
    world,
    "/api/documents",
    { type: "Insurance", ...fields },
    { text: "Mine" },
  );
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining("documents")]);
  return (read(answer).documents as { id: string }[])[0]?.id ?? "";
}

const rows = async (world: World) => {
  const { read: db } = world.services.store;
  const [documents, versions] = await Promise.all([
    db.selectFrom("documents").selectAll().orderBy("id").execute(),
    db.selectFrom("documentVersions").selectAll().execute(),
  ]);
  return { documents, versions: versions.length };
};

describe("POST /api/documents", () => {
  test.each(["documentAccessType", "accessType"])("takes the access as %s", async (name) => {
    const world = await openWorld();
    const id = await added(world, { [name]: "view-only", expiresOn: "2027-03-01" });
    expect(await document(world, id)).toMatchObject({
      documentAccessType: "view-only",
      expiresOn: "2027-03-01",
      type: "Insurance",
    });
  });

  test.each([
    [{ documentAccesType: "view-only" }, "documentAccesType"],
    [{ documentAccessType: "view_only" }, "documentAccessType"],
    [{ documentAccessType: "view-only", accessType: "view-and-download" }, "documentAccessType"],
    [{ expiresOn: "soon" }, "expiresOn"],
  ])("refuses %j, and adds nothing", async (fields: Record<string, string>, name) => {
    const world = await openWorld();
    const before = await rows(world);
    const answer = await send(world, "/api/documents", { type: "Insurance", ...fields });
    expect([answer.status, answer.headers["content-type"]]).toEqual([
      400,
      "application/problem+json",
    ]);
    expect(read(answer).errors).toEqual({ [name]: [expect.any(String)] });
    expect(await rows(world)).toEqual(before);
  });

  test("refuses an unknown name behind the file, too", async () => {
    const world = await openWorld();
    const before = await rows(world);
    const { body, headers } = multipart([{ name: "a.pdf", bytes: pdf() }]);
    const boundary = headers["content-type"]?.split("boundary=")[1] ?? "";
    const late = `--${boundary}\r\nContent-Disposition: form-data; name="color"\r\n\r\nred\r\n--${boundary}--\r\n`;
    const answer = await world.ask("/api/documents", {
      method: "POST",
      as: EDITOR,
      headers,
      body: Buffer.concat([body.subarray(0, body.length - boundary.length - 6), Buffer.from(late)]),
    });
    expect([answer.status, read(answer).errors]).toEqual([400, { color: [expect.any(String)] }]);
    expect(await rows(world)).toEqual(before);
  });
});

describe("PATCH /api/documents", () => {
  test("changes anything of one document", async () => {
    const world = await openWorld();
    const id = await added(world);
    const updates = {
      name: "Renamed.pdf",
      type: "Policy",
      documentAccessType: "view-only",
      expiresOn: "2028-01-01",
      auditor: "Meridian",
      periodFrom: "2026-01-01",
      periodTo: "2026-06-30",
      releasedFacts: ["type"],
    };
    expect((await patch(world, { documentIds: [id], updates })).status).toBe(200);
    expect(await document(world, id)).toMatchObject(updates);
    const back = { documentAccessType: null, expiresOn: null, auditor: null };
    expect((await patch(world, { documentIds: [id], updates: back })).status).toBe(200);
    expect(await document(world, id)).toMatchObject({
      name: "Renamed.pdf",
      documentAccessType: "view-and-download",
      expiresOn: null,
      auditor: null,
      periodTo: "2026-06-30",
    });
  });

  test("refuses by the field, and changes nothing", async () => {
    const world = await openWorld();
    const id = await added(world, { expiresOn: "2027-01-01" });
    const before = await rows(world);
    for (const [updates, field] of [
      [{ type: "Policy", name: "Other.txt" }, "updates.name"],
      [{ name: "" }, "updates.name"],
      [{ type: "Nonsense" }, "updates.type"],
      [{}, "updates.type"],
      [{ expiresOn: "soon" }, "updates.expiresOn"],
      [{ periodFrom: "2026-02-01", periodTo: "2026-01-01" }, "updates.periodTo"],
      [{ documentAccessType: "view-only", accessType: null }, "updates.documentAccessType"],
      [{ releasedFacts: ["name"] }, "updates.releasedFacts.0"],
    ] as const) {
      const answer = await patch(world, { documentIds: [id], updates });
      expect([updates, answer.status, read(answer).errors]).toEqual([
        updates,
        400,
        { [field]: expect.arrayContaining([expect.any(String)]) },
      ]);
    }
    const other = before.documents.find((row) => row.id !== id)?.id;
    const many = await patch(world, { documentIds: [id, other], updates: { expiresOn: null } });
    expect([many.status, read(many).errors]).toEqual([400, { documentIds: [expect.any(String)] }]);
    expect(await rows(world)).toEqual(before);
  });
});

describe("a new version", () => {
  test("brings its own expiry by the API, and keeps the old one without", async () => {
    const world = await openWorld();
    const id = await added(world, { expiresOn: "2027-01-01" });
    const to = `/api/documents/${id}`;
    const kept = await send(world, to, {}, { text: "two" });
    // The file of this test is no whole PDF.
    const notes = [expect.stringContaining("can’t be read")];
    expect([kept.status, read(kept)]).toEqual([
      201,
      { id, version: 2, expiresOn: "2027-01-01", notes },
    ]);
    const own = await send(world, to, { expiresOn: "2028-01-01" }, { text: "three" });
    expect([own.status, read(own)]).toEqual([
      201,
      { id, version: 3, expiresOn: "2028-01-01", notes },
    ]);
    expect(await document(world, id)).toMatchObject({ expiresOn: "2028-01-01" });
    const none = await send(world, to, { expiresOn: "" }, { text: "four" });
    expect(read(none)).toEqual({ id, version: 4, expiresOn: null, notes });
    const before = await rows(world);
    const faulty: Record<string, string>[] = [{ expiresOn: "soon" }, { expires: "2029-01-01" }];
    for (const fields of faulty) {
      const answer = await send(world, to, fields, { text: "five" });
      expect([answer.status, Object.keys(read(answer).errors as object)]).toEqual([
        400,
        Object.keys(fields),
      ]);
    }
    expect(await rows(world)).toEqual(before);
  });

  test("waits behind the form of the page, which refuses files, for what its own page keeps", async () => {
    const world = await openWorld();
    const id = await added(world, { expiresOn: "2027-01-01" });
    const bring = (name: string, bytes: string | Buffer) =>
      world.ask(`/documents/${id}`, {
        method: "POST",
        as: EDITOR,
        ...multipart([{ name, bytes }]),
      });
    // The second one is the file that the document has already.
    for (const refused of [await bring("next.exe", "MZ"), await bring("same.pdf", pdf("Mine"))])
      expect(refused.status).toBeGreaterThanOrEqual(400);
    const waiting = (await bring("next.pdf", pdf("next"))).headers.location ?? "";
    expect(waiting).toMatch(new RegExp(`^/documents/${id}/staged/`));
    const form = formOf(await world.ask(waiting, { as: EDITOR }), 'name="expiresOn"');
    // Its first page says nothing of it, so it begins with what is stored.
    expect(form.get("expiresOn")).toBe("2027-01-01");
    const publish = (expiresOn: string) =>
      world.ask(waiting, {
        as: EDITOR,
        form: { ...Object.fromEntries(form), intent: "publish", expiresOn },
      });
    const refused = await publish("2029-02-31");
    expect(refused.status).toBe(400);
    expect(formOf(refused, 'name="expiresOn"').get("expiresOn")).toBe("2029-02-31");
    expect(await document(world, id)).toMatchObject({ expiresOn: "2027-01-01" });
    expect((await publish("2029-05-05")).status).toBe(303);
    expect(await document(world, id)).toMatchObject({ expiresOn: "2029-05-05" });
  });
});
