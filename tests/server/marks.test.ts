import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import PdfKit from "pdfkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { readMissedTexts } from "#content/documents/texts/stored-texts.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { findTrace, purgeCopies } from "#content/watermarks/store/watermarks.server.ts";
import { smallPdf, streamOf } from "../unit/small-pdfs.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { multipart } from "./multipart.ts";
import { wording } from "../wording.ts";

const run = promisify(execFile);
const RILEY = "riley@customer.example";
const EDITOR = "editor@acme.example";
const OWNER = "owner@acme.example";
const TRACE = /Trace ([0-9A-Z]{4}-[0-9A-Z]{4})/;

/** A PDF of so many pages, each with a sentence of its own. */
function pdfOf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const pdf = new PdfKit({ size: "A4", ...options });
  const pieces: Buffer[] = [];
  return new Promise((resolve) => {
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    for (let i = 1; i <= pages; i += 1) {
      if (i > 1) pdf.addPage(i % 2 === 0 ? { size: "A4", layout: "landscape" } : { size: "A4" });
      pdf.fontSize(20).text(`Sentence of page ${i}`);
    }
    pdf.end();
  });
}

async function textOf(pdf: Buffer, from = "1"): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "marked-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "a.pdf");
  await writeFile(file, pdf);
  await run("qpdf", ["--check", file]);
  return (await run("pdftotext", ["-f", from, file, "-"], { maxBuffer: 1e8 })).stdout;
}

const marksOn = (world: FilesWorld, more = {}) =>
  world.services.store.write((trx) =>
    updateCustomization(
      { trx, orgId: world.acme, now: new Date() },
      { watermarkDownloads: true, ...more },
    ),
  );

describe("a view-only document", () => {
  testInTurn(
    "is shown as page images with the reader's name, and its own bytes never leave",
    async () => {
      const world = await openFilesWorld();
      const bytes = await pdfOf(12);
      const id = await world.plant("included", "secret.pdf", bytes, { accessType: "view-only" });
      await readMissedTexts(world.services);
      const page = await world.ask(world.at(id, "view", "included"), { as: RILEY });
      expect(page.status).toBe(200);
      expect(page.text).toContain("Page 1 of 12");
      expect(page.text).toContain("Sentence of page 10");
      expect(page.text).not.toContain("Sentence of page 11");
      const trace = TRACE.exec(page.text)?.[1] ?? "";
      expect(page.text).toContain("riley@customer.example");
      expect(
        (await world.ask(world.at(id, "view", "included", "&page=2"), { as: RILEY })).text,
      ).toContain("Sentence of page 11");
      const src = (
        /<img[^>]+src="([^"]*view\/pages\/1[^"]*)"/.exec(page.text)?.[1] ?? ""
      ).replaceAll("&amp;", "&");
      const image = await world.ask(src, { as: RILEY });
      expect([image.status, image.headers["content-type"], image.headers["cache-control"]]).toEqual(
        [200, "image/png", "private, no-store"],
      );
      const staffs = await world.ask(world.at(id, "view/pages/1", "included"), { as: OWNER });
      expect(staffs.status).toBe(200);
      expect(staffs.body.equals(image.body)).toBe(false);
      for (const below of ["download", "view/content"]) {
        for (const options of [{}, { headers: { range: "bytes=0-99" } }, { method: "HEAD" }]) {
          const answer = await world.ask(world.at(id, below, "included"), {
            as: RILEY,
            ...options,
          });
          expect([below, answer.status]).toEqual([below, 403]);
          expect(answer.body.includes(bytes.subarray(0, 60))).toBe(false);
        }
      }
      expect(
        (
          await findTrace(
            world.services.store.read,
            world.acme,
            trace.toLowerCase().replace("-", " "),
          )
        )?.email,
      ).toBe(RILEY);
      // One reader's views of an hour are one row; staff asked for a page by itself.
      expect(
        (await world.events()).map(({ access, viewerKind }) => `${viewerKind} ${access}`),
      ).toEqual(["accountExternal view", "main view"]);
    },
  );

  testInFive(
    "that is a picture or text is marked too; what has no pages is refused, or offered as the org chose",
    async () => {
      const world = await openFilesWorld();
      const png = (await world.ask("/api/share/acme/open-graph.png")).body;
      const picture = await world.plant("included", "a.png", png, { accessType: "view-only" });
      const image = await world.ask(world.at(picture, "view/pages/1", "included"), { as: RILEY });
      expect(image.status).toBe(200);
      expect(image.body.equals(png)).toBe(false);
      const text = await world.plant(
        "included",
        "a.md",
        Buffer.from("# A heading\n\n<script>alert(1)</script>"),
        { accessType: "view-only" },
      );
      await world.layOut();
      const shown = await world.ask(world.at(text, "view", "included"), { as: RILEY });
      expect(shown.text).toMatch(TRACE);
      expect(shown.text).toContain("A heading</h2>");
      expect(shown.text).not.toContain("<script>alert");
      const zip = await world.plant("included", "a.zip", Buffer.from("PK"), {
        accessType: "view-only",
      });
      expect((await world.ask(world.at(zip, "view", "included"), { as: RILEY })).text).toContain(
        "can’t be shown as pages",
      );
      expect((await world.ask(world.at(zip, "download", "included"), { as: RILEY })).status).toBe(
        403,
      );
      await marksOn(world, { watermarkDownloads: false, viewOnlyFallback: "offer" });
      expect((await world.ask(world.at(zip, "download", "included"), { as: RILEY })).status).toBe(
        200,
      );
    },
  );

  test("that needs a password or is broken says so", async () => {
    const world = await openFilesWorld();
    const sealed = await world.plant(
      "included",
      "sealed.pdf",
      await pdfOf(1, { userPassword: "x", ownerPassword: "y" }),
      { accessType: "view-only" },
    );
    expect((await world.ask(world.at(sealed, "view", "included"), { as: RILEY })).text).toContain(
      "protected by a password",
    );
    const broken = await world.plant("included", "broken.pdf", Buffer.from("%PDF-1.7 nothing"), {
      accessType: "view-only",
    });
    expect((await world.ask(world.at(broken, "view", "included"), { as: RILEY })).text).toContain(
      "could not be read",
    );
  });

  testInTurn("of a thousand pages is shown in bounded memory, while pages are served", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "long.pdf", await pdfOf(1_000), {
      accessType: "view-only",
    });
    await world.ask(world.at(id, "view", "included"), { as: RILEY });
    const before = process.memoryUsage().rss;
    for (const page of [1, 250, 500, 750, 1_000])
      expect(
        (await world.ask(world.at(id, `view/pages/${page}`, "included"), { as: RILEY })).status,
      ).toBe(200);
    expect(
      (await world.ask(world.at(id, "view", "included", "&page=1000"), { as: RILEY })).text,
    ).toContain("Sentence of page 1000");
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

describe("where downloads are marked", () => {
  testInTurn(
    "every gated PDF carries its reader's name, made once a day, and two readers' copies differ",
    async () => {
      const world = await openFilesWorld();
      await marksOn(world);
      const original = await pdfOf(3);
      const [gated, open] = [
        await world.plant("included", "gated.pdf", original),
        await world.plant("public", "open.pdf", await pdfOf(1)),
      ];
      const first = await world.ask(world.at(gated, "download", "included"), { as: RILEY });
      expect(first.status).toBe(200);
      const text = await textOf(first.body);
      expect(text).toContain("Sentence of page 3");
      expect(text).toContain(RILEY);
      const trace = await findTrace(
        world.services.store.read,
        world.acme,
        TRACE.exec(text)?.[1] ?? "",
      );
      expect(trace).toMatchObject({ email: RILEY, documentId: gated, documentName: "gated.pdf" });
      const again = await world.ask(world.at(gated, "download", "included"), { as: RILEY });
      expect(again.body.equals(first.body)).toBe(true);
      const part = await world.ask(world.at(gated, "download", "included"), {
        as: RILEY,
        headers: { range: "bytes=0-9" },
      });
      expect([part.status, part.body.equals(first.body.subarray(0, 10))]).toEqual([206, true]);
      const other = await world.ask(world.at(gated, "download", "included"), { as: OWNER });
      expect(await textOf(other.body)).toContain(OWNER);
      expect(other.body.equals(first.body)).toBe(false);
      expect(
        (await world.ask(world.at(gated, "view/content", "included"), { as: RILEY })).body.equals(
          first.body,
        ),
      ).toBe(true);
      expect(await textOf((await world.ask(world.at(open, "download"))).body)).not.toMatch(TRACE);
      expect(await world.services.store.write((trx) => purgeCopies(trx, world.time))).toBe(0);
      world.time = new Date(world.time.getTime() + 3 * 86_400_000);
      expect(await world.services.store.write((trx) => purgeCopies(trx, world.time))).toBe(2);
    },
  );

  test("a PDF that can't be marked is refused, or offered as the org chose", async () => {
    const world = await openFilesWorld();
    await marksOn(world);
    const id = await world.plant(
      "included",
      "sealed.pdf",
      await pdfOf(1, { userPassword: "x", ownerPassword: "y" }),
      { encryptedType: "password" },
    );
    const refused = await world.ask(world.at(id, "download", "included"), { as: RILEY });
    expect([refused.status, refused.text.includes(wording.noCopy)]).toEqual([403, true]);
    await marksOn(world, { viewOnlyFallback: "offer" });
    expect((await world.ask(world.at(id, "download", "included"), { as: RILEY })).status).toBe(200);
  });

  testInTurn(
    "a thousand pages are marked, and a name that the font can't write gives way",
    async () => {
      const world = await openFilesWorld();
      await marksOn(world);
      await world.services.store.write((trx) =>
        trx
          .updateTable("members")
          .set({ firstName: "田中", lastName: "太郎" })
          .where("email", "=", RILEY)
          .execute(),
      );
      const original = await pdfOf(1_000);
      const id = await world.plant("included", "long.pdf", original);
      const started = performance.now();
      const answer = await world.ask(world.at(id, "download", "included"), { as: RILEY });
      const took = Math.round(performance.now() - started);
      expect(answer.status).toBe(200);
      const text = await textOf(answer.body, "999");
      expect(text).toContain("Sentence of page 1000");
      expect(text).toContain(RILEY);
      console.log(
        `1,000 pages marked in ${took} ms, ${original.length} to ${answer.body.length} bytes`,
      );
      expect(answer.body.length).toBeLessThan(original.length + 3_000_000);
    },
  );
});

describe("a PDF that can't be marked", () => {
  const ask = async (world: FilesWorld, name: string, bytes: Buffer) =>
    world.ask("/api/documents", { as: EDITOR, ...multipart([{ name, bytes }]) });

  testInTurn("says so at its upload and on its page, where downloads are marked", async () => {
    const world = await openFilesWorld();
    const empty = smallPdf([]);
    await ask(world, "before.pdf", empty);
    const [quiet] = await world.services.store.read
      .selectFrom("documents")
      .select("id")
      .where("originalName", "=", "before.pdf")
      .execute();
    const unsaid = await world.ask(`/documents/${quiet?.id}`, { as: EDITOR });
    expect(unsaid.text).not.toContain("This file can’t be watermarked");
    await marksOn(world);
    // It was tried when it came, though nobody wanted marks then.
    const said = await world.ask(`/documents/${quiet?.id}`, { as: EDITOR });
    expect(said.text).toContain("This file can’t be watermarked because it is damaged");
    const other = Buffer.concat([empty, Buffer.from("\n")]);
    const told = JSON.parse((await ask(world, "told.pdf", other)).text) as { notes: string[] };
    expect(told.notes).toEqual([
      expect.stringMatching(
        /^“told.pdf”: This file can’t be watermarked .* Visitors whose downloads are watermarked can’t/,
      ),
      expect.stringMatching(/^“told.pdf”: The text of this file can’t be read/),
    ]);
    const form = await world.ask("/documents?uploadModal=true", {
      as: EDITOR,
      ...multipart([
        { name: "form.pdf", bytes: Buffer.concat([empty, Buffer.from("\n\n")]) },
        { name: "told.pdf", bytes: other },
      ]),
    });
    expect(form.text).toContain("“form.pdf”: This file can’t be watermarked");
    await marksOn(world, { viewOnlyFallback: "offer" });
    const offered = await world.ask(`/documents/${quiet?.id}`, { as: EDITOR });
    expect(offered.text).toContain("Downloads of it won’t have a watermark.");
    const sound = await ask(world, "sound.pdf", smallPdf([{}]));
    expect(JSON.parse(sound.text)).toMatchObject({ notes: [] });
  });

  testInFive(
    "is none that opens without one, is a PDF/A, or hides marks under an annotation",
    async () => {
      const world = await openFilesWorld();
      await marksOn(world);
      const claim = streamOf("<pdfaid:part>1</pdfaid:part>", "/Type /Metadata /Subtype /XML");
      const look = streamOf(
        "1 0 0 rg 0 0 9 9 re f",
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9]",
      );
      const over =
        "/Annots [ << /Type /Annot /Subtype /Stamp /F 4 /Rect [0 0 612 792] /AP << /N 4 0 R >> >> ]";
      for (const [name, bytes] of [
        ["owner.pdf", await pdfOf(1, { ownerPassword: "theirs" })],
        ["archive.pdf", smallPdf([{}], { objects: [claim], catalog: "/Metadata 4 0 R" })],
        ["annotated.pdf", smallPdf([{ extra: over }], { objects: [look] })],
      ] as const) {
        const id = await world.plant("included", name, bytes);
        const copy = await world.ask(world.at(id, "download", "included"), { as: RILEY });
        expect([name, copy.status]).toEqual([name, 200]);
        expect(await textOf(copy.body)).toMatch(name === "annotated.pdf" ? /Page 1/ : TRACE);
      }
    },
  );
});
