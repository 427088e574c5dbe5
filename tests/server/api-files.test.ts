import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { inOrg } from "#db/tenant.ts";
import { namesOf, staffKeyIn } from "./api-names.ts";
import { multipart, pdf } from "./multipart.ts";
import { line, textPdf } from "../text-pdf.ts";
import { testInTurn } from "../in-turn.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";

const send = (
  world: World,
  key: string | null,
  target: string,
  said: string | Buffer,
  fields = {},
) => {
  const bytes = typeof said === "string" ? pdf(said) : said;
  const form = multipart([{ name: "report.pdf", bytes }], fields);
  return world.ask(`/api/v1/documents${target}`, {
    method: "POST",
    body: form.body,
    headers: {
      ...form.headers,
      origin: "http://localhost:3000",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
  });
};
const read = (world: World, key: string, target: string) =>
  world.ask(`/api/v1/documents${target}`, { headers: { authorization: `Bearer ${key}` } });
const json = ({ text }: Answer) =>
  JSON.parse(text) as {
    status: string;
    code: string;
    document: { id: string; externalId: string; version: number; expiresOn: string };
    errors: Record<string, string[]>;
  };

test("a file that a key sends is a document, then its next version, and nothing when it is the same", async () => {
  const world = await openWorld();
  const key = await staffKeyIn(world, { email: OWNER });
  const made = await send(world, key, "?externalId=soc-2", "First", { type: "Policy" });
  expect([made.status, json(made)]).toMatchObject([
    201,
    { status: "created", document: { externalId: "soc-2", type: "Policy", version: 1 } },
  ]);
  const { id } = json(made).document;
  const again = await send(world, key, "?externalId=soc-2", "First");
  expect([again.status, json(again)]).toMatchObject([200, { status: "unchanged" }]);
  const next = await send(world, key, "?externalId=soc-2", "Second", { expiresOn: "2027-03-01" });
  expect([next.status, json(next)]).toMatchObject([
    200,
    { status: "replaced", document: { id, version: 2, expiresOn: "2027-03-01" } },
  ]);
  const third = await send(world, key, `/${id}/versions`, "Third");
  expect(json(third)).toMatchObject({ status: "replaced", document: { id, version: 3 } });
  const same = await send(world, key, "", "Third");
  expect([same.status, json(same).code]).toEqual([409, "same_file"]);
  const wrong = await send(world, key, "", "Fourth", { color: "red" });
  expect([wrong.status, Object.keys(json(wrong).errors)]).toEqual([400, ["color"]]);
  // What was said of the document can be said again, and not otherwise.
  const repeated = await send(world, key, "?externalId=soc-2", "Fifth", {
    type: "Policy",
    accessType: "default",
  });
  expect([repeated.status, json(repeated)]).toMatchObject([
    200,
    { status: "replaced", document: { id, version: 4 } },
  ]);
  for (const fields of [{ type: "Other" }, { documentAccessType: "view-only" }]) {
    const changed = await send(world, key, "?externalId=soc-2", "Sixth", fields);
    expect([changed.status, Object.keys(json(changed).errors)]).toEqual([409, Object.keys(fields)]);
  }
  expect(json(await send(world, key, "?externalId=soc-2", "Fifth")).document.version).toBe(4);
  const versions = await read(world, key, `/${id}/versions`);
  const { data } = JSON.parse(versions.text) as { data: { version: number; sha256: string }[] };
  expect(data.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  expect(data[2]?.sha256).toBe(createHash("sha256").update(pdf("Second")).digest("hex"));
  const known = { authorization: `Bearer ${key}`, "if-none-match": versions.headers.etag ?? "" };
  expect((await world.ask(`/api/v1/documents/${id}/versions`, { headers: known })).status).toBe(
    304,
  );
  const [noScope, bound] = [
    await staffKeyIn(world, { email: OWNER, scopes: ["access:read"] }),
    await staffKeyIn(world, { email: OWNER, products: [await world.productId("acme")] }),
  ];
  expect((await read(world, noScope, `/${id}/versions`)).status).toBe(403);
  // It is on no product's page, so a key for one doesn't read it.
  const own = (await read(world, bound, `/${id}`)).status;
  expect((await read(world, bound, `/${id}/versions`)).status).toBe(own);
  const { read: db } = world.services.store;
  const told = await inOrg(db, await world.orgId("acme"))
    .selectFrom("audit")
    .select(["action", "actorName"])
    .where("action", "like", "document.%")
    .orderBy("at")
    .execute();
  expect(told.slice(-3).map(({ actorName }) => actorName)).toEqual(
    Array.from({ length: 3 }, () => "Ingrid Sommer (key: Report upload)"),
  );
});

test("an upload without a form is told what to send", async () => {
  const world = await openWorld();
  const key = await staffKeyIn(world, { email: OWNER });
  const { document = "" } = await namesOf(world);
  for (const target of ["", `/${document}/versions`]) {
    const answer = await world.ask(`/api/v1/documents${target}`, {
      method: "POST",
      body: JSON.stringify({ name: "report.pdf" }),
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    });
    expect([answer.status, (JSON.parse(answer.text) as { title: string }).title]).toEqual([
      415,
      wording.fileAsMultipart,
    ]);
  }
});

test("a file is taken from a key that may, and from nothing else", async () => {
  const world = await openWorld();
  const { document = "", product = "" } = await namesOf(world);
  const unscoped = await staffKeyIn(world, { email: OWNER, scopes: ["content:read"] });
  const bound = await staffKeyIn(world, { email: OWNER, products: [product] });
  const key = await staffKeyIn(world, { email: OWNER });
  const foreign = await inOrg(world.services.store.read, await world.orgId("globex"))
    .selectFrom("documents")
    .select("id")
    .executeTakeFirstOrThrow();
  for (const target of ["", `/${document}/versions`]) {
    expect((await send(world, null, target, "Sent")).status).toBe(401);
    const refused = await send(world, unscoped, target, "Sent");
    expect([refused.status, json(refused).code]).toEqual([403, "missing_scope"]);
  }
  const none = await send(world, bound, "", "Sent");
  expect([none.status, json(none).code]).toEqual([403, "other_products"]);
  for (const id of [foreign.id, "none"]) {
    expect((await send(world, key, `/${id}/versions`, "Sent")).status).toBe(404);
    expect((await read(world, key, `/${id}/content`)).status).toBe(404);
  }
});

testInTurn(
  "a file leaves with the mark of its key and a line in the audit log, unless it is view-only",
  async () => {
    const world = await openWorld();
    const { staffKey: key = "" } = await namesOf(world);
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId, now: world.time }, { watermarkDownloads: true }),
    );
    const { id } = json(
      await send(world, key, "", textPdf([{ content: line("For programs", 700) }])),
    ).document;
    const content = await read(world, key, `/${id}/content`);
    expect([content.status, content.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(content.headers["content-disposition"]).toContain("attachment");
    const { read: db } = world.services.store;
    const [last] = await inOrg(db, orgId)
      .selectFrom("audit")
      .select("actorName")
      .where("action", "=", "document.downloaded")
      .execute();
    expect(last?.actorName).toBe("Ingrid Sommer (key: Report upload)");
    const marks = await inOrg(db, orgId)
      .selectFrom("traces")
      .select("name")
      .where("documentId", "=", id)
      .execute();
    expect(marks).toEqual([{ name: "Ingrid Sommer (key: Report upload)" }]);

    const noFiles = await staffKeyIn(world, { email: OWNER, scopes: ["content:read"] });
    expect((await read(world, noFiles, `/${id}/content`)).status).toBe(403);
    const only = await send(world, key, "", "Only here", { accessType: "view-only" });
    const refused = await read(world, key, `/${json(only).document.id}/content`);
    expect([refused.status, json(refused).code]).toEqual([403, "view_only"]);
  },
);
