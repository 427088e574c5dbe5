import { DORA_LABELS } from "#model/settings/dora.ts";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";
const OWNER = "owner@acme.example";
const BASE = "/acme/edit";

const post = (
  world: World,
  path: string,
  form: Record<string, string>,
  as = EDITOR,
): Promise<Answer> => world.ask(path, { as, form });
const hidden = (answer: Answer, name: string) =>
  unescaped(new RegExp(`name="${name}" value="([^"]*)"`).exec(answer.text)?.[1] ?? "");
const unescaped = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
const flashOf = (answer: Answer) =>
  answer.headers["set-cookie"]?.find((cookie) => cookie.startsWith("otc_flash="))?.split(";")[0] ??
  "";
const follow = (world: World, answer: Answer, as = EDITOR) =>
  world.ask(answer.headers.location ?? "", { as, headers: { cookie: flashOf(answer) } });
const undoIn = (answer: Answer) => /action="([^"]*\/undo)"/.exec(answer.text)?.[1] ?? "";
const grades = async (world: World) =>
  world.services.store.read
    .selectFrom("securityGrades")
    .selectAll()
    .where("productId", "=", await world.productId("acme"))
    .orderBy("position")
    .execute();
const trusted = async (world: World) =>
  world.services.store.read
    .selectFrom("trustedCompanies as t")
    .innerJoin("companies as c", "c.id", "t.companyId")
    .select(["t.id", "c.name", "c.source", "c.addendumId", "t.href"])
    .where("t.productId", "=", await world.productId("acme"))
    .orderBy("t.position")
    .execute();
const subprocessors = async (world: World) =>
  world.services.store.read
    .selectFrom("subprocessors as s")
    .innerJoin("companies as c", "c.id", "s.companyId")
    .select([
      "s.id",
      "c.name",
      "c.source",
      "c.addendumId",
      "s.purpose",
      "s.location",
      "s.additionalDetails",
      "s.position",
    ])
    .where("s.productId", "=", await world.productId("acme"))
    .orderBy("s.position")
    .orderBy("c.sortKey")
    .execute();
const drafts = (world: World) =>
  world.services.store.read
    .selectFrom("topicDrafts")
    .selectAll()
    .where("category", "=", "subprocessors")
    .where("requestKey", "is", null)
    .execute();

describe("security grades", () => {
  test("are added by the rules of their provider, public with the next request, and undone", async () => {
    const world = await openWorld();
    const choose = await world.ask(`${BASE}/grades/new`, { as: EDITOR });
    expect(choose.text).toContain('name="provider"');
    const form = await world.ask(`${BASE}/grades/new?provider=UpGuard`, { as: EDITOR });
    for (const words of ["Display Name", "Domain", "0 to 950 or A to E", "Such as example.com"])
      expect(form.text).toContain(words);

    const wrong = await post(world, `${BASE}/grades/new?provider=UpGuard`, {
      provider: "UpGuard",
      label: "Our rating",
      url: "https://www.acme.example",
      grade: "A+",
    });
    expect(wrong.status).toBe(400);
    for (const words of [
      "<title>Error: ",
      "without www. or http/s",
      "Invalid grade.",
      'value="Our rating"',
      'value="https://www.acme.example"',
      'value="A+"',
    ])
      expect(unescaped(wrong.text)).toContain(words);

    const saved = await post(world, `${BASE}/grades/new?provider=UpGuard`, {
      provider: "UpGuard",
      label: "Our new rating",
      url: "acme.example",
      grade: "901",
    });
    expect([saved.status, saved.headers.location]).toEqual([303, `${BASE}/grades`]);
    expect((await world.ask("/acme/card/SecurityGrades")).text).toContain("Our new rating");
    const list = await follow(world, saved);
    expect(list.text).toContain("Our new rating added");
    expect((await post(world, undoIn(list), {})).status).toBe(303);
    expect((await world.ask("/acme/card/SecurityGrades")).text).not.toContain("Our new rating");
  });

  test("move up and down, and go; the order is told to nobody who may not", async () => {
    const world = await openWorld();
    const before = (await grades(world)).map(({ id }) => id);
    const [first = "", second = ""] = before;
    for (const [as, status] of [
      ["viewer@acme.example", 404],
      ["reviewer@acme.example", 404],
      ["owner@globex.example", 404],
      ["riley@customer.example", 404],
    ] as const) {
      expect([as, (await post(world, `${BASE}/grades/remove`, { id: first }, as)).status]).toEqual([
        as,
        status,
      ]);
    }
    expect((await world.ask(`${BASE}/grades/remove`, { form: { id: first } })).status).toBe(401);
    const moved = await post(world, `${BASE}/grades/move`, { id: first, move: "down" });
    expect(moved.status).toBe(303);
    expect((await grades(world)).slice(0, 2).map(({ id }) => id)).toEqual([second, first]);
    const put = (edge: string) =>
      post(world, `${BASE}/grades/put`, { id: first, beside: second, edge });
    expect((await put("before")).status).toBe(303);
    expect((await grades(world)).slice(0, 2).map(({ id }) => id)).toEqual([first, second]);
    expect((await put("behind")).status).toBe(303);
    expect((await grades(world)).slice(0, 2).map(({ id }) => id)).toEqual([second, first]);
    expect((await put("inside")).status).toBe(400);
    expect((await grades(world)).map(({ id }) => id).sort()).toEqual([...before].sort());
    const removed = await post(world, `${BASE}/grades/remove`, { id: second });
    expect((await grades(world)).map(({ id }) => id)).not.toContain(second);
    expect((await post(world, undoIn(await follow(world, removed)), {})).status).toBe(303);
    expect((await grades(world)).map(({ id }) => id).slice(0, 2)).toEqual([second, first]);
    const twice = await post(world, `${BASE}/grades/remove`, { id: "gone" });
    expect(twice.status).toBe(404);
    expect(twice.text).toContain("This entry no longer exists.");
  });

  test("edited by two at once: both versions, and nothing lost", async () => {
    const world = await openWorld();
    const row = (await grades(world)).find(({ provider }) => provider === "BitSight");
    const address = `${BASE}/grades/${row?.id}`;
    const base = hidden(await world.ask(address, { as: EDITOR }), "base");
    const fields = { provider: "BitSight", url: "acme.example", grade: "700", description: "" };
    expect(
      (await post(world, address, { ...fields, label: "The owner's label", base }, OWNER)).status,
    ).toBe(303);
    const late = await post(world, address, { ...fields, label: "The editor's label", base });
    expect(late.status).toBe(409);
    for (const words of ["The owner's label", "The editor's label", "Use theirs"])
      expect(unescaped(late.text)).toContain(words);
    expect((await grades(world)).find(({ id }) => id === row?.id)?.label).toBe("The owner's label");
    expect(
      (
        await post(world, address, {
          ...fields,
          label: "The editor's label",
          base: hidden(late, "base"),
        })
      ).status,
    ).toBe(303);
    // What others do to another grade is none of this form's business.
    const stamp = hidden(await world.ask(address, { as: EDITOR }), "base");
    await post(world, `${BASE}/grades/remove`, {
      id: (await grades(world)).find(({ id }) => id !== row?.id)?.id ?? "",
    });
    expect((await post(world, address, { ...fields, label: "Again", base: stamp })).status).toBe(
      303,
    );
    expect(
      (await post(world, `${BASE}/grades/no-such-grade`, { ...fields, label: "x" })).status,
    ).toBe(404);
  });
});

describe("the customers that may be named", () => {
  test("are picked from the org's, from the addendum, or typed", async () => {
    const world = await openWorld();
    const before = (await trusted(world)).length;
    const missing = await post(world, `${BASE}/trusted-by/new`, {
      company: " ",
      href: "http://10.0.0.1/",
    });
    expect(missing.status).toBe(400);
    expect(missing.text).toContain(wording.requiredField);
    expect(missing.text).toContain(wording.invalidUrl);
    for (const form of [
      { company: "GitHub" },
      { company: "Brand New Co", href: "customers.acme.example/new" },
      // The list has it already.
      { company: "northwind bank", allowDuplicate: "on" },
    ])
      expect(
        (await post(world, `${BASE}/trusted-by/new`, form as unknown as Record<string, string>))
          .status,
      ).toBe(303);
    const added = (await trusted(world)).slice(before);
    expect(added).toMatchObject([
      { name: "GitHub", source: "addendum", addendumId: "github", href: null },
      { name: "Brand New Co", source: "custom", href: "https://customers.acme.example/new" },
      { name: "Northwind Bank" },
    ]);
    const page = await world.ask("/acme");
    expect(page.text).toContain("Brand New Co");
    // The plain logo of a known company.
    expect(page.text).toMatch(/<text[^>]*>GH<\/text>/);
    const own = await post(world, `${BASE}/trusted-by/new`, {
      company: "Slack",
      companyRef: "custom",
    });
    expect(own.status).toBe(303);
    expect((await trusted(world)).at(-1)).toMatchObject({
      name: "Slack",
      source: "custom",
      addendumId: null,
    });
  });

  test("are edited, ordered and removed, with Undo", async () => {
    const world = await openWorld();
    const [first, second] = await trusted(world);
    const edit = await world.ask(`${BASE}/trusted-by/${first?.id}`, { as: EDITOR });
    expect(edit.text).toContain(`value="${first?.name}"`);
    const saved = await post(world, `${BASE}/trusted-by/${first?.id}`, {
      company: "Renamed Customer",
      href: "",
      base: hidden(edit, "base"),
    });
    expect(saved.status).toBe(303);
    const late = await post(world, `${BASE}/trusted-by/${first?.id}`, {
      company: "Too late",
      href: "",
      base: hidden(edit, "base"),
    });
    expect([late.status, late.text.includes("Renamed Customer")]).toEqual([409, true]);
    await post(world, `${BASE}/trusted-by/move`, { id: first?.id ?? "", move: "bottom" });
    expect((await trusted(world)).at(-1)).toMatchObject({
      id: first?.id,
      name: "Renamed Customer",
      href: null,
    });
    const removed = await post(world, `${BASE}/trusted-by/remove`, { id: second?.id ?? "" });
    expect((await world.ask("/acme")).text).not.toContain(second?.name);
    await post(world, undoIn(await follow(world, removed)), {});
    expect((await trusted(world))[0]).toMatchObject({ id: second?.id, href: second?.href });
  });
});

describe("subprocessors", () => {
  test("are added with a draft update in the same transaction", async () => {
    const world = await openWorld();
    const before = await drafts(world);
    const refused = await post(world, `${BASE}/subprocessors/new`, {
      company: "",
      purpose: "Hosting",
      draftUpdate: "on",
      effectiveOn: "soon",
      objectionDays: "999",
    });
    expect(refused.status).toBe(400);
    for (const words of [
      wording.requiredField,
      "Enter a date such as 2026-12-31",
      "Enter a number of days from 1 to 365",
      'value="Hosting"',
    ])
      expect(refused.text).toContain(words);
    expect(await drafts(world)).toHaveLength(before.length);

    const saved = await post(world, `${BASE}/subprocessors/new`, {
      company: "Nimbus *Hosting*",
      purpose: "Primary hosting",
      location: "Ireland",
      draftUpdate: "on",
      effectiveOn: "2027-01-15",
      objectionDays: "30",
    });
    expect(saved.status).toBe(303);
    const list = await follow(world, saved);
    expect(list.text).toContain("A draft update waits under Updates.");
    const known = new Set(before.map(({ id }) => id));
    const [draft] = (await drafts(world)).filter(({ id }) => !known.has(id));
    expect(draft).toMatchObject({
      subject: "New subprocessor: Nimbus *Hosting*",
      effectiveOn: "2027-01-15",
      objectionDays: 30,
      productIdsJson: JSON.stringify([await world.productId("acme")]),
      channelEmail: 0,
    });
    expect(draft?.message).toBe("We added **Nimbus \\*Hosting\\*** for primary hosting (Ireland).");
    expect((await world.ask("/acme/subprocessors")).text).toContain("Nimbus *Hosting*");
    expect((await world.ask("/acme/updates")).text).not.toContain("New subprocessor: Nimbus");
    // Undo takes the row back; the draft is the author's to keep or delete.
    await post(world, undoIn(list), {});
    expect((await world.ask("/acme/subprocessors")).text).not.toContain("Nimbus");
  });

  test("are edited, removed and put in an order of their own, which goes back to the one by name", async () => {
    const world = await openWorld();
    const rows = await subprocessors(world);
    const [first, second] = rows;
    const address = `${BASE}/subprocessors/${first?.id}`;
    const base = hidden(await world.ask(address, { as: EDITOR }), "base");
    expect(
      (
        await post(
          world,
          address,
          {
            company: first?.name ?? "",
            purpose: "A purpose of its own",
            location: "",
            additionalDetails: "",
            base,
          },
          OWNER,
        )
      ).status,
    ).toBe(303);
    const late = await post(world, address, { company: first?.name ?? "", purpose: "Mine", base });
    expect([
      late.status,
      late.text.includes("A purpose of its own"),
      late.text.includes("Mine"),
    ]).toEqual([409, true, true]);

    await post(world, `${BASE}/subprocessors`, {
      intent: "move",
      id: second?.id ?? "",
      move: "top",
    });
    expect((await subprocessors(world)).slice(0, 2).map(({ id }) => id)).toEqual([
      second?.id,
      first?.id,
    ]);
    const table = (await world.ask("/acme/subprocessors")).text;
    expect(table.indexOf(unescaped(second?.name ?? "-"))).toBeLessThan(
      table.indexOf(unescaped(first?.name ?? "-")),
    );
    await post(world, `${BASE}/subprocessors/new`, { company: "Aaa First By Name" });
    expect((await subprocessors(world)).at(-1)?.name).toBe("Aaa First By Name");
    await post(world, `${BASE}/subprocessors/sort-by-name`, {});
    expect((await subprocessors(world))[0]).toMatchObject({
      name: "Aaa First By Name",
      position: null,
    });

    const removed = await post(world, address, {
      intent: "remove",
      company: "",
      draftUpdate: "on",
    });
    expect(removed.status).toBe(303);
    expect(
      (await drafts(world)).some(
        ({ subject }) => subject === `Removed subprocessor: ${first?.name}`,
      ),
    ).toBe(true);
    expect((await world.ask(address, { as: EDITOR })).status).toBe(404);
    await post(world, undoIn(await follow(world, removed)), {});
    expect((await subprocessors(world)).find(({ id }) => id === first?.id)?.purpose).toBe(
      "A purpose of its own",
    );
  });

  test("go out as CSV and come in again without a change, hostile cells too", async () => {
    const world = await openWorld();
    const hostile = [
      '=HYPERLINK("http://evil")',
      "+1",
      "-1",
      "@SUM(A1)",
      "'=already",
      "''+twice",
      "semi; colon",
      'comma, "quote"',
      "two\nlines",
      "＝wide",
    ];
    for (const text of hostile)
      expect(
        (
          await post(world, `${BASE}/subprocessors/new`, {
            company: `Hostile ${text.replace(/[<>\n]/g, " ")}`,
            purpose: text,
            location: text,
            additionalDetails: text,
          })
        ).status,
      ).toBe(303);
    const csv = await world.ask(`${BASE}/subprocessors/export.csv`, { as: EDITOR });
    expect([csv.status, csv.headers["content-type"], csv.headers["content-disposition"]]).toEqual([
      200,
      "text/csv; charset=utf-8",
      'attachment; filename="subprocessors-acme-2026-11-20.csv"',
    ]);
    const rows = parse(csv.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(Object.keys(rows[0] ?? {})).toEqual([
      "Company",
      "Purpose",
      "Location",
      "Additional Details",
      ...Object.values(DORA_LABELS),
    ]);
    for (const row of rows)
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝]/);
    const before = await subprocessors(world);
    const preview = await post(world, `${BASE}/subprocessors/import`, {
      step: "preview",
      csv: csv.text,
      removeAbsent: "on",
    });
    expect(preview.status).toBe(200);
    expect(preview.text.replaceAll("<!-- -->", "")).toContain(
      `0 added, 0 changed, 0 removed, ${before.length} unchanged`,
    );
    expect(preview.text).not.toMatch(/<button[^>]*>Import<\/button>/);
  });

  test("come in from a file: named faults, a preview, then all of it at once", async () => {
    const world = await openWorld();
    const rows = await subprocessors(world);
    const [kept, changed] = rows;
    const faulty = await post(world, `${BASE}/subprocessors/import`, {
      step: "preview",
      csv: `Company,Purpose\nGood one,Fine\n,No name\nX,Short\nToo,many,cells`,
    });
    expect(faulty.status).toBe(200);
    for (const words of [
      "1 added, 0 changed, 0 removed",
      "3 skipped",
      "Company: This field is required",
      "Company: Use 2 characters or more",
      "It has 3 cells, but the header has 2",
      "Good one",
    ])
      expect(faulty.text.replaceAll("<!-- -->", "")).toContain(words);
    expect(
      (
        await post(world, `${BASE}/subprocessors/import`, {
          step: "preview",
          csv: "Zweck\nx",
        })
      ).text,
    ).toContain('<option value="0">Zweck: x</option>');

    const csv = `company;purpose\n${kept?.name};"${kept?.purpose ?? ""}"\n${changed?.name};A changed purpose\nBrand New Vendor;Translations\nAWS Europe;Hosting`;
    const fields = { csv, removeAbsent: "on", draftUpdate: "on", effectiveOn: "2027-02-01" };
    const preview = await post(world, `${BASE}/subprocessors/import`, {
      step: "preview",
      ...fields,
    });
    expect(preview.text.replaceAll("<!-- -->", "")).toContain(
      `2 added, 1 changed, ${rows.length - 2} removed, 1 unchanged`,
    );
    expect(preview.text).toContain("A changed purpose");
    expect(await subprocessors(world)).toHaveLength(rows.length);
    const stamp = hidden(preview, "stamp");
    // Somebody is quicker: what would happen is shown anew, and nothing happened.
    await post(
      world,
      `${BASE}/subprocessors/${kept?.id}`,
      {
        company: kept?.name ?? "",
        purpose: kept?.purpose ?? "",
        location: "Elsewhere",
        additionalDetails: "",
      },
      OWNER,
    );
    const { csv: _pasted, ...chosen } = fields;
    const late = await post(world, `${BASE}/subprocessors/import`, {
      step: "import",
      ...chosen,
      staged: hidden(preview, "staged"),
      stamp,
    });
    expect([late.status, late.text.includes(wording.listChanged)]).toEqual([409, true]);
    expect(await subprocessors(world)).toHaveLength(rows.length);
    const again = {
      step: "import",
      ...chosen,
      staged: hidden(late, "staged"),
      stamp: hidden(late, "stamp"),
    };
    const done = await post(world, `${BASE}/subprocessors/import`, again);
    expect(done.status).toBe(303);
    // Sent twice, it is done once: the file does not wait any more.
    const twice = await post(world, `${BASE}/subprocessors/import`, again);
    expect([twice.status, twice.text.includes("The file is no longer here.")]).toEqual([404, true]);
    const after = await subprocessors(world);
    expect(after).toHaveLength(4);
    expect(after.find(({ id }) => id === changed?.id)).toMatchObject({
      purpose: "A changed purpose",
      location: changed?.location,
    });
    expect(after.find(({ id }) => id === kept?.id)?.location).toBe("Elsewhere");
    expect(
      (await drafts(world)).find(({ subject }) => subject === wording.subprocessorsChanged)
        ?.message,
    ).toContain("- We added **Brand New Vendor** for translations.");
    const undone = await post(world, undoIn(await follow(world, done)), {});
    expect(undone.status).toBe(303);
    expect((await subprocessors(world)).map(({ id }) => id).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
  });
});

describe("the risk profile", () => {
  const answers = {
    dataAccess: "restricted",
    impact: "severe",
    recoveryTime: "custom",
    recoveryTimeNumber: "12",
    recoveryTimeUnit: "hours",
    recoveryPoint: "hours_24",
    recoveryPointNumber: "12",
    recoveryPointUnit: "hours",
    criticalDependence: "yes",
    thirdPartyDependence: "no",
    hosting: "",
  };
  const stored = async (world: World) =>
    Object.fromEntries(
      (
        await world.services.store.read
          .selectFrom("items")
          .select(["uid", "choice"])
          .where("kind", "=", "RiskProfile")
          .where("productId", "=", await world.productId("acme"))
          .execute()
      ).map(({ uid, choice }) => [uid, choice]),
    );

  test("stores its seven answers, custom times as unit and number, and shows them", async () => {
    const world = await openWorld();
    const form = await world.ask(`${BASE}/risk-profile`, { as: EDITOR });
    for (const words of [
      "Data Access Level",
      "24–48 hours",
      "Custom",
      "Not answered",
      "Major cloud provider",
    ])
      expect(form.text).toContain(words);
    const wrong = await post(world, `${BASE}/risk-profile`, {
      ...answers,
      recoveryTimeNumber: "100",
      impact: "terrible",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("Enter a whole number from 0 to 99");
    expect(wrong.text).toContain(wording.chooseFromList);
    expect(wrong.text).toContain('value="100"');
    const saved = await post(world, `${BASE}/risk-profile`, {
      ...answers,
      base: hidden(form, "base"),
    });
    expect([saved.status, saved.headers.location]).toEqual([303, "/acme"]);
    expect(await stored(world)).toMatchObject({
      "RiskProfile.recoveryTime": "hours_12",
      "RiskProfile.recoveryPoint": "hours_24",
      "RiskProfile.hosting": null,
    });
    const card = (await world.ask("/acme/card/RiskProfile")).text;
    expect(card).toContain("12 hours");
    expect(card).not.toContain("Hosting Type");
    const late = await post(world, `${BASE}/risk-profile`, {
      ...answers,
      impact: "low",
      base: hidden(form, "base"),
    });
    expect([late.status, late.text.includes("Severe"), late.text.includes("Low")]).toEqual([
      409,
      true,
      true,
    ]);
    await post(world, undoIn(await follow(world, saved)), {});
    expect((await world.ask("/acme/card/RiskProfile")).text).toContain("Hosting Type");
  });

  test("begins a new product's card with the first answer", async () => {
    const world = await openWorld();
    const { createProduct } = await import("#tenancy/products/store/products.server.ts");
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      createProduct(
        { trx, orgId: acme, now: world.time },
        { name: "Fresh", isDefault: false, show: true, position: 8 },
      ),
    );
    const base = "/acme/product/Fresh";
    for (const [path, form] of [
      ["risk-profile", { dataAccess: "public" }],
      ["grades/new?provider=Cis", { provider: "Cis", label: "CIS Fresh", grade: "5" }],
      ["trusted-by/new", { company: "Fresh Customer" }],
      ["subprocessors/new", { company: "Fresh Vendor" }],
    ] as const) {
      expect([
        path,
        (await post(world, `${base}/edit/${path}`, form as unknown as Record<string, string>))
          .status,
      ]).toEqual([path, 303]);
    }
    expect((await world.ask(`${base}/card/RiskProfile`)).text).toContain("Data Access Level");
    expect((await world.ask(`${base}/card/SecurityGrades`)).text).toContain("CIS Fresh");
    expect((await world.ask(base)).text).toContain("Fresh Customer");
    expect((await world.ask("/acme/subprocessors?product=Fresh")).text).toContain("Fresh Vendor");
  });
});
