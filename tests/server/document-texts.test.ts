import { describe, expect, test } from "vitest";
import { recordBlob } from "../../db/blobs.ts";
import { purgeDocumentTexts } from "../../db/document-texts.ts";
import { addDocument } from "../../db/documents.ts";
import { isoNow } from "../../db/ids.ts";
import { contentTypeOfKind, type FileKind } from "../../app/domain/file-types.ts";
import { documentTexts, readMissedTexts } from "../../app/files/texts/stored-texts.ts";
import { soundPage } from "./hostile-files.ts";
import { zip } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";

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
    await addDocument(trx, orgId, values, "Test", world.time);
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

const DOCX = zip([
  {
    name: "word/document.xml",
    text: `${XML}<w:document><w:body><w:p><w:r><w:t>Keys &amp; secrets</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">rotate </w:t></w:r><w:r><w:t>every 90&#160;days</w:t></w:r></w:p></w:body></w:document>`,
  },
]);
const slide = (text: string) => `${XML}<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
const PPTX = zip([
  { name: "ppt/slides/slide10.xml", text: slide("Tenth") },
  { name: "ppt/slides/slide2.xml", text: slide("Second") },
  { name: "ppt/notes/slide1.xml", text: slide("Note") },
]);
const XLSX = zip([
  {
    name: "xl/sharedStrings.xml",
    text: `${XML}<sst><si><t>Question</t></si><si><r><t>Rich</t></r><r><t> text</t></r></si></sst>`,
  },
]);

describe("the text of files", () => {
  test("is read of every kind that has one, page by page, and kept sealed", async () => {
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
      { page: null, text: "Keys & secrets rotate every 90 days" },
    ]);
    expect(await textOf(world, files.pptx)).toEqual([
      { page: 2, text: "Second" },
      { page: 10, text: "Tenth" },
    ]);
    expect(await textOf(world, files.xlsx)).toEqual([{ page: null, text: "Question Rich text" }]);
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

  test("is read once: what is sound, what is broken and what is a bomb; and goes with its file", async () => {
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
    for (const hash of hashes.slice(0, 4)) expect(faultOf(hash), hash).toBeTruthy();
    // Entities of a file's own stay what they are.
    expect(await textOf(world, hashes[4] ?? "")).toEqual([{ page: null, text: "&b; stays" }]);
    expect(await readMissedTexts(world.services)).toEqual({ read: 0, left: 0 });

    await store.write((trx) =>
      trx
        .updateTable("documents")
        .set({ blobHash: hashes[0] ?? "" })
        .where("blobHash", "=", hashes[4] ?? "")
        .execute(),
    );
    expect(await store.write(purgeDocumentTexts)).toBe(1);
    expect(await textOf(world, hashes[4] ?? "")).toBeUndefined();
  });

  test("opens for its own company and file alone", async () => {
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
    await expect(documentTexts(store.read, key, globex, [hash])).rejects.toThrow("can't be opened");
  });
});
