import { describe, expect, test } from "vitest";
import { switchFeature } from "#company/settings/store/customizations.server.ts";
import type { Feature } from "#model/settings/customization.ts";
import { testInFive } from "../in-turn.ts";
import { spoil } from "./engine-words.ts";
import { changed, formOf } from "./page-form.ts";
import { multipart, pdf } from "./multipart.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";
const ORIGIN = { origin: "http://localhost:3000" };
const SOC2 = "/acme/edit/cards/Reports/items/Reports.soc2";
const NEW = "/acme/edit/cards/Policies/items/new";
const MARK = 'name="enabledState"';

const ask = (world: World, path: string, as = EDITOR) => world.ask(path, { as });
const post = (world: World, path: string, form: URLSearchParams, as = EDITOR) =>
  world.ask(path, { as, form, headers: ORIGIN });

/** Opens a form, changes some of it, sends the rest as it is, by Save or by the button of that name. */
async function send(
  world: World,
  path: string,
  changes: Record<string, string | null>,
  { as = EDITOR, by = null }: { as?: string; by?: string | null } = {},
): Promise<Answer> {
  const page = await ask(world, path, as);
  const at = by === null ? path : buttonOf(page, by);
  return post(world, at, changed(formOf(page, MARK), changes), as);
}

/** Where a button of the item's form sends it. */
function buttonOf(page: Answer, name: string): string {
  const to = new RegExp(`formAction="([^"]*/${name})"`, "i").exec(page.text)?.[1];
  if (to === undefined) throw new Error(`the form has no button ${name}`);
  return to;
}

/** What a page says, without markup. */
function words({ text }: Answer): string {
  return text
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");
}

async function item(world: World, uid: string) {
  return world.services.store.read
    .selectFrom("items")
    .selectAll()
    .where("orgId", "=", await world.orgId("acme"))
    .where("productId", "=", await world.productId("acme"))
    .where("uid", "=", uid)
    .executeTakeFirst();
}

async function itemTitled(world: World, title: string) {
  return world.services.store.read
    .selectFrom("items")
    .selectAll()
    .where("productId", "=", await world.productId("acme"))
    .where("title", "=", title)
    .executeTakeFirst();
}

const links = async (world: World, uid: string) =>
  (
    await world.services.store.read
      .selectFrom("itemDocuments")
      .select("documentId")
      .where("productId", "=", await world.productId("acme"))
      .where("itemUid", "=", uid)
      .execute()
  ).map(({ documentId }) => documentId);
const count = async (
  world: World,
  table: "items" | "itemDocuments" | "changes" | "audit" | "documents" | "assets",
) =>
  Number(
    (
      await world.services.store.read
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

async function without(world: World, ...features: Feature[]) {
  const acme = await world.orgId("acme");
  await world.services.store.write(async (trx) => {
    for (const feature of features)
      await switchFeature({ trx, orgId: acme, now: world.time }, feature, false);
  });
}

async function follow(world: World, answer: Answer): Promise<Answer> {
  const flash =
    answer.headers["set-cookie"]
      ?.find((cookie) => cookie.startsWith("otc_flash="))
      ?.split(";")[0] ?? "";
  return world.ask(answer.headers.location ?? "", { as: EDITOR, headers: { cookie: flash } });
}

describe("an item's form", () => {
  testInFive(
    "saves every section, and the public page shows it with the next request",
    async () => {
      const world = await openWorld();
      const before = await ask(world, SOC2);
      expect(before.status).toBe(200);
      const sections = {
        title: "SOC 2 Type II",
        access: "public",
        type: "Type I",
        recurrence: "quarter",
        auditor: "Schellman",
        expiry: "2031-05-01",
        explanation: "All **criteria** are met.",
        href: "example.com/soc2",
      };
      const saved = await send(world, SOC2, { ...sections, enabledState: "WorkInProgress" });
      expect([saved.status, saved.headers.location]).toEqual([303, "/acme/card/Reports"]);
      expect(await item(world, "Reports.soc2")).toMatchObject({
        title: "SOC 2 Type II",
        publicAccess: 1,
        enabledState: "WorkInProgress",
        type: "Type I",
        recurrence: "quarter",
        auditor: "Schellman",
        expiry: "2031-05-01",
        explanation: "All **criteria** are met.",
        href: "https://example.com/soc2",
        lastModifiedBy: "Tomasz Wilk",
        custom: 0,
      });
      const shown = words(await world.ask("/acme/card/Reports"));
      for (const text of [
        "SOC 2 Type II",
        "In Progress",
        "Every quarter",
        "Type I",
        "Schellman",
        "May 1, 2031",
        "All criteria are met.",
        "example.com/soc2",
      ])
        expect(shown).toContain(text);
      const again = formOf(await ask(world, SOC2), MARK);
      for (const [name, value] of Object.entries(sections))
        expect(again.get(name), name).toBe(name === "href" ? "https://example.com/soc2" : value);
      expect(words(await follow(world, saved))).toContain("“SOC 2 Type II” was saved");
    },
  );

  test("saves maturity, list entries and a choice where an item has them", async () => {
    const world = await openWorld();
    const path = "/acme/edit/cards/AccessControl/items/new";
    const form = changed(formOf(await ask(world, path), MARK), {
      title: "Entry regions",
      maturity: "Managed",
      access: "public",
    });
    form.delete("entryLabel");
    form.delete("entryDescription");
    form.delete("entryHref");
    for (const [label, description, href] of [
      ["Frankfurt", "Primary", ""],
      ["", "", ""],
      ["Dublin", "", "dublin.example"],
    ] as const) {
      form.append("entryLabel", label);
      form.append("entryDescription", description);
      form.append("entryHref", href);
    }
    expect((await post(world, path, form)).status).toBe(303);
    const row = await itemTitled(world, "Entry regions");
    expect(row).toMatchObject({ maturity: "Managed", custom: 1, kind: "AccessControl" });
    expect(JSON.parse(row?.listEntriesJson ?? "")).toEqual([
      { label: "Frankfurt", description: "Primary" },
      { label: "Dublin", href: "https://dublin.example/" },
    ]);
    expect(words(await world.ask("/acme/card/AccessControl"))).toContain(
      "Frankfurt Primary Dublin",
    );
    expect(
      (
        await send(world, "/acme/edit/cards/RiskProfile/items/RiskProfile.impact", {
          choice: "severe",
        })
      ).status,
    ).toBe(303);
    expect(await item(world, "RiskProfile.impact")).toMatchObject({ choice: "severe" });
  });

  test.each([
    [{ expiry: "2026-02-30" }, "Invalid expiration date"],
    [{ href: "no link at all" }, wording.invalidUrl],
    [{ type: "Type IX" }, wording.chooseItemType],
    [{ title: "x" }, wording.atLeast2Characters],
    [
      { letterEnabled: "on", letterContent: " ", signerName: "", signerTitle: "" },
      "Letter Content is required Signer Name is required Signer Title is required",
    ],
    [{ access: "everybody" }, wording.chooseItemReaders],
  ])("%j is refused in words, everything kept, nothing written", async (changes, message) => {
    const world = await openWorld();
    const before = await item(world, "Reports.soc2");
    const refused = await send(world, SOC2, { explanation: "Kept as it was typed", ...changes });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("<title>Error: Edit SOC 2 Report");
    expect(words(refused)).toContain(wording.problem);
    for (const part of message.split(/(?<=required) /)) expect(words(refused)).toContain(part);
    const kept = formOf(refused, MARK);
    expect(kept.get("explanation")).toBe("Kept as it was typed");
    for (const [name, value] of Object.entries(changes))
      if (!["type", "access"].includes(name))
        expect(kept.get(name)?.trim(), name).toBe(value.trim());
    expect(await item(world, "Reports.soc2")).toEqual(before);
    expect(await count(world, "changes")).toBe(0);
  });

  testInFive("public clears hidden; hidden leaves the public's page at once", async () => {
    const world = await openWorld();
    await send(world, SOC2, { access: "hidden" });
    expect((await item(world, "Reports.soc2"))?.hiddenAt).not.toBeNull();
    expect(words(await world.ask("/acme/card/Reports"))).not.toContain("SOC 2 Report");
    await send(world, SOC2, { access: "public" });
    expect(await item(world, "Reports.soc2")).toMatchObject({ hiddenAt: null, publicAccess: 1 });
    expect(words(await world.ask("/acme/card/Reports"))).toContain("SOC 2 Report");
  });

  testInFive(
    "what the plan leaves out is named, can't be chosen, and stays where it was",
    async () => {
      const world = await openWorld();
      await send(world, SOC2, { access: "hidden" });
      await without(
        world,
        "restrictedHiddenFiles",
        "allowRestrictedFiles",
        "bridgeLetter",
        "cardRenaming",
      );
      const page = await ask(world, SOC2);
      expect(words(page)).toContain("Bridge letter: Upgrade your plan to unlock this feature");
      expect(page.text).not.toContain('name="title"');
      expect((await send(world, SOC2, { explanation: "Still hidden" })).status).toBe(303);
      expect((await item(world, "Reports.soc2"))?.hiddenAt).not.toBeNull();
      const other = "/acme/edit/cards/Reports/items/Reports.soc3";
      expect(words(await ask(world, other))).toContain(wording.upgradePlan);
      const refused = await send(world, other, { access: "hidden" });
      expect([refused.status, words(refused).includes(wording.upgradePlan)]).toEqual([400, true]);
      // A new item begins public where nothing else is to be had.
      expect(formOf(await ask(world, NEW), MARK).get("access")).toBe("public");
    },
  );

  test("keeps a bridge letter that is switched off, and the public gets one that is on", async () => {
    const world = await openWorld();
    const letter = {
      letterContent: "Nothing **material** changed.",
      signerName: "Ada Lind",
      signerTitle: "CISO",
      letterType: "SOC 2",
    };
    await send(world, SOC2, { access: "public", letterEnabled: "on", ...letter });
    expect(words(await world.ask("/acme/card/Reports"))).toContain(
      "Acme-Cloud-SOC-2-Bridge-Letter.pdf",
    );
    await send(world, SOC2, { letterEnabled: null });
    expect(words(await world.ask("/acme/card/Reports"))).not.toContain("Bridge-Letter");
    expect(JSON.parse((await item(world, "Reports.soc2"))?.bridgeLetterJson ?? "")).toEqual({
      letterEnabled: false,
      ...letter,
    });
    const shown = await send(world, SOC2, {}, { by: "letter" });
    expect(words(shown)).toMatch(
      /November 2\d, 2026 To whom it may concern, Nothing material changed\. Sincerely, Ada Lind CISO/,
    );
    expect(words(shown)).toContain("Edit Letter Content");
    expect(words(await post(world, buttonOf(shown, "letter"), formOf(shown, MARK)))).toContain(
      "View with Markdown",
    );
  });

  test("warns of a title that another item has, and keeps it when it is sent again", async () => {
    const world = await openWorld();
    const warned = await send(world, NEW, { title: "soc 2 REPORT" });
    expect(warned.status).toBe(400);
    expect(words(warned)).toContain(
      "There is already an item called “SOC 2 Report” in Reports. Use the existing item instead",
    );
    expect(warned.text).toContain("/acme/edit/cards/Reports/items/Reports.soc2");
    expect(await itemTitled(world, "soc 2 REPORT")).toBeUndefined();
    expect((await post(world, NEW, formOf(warned, MARK))).status).toBe(303);
    expect(await itemTitled(world, "soc 2 REPORT")).toMatchObject({
      custom: 1,
      defaultSlug: expect.stringMatching(/^soc-2-report-\d+$/) as string,
    });
  });

  test("a preview shows what the public would see, and writes nothing", async () => {
    const world = await openWorld();
    const [changes, audit, revision] = [
      await count(world, "changes"),
      await count(world, "audit"),
      (
        await world.services.store.read
          .selectFrom("orgs")
          .select("revision")
          .where("slug", "=", "acme")
          .executeTakeFirstOrThrow()
      ).revision,
    ];
    const preview = await send(
      world,
      SOC2,
      { title: "Seen before it is", access: "public", explanation: "Read *me*." },
      { by: "preview" },
    );
    expect([
      preview.status,
      words(preview).includes("As the public sees it. Not saved yet."),
    ]).toEqual([200, true]);
    const panel =
      /<section aria-label="As the public sees it"[^]*?<\/section>/.exec(preview.text)?.[0] ?? "";
    expect(panel).toContain("Seen before it is");
    expect(panel).toContain("<em>me</em>");
    // The owner's marks are not the public's.
    expect(panel).not.toMatch(/Public Access|Tomasz/);
    expect(words(await send(world, SOC2, { access: "hidden" }, { by: "preview" }))).toContain(
      "Only accounts whose permission profile includes it can see it",
    );
    expect(
      words(await send(world, SOC2, { enabledState: "NotEnabled" }, { by: "preview" })),
    ).toContain("because it isn’t enabled");
    expect(words(await send(world, NEW, { title: "Never saved" }, { by: "preview" }))).toContain(
      "Never saved",
    );
    expect(await item(world, "Reports.soc2")).toMatchObject({ title: "SOC 2 Report" });
    expect([
      await count(world, "changes"),
      await count(world, "audit"),
      (
        await world.services.store.read
          .selectFrom("orgs")
          .select("revision")
          .where("slug", "=", "acme")
          .executeTakeFirstOrThrow()
      ).revision,
    ]).toEqual([changes, audit, revision]);
  });

  test("a restricted item in the preview is locked as the public finds it", async () => {
    const world = await openWorld();
    const panel = (answer: Answer) =>
      /<section aria-label="As the public sees it"[^]*?<\/section>/.exec(answer.text)?.[0] ?? "";
    expect(
      panel(
        await send(
          world,
          SOC2,
          { access: "restricted", explanation: "Not for all" },
          { by: "preview" },
        ),
      ),
    ).not.toContain("Not for all");
  });

  test("two editors: the later save answers 409 with both versions, and can be sent over the other", async () => {
    const world = await openWorld();
    const mine = formOf(await ask(world, SOC2), MARK);
    await send(world, SOC2, { explanation: "Theirs" }, { as: "owner@acme.example" });
    const conflict = await post(world, SOC2, changed(mine, { explanation: "Mine" }));
    expect(conflict.status).toBe(409);
    expect(words(conflict)).toMatch(
      /Someone else changed this while you were editing.*Explanation Your version Mine Saved by Ingrid Sommer.*Theirs/,
    );
    expect(await item(world, "Reports.soc2")).toMatchObject({ explanation: "Theirs" });
    const kept = formOf(conflict, MARK);
    expect(kept.get("explanation")).toBe("Mine");
    expect((await post(world, SOC2, kept)).status).toBe(303);
    expect(await item(world, "Reports.soc2")).toMatchObject({ explanation: "Mine" });
  });

  test("an unexpected failure says 'Save error', keeps the form, is logged, and leaves no half", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const form = changed(formOf(await ask(world, SOC2), MARK), { explanation: "Unlucky" });
    const [documents] = await store.read
      .selectFrom("documents")
      .select("id")
      .where("orgId", "=", await world.orgId("acme"))
      .where("id", "not in", await links(world, "Reports.soc2"))
      .limit(1)
      .execute();
    form.append("link", documents?.id ?? "");
    const rows = [
      await count(world, "changes"),
      await count(world, "itemDocuments"),
      await count(world, "audit"),
    ];
    await store.write((trx) => spoil(trx, "insert", "itemDocuments"));
    const failed = await post(world, SOC2, form);
    expect(failed.status).toBe(500);
    expect(words(failed)).toContain("Save error");
    expect(formOf(failed, MARK).get("explanation")).toBe("Unlucky");
    expect(world.logged.join()).toContain("out of luck");
    expect([
      await count(world, "changes"),
      await count(world, "itemDocuments"),
      await count(world, "audit"),
    ]).toEqual(rows);
    expect((await item(world, "Reports.soc2"))?.explanation).not.toBe("Unlucky");
  });
});

describe("documents of an item", () => {
  test("are listed without those that are linked, sorted, and linked and unlinked together with the save", async () => {
    const world = await openWorld();
    const before = await links(world, "Reports.soc2");
    const page = await ask(world, SOC2);
    const offered = [...page.text.matchAll(/name="link" value="([^"]+)"/g)].map(
      ([, id]) => id ?? "",
    );
    expect(offered.length).toBeGreaterThan(10);
    expect(offered.filter((id) => before.includes(id))).toEqual([]);
    const names = await world.services.store.read
      .selectFrom("documents")
      .select(["id", "sortKey"])
      .where("orgId", "=", await world.orgId("acme"))
      .execute();
    const keys = offered.map((id) => names.find((row) => row.id === id)?.sortKey ?? "");
    expect(keys).toEqual([...keys].sort());
    const form = formOf(page, MARK);
    form.append("link", offered[3] ?? "");
    form.append("unlink", before[0] ?? "");
    const preview = await post(world, buttonOf(page, "preview"), form);
    expect(await links(world, "Reports.soc2")).toEqual(before);
    expect(formOf(preview, MARK).getAll("link")).toEqual([offered[3]]);
    expect((await post(world, SOC2, form)).status).toBe(303);
    expect((await links(world, "Reports.soc2")).sort()).toEqual(
      [...before.slice(1), offered[3] ?? ""].sort(),
    );
    const actions = (
      await world.services.store.read.selectFrom("audit").select("action").execute()
    ).map(({ action }) => action);
    for (const action of ["document.linked", "document.unlinked", "item.changed"])
      expect(actions).toContain(action);
  });

  test("can be searched, with what was typed and chosen kept", async () => {
    const world = await openWorld();
    const found = await send(
      world,
      SOC2,
      { documentSearch: "web", explanation: "Half-written" },
      { by: "find" },
    );
    expect(found.status).toBe(200);
    const offered = [...found.text.matchAll(/<label[^>]*for="field-link-[^"]*"[^>]*>([^<]*)/g)].map(
      ([, name]) => name,
    );
    expect(offered.length).toBeGreaterThan(0);
    for (const name of offered) expect(name?.toLowerCase()).toMatch(/web/);
    expect(formOf(found, MARK).get("explanation")).toBe("Half-written");
  });

  testInFive(
    "an upload goes into the library, is chosen, and is linked by the save; Undo unlinks it",
    async () => {
      const world = await openWorld();
      const page = await ask(world, SOC2);
      const fields = Object.fromEntries(formOf(page, MARK));
      const upload = buttonOf(page, "upload");
      const bytes = pdf("A report of its own");
      const uploaded = await world.ask(upload, {
        as: EDITOR,
        ...multipartFrom([{ name: "own-report.pdf", bytes }], {
          ...fields,
          uploadType: "SOC 2 report",
          explanation: "Typed before",
        }),
      });
      expect(uploaded.status).toBe(200);
      expect(words(uploaded)).toContain("“own-report.pdf” is in the library. Save to link.");
      const form = formOf(uploaded, MARK);
      expect(form.get("explanation")).toBe("Typed before");
      const [id] = form.getAll("link");
      expect(
        await world.services.store.read
          .selectFrom("documents")
          .select(["type", "originalName"])
          .where("id", "=", id ?? "")
          .executeTakeFirst(),
      ).toEqual({ type: "SOC 2 report", originalName: "own-report.pdf" });
      expect(await links(world, "Reports.soc2")).not.toContain(id);
      const saved = await post(world, SOC2, form);
      expect(await links(world, "Reports.soc2")).toContain(id);
      const undo = /action="([^"]*\/undo)"/.exec((await follow(world, saved)).text)?.[1] ?? "";
      expect((await post(world, undo, new URLSearchParams())).status).toBe(303);
      expect(await links(world, "Reports.soc2")).not.toContain(id);
      // The same file again is chosen as it is there; a bad one is named.
      const same = await world.ask(upload, {
        as: EDITOR,
        ...multipartFrom([{ name: "again.pdf", bytes }], fields),
      });
      expect(formOf(same, MARK).getAll("link")).toEqual([id]);
      const bad = await world.ask(upload, {
        as: EDITOR,
        ...multipartFrom([{ name: "bad.pdf", bytes: "<html>" }], fields),
      });
      expect([bad.status, words(bad).includes("This file isn’t a valid PDF.")]).toEqual([
        400,
        true,
      ]);
      expect(
        words(
          await world.ask(upload, {
            as: EDITOR,
            ...multipartFrom([], fields),
          }),
        ),
      ).toContain(wording.chooseFile);
    },
  );

  test("an item of the Documents card needs one", async () => {
    const world = await openWorld();
    const path = "/acme/edit/cards/Documents/items/new";
    const refused = await send(world, path, { title: "A factsheet" });
    expect([refused.status, words(refused).includes(wording.uploadFile)]).toEqual([400, true]);
    expect(await itemTitled(world, "A factsheet")).toBeUndefined();
    const fields = Object.fromEntries(formOf(await ask(world, path), MARK));
    const saved = await world.ask(path, {
      as: EDITOR,
      ...multipartFrom([{ name: "fact.pdf", bytes: pdf("fact") }], {
        ...fields,
        title: "A factsheet",
      }),
    });
    expect(saved.status).toBe(303);
    expect(await links(world, (await itemTitled(world, "A factsheet"))?.uid ?? "")).toHaveLength(1);
  });

  test("another tenant's document can't be linked, and a type is given to what has none", async () => {
    const world = await openWorld();
    const [foreign] = await world.services.store.read
      .selectFrom("documents")
      .select("id")
      .where("orgId", "=", await world.orgId("globex"))
      .limit(1)
      .execute();
    const form = formOf(await ask(world, SOC2), MARK);
    form.append("link", foreign?.id ?? "");
    expect((await post(world, SOC2, form)).status).toBe(409);
    expect(await links(world, "Reports.soc2")).not.toContain(foreign?.id);
    const acme = await world.orgId("acme");
    const [own] = await world.services.store.read
      .selectFrom("documents")
      .select("id")
      .where("orgId", "=", acme)
      .where("id", "not in", await links(world, "Reports.soc2"))
      .limit(1)
      .execute();
    await world.services.store.write((trx) =>
      trx
        .updateTable("documents")
        .set({ type: "Other" })
        .where("id", "=", own?.id ?? "")
        .execute(),
    );
    const typed = changed(formOf(await ask(world, SOC2), MARK), {
      [`documentTypes.${own?.id}`]: "Insurance",
    });
    typed.append("link", own?.id ?? "");
    expect((await post(world, SOC2, typed)).status).toBe(303);
    expect(
      await world.services.store.read
        .selectFrom("documents")
        .select("type")
        .where("id", "=", own?.id ?? "")
        .executeTakeFirst(),
    ).toEqual({ type: "Insurance" });
  });
});

describe("a certification's badge", () => {
  const ISO = "/acme/edit/cards/Certifications/items/Certifications.iso27001";

  test("is cleaned, shown to the public, and taken off again", async () => {
    const world = await openWorld();
    const fields = Object.fromEntries(formOf(await ask(world, ISO), MARK));
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><rect width="9" height="9" onclick="x()"/></svg>';
    const saved = await world.ask(ISO, {
      as: EDITOR,
      ...multipartFrom([{ name: "mark.svg", bytes: svg, field: "badge" }], fields),
    });
    expect([
      saved.status,
      saved.status === 303 ? "" : words(saved).slice(words(saved).indexOf(wording.problem), 4_000),
    ]).toEqual([303, ""]);
    const { badgeAssetId } = (await item(world, "Certifications.iso27001")) ?? {};
    const picture = await world.ask(`/api/share/acme/assets/${badgeAssetId}`);
    expect([
      picture.headers["content-type"],
      picture.text.includes("rect"),
      /script|onclick/.test(picture.text),
    ]).toEqual(["image/svg+xml", true, false]);
    expect((await world.ask("/acme")).text).toContain(`assets/${badgeAssetId}`);
    expect((await send(world, ISO, { removeBadge: "on" })).status).toBe(303);
    expect((await world.ask("/acme")).text).not.toContain(`assets/${badgeAssetId}`);
  });

  test.each([
    ["a text", Buffer.from("nothing"), wording.invalidSvg],
    ["too large", Buffer.alloc(1_100_000, 1), "The file is too large. The limit is 1 MB."],
    ["a broken svg", Buffer.from("<svg><rect>"), "This SVG can’t be used because"],
  ])("%s is refused in words", async (_, bytes, message) => {
    const world = await openWorld();
    const fields = Object.fromEntries(formOf(await ask(world, ISO), MARK));
    const before = await count(world, "assets");
    const refused = await world.ask(ISO, {
      as: EDITOR,
      ...multipartFrom([{ name: "mark.svg", bytes, field: "badge" }], fields),
    });
    expect([refused.status, words(refused).includes(message.replace("'", "'"))]).toEqual([
      400,
      true,
    ]);
    expect(await count(world, "assets")).toBe(before);
  });
});

describe("an item of one's own", () => {
  test("is added, deleted after a confirmation, and comes back by Undo with its documents and its slug", async () => {
    const world = await openWorld();
    const form = changed(formOf(await ask(world, NEW), MARK), {
      title: "Our own policy",
      access: "public",
      enabledState: "Enabled",
    });
    const [document = ""] = [
      ...(await ask(world, NEW)).text.matchAll(/name="link" value="([^"]+)"/g),
    ].map(([, id]) => id ?? "");
    form.append("link", document);
    expect((await post(world, NEW, form)).status).toBe(303);
    const uid = (await itemTitled(world, "Our own policy"))?.uid ?? "";
    const path = `/acme/edit/cards/Policies/items/${uid}/delete`;
    const dialog = words(await ask(world, path));
    expect(dialog).toContain(
      "Delete item Close Our own policy If you delete this item, it will be removed from your Trust Center. You can undo this on the page that follows, or later in its history. Delete item Cancel",
    );
    const deleted = await post(world, path, new URLSearchParams());
    expect([deleted.status, deleted.headers.location]).toEqual([303, "/acme/card/Policies"]);
    expect((await world.ask("/acme/item/our-own-policy")).status).toBe(404);
    expect((await ask(world, path)).status).toBe(404);
    const undo = /action="([^"]*\/undo)"/.exec((await follow(world, deleted)).text)?.[1] ?? "";
    expect((await post(world, undo, new URLSearchParams())).status).toBe(303);
    expect(await links(world, uid)).toEqual([document]);
    expect(words(await world.ask("/acme/product/Acme+Platform/our-own-policy"))).toContain(
      "Our own policy",
    );
  });

  test("that somebody changed since the question was asked is not deleted, and the question is asked again", async () => {
    const world = await openWorld();
    expect(
      (
        await post(
          world,
          NEW,
          changed(formOf(await ask(world, NEW), MARK), { title: "Our own policy" }),
        )
      ).status,
    ).toBe(303);
    const uid = (await itemTitled(world, "Our own policy"))?.uid ?? "";
    const path = `/acme/edit/cards/Policies/items/${uid}/delete`;
    const asked = formOf(await ask(world, path), 'name="base"');
    expect(
      (await send(world, path.replace("/delete", ""), { title: "Renamed meanwhile" })).status,
    ).toBe(303);
    const refused = await post(world, path, asked);
    expect([
      refused.status,
      words(refused).includes(
        "changed this item while you were looking at it. Nothing was deleted.",
      ),
    ]).toEqual([409, true]);
    expect((await post(world, path, formOf(refused, 'name="base"'))).status).toBe(303);
    expect(await item(world, uid)).toBeUndefined();
  });

  test("is deleted by the API, too; one of the catalogue, a foreign and an unknown one are not there", async () => {
    const world = await openWorld();
    await send(world, NEW, { title: "Gone by the API" });
    const uid = (await itemTitled(world, "Gone by the API"))?.uid ?? "";
    const at = async (itemUid: string, as?: string) =>
      (
        await world.ask(
          `/api/trust-center/products/${await world.productId("acme")}/items/${itemUid}/deletion`,
          { method: "POST", headers: ORIGIN, ...(as === undefined ? {} : { as }) },
        )
      ).status;
    expect([
      await at(uid),
      await at(uid, "viewer@acme.example"),
      await at(uid, "owner@globex.example"),
      await at("Reports.soc2", EDITOR),
      await at("custom.no-such", EDITOR),
    ]).toEqual([401, 403, 404, 404, 404]);
    expect(await item(world, uid)).toBeDefined();
    expect(await at(uid, EDITOR)).toBe(200);
    expect(await item(world, uid)).toBeUndefined();
  });

  test("that can't be deleted: 'Delete Error', and it is still there", async () => {
    const world = await openWorld();
    await send(world, NEW, { title: "Stays here" });
    const uid = (await itemTitled(world, "Stays here"))?.uid ?? "";
    await world.services.store.write((trx) => spoil(trx, "delete", "items"));
    const failed = await post(
      world,
      `/acme/edit/cards/Policies/items/${uid}/delete`,
      new URLSearchParams(),
    );
    expect(failed.status).toBe(500);
    expect(words(failed)).toContain(
      'Delete Error Close There was an unexpected error while deleting "Stays here". OK',
    );
    expect(await item(world, uid)).toBeDefined();
  });
});

test("only those who edit the page save: nothing is written for anybody else, nor from another site", async () => {
  const world = await openWorld();
  const form = formOf(await ask(world, SOC2), MARK);
  const before = await item(world, "Reports.soc2");
  for (const as of [
    "reviewer@acme.example",
    "viewer@acme.example",
    "owner@globex.example",
    "riley@customer.example",
  ])
    expect(
      (await post(world, SOC2, changed(form, { explanation: "Not mine" }), as)).status,
      as,
    ).toBe(404);
  expect((await world.ask(SOC2, { form, headers: ORIGIN })).status).toBe(401);
  expect(
    (await world.ask(SOC2, { as: EDITOR, form, headers: { origin: "https://evil.example" } }))
      .status,
  ).toBe(403);
  expect(
    (await world.ask(SOC2, { as: EDITOR, form, headers: ORIGIN, host: "trust.acme.example" }))
      .status,
  ).toBeGreaterThanOrEqual(403);
  expect(await item(world, "Reports.soc2")).toEqual(before);
});

/** A form with files whose inputs have names of their own. */
function multipartFrom(
  files: readonly { name: string; bytes: Buffer | string; field?: string }[],
  fields: Record<string, string>,
) {
  const { files: _files, badge: _badge, ...plain } = fields;
  const sent = multipart(files, plain);
  const [first] = files;
  if (first?.field !== undefined)
    sent.body = Buffer.from(
      sent.body
        .toString("latin1")
        .replace('name="files"; filename', `name="${first.field}"; filename`),
      "latin1",
    );
  return { body: sent.body, headers: { ...sent.headers, ...ORIGIN } };
}
