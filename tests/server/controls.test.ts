import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { addControl, listControls } from "#content/controls/store/controls.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { SUBJECTS } from "#server/history/store/subjects.server.ts";
import { undoChange } from "#web/history/store/undo.server.ts";
import { removeItem } from "#content/items/store/item-state.server.ts";
import { removeProduct } from "#content/products/store/product-changes.server.ts";
import { Refused } from "#db/refusals.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const EDITOR = "editor@acme.example";

async function controls(world: World, org = "acme") {
  return listControls(world.services.store.read, await world.orgId(org));
}

async function control(world: World, reference: string) {
  return (await controls(world)).find((row) => row.reference === reference);
}

/** What a page says, without what the framework puts between words. */
const said = (text: string) => text.replaceAll("<!-- -->", "");

function form(
  values: Record<string, string> = {},
  productIds: readonly string[] = [],
): URLSearchParams {
  const fields = new URLSearchParams({
    reference: "TST-01",
    title: "Restores are rehearsed",
    description: "Every month.",
    requirements: "SOC 2 A1.2\r\nISO 27001 A.8.13",
    itemUid: "",
    access: "public",
    intent: "save",
    ...values,
  });
  for (const id of productIds) fields.append("productIds", id);
  return fields;
}

const add = (world: World, values = {}, productIds: readonly string[] = []) =>
  world.ask("/controls/new", { as: EDITOR, form: form(values, productIds) });

/** The last change of a control, undone. */
async function undoLast(world: World, controlId: string) {
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const { id } = await store.read
    .selectFrom("changes")
    .select("id")
    .where("subjectId", "=", controlId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return store.write((trx) =>
    undoChange(trx, orgId, id, {
      subjects: SUBJECTS,
      permissions: new Set(["kb:edit"] as const),
      by: SYSTEM,
      now: world.time,
    }),
  );
}

describe("the control library", () => {
  test("lists the own org's controls by reference, searched and narrowed", async () => {
    const world = await openWorld();
    const all = await world.ask("/controls", { as: EDITOR });
    expect([all.status, said(all.text).includes("60 controls")]).toEqual([200, true]);
    expect((await controls(world, "globex")).length).toBe(0);
    expect((await world.ask("/controls", { as: "owner@globex.example" })).text).toContain(
      "No controls to show",
    );
    const rows = await controls(world);
    expect(rows.map(({ reference }) => reference).slice(0, 3)).toEqual(["AC-01", "AC-02", "AC-03"]);
    const count = async (query: string) =>
      /([0-9]+) of [0-9]+ controls/.exec(
        said((await world.ask(`/controls?${query}`, { as: EDITOR })).text),
      )?.[1];
    const lake = await world.productId("acme", "Acme Data Lake");
    expect(await count("access=internal")).toBe(
      String(rows.filter(({ access }) => access === "internal").length),
    );
    expect(await count("framework=GDPR")).toBe(
      String(rows.filter(({ requirements }) => requirements.join().includes("GDPR")).length),
    );
    expect(await count(`product=${lake}`)).toBe(
      String(
        rows.filter(({ productIds }) => productIds.length === 0 || productIds.includes(lake))
          .length,
      ),
    );
    expect(await count("q=weaker+FALLBACK")).toBe("1");
    expect((await world.ask("/controls?q=zzzz", { as: EDITOR })).text).toContain(wording.noResults);
    for (const odd of [
      "q=%25",
      "q=%00",
      "framework=%00",
      "access=x",
      "product=x",
      "page=99",
      "page=-1",
      `q=${"x".repeat(5_000)}`,
    ])
      expect((await world.ask(`/controls?${odd}`, { as: EDITOR })).status, odd).toBe(200);
  });

  test("adds, edits and deletes a control, each with a row of the audit, public with the next request", async () => {
    const world = await openWorld();
    const lake = await world.productId("acme", "Acme Data Lake");
    const public_ = async (query = "") => (await world.ask(`/acme/controls?q=TST-01${query}`)).text;
    expect((await add(world, { itemUid: "DataSecurity.dataBackups" }, [lake])).status).toBe(303);
    const added = await control(world, "TST-01");
    expect(added).toMatchObject({
      title: "Restores are rehearsed",
      description: "Every month.",
      requirements: ["SOC 2 A1.2", "ISO 27001 A.8.13"],
      itemUid: "DataSecurity.dataBackups",
      access: "public",
      productIds: [lake],
    });
    const id = added?.id ?? "";
    expect(await public_("&product=Acme+Data+Lake")).toContain("Restores are rehearsed");
    expect(await public_()).not.toContain("Restores are rehearsed");
    const page = await world.ask(`/controls/${id}`, { as: EDITOR });
    const base = /name="base" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    expect(page.text).toContain("SOC 2 A1.2\nISO 27001 A.8.13");
    const saved = await world.ask(`/controls/${id}`, {
      as: EDITOR,
      form: form({ base, title: "Restores are rehearsed weekly", access: "internal" }),
    });
    expect(saved.status).toBe(303);
    expect(await control(world, "TST-01")).toMatchObject({
      title: "Restores are rehearsed weekly",
      itemUid: null,
      access: "internal",
      productIds: [],
    });
    expect(await public_()).not.toContain("Restores are rehearsed");

    const late = await world.ask(`/controls/${id}`, {
      as: OWNER,
      form: form({ base, title: "Restores are never rehearsed" }),
    });
    const words = said(late.text);
    expect([
      late.status,
      words.includes("Restores are never rehearsed"),
      words.includes("Restores are rehearsed weekly"),
      words.includes("Saved by Tomasz Wilk"),
    ]).toEqual([409, true, true, true]);
    const current = /name="base" value="([^"]+)"/.exec(late.text)?.[1] ?? "";
    expect(current).not.toBe(base);
    expect(
      (
        await world.ask(`/controls/${id}`, {
          as: OWNER,
          form: form({ base: current, title: "Mine after all" }),
        })
      ).status,
    ).toBe(303);
    expect(
      (await world.ask(`/controls/${id}`, { as: EDITOR, form: { intent: "delete" } })).status,
    ).toBe(303);
    expect(await control(world, "TST-01")).toBeUndefined();
    const { rows } = await listAudit(world.services.store.read, await world.orgId("acme"), {
      page: 1,
    });
    expect(
      rows.filter(({ subject }) => subject?.startsWith("TST-01")).map(({ action }) => action),
    ).toEqual(Array.from({ length: 4 }, () => "control.changed"));
    const history = await world.services.store.read
      .selectFrom("changes")
      .select("summary")
      .where("subjectId", "=", id)
      .orderBy("number")
      .execute();
    // Added; title, item, access and product; title and access; deleted.
    expect(history.map(({ summary }) => summary.split("\n").length)).toEqual([1, 4, 2, 1]);
  });

  test("comes back by its history, unless its reference or its products went to others", async () => {
    const world = await openWorld();
    const lake = await world.productId("acme", "Acme Data Lake");
    await add(world, {}, [lake]);
    const before = await control(world, "TST-01");
    const id = before?.id ?? "";
    const remove = () => world.ask(`/controls/${id}`, { as: EDITOR, form: { intent: "delete" } });
    await remove();
    await undoLast(world, id);
    expect(await control(world, "TST-01")).toEqual(before);

    await remove();
    await add(world, { reference: "tst-01", title: "Another one" });
    await expect(undoLast(world, id)).rejects.toThrow(
      "Another control already has the reference TST-01.",
    );
    const other = await control(world, "tst-01");
    await world.ask(`/controls/${other?.id}`, { as: EDITOR, form: { intent: "delete" } });
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      removeProduct({ trx, orgId, by: SYSTEM, now: world.time }, lake, {
        confirmName: "Acme Data Lake",
        published: false,
      }),
    );
    await expect(undoLast(world, id)).rejects.toBeInstanceOf(Refused);
    expect(await control(world, "TST-01")).toBeUndefined();
    // What concerned the product alone went with it.
    expect(await control(world, "AC-08")).toBeUndefined();
  });

  test("refuses what is missing, too long, taken or not there, and keeps the values", async () => {
    const world = await openWorld();
    const cases: [Record<string, string>, string, number][] = [
      [{ reference: " " }, "Enter a reference", 400],
      [{ title: "x" }, wording.atLeast2Characters, 400],
      [{ title: "x".repeat(201) }, wording.atMost200Characters, 400],
      [{ requirements: "x".repeat(81) }, "Use at most 80 characters per line", 400],
      [{ access: "everyone" }, wording.chooseReaders, 400],
      [{ reference: "ac-01" }, "Another control already has the reference ac-01.", 409],
      [{ itemUid: "custom.none" }, "This item no longer exists. Choose again.", 409],
      [{ itemUid: "TrustedBy.companies" }, "This item no longer exists.", 409],
    ];
    for (const [values, message, status] of cases) {
      const answer = await add(world, { description: "Kept words", ...values });
      expect(
        [
          answer.status,
          answer.text.includes(message),
          answer.text.includes("Kept words"),
          answer.text.includes("<title>Error: "),
        ],
        message,
      ).toEqual([status, true, true, true]);
    }
    const foreign = await world.productId("globex");
    expect((await add(world, {}, [foreign])).status).toBe(409);
    expect(await control(world, "TST-01")).toBeUndefined();
    const { store } = world.services;
    const globex = await world.orgId("globex");
    const theirs = await store.write((trx) =>
      addControl(
        trx,
        globex,
        { reference: "G-1", title: "Theirs", requirements: [], access: "public", productIds: [] },
        world.time,
      ),
    );
    for (const id of [theirs, "random"]) {
      expect((await world.ask(`/controls/${id}`, { as: OWNER })).status).toBe(404);
      for (const intent of ["save", "delete"])
        expect(
          (await world.ask(`/controls/${id}`, { as: OWNER, form: form({ intent }) })).status,
        ).toBe(404);
    }
    expect(
      (await world.ask("/controls/new", { as: "reviewer@acme.example", form: form() })).status,
    ).toBe(403);
    expect(await controls(world, "globex")).toHaveLength(1);
  });

  test("keeps the link to an item that is gone, and shows it nowhere", async () => {
    const world = await openWorld();
    const platform = await world.productId("acme");
    const uid = "custom.acme-signed-releases";
    const orgId = await world.orgId("acme");
    const shown = async () => (await world.ask("/acme/controls?q=DEV-04", { as: OWNER })).text;
    const { title } = await world.services.store.read
      .selectFrom("items")
      .select("title")
      .where("orgId", "=", orgId)
      .where("uid", "=", uid)
      .executeTakeFirstOrThrow();
    const link = (text: string) =>
      text.slice(text.indexOf("<main"), text.indexOf("</main>")).includes(`>${title}</a>`);
    expect(link(await shown())).toBe(true);
    await world.services.store.write((trx) => removeItem(trx, orgId, platform, uid));
    expect(link(await shown())).toBe(false);
    const id = (await control(world, "DEV-04"))?.id ?? "";
    const page = await world.ask(`/controls/${id}`, { as: EDITOR });
    expect(page.text).toContain("An item that no longer exists");
    const base = /name="base" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const again = await world.ask(`/controls/${id}`, {
      as: EDITOR,
      form: form({ base, reference: "DEV-04", itemUid: uid }),
    });
    expect([again.status, (await control(world, "DEV-04"))?.itemUid]).toEqual([303, uid]);
  });
});

describe("the page of controls", () => {
  test("shows each viewer what is theirs: the public, a member, staff", async () => {
    const world = await openWorld();
    const rows = await controls(world);
    const titles = (access: string) =>
      rows.filter((row) => row.access === access).map(({ title }) => title);
    const seen = async (as?: string, query = "") => {
      const options = as === undefined ? {} : { as };
      const pages = await Promise.all(
        ["", "&page=2"].map((page) => world.ask(`/acme/controls?x=1${query}${page}`, options)),
      );
      return pages.map(({ text }) => text).join("\n");
    };
    const held = (text: string, access: string) =>
      titles(access).filter((title) => text.includes(title.replaceAll("’", "’"))).length;
    const stranger = await seen();
    expect([held(stranger, "accounts"), held(stranger, "internal")]).toEqual([0, 0]);
    const member = await seen("riley@customer.example");
    expect([held(member, "accounts"), held(member, "internal")]).toEqual([
      titles("accounts").length,
      0,
    ]);
    const expired = await seen("kim@expired.example");
    expect([held(expired, "accounts"), held(expired, "internal")]).toEqual([0, 0]);
    const owner = await seen(OWNER);
    expect([held(owner, "accounts"), held(owner, "internal")]).toEqual([
      titles("accounts").length,
      titles("internal").length,
    ]);
    expect(await seen(OWNER, "&view=public")).not.toContain(titles("internal")[0]);
  });

  test("at level Minimal has something for accounts alone", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const globex = await world.orgId("globex");
    await store.write((trx) =>
      addControl(
        trx,
        globex,
        {
          reference: "G-1",
          title: "Wards are locked",
          requirements: ["HIPAA 164.310"],
          access: "public",
          productIds: [],
        },
        world.time,
      ),
    );
    const stranger = await world.ask("/globex/controls");
    expect([stranger.status, stranger.text.includes("No controls to show")]).toEqual([200, true]);
    expect(stranger.text).not.toContain("Wards are locked");
    expect((await world.ask("/globex")).text).not.toContain("/globex/controls");
    expect((await world.ask("/globex/sitemap.xml")).text).not.toContain("/controls");
    const member = await world.ask("/globex/controls", { as: "alex@clinic.example" });
    expect(member.text).toContain("Wards are locked");
    expect((await world.ask("/globex", { as: "alex@clinic.example" })).text).toContain(
      'href="/globex/controls"',
    );
  });

  test("is narrowed by framework through links, kept for everyone, and by words, which are kept for nobody", async () => {
    const world = await openWorld();
    const first = await world.ask("/acme/controls");
    expect(said(first.text)).toContain('aria-label="Framework"');
    expect(first.text).toContain('href="/acme/controls?framework=PCI+DSS"');
    const pci = await world.ask("/acme/controls?framework=PCI+DSS");
    expect(pci.headers["cache-control"]).toBe("no-cache");
    const wanted = (await controls(world)).filter(
      ({ access, requirements, productIds }) =>
        access === "public" &&
        requirements.some((one) => one.startsWith("PCI DSS")) &&
        (productIds.length === 0 || productIds.length === 1),
    );
    expect(said(pci.text)).toContain(`${wanted.length} controls for PCI DSS`);
    expect(pci.text).toContain("<title>Controls for PCI DSS · Acme Cloud Trust Center</title>");
    expect(pci.text).not.toContain("Capacity is watched and planned");
    const words = await world.ask("/acme/controls?framework=PCI+DSS&q=hardened");
    expect(words.headers["cache-control"]).toBe("private, no-store");
    expect(said(words.text)).toContain("1 control for PCI DSS");
    expect((await world.ask("/acme/controls?q=nothing-like-it")).text).toContain(wording.noResults);
    // The one that is called so stands first, whatever else names it.
    const called = (await world.ask("/acme/controls?q=ac-01")).text;
    expect(called.indexOf(">AC-01<")).toBeGreaterThan(0);
    expect(called).not.toContain("<script>");
  });

  test("names the linked item to those who know of it, and leads a stranger to the login for a locked one", async () => {
    const world = await openWorld();
    const entry = (text: string) =>
      text.slice(text.indexOf("<article"), text.indexOf("</article>"));
    const stranger = entry((await world.ask("/acme/controls?q=AC-01")).text);
    expect(stranger).toContain("loginRequest=true");
    expect(stranger).toContain("Least Privilege");
    const owner = entry((await world.ask("/acme/controls?q=AC-01", { as: OWNER })).text);
    expect(owner).not.toContain("loginRequest=true");
    expect(owner).toContain("Least Privilege");
  });
});

describe("the search", () => {
  const SHARE = "/api/share/acme/search";
  const ask = async (world: World, term: string, as?: string) => {
    const answer = await world.ask(as === undefined ? SHARE : "/api/trust-center/search", {
      method: "POST",
      ...(as === undefined ? {} : { as }),
      headers: { "content-type": "application/json", origin: "http://localhost:3000" },
      body: JSON.stringify({
        query: { term, filters: { products: [await world.productId("acme")] } },
      }),
    });
    const { result } = JSON.parse(answer.text) as {
      result: { matches: { type: string; title: string; href: string; metadata: object }[] };
    };
    return result.matches.filter(({ type }) => type === "controls");
  };

  test("finds controls in a group of their own, by reference, words and requirements", async () => {
    const world = await openWorld();
    const page = said((await world.ask("/acme/search?q=phishing&type=controls")).text);
    expect(page).toMatch(/>Controls <span[^>]*>\(\d+\)/);
    expect(page).toContain("/acme/controls?q=HR-04#control-");
    const [found] = await ask(world, "HR-04");
    expect(found).toMatchObject({
      title: "HR-04 Simulated phishing runs every month",
      metadata: {
        title: "Simulated phishing runs every month",
        reference: "HR-04",
        requirements: ["ISO 27001 A.6.3", "NIST CSF PR.AT-01"],
      },
    });
    expect((await world.ask(found?.href.replace(/#.*/, "") ?? "")).text).toContain(
      `id="${found?.href.replace(/.*#/, "")}"`,
    );
    expect((await ask(world, "PR.AT-01")).map(({ title }) => title)).toContain(
      "HR-04 Simulated phishing runs every month",
    );
  });

  test("finds for each what their page holds, and what was saved with the next question", async () => {
    const world = await openWorld();
    expect(await ask(world, "NET-04 attack surface mapped")).not.toContainEqual(
      expect.objectContaining({ title: expect.stringContaining("NET-04") as string }),
    );
    expect((await ask(world, "NET-04", OWNER)).map(({ title }) => title)[0]).toContain("NET-04");
    await add(world, { title: "Quokkas guard the door" });
    expect(await ask(world, "quokkas")).toHaveLength(1);
    const id = (await control(world, "TST-01"))?.id ?? "";
    await world.ask(`/controls/${id}`, {
      as: EDITOR,
      form: form({ title: "Quokkas guard the door", access: "accounts" }),
    });
    expect(await ask(world, "quokkas")).toEqual([]);
    expect((await world.ask("/acme/search/index.json")).text).not.toContain("Quokkas");
  });
});

describe("the export", () => {
  test("has every column, no formula, and only what the filter leaves", async () => {
    const world = await openWorld();
    await add(world, { title: "=HYPERLINK(1)", description: '- one, "two"' });
    const answer = await world.ask("/controls/export.csv", { as: EDITOR });
    expect([answer.status, answer.headers["content-type"]]).toEqual([
      200,
      "text/csv; charset=utf-8",
    ]);
    const rows = parse(answer.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength((await controls(world)).length);
    expect(rows.find(({ reference }) => reference === "TST-01")).toMatchObject({
      title: "'=HYPERLINK(1)",
      description: '\'- one, "two"',
      requirements: "SOC 2 A1.2|ISO 27001 A.8.13",
      access: "public",
      item: "",
    });
    const internal = parse(
      (await world.ask("/controls/export.csv?access=internal", { as: EDITOR })).text,
      { bom: true, columns: true },
    ) as Record<string, string>[];
    expect(new Set(internal.map(({ access }) => access))).toEqual(new Set(["internal"]));
  });
});

describe("importing controls", () => {
  async function paste(world: World, csv: string): Promise<string> {
    const answer = await world.ask("/controls/import", { as: EDITOR, form: { csv } });
    expect(answer.status).toBe(303);
    return answer.headers.location ?? "";
  }

  test("asks which column is what, shows what would change, and then does it, once", async () => {
    const world = await openWorld();
    const before = (await controls(world)).length;
    const place = await paste(
      world,
      [
        "Control ID,Name,Details,Frameworks,Linked item",
        "ac-01,Access follows least privilege,,SOC 2 CC6.1,",
        "TST-01,Doors are locked,At night.,SOC 2 CC6.4 | ISO 27001 A.7.2,Single sign-on that is not there",
        "TST-02,Doors are locked,At night.,SOC 2 CC6.4 | ISO 27001 A.7.2,",
        "TST-03,x,,,",
        "tst-02,Twice,,,",
      ].join("\n"),
    );
    expect(place).toMatch(/^\/controls\/import\/[\w-]{22}$/);
    const mapping = await world.ask(place, { as: EDITOR });
    expect([mapping.status, mapping.text.includes("Framework references")]).toEqual([200, true]);
    const missing = await world.ask(`${place}?reference=0&title=`, { as: EDITOR });
    expect([missing.status, missing.text.includes("Choose the column with the title")]).toEqual([
      400,
      true,
    ]);
    const query = "?reference=0&title=1&description=2&requirements=3&item=4&default=accounts";
    const preview = said((await world.ask(place + query, { as: EDITOR })).text);
    for (const words of [
      "1 added, 1 changed, 0 unchanged, 3 skipped",
      "No item is called Single sign-on that is not there",
      "Title: Use 2 characters or more",
      wording.duplicateRow,
      "framework references, linked item",
    ])
      expect(preview).toContain(words);
    expect(await controls(world)).toHaveLength(before);
    const done = await world.ask(place + query, { as: EDITOR, form: { intent: "import" } });
    expect([done.status, done.headers.location]).toEqual([303, "/controls"]);
    expect(await controls(world)).toHaveLength(before + 1);
    expect(await control(world, "TST-02")).toMatchObject({
      requirements: ["SOC 2 CC6.4", "ISO 27001 A.7.2"],
      access: "accounts",
    });
    expect(await control(world, "ac-01")).toMatchObject({
      requirements: ["SOC 2 CC6.1"],
      itemUid: null,
      access: "public",
    });
    expect(
      (await world.ask(place + query, { as: EDITOR, form: { intent: "import" } })).status,
    ).toBe(404);
    const { rows } = await listAudit(world.services.store.read, await world.orgId("acme"), {
      page: 1,
    });
    expect(rows.map(({ action }) => action)).toContain("controls.imported");
  });

  test("reads its own export again without a change, and another reference by its id", async () => {
    const world = await openWorld();
    await add(world, {
      title: "=1+1 is two",
      description: "+ more\r\n- lines",
      access: "internal",
      itemUid: "AccessControl.internalMfa",
    });
    const csv = (await world.ask("/controls/export.csv", { as: EDITOR })).text;
    const query =
      "?id=0&reference=1&title=2&description=3&requirements=4&item=5&access=6&products=7";
    const count = (await controls(world)).length;
    const outcome = async (text: string) =>
      /\d+ added, \d+ changed, \d+ unchanged, \d+ skipped/.exec(
        said((await world.ask((await paste(world, text)) + query, { as: EDITOR })).text),
      )?.[0];
    expect(await outcome(csv)).toBe(`0 added, 0 changed, ${count} unchanged, 0 skipped`);
    expect(await outcome(csv.replace(",AC-01,", ",AC-99,"))).toBe(
      `0 added, 1 changed, ${count - 1} unchanged, 0 skipped`,
    );
    // A reference that another control has is no new one.
    expect(await outcome(csv.replace(",AC-01,", ",AC-02,"))).toBe(
      `0 added, 0 changed, ${count - 1} unchanged, 1 skipped`,
    );
  });

  test("keeps what is not the own org's apart, and what was staged for another list", async () => {
    const world = await openWorld();
    const place = await paste(world, "reference,title\nTST-01,Doors are locked");
    for (const [as, status] of [
      ["owner@globex.example", 404],
      ["reviewer@acme.example", 403],
    ] as const)
      expect((await world.ask(place, { as })).status).toBe(status);
    const elsewhere = place.replace("/controls/", "/knowledge-base/");
    expect((await world.ask(elsewhere, { as: EDITOR })).status).toBe(404);
    // Someone else took the reference between the preview and the import.
    const query = "?reference=0&title=1&default=public";
    await world.ask(place + query, { as: EDITOR });
    await add(world);
    const late = await world.ask(place + query, { as: EDITOR, form: { intent: "import" } });
    expect([late.status, (await control(world, "TST-01"))?.title]).toEqual([
      303,
      "Doors are locked",
    ]);
  });
});
