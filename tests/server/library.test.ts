import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { readFile } from "node:fs/promises";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { linkDocuments, saveItem } from "#content/items/store/items.server.ts";
import { purgeStagedFiles } from "#web/table-import/store/staged-files.server.ts";
import { line, textPdf } from "../text-pdf.ts";
import { testInFive } from "../in-turn.ts";
import { multipart, pdf } from "./multipart.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";
const OWNER = "owner@acme.example";
const VIEWER = "viewer@acme.example";

function words({ text }: Answer): string {
  return text
    .replace(/<!-- -->/g, "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

/** Sends a file as a document's next version, which waits then. */
function sent(world: World, id: string, bytes: Buffer): Promise<Answer> {
  return world.ask(`/documents/${id}`, {
    as: EDITOR,
    ...multipart([{ name: "next.pdf", bytes }]),
  });
}

/** The page that an upload led to. */
function waitingAt({ status, headers }: Answer): string {
  expect([status, headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/documents\/[^/]+\/staged\/[^/]+$/),
  ]);
  return String(headers.location);
}

/** What the form of that page says, without its dates. */
const PUBLISH = { intent: "publish", after: "1", name: "SOC 2 Type II Report 2026.pdf" };

/** Uploads a PDF and gives the document's id. */
async function added(world: World, name: string, text = name): Promise<string> {
  const answer = await world.ask("/api/documents", {
    as: EDITOR,
    ...multipart([{ name, bytes: pdf(text) }]),
  });
  expect(answer.status, answer.text).toBe(201);
  return (JSON.parse(answer.text) as { documents: { id: string }[] }).documents[0]?.id ?? "";
}

async function named(world: World, like: string) {
  return world.services.store.read
    .selectFrom("documents")
    .selectAll()
    .where("originalName", "like", like)
    .orderBy("originalName")
    .executeTakeFirstOrThrow();
}

const json = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

describe("versions", () => {
  testInFive("keep what a document held, can be read and restored, and links stay", async () => {
    const world = await openWorld();
    const { id } = await named(world, "%SOC 2 Type II Report 2026%");
    const links = async () =>
      world.services.store.read
        .selectFrom("itemDocuments")
        .selectAll()
        .where("documentId", "=", id)
        .execute();
    const before = await links();
    const waiting = waitingAt(await sent(world, id, pdf("second")));
    expect((await world.ask(waiting, { as: EDITOR, form: PUBLISH })).headers.location).toBe(
      `/documents/${id}`,
    );
    expect(
      (await world.ask(`/documents/${id}/download`, { as: EDITOR })).body.equals(pdf("second")),
    ).toBe(true);
    const first = await world.ask(`/documents/${id}/download?version=1`, { as: EDITOR });
    expect([first.status, first.body.subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
    const same = await sent(world, id, pdf("second"));
    expect([
      same.status,
      words(same).includes("This is the file the document already has"),
    ]).toEqual([409, true]);
    expect(
      (
        await world.ask(`/documents/${id}`, {
          as: EDITOR,
          form: { intent: "restore", version: "1" },
        })
      ).status,
    ).toBe(303);
    expect(
      (await world.ask(`/documents/${id}/download`, { as: EDITOR })).body.equals(first.body),
    ).toBe(true);
    const page = words(await world.ask(`/documents/${id}`, { as: EDITOR }));
    expect(page).toMatch(/Version 3 Current Restored from 1 .*Version 2 .*next\.pdf.*Version 1 /);
    expect(await links()).toEqual(before);
    const rows = await world.services.store.read
      .selectFrom("documentVersions")
      .select(["number", "restoredFrom"])
      .where("documentId", "=", id)
      .orderBy("number")
      .execute();
    expect(rows).toEqual([
      { number: 1, restoredFrom: null },
      { number: 2, restoredFrom: null },
      { number: 3, restoredFrom: 1 },
    ]);
    for (const form of [
      { intent: "restore", version: "9" },
      { intent: "restore", version: "x" },
    ])
      expect(
        (await world.ask(`/documents/${id}`, { as: EDITOR, form })).status,
      ).toBeGreaterThanOrEqual(400);
    expect(
      (
        await world.ask(`/documents/${id}`, {
          as: VIEWER,
          form: { intent: "restore", version: "1" },
        })
      ).status,
    ).toBe(403);
  });

  test("are seen by nobody until their own facts are confirmed, all or none", async () => {
    const world = await openWorld();
    const { id, auditor } = await named(world, "%SOC 2 Type II Report 2026%");
    const stored = () =>
      world.services.store.read
        .selectFrom("documents")
        .select(["originalName", "auditor", "periodFrom", "periodTo", "expiresOn", "blobHash"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    const before = await stored();
    const content = [
      line("Report on Acme Cloud for the period October 1, 2026 to September 30, 2027.", 700),
      line("Valid until July 14, 2028.", 680),
    ].join("\n");
    const waiting = waitingAt(await sent(world, id, textPdf([{ content }])));
    expect(await stored()).toEqual(before);
    const page = await world.ask(waiting, { as: EDITOR });
    expect(words(page)).toMatch(
      /Visitors see version 1 until you publish.*On the first page: “Report on Acme Cloud for the period October 1, 2026 to September 30, 2027\.”.*Old version: .*On the first page: “Valid until July 14, 2028\.”/,
    );
    for (const [name, value] of [
      ["name", before.originalName],
      ["auditor", auditor ?? ""],
      ["periodFrom", "2026-10-01"],
      ["periodTo", "2027-09-30"],
      ["expiresOn", "2028-07-14"],
    ])
      expect(page.text).toMatch(new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="${value}"`));
    expect(words(await world.ask(`/documents/${id}`, { as: EDITOR }))).toMatch(
      /next\.pdf isn’t published yet\. .*Check and publish/,
    );
    for (const address of [waiting, `${waiting}.data`])
      expect((await world.ask(address, { as: VIEWER })).status).toBe(403);
    expect((await world.ask(waiting, { as: VIEWER, form: PUBLISH })).status).toBe(403);
    const facts = {
      ...PUBLISH,
      name: "SOC 2 Type II Report 2027.pdf",
      auditor: "Meridian Assurance",
      periodFrom: "2026-10-01",
      periodTo: "2027-09-30",
    };
    const publish = (form: Record<string, string>) => world.ask(waiting, { as: EDITOR, form });
    for (const [change, said] of [
      [{ periodTo: "2025-01-01" }, "can’t end before it begins"],
      [{ name: "Report.docx" }, "Keep the file extension .pdf"],
      [{ name: "" }, "Enter a name"],
      [{ expiresOn: "soon" }, "Invalid expiration date"],
    ] as const) {
      const refused = await publish({ ...facts, ...change });
      expect([refused.status >= 400 && refused.status < 500, words(refused)]).toEqual([
        true,
        expect.stringContaining(said),
      ]);
    }
    expect(await stored()).toEqual(before);
    const late = await publish({ ...facts, after: "0" });
    expect([late.status, words(late)]).toEqual([
      409,
      expect.stringContaining("Version 1 was published in the meantime."),
    ]);
    expect(await stored()).toEqual(before);
    expect((await publish(facts)).headers.location).toBe(`/documents/${id}`);
    expect(await stored()).toMatchObject({
      originalName: "SOC 2 Type II Report 2027.pdf",
      auditor: "Meridian Assurance",
      periodFrom: "2026-10-01",
      periodTo: "2027-09-30",
      expiresOn: null,
    });
    expect((await publish(facts)).status).toBe(404);
    expect((await world.ask(waiting, { as: EDITOR })).status).toBe(404);
    const draft = await world.ask(`/updates/new?document=${id}`, { as: EDITOR });
    expect(draft.text).toContain('value="SOC 2 Type II Report 2027 is available"');
    expect(words(draft)).toContain("It covers October 1, 2026 to September 30, 2027.");
  });

  test("wait for a day at most, are discarded on request, and go with their document", async () => {
    const world = await openWorld();
    const id = await added(world, "kept.pdf");
    const texts = async () => ({
      staged: await world.services.store.read.selectFrom("stagedVersions").select("id").execute(),
      files: await world.services.store.read.selectFrom("stagedFiles").select("id").execute(),
    });
    const send = async (name: string) => waitingAt(await sent(world, id, pdf(name)));
    const discarded = await send("a");
    const form = { intent: "discard" };
    expect((await world.ask(discarded, { as: EDITOR, form })).headers.location).toBe(
      `/documents/${id}`,
    );
    expect((await world.ask(discarded, { as: EDITOR, form })).status).toBe(404);
    const script = await world.ask(`/documents/${id}/staged`, {
      as: EDITOR,
      ...multipart([{ name: "next.pdf", bytes: pdf("b") }]),
    });
    expect([script.status, JSON.parse(script.text)]).toEqual([
      201,
      { documents: [{ id: expect.any(String), name: "next.pdf" }], notes: [expect.any(String)] },
    ]);
    const other = await added(world, "other.pdf");
    const { documents } = JSON.parse(script.text) as { documents: { id: string }[] };
    const stagedId = documents[0]?.id ?? "";
    expect((await world.ask(`/documents/${id}/staged/${stagedId}`, { as: EDITOR })).status).toBe(
      200,
    );
    for (const name of ["publish", "discard"])
      expect(
        (
          await world.ask(`/documents/${other}/staged/${stagedId}`, {
            as: EDITOR,
            form: { ...PUBLISH, intent: name },
          })
        ).status,
      ).toBe(404);
    const late = new Date(world.time.getTime() + 25 * 3_600_000);
    await world.services.store.write((trx) => purgeStagedFiles(trx, late));
    expect(await texts()).toEqual({ staged: [], files: [] });
    await send("c");
    await world.ask(`/documents/${id}?delete=true`, { as: EDITOR, form: { intent: "delete" } });
    expect((await texts()).staged).toEqual([]);
  });

  test("are sent by scripts to their own address, which refuses as the form does", async () => {
    const world = await openWorld();
    const id = await added(world, "kept.pdf");
    const send = (as: string | null, bytes: Buffer | string, at = id) =>
      world.ask(`/documents/${at}/staged`, {
        ...(as === null ? {} : { as }),
        ...multipart([{ name: "next.pdf", bytes }]),
      });
    expect((await send(null, pdf("x"))).status).toBe(401);
    expect((await send(VIEWER, pdf("x"))).status).toBe(403);
    expect((await send(EDITOR, pdf("x"), "nothing")).status).toBe(404);
    expect((await send(EDITOR, pdf("kept.pdf"))).status).toBe(409);
    const refused = await send(EDITOR, "<html>");
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      400,
      expect.objectContaining({ title: expect.stringContaining("isn’t a valid PDF") }),
    ]);
    expect((await world.ask(`/documents/${id}/staged`, { as: EDITOR })).status).toBe(405);
  });

  testInFive("show what the first page says; the form takes it only on request", async () => {
    const world = await openWorld();
    const bytes = textPdf([{ content: line("Valid until July 14, 2028.", 700) }]);
    const upload = multipart([{ name: "scan.pdf", bytes }]);
    expect((await world.ask("/api/documents", { as: EDITOR, ...upload })).status).toBe(201);
    const { id } = await named(world, "scan.pdf");
    const page = (query = "") => world.ask(`/documents/${id}${query}`, { as: EDITOR });
    const field = (answer: Answer) =>
      /<input(?=[^>]*name="expiresOn")(?=[^>]*id="document-expiresOn")[^>]*>/.exec(
        answer.text,
      )?.[0];
    const seen = await page();
    expect(words(seen)).toMatch(/On the first page .*July 14, 2028 .*“Valid until July 14, 2028/);
    expect(field(seen)).not.toContain("2028-07-14");
    expect(field(await page("?facts=read"))).toContain('value="2028-07-14"');
    expect((await named(world, "scan.pdf")).expiresOn).toBeNull();
    expect(words(await world.ask(`/documents/${id}`, { as: VIEWER }))).not.toContain(
      "On the first page",
    );
  });

  test("are refused like any upload, with the document as it was", async () => {
    const world = await openWorld();
    const id = await added(world, "kept.pdf");
    const answer = await world.ask(`/documents/${id}`, {
      as: EDITOR,
      ...multipart([{ name: "page.pdf", bytes: "<html>" }]),
    });
    expect([
      answer.status,
      words(answer).includes("page.pdf: This file isn’t a valid PDF."),
    ]).toEqual([400, true]);
    expect(
      (
        await world.ask(`/api/documents/${id}`, {
          as: EDITOR,
          ...multipart([{ name: "a.exe", bytes: "x" }]),
        })
      ).headers["content-type"],
    ).toBe("application/problem+json");
    expect(
      (await world.ask(`/documents/${id}/download`, { as: EDITOR })).body.equals(pdf("kept.pdf")),
    ).toBe(true);
  });
});

describe("a document's page", () => {
  test("changes name, type, access and expiry, and refuses what would not fit", async () => {
    const world = await openWorld();
    const id = await added(world, "draft.pdf");
    const form = {
      intent: "edit",
      name: "Final.pdf",
      type: "Legal",
      accessType: "view-only",
      expiresOn: "2027-06-30",
    };
    expect((await world.ask(`/documents/${id}`, { as: EDITOR, form })).status).toBe(303);
    expect(await named(world, "Final.pdf")).toMatchObject({
      id,
      type: "Legal",
      accessType: "view-only",
      expiresOn: "2027-06-30",
      searchText: "final.pdf",
    });
    const wrong: [Record<string, string>, RegExp][] = [
      [{ name: "Final.docx" }, /Keep the file extension \.pdf/],
      [{ name: "a/b.pdf" }, /Use a shorter file name/],
      [{ name: "x\u202efdp.pdf" }, /Use a shorter file name/],
      [{ name: "" }, /Enter a name/],
      [{ expiresOn: "31.12.2026" }, /Invalid expiration date/],
      [{ type: "" }, /Type is required/],
    ];
    for (const [change, message] of wrong) {
      const answer = await world.ask(`/documents/${id}`, {
        as: EDITOR,
        form: { ...form, ...change },
      });
      expect([answer.status, words(answer)]).toEqual([400, expect.stringMatching(message)]);
    }
    expect(await named(world, "Final.pdf")).toMatchObject({ id });
    expect((await world.ask(`/documents/${id}`, { as: VIEWER, form })).status).toBe(403);
    expect(words(await world.ask(`/documents/${id}`, { as: VIEWER }))).not.toMatch(
      /Save|Delete|Restore|Upload new version/,
    );
  });

  test("shows where a document is linked before it goes; it leaves every item, its events stay", async () => {
    const world = await openWorld();
    const { id, orgId } = await named(world, "%SOC 2 Type II Report 2026%");
    await world.services.store.write((trx) =>
      trx
        .insertInto("events")
        .values({
          id: "e1",
          orgId,
          at: world.time.toISOString(),
          name: "file_downloaded",
          viewerKind: "public",
          accountId: null,
          memberId: null,
          productId: null,
          itemUid: null,
          documentId: id,
          detailJson: null,
        })
        .execute(),
    );
    const dialog = await world.ask(`/documents/${id}?delete=true`, { as: EDITOR });
    expect(words(dialog)).toMatch(
      /Delete document .* items? links? to it and will lose it|items link to it and will lose it/,
    );
    expect(dialog.text).toMatch(/href="\/acme\/product\/Acme\+Platform\/[^"]+"/);
    expect(
      (await world.ask(`/documents/${id}`, { as: EDITOR, form: { intent: "delete" } })).headers
        .location,
    ).toBe("/documents");
    for (const target of [`/documents/${id}`, `/documents/${id}/download`, `/api/documents/${id}`])
      expect((await world.ask(target, { as: EDITOR })).status).toBe(404);
    const { read } = world.services.store;
    expect(
      await read.selectFrom("itemDocuments").selectAll().where("documentId", "=", id).execute(),
    ).toEqual([]);
    expect(
      await read.selectFrom("events").select("id").where("documentId", "=", id).execute(),
    ).toEqual([{ id: "e1" }]);
    expect(
      await read
        .selectFrom("audit")
        .select("subject")
        .where("action", "=", "document.deleted")
        .execute(),
    ).toHaveLength(1);
    expect(
      (await world.ask(`/documents/${id}`, { as: EDITOR, form: { intent: "delete" } })).status,
    ).toBe(404);
  });

  test("of a damaged file is honest: a page that says so, a line in log and audit, other files go on", async () => {
    const world = await openWorld();
    const [bad, good] = [await added(world, "bad.pdf"), await added(world, "good.pdf")];
    const { orgId, blobHash } = await named(world, "bad.pdf");
    const file = path.join(inject("worldFolder"), "blobs", orgId, blobHash.slice(0, 2), blobHash);
    const bytes = await readFile(file);
    onTestFinished(() => writeFile(file, bytes));
    const broken = Buffer.from(bytes);
    broken[90] = (broken[90] ?? 0) ^ 1;
    await writeFile(file, broken);
    const answer = await world.ask(`/documents/${bad}/download`, { as: EDITOR });
    expect([answer.status, answer.text.includes("The stored file is damaged")]).toEqual([
      500,
      true,
    ]);
    expect((await world.ask(`/documents/${good}/download`, { as: EDITOR })).status).toBe(200);
    await expect
      .poll(() =>
        world.services.store.read
          .selectFrom("audit")
          .select("subject")
          .where("action", "=", "document.damaged")
          .execute(),
      )
      .toEqual([{ subject: "bad.pdf" }]);
    expect(world.logged.join()).toContain(blobHash);
  });

  test("serves ranges and tags to staff as to visitors", async () => {
    const world = await openWorld();
    const id = await added(world, "range.pdf");
    const whole = await world.ask(`/documents/${id}/download`, { as: EDITOR });
    const part = await world.ask(`/documents/${id}/download`, {
      as: EDITOR,
      headers: { range: "bytes=5-9" },
    });
    expect([
      part.status,
      part.headers["content-range"],
      part.body.equals(whole.body.subarray(5, 10)),
    ]).toEqual([206, `bytes 5-9/${whole.body.length}`, true]);
    expect(
      (
        await world.ask(`/documents/${id}/download`, {
          as: EDITOR,
          headers: { "if-none-match": String(whole.headers.etag) },
        })
      ).status,
    ).toBe(304);
  });
});

describe("the list", () => {
  test("finds by name, type, access, links and expiry, sorts, and takes any address", async () => {
    const world = await openWorld();
    const of = async (query: string) =>
      [
        ...(await world.ask(`/documents${query}`, { as: VIEWER })).text.matchAll(
          /<th scope="row"[^>]*>(?:(?!<\/th>)[^])*?<a[^>]*>([^<]+)<\/a>/g,
        ),
      ].map((match) => match[1] ?? "");
    const { read } = world.services.store;
    const orgId = await world.orgId("acme");
    const expected = async (
      where: (row: {
        originalName: string;
        expiresOn: string | null;
        type: string;
        accessType: string | null;
      }) => boolean,
    ) =>
      (
        await read
          .selectFrom("documents")
          .selectAll()
          .where("orgId", "=", orgId)
          .orderBy("sortKey")
          .execute()
      )
        .filter(where)
        .map((row) => row.originalName.replaceAll("&", "&amp;"))
        .slice(0, 25);
    expect(await of("")).toEqual(await expected(() => true));
    expect(await of("?q=soc+type")).toEqual(
      await expected(({ originalName }) => /soc/i.test(originalName) && /type/i.test(originalName)),
    );
    expect(await of("?type=Policy")).toEqual(await expected(({ type }) => type === "Policy"));
    expect(await of("?access=view-only")).toEqual(
      await expected(({ accessType }) => accessType === "view-only"),
    );
    expect(await of("?expiry=expired")).toEqual(
      await expected(({ expiresOn }) => expiresOn !== null && expiresOn < "2026-11-20"),
    );
    expect(await of("?expiry=soon")).toEqual(
      await expected(
        ({ expiresOn }) =>
          expiresOn !== null && expiresOn >= "2026-11-20" && expiresOn <= "2026-12-20",
      ),
    );
    expect(await of("?expiry=none")).toEqual(await expected(({ expiresOn }) => expiresOn === null));
    await added(world, "Unlinked.pdf");
    expect(await of("?linked=no")).toContain("Unlinked.pdf");
    expect(await of("?linked=yes")).not.toContain("Unlinked.pdf");
    expect((await of("?sort=-added"))[0]).toBe("Unlinked.pdf");
    expect(await of("?page=2")).not.toEqual(await of(""));
    expect(await of("?page=999")).toEqual(await of("?page=3"));
    for (const query of [
      "?page=-1",
      "?page=x",
      "?sort=zzz",
      "?type=%00",
      "?q=%25_%27",
      "?access=1&access=2",
      "?expiry=%F0",
      `?q=${"a".repeat(3_000)}`,
      "?select=x&changeType=true",
      "?uploadModal=TRUE",
    ]) {
      expect((await world.ask(`/documents${query}`, { as: EDITOR })).status, query).toBe(200);
    }
    expect(words(await world.ask("/documents?q=nothing-like-it", { as: VIEWER }))).toContain(
      wording.noResults,
    );
  });

  test("marks what has expired; hidden by the org's choice, visitors find nothing of it on any face", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const row = await world.services.store.read
      .selectFrom("documents as d")
      .innerJoin("itemDocuments as l", "l.documentId", "d.id")
      .innerJoin("items as i", (join) =>
        join.onRef("i.uid", "=", "l.itemUid").onRef("i.productId", "=", "l.productId"),
      )
      .select(["d.id", "d.originalName", "i.kind", "l.itemUid", "l.productId"])
      .where("d.orgId", "=", orgId)
      .where("i.publicAccess", "=", 1)
      .where("d.expiresOn", "is", null)
      .executeTakeFirstOrThrow();
    const form = {
      intent: "edit",
      name: row.originalName,
      type: "Other",
      accessType: "default",
      expiresOn: "2026-11-19",
    };
    expect((await world.ask(`/documents/${row.id}`, { as: EDITOR, form })).status).toBe(303);
    expect(
      words(
        await world.ask(`/documents?expiry=expired&q=${encodeURIComponent(row.originalName)}`, {
          as: VIEWER,
        }),
      ),
    ).toContain("Expired");
    const faces = async () => {
      const card = await world.ask(`/acme/card/${row.kind}`);
      const file = await world.ask(
        `/acme/documents/${row.id}/download?itemUid=${row.itemUid}&productId=${row.productId}`,
      );
      return [card.text.includes(row.originalName), file.status === 200];
    };
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId, now: new Date() }, { expiredDocuments: "shown" }),
    );
    expect(await faces()).toEqual([true, true]);
    const settings = {
      intent: "settings",
      maxUploadMegabytes: "2048",
      expiredDocuments: "hidden",
      documentAccessType: "view-and-download",
      earlierVersions: "none",
    };
    expect(
      (await world.ask("/documents?settings=true", { as: OWNER, form: settings })).status,
    ).toBe(303);
    expect(await faces()).toEqual([false, false]);
    expect((await world.ask("/acme/search?q=x")).status).toBeLessThan(500);
  });
});

describe("the bulk update of types", () => {
  test("shows its words, refuses without a type, and says for how many it was done", async () => {
    const world = await openWorld();
    const ids = [await added(world, "one.pdf"), await added(world, "two.pdf")];
    const target = `/documents?changeType=true&${ids.map((id) => `select=${id}`).join("&")}`;
    const dialog = await world.ask(target, { as: EDITOR });
    expect(words(dialog)).toMatch(
      /Select document type .*2 documents selected.* This selection will replace any existing type on the document .*Architecture diagram Bridge letter Insurance ISO certificate Legal Other Penetration test Policy Questionnaire SOC 1 report SOC 2 report Whitepaper .*Save Cancel/,
    );
    const body = (type: string, documentIds = ids) =>
      new URLSearchParams([
        ["intent", "change-type"],
        ["type", type],
        ...documentIds.map((id) => ["documentIds", id]),
      ]);
    const none = await world.ask(target, { as: EDITOR, form: body("") });
    expect([none.status, words(none).includes("Type is required")]).toEqual([400, true]);
    const done = await world.ask(target, { as: EDITOR, form: body("Whitepaper") });
    const cookie = `${await world.cookieOf(EDITOR, world.host)}; ${String(done.headers["set-cookie"]?.[0]).split(";")[0]}`;
    expect(words(await world.ask("/documents", { headers: { cookie } }))).toContain(
      "Types have been updated for 2 document(s)",
    );
    expect((await named(world, "one.pdf")).type).toBe("Whitepaper");
    const { id: foreign } = await world.services.store.read
      .selectFrom("documents")
      .select("id")
      .where("orgId", "=", await world.orgId("globex"))
      .executeTakeFirstOrThrow();
    const lost = await world.ask(target, { as: EDITOR, form: body("Policy", [...ids, foreign]) });
    expect([lost.status, words(lost).includes(wording.typesNotSaved)]).toEqual([404, true]);
    expect((await named(world, "one.pdf")).type).toBe("Whitepaper");
    expect((await world.ask(target, { as: VIEWER, form: body("Policy") })).status).toBe(403);
  });

  test("says by the API whether several items share it", async () => {
    const world = await openWorld();
    const id = await added(world, "shared.pdf");
    const isShared = async () => {
      const one = JSON.parse((await world.ask(`/api/documents/${id}`, { as: VIEWER })).text);
      const all = JSON.parse(
        (await world.ask("/api/documents/trust-center", { as: VIEWER })).text,
      ) as { documents: { id: string; isShared: boolean }[] };
      return [one.isShared, all.documents.find((document) => document.id === id)?.isShared];
    };
    const [acme, product] = [await world.orgId("acme"), await world.productId("acme")];
    expect(await isShared()).toEqual([false, false]);
    for (const [uid, shared] of [
      ["custom.one", false],
      ["custom.two", true],
    ] as const) {
      await world.services.store.write(async (trx) => {
        const item = { uid, kind: "Policies" as const, title: uid };
        await saveItem(trx, acme, product, item, { by: "Test", on: world.time });
        await linkDocuments({ trx, orgId: acme, by: SYSTEM, now: world.time }, product, uid, [id]);
      });
      expect(await isShared()).toEqual([shared, shared]);
    }
  });

  test("is the same through the API: PATCH, GET of one, GET of all", async () => {
    const world = await openWorld();
    const id = await added(world, "api.pdf");
    const patch = (body: unknown, as = EDITOR) =>
      world.ask("/api/documents", { method: "PATCH", as, ...json(body) });
    const done = await patch({ documentIds: [id], updates: { type: "Insurance" } });
    expect([done.status, JSON.parse(done.text)]).toEqual([
      200,
      { count: 1, message: "Types have been updated for 1 document(s)" },
    ]);
    expect(
      JSON.parse((await world.ask(`/api/documents/${id}`, { as: VIEWER })).text),
    ).toMatchObject({
      id,
      name: "api.pdf",
      type: "Insurance",
      mimeType: "application/pdf",
      encryptedType: null,
      documentAccessType: "view-and-download",
    });
    const all = JSON.parse(
      (await world.ask("/api/documents/trust-center", { as: VIEWER })).text,
    ) as { documents: { id: string }[]; count: number };
    expect([
      all.count,
      all.documents.length,
      all.documents.some((document) => document.id === id),
    ]).toEqual([57, 57, true]);
    const refused: [unknown, number, RegExp][] = [
      [{ documentIds: [id], updates: {} }, 400, /Type is required/],
      [{ documentIds: [id], updates: { type: "Nonsense" } }, 400, /Type is required/],
      [{ documentIds: [], updates: { type: "Policy" } }, 400, /Select at least one document/],
      [
        { documentIds: [id, "no-such"], updates: { type: "Policy" } },
        404,
        /Type updates could not be saved/,
      ],
      ["text", 400, /./],
      [null, 400, /./],
    ];
    for (const [body, status, message] of refused) {
      const answer = await patch(body);
      expect([answer.status, answer.headers["content-type"], answer.text]).toEqual([
        status,
        "application/problem+json",
        expect.stringMatching(message),
      ]);
    }
    expect(
      (
        await world.ask("/api/documents", {
          method: "PATCH",
          as: EDITOR,
          body: "{",
          headers: { "content-type": "application/json" },
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await world.ask("/api/documents", {
          method: "PATCH",
          as: EDITOR,
          body: "x",
          headers: { "content-type": "text/plain" },
        })
      ).status,
    ).toBe(415);
    expect((await patch({ documentIds: [id], updates: { type: "Policy" } }, VIEWER)).status).toBe(
      403,
    );
    expect(
      (
        await world.ask("/api/documents", {
          method: "PATCH",
          ...json({ documentIds: [id], updates: { type: "Policy" } }),
        })
      ).status,
    ).toBe(401);
    expect(
      (
        await world.ask("/api/documents", {
          method: "PATCH",
          as: EDITOR,
          body: "{}",
          headers: { "content-type": "application/json", origin: "https://evil.example" },
        })
      ).status,
    ).toBe(403);
    expect(
      JSON.parse((await world.ask(`/api/documents/${id}`, { as: VIEWER })).text),
    ).toMatchObject({ type: "Insurance" });
  });
});
