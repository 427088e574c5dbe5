import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { inOrg } from "#db/tenant.ts";
import { staffKeyIn } from "./api-names.ts";
import { EDITOR, hidden, post } from "./edit-world.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

/** What a subprocessor says to registers of information: entered, shown and taken along. */

const OWNER = "owner@acme.example";
const NEW = "/acme/edit/subprocessors/new";
const FACTS = {
  legalName: "Northwind Hosting SARL",
  lei: "5299 00t8bm49aursdo55",
  headOffice: "France",
  rank: "2",
  storedIn: "France\nde",
};

const tableOf = async (world: World, ask: object = {}) =>
  parse((await world.ask("/acme/dora.csv", ask)).text, { columns: true, bom: true }) as Record<
    string,
    string
  >[];

async function list(world: World, fields: Record<string, string> = FACTS) {
  const answer = await post(world, NEW, { company: "Northwind Hosting", ...fields });
  expect(answer.status).toBe(303);
}

test("facts of a subprocessor stand on its list, in the register’s table and in the twins", async () => {
  const world = await openWorld();
  await list(world);
  const page = (await world.ask("/acme/subprocessors?q=529900T8BM49AURSDO55")).text;
  expect(page).toContain("Northwind Hosting SARL");
  expect(page).toContain("France (FR)");
  expect(page).not.toContain("Halden Compute");
  expect((await world.ask("/acme/dora")).text).toContain("Northwind Hosting SARL");
  const rows = await tableOf(world);
  expect(rows[0]?.Company).toBe("Acme Cloud");
  expect(rows.find(({ Company }) => Company === "Northwind Hosting")).toMatchObject({
    "Rank (B_05.02.0050)": "2",
    "Identification code (B_05.01.0010)": "529900T8BM49AURSDO55",
    "Country of the head office (B_05.01.0080)": "FR",
    [wording.dataStoredColumn]: "FR; DE",
    // It works for the company itself.
    [wording.recipientColumn]: "000000ACMECLOUD00060",
    "Type of the recipient’s code (B_05.02.0070)": "LEI",
  });
  const twin = JSON.parse((await world.ask("/acme/dora.json")).text) as {
    subprocessors: { company: string; storedIn: string[]; columns: object }[];
  };
  expect(twin.subprocessors.find(({ company }) => company === "Northwind Hosting")).toMatchObject({
    rank: 2,
    storedIn: ["FR", "DE"],
    columns: { lei: "B_05.01.0010" },
  });
  const all = JSON.parse((await world.ask("/acme/subprocessors.json")).text) as {
    subprocessors: { company: string; register: object | null }[];
  };
  expect(all.subprocessors.find(({ company }) => company === "Northwind Hosting")).toMatchObject({
    register: { legalName: "Northwind Hosting SARL" },
  });
});

test("who can’t read the list gets no row of it", async () => {
  const world = await openWorld();
  await list(world);
  const orgId = await world.orgId("acme");
  await world.services.store.write(async (trx) => {
    await inOrg(trx, orgId)
      .updateTable("items")
      .set({ hiddenAt: "2026-11-01T10:00:00.000Z", hiddenBy: "A test" })
      .where("uid", "=", "Subprocessors.subprocessors")
      .execute();
  });
  for (const path of ["/acme/dora", "/acme/dora.csv", "/acme/dora.json", "/acme/dora.md"]) {
    const answer = await world.ask(path);
    expect([path, answer.status, answer.text.includes("Northwind")]).toEqual([path, 200, false]);
    expect((await world.ask(path, { as: EDITOR })).text).toContain("Northwind");
  }
});

test("a form that is wrong comes back with the facts open, and saves nothing", async () => {
  const world = await openWorld();
  for (const [fields, message] of [
    [{ lei: "529900T8BM49AURSDO56" }, wording.leiDigits],
    [{ parentLei: "529900" }, wording.leiLength],
    [{ euid: "HRB 1" }, wording.euidExample],
    [{ headOffice: "Atlantis" }, "Choose a country"],
    [{ processedIn: "Germany, Atlantis" }, "instead of “Atlantis”"],
    [{ services: "S20" }, wording.chooseIctServices],
    [{ rank: "0" }, "Enter a number from 1 to 99"],
  ] as const) {
    const answer = await post(world, NEW, { company: "Faulty Hosting", ...fields });
    expect([fields, answer.status]).toEqual([fields, 400]);
    expect(answer.text).toContain(message);
    expect(answer.text).toMatch(/<details[^>]* open=""[^>]*><summary[^>]*>Facts for DORA/);
  }
  expect((await world.ask("/acme/subprocessors")).text).not.toContain("Faulty Hosting");
});

test("boxes that nobody ticks any more are taken away, and history tells both", async () => {
  const world = await openWorld();
  const answer = await world.ask(NEW, {
    as: EDITOR,
    method: "POST",
    body: "company=Northwind+Hosting&services=S19&services=S17&intent=save",
    headers: {
      origin: "http://localhost:3000",
      "content-type": "application/x-www-form-urlencoded",
    },
  });
  expect(answer.status).toBe(303);
  const kept = async () =>
    inOrg(world.services.store.read, await world.orgId("acme"))
      .selectFrom("subprocessors as s")
      .innerJoin("companies as c", "c.id", "s.companyId")
      .select(["s.id", "s.services", "s.lei"])
      .where("c.name", "=", "Northwind Hosting")
      .executeTakeFirstOrThrow();
  const { id, services } = await kept();
  expect(services).toBe("S17; S19");
  const at = `/acme/edit/subprocessors/${id}`;
  const form = await world.ask(at, { as: EDITOR });
  expect(form.text.match(/<input[^>]*name="services"[^>]*checked[^>]*>/g)).toHaveLength(2);
  await post(world, at, {
    company: "Northwind Hosting",
    lei: FACTS.lei,
    base: hidden(form, "base"),
  });
  expect(await kept()).toMatchObject({ services: null, lei: "529900T8BM49AURSDO55" });
  const history = (await world.ask("/history", { as: OWNER })).text;
  expect(history).toContain("Types of ICT services: “S17; S19” → none");
});

test("programs send lists and a number, read the same, and send it again without a change", async () => {
  const world = await openWorld();
  const key = await staffKeyIn(world, { email: OWNER });
  const entry = {
    externalId: "northwind",
    productId: await world.productId("acme"),
    company: "Northwind Hosting",
    services: ["S19", "S17"],
    rank: 2,
    storedIn: ["FR", "Germany"],
    processedIn: [],
    lei: "529900T8BM49AURSDO55",
  };
  const call = (method: string, target: string, body?: object, match = {}) =>
    world.ask(`/api/v1/${target}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...match,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const put = async (one: object) =>
    JSON.parse((await call("PUT", "subprocessors", { entries: [one] })).text) as object;
  expect(await put(entry)).toMatchObject({ created: 1 });
  const found = JSON.parse((await call("GET", "subprocessors?externalId=northwind")).text) as {
    data: { id: string; company: { name: string }; [fact: string]: unknown }[];
  };
  const [read] = found.data;
  expect(read).toMatchObject({
    services: ["S17", "S19"],
    rank: 2,
    storedIn: ["FR", "DE"],
    processedIn: [],
    governingLaw: null,
  });
  expect(await put(entry)).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
  const refused = await call("PATCH", `subprocessors/${read?.id}`, { lei: "529900T8BM49AURSDO56" });
  expect([refused.status, refused.text.includes(wording.leiDigits)]).toEqual([400, true]);
  const { etag } = (await call("GET", `subprocessors/${read?.id}`)).headers;
  const cleared = await call(
    "PATCH",
    `subprocessors/${read?.id}`,
    { rank: null, services: [] },
    { "if-match": etag },
  );
  expect(JSON.parse(cleared.text)).toMatchObject({
    rank: null,
    services: [],
    storedIn: ["FR", "DE"],
  });
});

test("what is exported comes in again unchanged", async () => {
  const world = await openWorld();
  await list(world, { ...FACTS, services: "S17", exitNotes: "Two lines,\nwith a comma" });
  const file = await world.ask("/acme/edit/subprocessors/export.csv", { as: EDITOR });
  expect(file.text).toContain("529900T8BM49AURSDO55");
  const preview = await post(world, "/acme/edit/subprocessors/import", {
    step: "preview",
    csv: file.text,
  });
  expect(preview.text.replaceAll("<!-- -->", "")).toContain("0 added, 0 changed, 0 removed");
  const other = await post(world, "/acme/edit/subprocessors/import", {
    step: "preview",
    csv: "Company,LEI,Head office\nNorthwind Hosting,529900T8BM49AURSDO55,Spain\nOther,1,ES",
  });
  const words = other.text.replaceAll("<!-- -->", "");
  expect(words).toContain("0 added, 1 changed, 0 removed");
  expect(words).toContain(wording.leiLength);
});
