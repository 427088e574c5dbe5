import { describe, expect, test, vi } from "vitest";
import { readMissedTexts } from "#content/documents/texts/stored-texts.ts";
import {
  NOTHING_LEFT_OUT,
  leftOutColumn,
  type TextNotes,
} from "#content/documents/rules/text-notes.ts";
import { ARCHIVES } from "../limits.ts";
import { line, textPdf } from "../text-pdf.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import { multipart, zip } from "./multipart.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const OWNER = "owner@acme.example";

const HIDDEN = [
  { content: `${line("Visibleword", 700)} ${line("Croppedword", 100)}`, crop: [0, 300, 612, 792] },
  { content: `${line("Secondvisible", 700)} ${line("Coveredword", 500)} 60 490 300 24 re f` },
  { content: `${line("Thirdvisible", 700)} 1 g ${line("Whiteword", 500)}` },
  { content: `/OC /L1 BDC ${line("Layerword", 700)} EMC ${line("Fourthvisible", 600)}` },
] as const;
const LEAKS = ["Croppedword", "Coveredword", "Whiteword", "Layerword"];

async function notes(world: FilesWorld, more: Partial<TextNotes>, pages?: number) {
  await world.services.store.write((trx) =>
    trx
      .updateTable("documentTexts")
      .set({
        leftOutJson: leftOutColumn({ ...NOTHING_LEFT_OUT, ...more }),
        ...(pages === undefined ? {} : { pages }),
      })
      .execute(),
  );
}

describe("text that can't be seen on the page images", () => {
  testInFive(
    "is not given out beside them, before the file was read and after",
    ARCHIVES,
    async () => {
      const world = await openFilesWorld();
      const id = await world.plant("included", "report.pdf", textPdf(HIDDEN, [{ isOff: true }]), {
        accessType: "view-only",
      });
      const saysNothing = async (when: string) => {
        for (const words of ["", ...LEAKS, "visible"]) {
          const address = world.at(id, "view", "included", `&find=${words}`);
          // On a busy machine the file is offered in place of pages that take longer than three seconds.
          const text = await vi.waitFor(
            async () => {
              const { text: page } = await world.ask(address, { as: RILEY });
              const shown = page.replaceAll(/<\/?mark[^>]*>/g, "");
              expect(shown.includes("Thirdvisible"), when).toBe(true);
              return shown;
            },
            { timeout: 60_000, interval: 500 },
          );
          const said = text.replaceAll(`find=${words}`, "").replaceAll(`“${words}”`, "");
          for (const leak of LEAKS)
            if (leak !== words) expect(said.includes(leak), `${when}: ${leak}`).toBe(false);
          if (LEAKS.includes(words))
            expect(text.includes("isn’t in this document."), when).toBe(true);
        }
      };
      await saysNothing("before");
      expect((await readMissedTexts(world.services)).left).toBe(0);
      await saysNothing("after");
      for (const word of LEAKS) {
        const { text } = await world.ask(`/acme/search?q=${word}`, { as: RILEY });
        expect(text, word).toContain("No results found");
        const answer = await world.ask(`/acme/search/results.json?q=${word}`, { as: RILEY });
        expect(answer.text, word).toBe(`{"results":[],"partly":null}`);
      }
      const seen = await world.ask("/acme/search?q=Fourthvisible", { as: RILEY });
      expect(seen.text).toContain("report.pdf");
    },
  );

  testInFive("that an earlier version of the program read is not given out, either", async () => {
    const world = await openFilesWorld();
    await world.plant("public", "old.txt", Buffer.from("Oncereadword"));
    await readMissedTexts(world.services);
    const find = async () => (await world.ask("/acme/search?q=Oncereadword")).text;
    expect(await find()).toContain("old.txt");
    await world.services.store.write(async (trx) => {
      await trx.updateTable("documentTexts").set({ reader: 2 }).execute();
      await trx
        .updateTable("orgs")
        .set((eb) => ({ revision: eb("revision", "+", 1) }))
        .execute();
    });
    expect(await find()).toContain("No results found");
    expect(await readMissedTexts(world.services)).toEqual({ read: 1, left: 0 });
    expect(await find()).toContain("old.txt");
  });

  test("of a document of Word is not found", async () => {
    const world = await openFilesWorld();
    const bytes = zip([
      {
        name: "word/document.xml",
        text: "<w:document><w:p><w:r><w:t>Plainword</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>Vanishedword</w:t></w:r></w:p></w:document>",
      },
    ]);
    await world.plant("public", "policy.docx", bytes, {
      contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    });
    await readMissedTexts(world.services);
    expect((await world.ask("/acme/search?q=Plainword")).text).toContain("policy.docx");
    expect((await world.ask("/acme/search?q=Vanishedword")).text).toContain("No results found");
  });
});

testInFive("words that a line's end parted are found, and shown whole", async () => {
  const world = await openFilesWorld();
  const content = [
    line("The infor-", 700),
    line("mation is pseudo-", 684),
    line("nymised for third-", 668),
    line("party systems", 652),
  ].join("\n");
  const id = await world.plant("public", "parted.pdf", textPdf([{ content }]));
  await readMissedTexts(world.services);
  for (const term of ["information", "pseudonymised", "third-party", "party systems"]) {
    const found = (await world.ask(`/acme/search?q=${encodeURIComponent(term)}`)).text;
    expect(found, term).toContain("parted.pdf");
    const find = world.at(id, "view", undefined, `&find=${encodeURIComponent(term)}`);
    expect((await world.ask(find)).text, term).toContain("Found on 1 page");
  }
  const { text } = await world.ask("/acme/search?q=information");
  expect(text).toMatch(/<mark[^>]*>information<\/mark>/);
  const view = (await world.ask(world.at(id, "view", undefined, "&find=information"))).text;
  expect(view).toMatch(/<mark[^>]*>information<\/mark> is pseudonymised/);
});

test("Japanese, Chinese and Thai are found in the midst of a sentence, and marked there", async () => {
  const world = await openFilesWorld();
  await world.plant(
    "public",
    "asia.txt",
    Buffer.from("当社は個人情報を暗号化して保存します。\n我们提供SOC2审计报告。\nเราเข้ารหัสข้อมูล"),
  );
  await readMissedTexts(world.services);
  for (const term of ["当社", "暗号化", "個人情報", "SOC2审计", "审计", "เข้ารหัส"]) {
    const { text } = await world.ask(`/acme/search?q=${encodeURIComponent(term)}`);
    expect(text, term).toContain("asia.txt");
    expect(text, term).toContain(`>${term}</mark>`);
  }
});

describe("what is not searched", () => {
  test("is told to readers where they look for it", async () => {
    const world = await openFilesWorld();
    const id = await world.plant(
      "included",
      "long.pdf",
      textPdf([{ content: line("Words", 700) }]),
    );
    await world.plant("restricted", "other.pdf", textPdf([{ content: line("Others", 700) }]));
    await readMissedTexts(world.services);
    const find = async (words: string) =>
      (await world.ask(world.at(id, "view", "included", `&find=${words}`), { as: RILEY })).text;
    expect(await find("zebra")).toContain("“zebra” isn’t in this document.");
    await notes(world, { searchedPages: 333, isCut: true, unreadPages: [7, 9] }, 450);
    const told = await find("zebra");
    expect(told).not.toContain("isn’t in this document.");
    expect(told).toContain("isn’t in the part that was searched.");
    expect(told).toContain("Only the first 333 of 450 pages are searched.");
    expect(told).toContain("The text of pages 7 and 9 can’t be read and isn’t searched.");
    const PARTLY =
      "“long.pdf” is too long to search in full. Only the first 333 of 450 pages are searched.";
    const search = await world.ask("/acme/search?q=zebra", { as: RILEY });
    expect(search.text).toContain("No results found");
    expect(search.text).toContain(PARTLY);
    const answer = await world.ask("/acme/search/results.json?q=zebra", { as: RILEY });
    expect(JSON.parse(answer.text)).toEqual({ results: [], partly: PARTLY });
    // Nobody is told of a document that they can't open.
    const anonymous = await world.ask("/acme/search?q=zebra");
    expect(anonymous.text).not.toMatch(/long\.pdf|other\.pdf|too long/);
    const staffs = await world.ask("/acme/search?q=zebra", { as: OWNER });
    expect(staffs.text).toContain("are too long to search in full");
  });
});

testInTurn(
  "staff are told at the upload and on the document's page what a file hides",
  async () => {
    const world = await openFilesWorld();
    const upload = async (name: string, bytes: Buffer) => {
      const answer = await world.ask("/api/documents", {
        as: OWNER,
        ...multipart([{ name, bytes }]),
      });
      const { documents, notes: told } = JSON.parse(answer.text) as {
        documents: { id: string }[];
        notes: string[];
      };
      const page = await world.ask(`/documents/${documents[0]?.id}`, { as: OWNER });
      return { told, page: page.text.replaceAll("&#x27;", "'") };
    };
    const hidden = await upload("report.pdf", textPdf(HIDDEN, [{ isOff: true }]));
    const WORDS = "There is hidden text on pages 1, 2, 3 and 4. It is covered, cropped,";
    expect(hidden.told).toEqual([expect.stringContaining(`“report.pdf”: ${WORDS}`)]);
    expect(hidden.page).toContain(WORDS);
    const plain = await upload("plain.pdf", textPdf([{ content: line("All is seen", 700) }]));
    expect(plain.told).toEqual([]);
    expect(plain.page).not.toContain("Text of this file");
    const scan = await upload("scan.pdf", textPdf([{ content: "0 0 100 100 re f" }]));
    expect(scan.told).toEqual([expect.stringContaining("no searchable text")]);
    const long = await upload("long.txt", Buffer.from("word ".repeat(210_000)));
    expect(long.told).toEqual([expect.stringContaining("Only the beginning of this file")]);
    expect(long.page).toContain(wording.onlyBeginningSearched);
  },
);
