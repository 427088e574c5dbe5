import { describe, expect } from "vitest";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { purgeDocumentTexts } from "#content/documents/store/document-texts.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { isoNow } from "#db/ids.ts";
import { contentTypeOfKind, type FileKind } from "#values/file-types.ts";
import { documentTexts, readMissedTexts } from "#content/documents/texts/stored-texts.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { SearchIndex } from "#model/search/matching.ts";
import { piecesOf } from "#model/search/pieces.ts";
import { wordsOf } from "#model/search/words.ts";
import { pieceRecords } from "#content/search/store/pieces.server.ts";
import { soundPage } from "./hostile-files.ts";
import { testInTurn } from "../in-turn.ts";
import { zip } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A file of acme's library. @returns the hash of its bytes */
async function stored(world: World, kind: FileKind, bytes: Uint8Array): Promise<string> {
  const { store, blobs } = world.services;
  const orgId = await world.orgId("acme");
  const blob = await blobs.put(orgId, bytes, { maxBytes: 1e9 });
  await store.write(async (trx) => {
    await recordBlob(trx, orgId, blob, isoNow(world.time));
    const values = {
      originalName: `file.${kind}`,
      contentType: contentTypeOfKind(kind),
      size: blob.size,
      blobHash: blob.hash,
      type: "Other" as const,
    };
    await addDocument({ trx, orgId, by: SYSTEM, now: world.time }, values);
  });
  return blob.hash;
}

async function textOf(world: World, hash: string) {
  const { store, key } = world.services;
  return (await documentTexts(store.read, key, await world.orgId("acme"), [hash])).get(hash);
}

async function revision(world: World): Promise<number> {
  const row = await world.services.store.read
    .selectFrom("orgs")
    .select("revision")
    .where("slug", "=", "acme")
    .executeTakeFirstOrThrow();
  return row.revision;
}

const part = (name: string, text: string) => ({ name, text: `${XML}${text}` });
const relations = (targets: readonly string[]) =>
  `<Relationships>${targets.map((target, at) => `<Relationship Id="r${at}" Target="${target}"/>`).join("")}</Relationships>`;

const DOCX = zip([
  part(
    "word/document.xml",
    `<w:document><w:body><w:p><w:r><w:t>Keys &amp; secrets</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">rotate </w:t></w:r><w:r><w:t>every 90&#160;days</w:t></w:r></w:p></w:body></w:document>`,
  ),
]);
const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
const PPTX = zip([
  part(
    "ppt/presentation.xml",
    `<p:presentation><p:sldIdLst><p:sldId r:id="r1"/><p:sldId r:id="r0"/></p:sldIdLst></p:presentation>`,
  ),
  part("ppt/_rels/presentation.xml.rels", relations(["slides/slide1.xml", "slides/slide2.xml"])),
  part("ppt/slides/slide1.xml", slide("Shown second")),
  part("ppt/slides/slide2.xml", slide("Shown first")),
]);
const XLSX = zip([
  part("xl/workbook.xml", `<workbook><sheets><sheet name="One" r:id="r0"/></sheets></workbook>`),
  part("xl/_rels/workbook.xml.rels", relations(["worksheets/sheet1.xml"])),
  part(
    "xl/sharedStrings.xml",
    `<sst><si><t>Question</t></si><si><r><t>Rich</t></r><r><t> text</t></r></si></sst>`,
  ),
  part(
    "xl/worksheets/sheet1.xml",
    `<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>inline</t></is></c></row></sheetData></worksheet>`,
  ),
]);

/** A workbook with these words in the cells of one row a sheet. */
const workbook = (sheets: readonly string[]) =>
  zip([
    part(
      "xl/workbook.xml",
      `<workbook><sheets>${sheets.map((_, at) => `<sheet name="S${at}" r:id="r${at}"/>`).join("")}</sheets></workbook>`,
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      relations(sheets.map((_, at) => `worksheets/sheet${at}.xml`)),
    ),
    ...sheets.map((text, at) =>
      part(
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet><sheetData><row>${text
          .split(" ")
          .map((word) => `<c t="inlineStr"><is><t>${word}</t></is></c>`)
          .join("")}</row></sheetData></worksheet>`,
      ),
    ),
  ]);

const record = (id: string): GatedRecord => ({
  id,
  thing: id,
  type: "documents",
  productId: "p",
  title: id,
  target: { kind: "document", documentId: id },
  metadata: {},
  gate: { by: "file", id, itemUid: null },
});

describe("pieces of a file", () => {
  testInTurn(
    "are all found: of each sheet, page and line, from its first word to its last",
    async () => {
      const world = await openWorld();
      const long = (name: string, words: number) =>
        Array.from({ length: words }, (_, i) => `${name}${"abcdefghij".at(i % 10)}w${i}`).join(" ");
      const sheets = [long("one", 900), long("two", 700), "short three", long("four", 1_200)];
      const files = {
        xlsx: await stored(world, "xlsx", workbook(sheets)),
        csv: await stored(world, "csv", Buffer.from(long("row", 2_000).replaceAll(" ", ";\n"))),
        md: await stored(world, "md", Buffer.from(`${long("text", 900)} ${"漢".repeat(5_000)}`)),
        pptx: await stored(world, "pptx", PPTX),
      };
      expect((await readMissedTexts(world.services)).left).toBe(0);
      const index = new SearchIndex<GatedRecord>();
      const made = new Map<string, number>();
      for (const [kind, hash] of Object.entries(files)) {
        const pages = (await textOf(world, hash)) ?? [];
        const pieces = [...pieceRecords(record(`file:p:${kind}`), pages)];
        made.set(kind, pieces.length);
        for (const piece of pieces) index.put(piece);
        const whole = pages.map(({ text }) => text).join(" ");
        const kept = pieces.map(({ text }) => text).join(kind === "md" ? "" : " ");
        expect(wordsOf(kept)).toEqual(wordsOf(whole));
      }
      const texts = (await textOf(world, files.xlsx)) ?? [];
      expect(texts).toHaveLength(4);
      const expected = texts.reduce((sum, { text }) => sum + [...piecesOf(text)].length, 0);
      expect(expected).toBeGreaterThan(12);
      expect(made.get("xlsx")).toBe(expected);
      // Nobody's piece took another's place.
      expect(index.count).toBe([...made.values()].reduce((sum, count) => sum + count, 0));
      for (const sheet of sheets)
        for (const word of [sheet.split(" ")[0] ?? "", sheet.split(" ").at(-1) ?? ""])
          expect(
            index.search(word, () => "open").map(({ record: { thing } }) => thing),
            word,
          ).toEqual(["file:p:xlsx"]);
    },
  );
});

describe("the text of files", () => {
  testInTurn("is read of every kind that has one, page by page, and kept sealed", async () => {
    const world = await openWorld();
    const files = {
      pdf: await stored(world, "pdf", soundPage("of text")),
      docx: await stored(world, "docx", DOCX),
      pptx: await stored(world, "pptx", PPTX),
      xlsx: await stored(world, "xlsx", XLSX),
      csv: await stored(world, "csv", Buffer.from("Vendor;Ort\r\nHafen;München", "latin1")),
      md: await stored(world, "md", Buffer.from("# Heading\n\nSome **bold** words")),
    };
    const before = await revision(world);
    const { left } = await readMissedTexts(world.services);
    expect(left).toBe(0);
    expect(await textOf(world, files.pdf)).toEqual([{ page: 1, text: "A sound page" }]);
    expect(await textOf(world, files.docx)).toEqual([
      { page: 1, text: "Keys & secrets rotate every 90 days" },
    ]);
    expect(await textOf(world, files.pptx)).toEqual([
      { page: 1, text: "Shown first" },
      { page: 2, text: "Shown second" },
    ]);
    expect(await textOf(world, files.xlsx)).toEqual([
      { page: null, text: "Question Rich text inline" },
    ]);
    expect(await textOf(world, files.csv)).toEqual([
      { page: null, text: "Vendor;Ort Hafen;München" },
    ]);
    expect(await textOf(world, files.md)).toEqual([
      { page: null, text: "# Heading Some **bold** words" },
    ]);
    // What is found on the portal changed, and its pages' stamp with it.
    expect(await revision(world)).toBeGreaterThan(before);
    const rows = await world.services.store.read
      .selectFrom("documentTexts")
      .select("sealed")
      .execute();
    expect(JSON.stringify(rows)).not.toMatch(/sound page|secrets|Hafen/);
  });

  testInTurn(
    "is read once: what is sound, what is broken and what is a bomb; and goes with its file",
    async () => {
      const world = await openWorld();
      const hashes = [
        await stored(world, "docx", Buffer.from("PK no archive")),
        await stored(world, "pdf", Buffer.from("%PDF-1.7 nothing follows")),
        await stored(world, "docx", zip([{ name: "word/other.xml", text: "<w:t>x</w:t>" }])),
        await stored(
          world,
          "docx",
          zip([{ name: "word/document.xml", text: "a".repeat(30 * 1024 ** 2) }]),
        ),
        await stored(
          world,
          "docx",
          zip([
            {
              name: "word/document.xml",
              text: `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:p><w:t>&b; stays</w:t></w:p>`,
            },
          ]),
        ),
      ];
      expect((await readMissedTexts(world.services)).left).toBe(0);
      const { store } = world.services;
      const faults = await store.read
        .selectFrom("documentTexts")
        .select(["versionHash", "fault"])
        .where("versionHash", "in", hashes)
        .execute();
      const faultOf = (hash: string | undefined) =>
        faults.find(({ versionHash }) => versionHash === hash)?.fault;
      for (const hash of hashes) expect(faultOf(hash), hash).toBeTruthy();
      expect(await readMissedTexts(world.services)).toEqual({ read: 0, left: 0 });

      const sound = await stored(world, "txt", Buffer.from("Soon gone"));
      await readMissedTexts(world.services);
      expect(await textOf(world, sound)).toEqual([{ page: null, text: "Soon gone" }]);
      await store.write((trx) =>
        trx
          .updateTable("documents")
          .set({ blobHash: hashes[0] ?? "" })
          .where("blobHash", "=", sound)
          .execute(),
      );
      // While it is an earlier version, it can be compared.
      expect(await store.write(purgeDocumentTexts)).toBe(0);
      await store.write((trx) =>
        trx.deleteFrom("documentVersions").where("blobHash", "=", sound).execute(),
      );
      expect(await store.write(purgeDocumentTexts)).toBe(1);
      expect(await textOf(world, sound)).toBeUndefined();
    },
  );

  testInTurn("opens for its own company and file alone", async () => {
    const world = await openWorld();
    const hash = await stored(world, "txt", Buffer.from("Only here"));
    await readMissedTexts(world.services);
    const { store, key } = world.services;
    const globex = await world.orgId("globex");
    expect(await documentTexts(store.read, key, globex, [hash])).toEqual(new Map());
    await store.write((trx) =>
      trx
        .insertInto("documentTexts")
        .columns(["orgId", "versionHash", "reader", "fault", "sealed", "readAt"])
        .expression((eb) =>
          eb
            .selectFrom("documentTexts")
            .select([
              eb.val(globex).as("orgId"),
              "versionHash",
              "reader",
              "fault",
              "sealed",
              "readAt",
            ])
            .where("versionHash", "=", hash),
        )
        .execute(),
    );
    await expect(documentTexts(store.read, key, globex, [hash])).rejects.toThrow("can’t be opened");
  });
});
