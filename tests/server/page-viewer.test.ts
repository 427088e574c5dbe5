import PdfKit from "pdfkit";
import { describe, expect, test } from "vitest";
import { readMissedTexts } from "#content/documents/texts/stored-texts.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import { nestedForms } from "./hostile-files.ts";
import { renderersOf } from "./processes-of.ts";

const RILEY = "riley@customer.example";
const OWNER = "owner@acme.example";
const VIEWER = "viewer@acme.example";

/** A PDF of so many pages, each with a sentence of its own. */
function pdfOf(pages: number): Promise<Buffer> {
  const pdf = new PdfKit({ size: "A5" });
  const pieces: Buffer[] = [];
  return new Promise((resolve) => {
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    for (let i = 1; i <= pages; i += 1) {
      if (i > 1) pdf.addPage();
      pdf.fontSize(20).text(`Sentence of page ${i}`);
    }
    pdf.end();
  });
}

const pagesIn = (html: string) =>
  [...html.matchAll(/<li id="page-(\d+)"/g)].map(([, page]) => Number(page));
const picturesIn = (html: string) =>
  [...html.matchAll(/<img[^>]+src="([^"]*view\/pages\/[^"]*)"/g)].map(([, src = ""]) =>
    src.replaceAll("&amp;", "&"),
  );
/**
 * The view of a document as soon as it is there: what takes long the first time, since a renderer starts on a busy
 * machine, offers the file until it is.
 */
async function viewed(world: FilesWorld, at: string, isThere: (html: string) => boolean) {
  let answer = await world.ask(at);
  for (let tries = 0; tries < 8 && !isThere(answer.text); tries += 1) answer = await world.ask(at);
  return answer;
}
const hasPages = (html: string) => pagesIn(html).length > 0;

const readTexts = (world: FilesWorld) => readMissedTexts(world.services);

describe("a public PDF", () => {
  testInFive("is page images for everybody, ten from the page that the address names", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("public", "open.pdf", await pdfOf(12));
    const first = await viewed(world, world.at(id, "view"), (html) =>
      html.includes("Sentence of page 10"),
    );
    expect(pagesIn(first.text)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(first.text).not.toContain("<iframe");
    expect(first.text).not.toContain("Shown to");
    expect(first.text).toContain("Page 1 of 12");
    expect(first.text).toContain("Sentence of page 10");
    const from = async (page: string) =>
      pagesIn((await world.ask(world.at(id, "view", undefined, `&page=${page}`))).text);
    expect(await from("11")).toEqual([11, 12]);
    expect(await from("12")).toEqual([12]);
    expect(await from("99")).toEqual([12]);
    for (const page of ["0", "-1", "x", "1e9", "%00"]) expect((await from(page))[0]).toBe(1);
  });

  testInFive(
    "is rendered once, unmarked, and its pictures are asked for anew without being sent",
    async () => {
      const world = await openFilesWorld();
      const id = await world.plant("public", "open.pdf", await pdfOf(2));
      const [src = ""] = picturesIn((await viewed(world, world.at(id, "view"), hasPages)).text);
      expect(src).not.toContain("ticket");
      const image = await world.ask(src);
      expect([image.status, image.headers["content-type"], image.headers["cache-control"]]).toEqual(
        [200, "image/png", "private, no-cache"],
      );
      // Nothing is left that could render it again.
      for (const pid of await renderersOf(process.pid)) process.kill(pid, "SIGKILL");
      const { blobs } = world.services;
      const open = blobs.open.bind(blobs);
      blobs.open = () => Promise.reject(new Error("the file is read again"));
      try {
        for (const as of [undefined, RILEY, OWNER]) {
          const again = await world.ask(src, as === undefined ? {} : { as });
          expect([again.status, again.body.equals(image.body)]).toEqual([200, true]);
        }
      } finally {
        blobs.open = open;
      }
      const etag = String(image.headers.etag);
      const known = await world.ask(src, { headers: { "if-none-match": etag } });
      expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag]);
      // Its view page is the one that counts.
      expect(
        (await world.events()).filter(({ viewerKind }) => viewerKind === "public"),
      ).toHaveLength(1);
    },
  );

  testInFive("has no pictures left for whom it is taken from", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("public", "open.pdf", await pdfOf(1));
    const [src = ""] = picturesIn((await world.ask(world.at(id, "view"))).text);
    const etag = String((await world.ask(src)).headers.etag);
    await world.services.store.write((trx) =>
      trx
        .updateTable("items")
        .set({ publicAccess: 0 })
        .where("orgId", "=", world.acme)
        .where("uid", "=", "custom.public")
        .execute(),
    );
    const refused = await world.ask(src, { headers: { "if-none-match": etag } });
    expect([refused.status, refused.headers.etag]).toEqual([302, undefined]);
  });

  test("is shown by the browser's own viewer where somebody chooses that, at the same page", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("public", "open.pdf", await pdfOf(3));
    const framed = await world.ask(world.at(id, "view", undefined, "&viewer=browser&page=2"));
    expect(framed.text).toMatch(/<iframe[^>]+src="[^"]*view\/content[^"]*#page=2"/);
    expect(framed.headers["content-security-policy"]).toContain("frame-src 'self'");
    expect(framed.text).toContain("Page viewer");
    const pages = await world.ask(world.at(id, "view"));
    expect(pages.text).toContain("Browser viewer");
    expect(pages.headers["content-security-policy"]).toContain("frame-src 'none'");
    // Whoever may not download has no such choice.
    const staffs = await world.ask(world.at(id, "view", undefined, "&viewer=browser"), {
      as: VIEWER,
    });
    expect(staffs.text).not.toContain("<iframe");
    expect(staffs.text).not.toContain("Browser viewer");
    const hidden = await world.plant("public", "only.pdf", await pdfOf(1), {
      accessType: "view-only",
    });
    const only = await world.ask(world.at(hidden, "view", undefined, "&viewer=browser"));
    expect(only.text).not.toContain("<iframe");
    expect(only.text).toContain("Shown to");
  });

  testInTurn(
    "that is not there in time, or can't be rendered, is offered as the file",
    async () => {
      const world = await openFilesWorld();
      const OFFER = /<a href="[^"]*view\/content[^"]*"[^>]*>Open the file/;
      const id = await world.plant("public", "slow.pdf", await pdfOf(4));
      const { blobs } = world.services;
      const open = blobs.open.bind(blobs);
      let release = () => undefined as void;
      const held = new Promise<void>((resolve) => (release = resolve));
      blobs.open = (...asked) => held.then(() => open(...asked));
      const slow = await world.ask(world.at(id, "view"));
      expect(slow.status).toBe(200);
      expect(slow.text).toContain("This document is taking too long to load.");
      expect(slow.text).toMatch(OFFER);
      expect(slow.text).toContain("/download?");
      // What came out late is there for the next reader.
      release();
      blobs.open = open;
      expect(pagesIn((await world.ask(world.at(id, "view"))).text)).toEqual([1, 2, 3, 4]);
      const bomb = await world.plant("public", "bomb.pdf", nestedForms("viewer"));
      const refused = await world.ask(world.at(bomb, "view"));
      // It is refused before three seconds are over, or after.
      expect(refused.text).toMatch(/too complex to show|taking too long to load/);
      expect(refused.text).toMatch(OFFER);
      const broken = await world.plant("public", "broken.pdf", Buffer.from("%PDF-1.7 nothing"));
      const unread = await world.ask(world.at(broken, "view"));
      expect(unread.text).toContain("be read as pages");
      expect(unread.text).toContain("Open the file");
    },
  );
});

describe("a PDF that is not for everyone", () => {
  testInFive("has pictures that nothing keeps, unmarked where its download is", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "gated.pdf", await pdfOf(1));
    const page = await world.ask(world.at(id, "view", "included"), { as: RILEY });
    expect(page.text).toContain("Sentence of page 1");
    expect(page.text).not.toContain("Shown to");
    const [src = ""] = picturesIn(page.text);
    const image = await world.ask(src, { as: RILEY });
    expect([image.status, image.headers["cache-control"], image.headers.etag]).toEqual([
      200,
      "private, no-store",
      undefined,
    ]);
    const staffs = await world.ask(world.at(id, "view/pages/1", "included"), { as: OWNER });
    expect(staffs.body.equals(image.body)).toBe(true);
    expect((await world.ask(src)).status).toBe(302);
  });

  testInTurn("carries its reader's name where its download does", async () => {
    const world = await openFilesWorld();
    await world.services.store.write((trx) =>
      updateCustomization(
        { trx, orgId: world.acme, now: new Date() },
        { watermarkDownloads: true },
      ),
    );
    const id = await world.plant("included", "gated.pdf", await pdfOf(1));
    const page = await world.ask(world.at(id, "view", "included"), { as: RILEY });
    expect(page.text).toMatch(/Shown to (?:<!-- -->)?[^<]*riley@customer\.example/);
    const picture = async (as: string) =>
      (await world.ask(world.at(id, "view/pages/1", "included"), { as })).body;
    expect((await picture(RILEY)).equals(await picture(OWNER))).toBe(false);
  });
});

describe("finding words in a document", () => {
  testInTurn("lists the pages that say them, as links to those pages", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("public", "open.pdf", await pdfOf(25));
    const find = async (words: string) =>
      (await world.ask(world.at(id, "view", undefined, `&find=${encodeURIComponent(words)}`))).text;
    expect(await find("sentence")).toContain("There is no text to search in this document yet.");
    await readTexts(world);
    const all = await find("SENTENCE");
    expect(all).toContain("Found on 25 pages");
    const one = await find("page 23");
    expect(one).toContain("Found on 1 page<");
    const href = /href="([^"]*)"[^>]*>Page (?:<!-- -->)?23</
      .exec(one)?.[1]
      ?.replaceAll("&amp;", "&");
    const there = await world.ask(href ?? "");
    expect(pagesIn(there.text)[0]).toBe(23);
    expect(there.text).toMatch(/<details[^>]* open=""[^>]*>/);
    expect(await find("zebra")).toContain("“zebra” isn’t in this document.");
    expect(await find("<script>")).not.toContain("<script>”");
  });

  testInFive("finds nothing of a file that its reader can't open", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "gated.pdf", await pdfOf(1));
    await readTexts(world);
    const answer = await world.ask(world.at(id, "view", "included", "&find=sentence"));
    expect([answer.status, answer.text.includes("Sentence")]).toEqual([302, false]);
  });
});

test("a search's result for a page of a document leads to that page", async () => {
  const world = await openFilesWorld();
  const id = await world.plant("public", "open.pdf", await pdfOf(3));
  await readTexts(world);
  const found = (await world.ask("/acme/search?q=%22sentence%22+of+page+3")).text;
  expect(found).toMatch(/Page (?:<!-- -->)?3/);
  const links = [...found.matchAll(/href="([^"]*\/view\?[^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  const there = links.find((href) => href.includes(id));
  expect(new URL(there ?? "", "http://x").searchParams.get("page")).toBe("3");
  expect(pagesIn((await world.ask(there ?? "")).text)).toEqual([3]);
});
