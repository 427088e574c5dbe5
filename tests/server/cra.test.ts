import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { updateProduct } from "#content/products/store/product-changes.server.ts";
import { craSchema } from "#model/cra.ts";
import { staffKeyIn } from "./api-names.ts";
import { hidden, post } from "./edit-world.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

/** What a product says of itself under the Cyber Resilience Act. */

const OWNER = "owner@acme.example";
const FORM = {
  intent: "save",
  name: "Acme Data Lake",
  slug: "Acme Data Lake",
  show: "on",
  "cra.manufacturer": "Acme Lake BV, Amsterdam",
  "cra.contact": "lake-security@acme.example",
  "cra.policyUrl": "www.acme.example/lake/disclosure",
  "cra.supportUntil": "2029-05-31",
  "cra.sbom": "https://www.acme.example/lake/sbom.json",
  "cra.updates": "By the agent, every night.\nOr by hand.",
};
const LAKE = "?product=Acme+Data+Lake";

async function lake(world: World) {
  const orgId = await world.orgId("acme");
  return world.services.store.read
    .selectFrom("products")
    .selectAll()
    .where("orgId", "=", orgId)
    .where("name", "=", "Acme Data Lake")
    .executeTakeFirstOrThrow();
}

async function save(world: World, more: Record<string, string> = {}) {
  const at = `/products/${(await lake(world)).id}`;
  const base = hidden(await world.ask(at, { as: OWNER }), "base");
  return post(world, at, { ...FORM, base, ...more }, OWNER);
}

test("a product’s form makes its page, table, twins, date and lines of security.txt", async () => {
  const world = await openWorld();
  expect((await world.ask(`/acme/cra${LAKE}`)).status).toBe(404);
  expect((await save(world)).status).toBe(303);
  const page = (await world.ask(`/acme/cra${LAKE}`)).text;
  for (const text of [
    "Acme Lake BV, Amsterdam",
    'href="mailto:lake-security@acme.example"',
    'href="https://www.acme.example/lake/disclosure"',
    "May 31, 2029",
    "Annex II, point 7",
  ])
    expect(page).toContain(text);
  const [row] = parse((await world.ask(`/acme/cra.csv${LAKE}`)).text, {
    columns: true,
    bom: true,
  }) as Record<string, string>[];
  expect(row).toMatchObject({
    Product: "Acme Data Lake",
    "Support period ends (Annex II, point 7)": "2029-05-31",
    "EU declaration of conformity (Annex II, point 6)": "",
  });
  const twin = JSON.parse((await world.ask(`/acme/cra.json${LAKE}`)).text) as object;
  expect(twin).toMatchObject({
    kind: "cra",
    product: "Acme Data Lake",
    contact: "lake-security@acme.example",
    supportUntil: "2029-05-31",
    declarationUrl: null,
    points: { sbom: "Annex II, point 9" },
  });
  expect((await world.ask("/acme/product/Acme+Data+Lake")).text).toContain(
    'href="/acme/cra?product=Acme+Data+Lake"',
  );
  const dates = await world.ask(`/acme/dates${LAKE}`);
  expect(dates.text).toContain("Support period ends");
  const calendar = (await world.ask(`/acme/dates.ics${LAKE}`)).text.replaceAll("\r\n ", "");
  expect(calendar).toContain("DTSTART;VALUE=DATE:20290531");
  expect(calendar).toContain("SUMMARY:Support period ends: Acme Data Lake");
  expect(calendar).toMatch(/URL:[^\r]*\/cra\?product=Acme\+Data\+Lake/);
  expect((await world.ask("/acme/sitemap.xml")).text).toContain("/cra?product=Acme+Data+Lake");
  const txt = (await world.ask("/acme/.well-known/security.txt")).text.split("\n");
  expect(txt.filter((line) => /^(?:Contact|Policy)/.test(line))).toEqual([
    "Contact: mailto:security@acme.example",
    "Contact: https://www.acme.example/security/report",
    "Contact: mailto:lake-security@acme.example",
    "Policy: https://www.acme.example/security/disclosure",
    "Policy: https://www.acme.example/lake/disclosure",
  ]);
});

test("without a contact of its own, a product names the one of security.txt", async () => {
  const world = await openWorld();
  await save(world, { "cra.contact": "" });
  expect(JSON.parse((await world.ask(`/acme/cra.json${LAKE}`)).text)).toMatchObject({
    contact: "security@acme.example",
  });
});

test("a form without any fact takes the page away, and a hidden product has none", async () => {
  const world = await openWorld();
  await save(world);
  const empty = Object.fromEntries(
    Object.keys(FORM).flatMap((name) => (name.startsWith("cra.") ? [[name, ""]] : [])),
  );
  expect((await save(world, empty)).status).toBe(303);
  expect((await lake(world)).craJson).toBeNull();
  for (const path of ["/acme/cra", "/acme/cra.csv", "/acme/cra.json"])
    expect([path, (await world.ask(path + LAKE)).status]).toEqual([path, 404]);
  const { id, orgId } = await lake(world);
  await world.services.store.write((trx) =>
    updateProduct(trx, orgId, id, {
      name: "Acme Data Lake",
      slug: "Acme Data Lake",
      show: false,
      cra: craSchema.parse({ contact: "hidden@acme.example", policyUrl: "https://hidden.example" }),
    }),
  );
  expect((await world.ask(`/acme/cra${LAKE}`)).status).toBe(404);
  expect((await world.ask(`/acme/cra${LAKE}`, { as: OWNER })).status).toBe(200);
  expect((await world.ask("/acme/.well-known/security.txt")).text).not.toContain("hidden");
});

test("what is wrong comes back with its message, and nothing is saved", async () => {
  const world = await openWorld();
  for (const [field, value, message] of [
    ["cra.contact", "nobody", "Enter an email address or a URL"],
    ["cra.contact", "javascript:alert(1)", "Enter an email address or a URL"],
    ["cra.policyUrl", "javascript:alert(1)", wording.enterAddressSuchAs],
    ["cra.declarationUrl", "not a url", wording.enterAddressSuchAs],
    ["cra.supportUntil", "2029-02-30", "Enter a date such as 2031-12-31"],
    ["cra.manufacturer", "x".repeat(301), "at most 300 characters"],
  ] as const) {
    const answer = await save(world, { [field]: value });
    expect([field, answer.status, answer.text.includes(message)]).toEqual([field, 400, true]);
  }
  expect((await lake(world)).craJson).toBeNull();
});

test("history tells each fact, and undoing gives back what was there", async () => {
  const world = await openWorld();
  await save(world);
  await save(world, { "cra.supportUntil": "2030-05-31" });
  const history = (await world.ask("/history", { as: OWNER })).text;
  expect(history).toContain("Acme Data Lake, Support period ends: “2029-05-31” → “2030-05-31”");
  // One who began before that save is told of both versions.
  const late = await save(world, { base: "another", "cra.supportUntil": "2031-05-31" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("2030-05-31");
});

test("programs read and change the facts, and leave those that they don’t name", async () => {
  const world = await openWorld();
  const key = await staffKeyIn(world, { email: OWNER });
  await save(world);
  const { id } = await lake(world);
  const call = (method: string, body?: object, match = {}) =>
    world.ask(`/api/v1/products/${id}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...match,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = await call("GET");
  expect(JSON.parse(read.text)).toMatchObject({
    cra: { contact: "lake-security@acme.example", declarationUrl: null },
  });
  const tag = { "if-match": read.headers.etag };
  const wrong = await call("PATCH", { cra: { supportUntil: "soon" } }, tag);
  expect(wrong.status).toBe(400);
  const changed = await call("PATCH", { cra: { supportUntil: "2030-01-31", sbom: null } }, tag);
  expect(JSON.parse(changed.text)).toMatchObject({
    cra: { supportUntil: "2030-01-31", sbom: null, manufacturer: "Acme Lake BV, Amsterdam" },
  });
  const none = await call("PATCH", { cra: null }, { "if-match": changed.headers.etag });
  expect(JSON.parse(none.text)).toMatchObject({ cra: null });
});
