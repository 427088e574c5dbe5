import { describe, expect } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { Pdfium } from "#content/files/watermark/pdfium.ts";
import { findDocument } from "#content/documents/store/documents.server.ts";
import { documentTexts, readMissedTexts } from "#content/documents/texts/stored-texts.ts";
import {
  formPage,
  jpeg2000,
  onePage,
  pdfOfObjects,
  protectedAttachments,
  protectedPdf,
  scannedPage,
  stream,
  written,
} from "../pdf-files.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import { multipart } from "./multipart.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const EDITOR = "editor@acme.example";

/** Sends a file to the library. @returns its row, and what the answer says of it */
async function sent(world: FilesWorld, name: string, bytes: Buffer) {
  const answer = await world.ask("/api/documents", {
    as: EDITOR,
    ...multipart([{ name, bytes }], {}),
  });
  const said = JSON.parse(answer.text) as {
    documents: { id: string }[];
    notes?: string[];
    title?: string;
  };
  const id = said.documents[0]?.id ?? "";
  const row = await findDocument(world.services.store.read, world.acme, id);
  return {
    status: answer.status,
    id,
    row,
    notes: (said.notes ?? []).join(" "),
    title: said.title ?? "",
  };
}

const ownerLocked = (words: string, pdfVersion: PDFKit.PDFDocumentOptions["pdfVersion"]) =>
  protectedPdf(words, {
    pdfVersion,
    ownerPassword: "the auditor's",
    permissions: { copying: false, modifying: false },
  });
const locked = () => protectedPdf("Locked", { userPassword: "x", ownerPassword: "y" });
const xfa = (words: string) =>
  onePage({
    words,
    catalog: "/NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 6 0 R] >>",
    more: [stream("<xdp/>")],
  });
const portfolio = (words: string) =>
  onePage({
    words,
    catalog: "/Collection << /View /T >> /Names << /EmbeddedFiles << /Names [(a.txt) 7 0 R] >> >>",
    more: [
      stream("Attached", "/Type /EmbeddedFile"),
      "<< /Type /Filespec /F (a.txt) /EF << /F 6 0 R >> >>",
    ],
  });

describe("a PDF that every reader opens without asking", () => {
  testInTurn("is not called locked: it is shown, searched and told of as any other", async () => {
    const world = await openFilesWorld();
    const { store, key } = world.services;
    const files: [string, Buffer][] = [
      ["owner.pdf", await ownerLocked("Ownerword three", "1.7")],
      ["attachments.pdf", protectedAttachments("Ownerword four")],
      ["line-before.pdf", onePage({ words: "Ownerword five", before: "\r\n<!-- exported -->\n" })],
    ];
    for (const [name, bytes] of files) {
      const { status, row, notes } = await sent(world, name, bytes);
      expect([name, status, row?.encryptedType, notes]).toEqual([name, 201, null, ""]);
      const id = await world.plant("included", name, bytes, { accessType: "view-only" });
      const page = await world.ask(world.at(id, "view", "included"), { as: RILEY });
      expect(page.text).toContain("Ownerword");
      expect(page.text).not.toContain("encrypted");
      const image = await world.ask(world.at(id, "view/pages/1", "included"), { as: RILEY });
      expect([name, image.status]).toEqual([name, 200]);
    }
    await readMissedTexts(world.services);
    const read = await store.read
      .selectFrom("documents")
      .select("blobHash")
      .where(
        "originalName",
        "in",
        files.map(([name]) => name),
      )
      .execute();
    const texts = await documentTexts(
      store.read,
      key,
      world.acme,
      read.map(({ blobHash }) => blobHash),
    );
    expect([...texts.values()].flat().every(({ text }) => text.startsWith("Ownerword"))).toBe(true);
    expect(texts.size).toBe(files.length);
  });

  testInFive(
    "is put right where an earlier version called it locked, and one that is locked stays so",
    async () => {
      const world = await openFilesWorld();
      const { read } = world.services.store;
      const wrong = await world.plant("included", "a.pdf", await ownerLocked("Free", "1.7"), {
        encryptedType: "password",
      });
      const unknown = await world.plant("included", "b.pdf", await locked());
      const office = await world.plant("included", "c.zip", Buffer.from("PK"), {
        encryptedType: "password",
      });
      await readMissedTexts(world.services);
      const types = async (id: string) => [
        (await findDocument(read, world.acme, id))?.encryptedType,
        (
          await read
            .selectFrom("documentVersions")
            .select("encryptedType")
            .where("documentId", "=", id)
            .executeTakeFirst()
        )?.encryptedType,
      ];
      expect(await types(wrong)).toEqual([null, null]);
      expect(await types(unknown)).toEqual(["password", "password"]);
      expect(await types(office)).toEqual(["password", "password"]);
      const page = await world.ask(`/documents/${unknown}`, { as: EDITOR });
      expect(page.text).toContain("This file is protected by a password.");
    },
  );
});

describe("where downloads are marked", () => {
  testInTurn(
    "a PDF whose owner forbids changes carries its reader's name, an XFA form is refused",
    async () => {
      const world = await openFilesWorld();
      await world.services.store.write((trx) =>
        updateCustomization(
          { trx, orgId: world.acme, now: world.services.now() },
          { watermarkDownloads: true },
        ),
      );
      for (const [name, bytes] of [
        ["owner.pdf", await ownerLocked("Ownerword", "1.7")],
        ["line-before.pdf", onePage({ words: "Ownerword", before: "<!-- exported -->\n" })],
        ["wrong-parent.pdf", onePage({ words: "Ownerword", parent: "1 0 R" })],
      ] as const) {
        const id = await world.plant("included", name, bytes);
        const copy = await world.ask(world.at(id, "download", "included"), { as: RILEY });
        expect([name, copy.status]).toEqual([name, 200]);
        const engine = await Pdfium.load();
        await engine.documents.take("copy", copy.body.length, async (write) => write(0, copy.body));
        const text = engine.text(engine.documents.held("copy"), 1);
        expect(text).toContain("Ownerword");
        expect(text).toContain(RILEY);
      }
      const id = await world.plant("included", "xfa.pdf", xfa("Please wait"));
      const refused = await world.ask(world.at(id, "download", "included"), { as: RILEY });
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining(wording.noCopy),
      ]);
    },
  );
});

describe("what a PDF's pages don't show", () => {
  testInTurn(
    "is told to staff at the upload and on its page, and to readers beside its pages",
    async () => {
      const world = await openFilesWorld();
      const cases: [string, Buffer, RegExp, RegExp | null][] = [
        ["xfa.pdf", xfa("Please wait"), /dynamic XFA/, /placeholder page\./],
        ["portfolio.pdf", portfolio("Cover"), /as in a portfolio/, /aren(?:.|&#x27;)t shown here/],
        ["locked.pdf", await locked(), /protected by a password/, null],
      ];
      for (const [name, bytes, staff, readers] of cases) {
        const { status, id, notes } = await sent(world, name, bytes);
        expect([name, status]).toEqual([name, 201]);
        expect(notes).toMatch(staff);
        const version = await world.ask(`/api/documents/${id}`, {
          as: EDITOR,
          ...multipart([{ name, bytes: Buffer.concat([bytes, Buffer.from("\n")]) }], {}),
        });
        expect([version.status, version.text]).toEqual([201, expect.stringMatching(staff)]);
        const form = await world.ask("/documents?uploadModal=true", {
          as: EDITOR,
          ...multipart([{ name: `again-${name}`, bytes }], { same: "add" }),
        });
        const next = await world.ask(String(form.headers.location), {
          as: EDITOR,
          headers: { cookie: flashOf(form.headers["set-cookie"]) },
        });
        expect(next.text).toMatch(staff);
        await readMissedTexts(world.services);
        expect((await world.ask(`/documents/${id}`, { as: EDITOR })).text).toMatch(staff);
        if (readers === null) continue;
        const shown = await world.plant("included", name, bytes);
        const page = await world.ask(world.at(shown, "view", "included"), { as: RILEY });
        expect(page.text).toMatch(readers);
        expect(page.text).toContain("Download it to open");
      }
    },
  );

  testInFive("is nothing for the fields of a form: they are shown, and found", async () => {
    const world = await openFilesWorld();
    const form = formPage([
      {
        entries: "/FT /Tx /T (Insurer) /V (Northwind Mutual) /DA (/F1 12 Tf 0 g)",
        looks: { "": written("Northwind Mutual") },
      },
    ]);
    const { notes } = await sent(world, "form.pdf", form);
    expect(notes).toBe("");
    const id = await world.plant("included", "form.pdf", form, { accessType: "view-only" });
    const page = await world.ask(world.at(id, "view", "included"), { as: RILEY });
    expect(page.text).toContain("Northwind Mutual");
    await readMissedTexts(world.services);
    const found = await world.ask(world.at(id, "view", "included", "&find=Mutual"), { as: RILEY });
    expect(found.text).toMatch(/<mark[^>]*>Mutual/);
  });
});

testInTurn("a scan in JPEG 2000 is shown, or refused at the upload in words", async () => {
  const world = await openFilesWorld();
  const scan = (options: { levels?: number }) =>
    scannedPage(jpeg2000(2480, 3507, options), { width: 2480, height: 3507 });
  expect((await sent(world, "scan.pdf", scan({}))).status).toBe(201);
  const id = await world.plant("included", "scan.pdf", scan({}), { accessType: "view-only" });
  const image = await world.ask(world.at(id, "view/pages/1", "included"), { as: RILEY });
  expect(image.status).toBe(200);
  const refused = await sent(world, "whole.pdf", scan({ levels: 0 }));
  expect([refused.status, refused.row]).toEqual([400, null]);
  expect(refused.title).toContain("is too complex to show as pages");
});

testInFive("a file that says nothing of a PDF in its first kilobyte is refused", async () => {
  const world = await openFilesWorld();
  const late = onePage({ before: " ".repeat(1_025) });
  const { status, title } = await sent(world, "late.pdf", late);
  expect([status, title]).toEqual([
    400,
    "This file isn’t a valid PDF. Check the file and its extension.",
  ]);
  expect((await sent(world, "edge.pdf", onePage({ before: " ".repeat(1_000) }))).status).toBe(201);
  expect((await sent(world, "none.pdf", pdfOfObjects([]).subarray(5))).status).toBe(400);
});

function flashOf(cookies: string | string[] | undefined): string {
  const all = [cookies ?? []].flat();
  return all.find((cookie) => cookie.includes("otc_flash="))?.split(";")[0] ?? "";
}
