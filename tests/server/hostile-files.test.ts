import "./production-react.ts";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { isoNow } from "#db/ids.ts";
import { linkDocuments, saveItem } from "#content/items/store/items.server.ts";
import { sample } from "../sample.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import {
  circularPages,
  hugePage,
  largePng,
  laterPage,
  manyAnnotations,
  manySizes,
  nestedForms,
  objectStreamBomb,
  packedPageBomb,
  pdfOf,
  soundPage,
} from "./hostile-files.ts";
import { testInTurn } from "../in-turn.ts";
import { jpeg, multipart } from "./multipart.ts";
import { renderersOf } from "./processes-of.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const EDITOR = "editor@acme.example";
const VIEW_ONLY = { accessType: "view-only" } as const;
const NOT_SHOWN = "This page can’t be shown";

const page = (world: FilesWorld, id: string, number = 1) =>
  world.ask(world.at(id, `view/pages/${number}`, "included"), { as: RILEY });
const view = (world: FilesWorld, id: string) =>
  world.ask(world.at(id, "view", "included"), { as: RILEY });
const failures = (world: FilesWorld) =>
  world.services.store.read
    .selectFrom("renderFailures")
    .select(["part", "fault", "tries", "until", "failedAt"])
    .orderBy("part")
    .execute();
const choose = (world: FilesWorld, settings: Parameters<typeof updateCustomization>[1]) =>
  world.services.store.write((trx) =>
    updateCustomization({ trx, orgId: world.acme, now: new Date() }, settings),
  );

/** Whether the system still keeps a process for its parent: one that was ended, until its parent has heard of it. */
function isKnown(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The process that is started to render. @throws when it is over before one is seen */
async function nextRenderer(isOver: () => boolean): Promise<number> {
  while (!isOver()) {
    const [pid] = await renderersOf(process.pid);
    if (pid !== undefined) return pid;
  }
  throw new Error("no process was started");
}

/** A view-only file on a public item of the other company; the address of its first page. */
async function globexPage(world: FilesWorld, bytes: Uint8Array): Promise<string> {
  const { store, blobs } = world.services;
  const orgId = await world.orgId("globex");
  const productId = await world.productId("globex");
  const blob = await blobs.put(orgId, bytes, { maxBytes: 1e9 });
  const id = await store.write(async (trx) => {
    const write = { trx, orgId, by: SYSTEM, now: world.time };
    await updateCustomization(
      { trx, orgId, now: new Date() },
      { publicAccessLevel: "PublicContentOnly" },
    );
    await recordBlob(trx, orgId, blob, isoNow(world.time));
    await saveItem(
      trx,
      orgId,
      productId,
      { uid: "custom.open", kind: "Reports", title: "Open", publicAccess: true },
      { by: "Test", on: world.time },
    );
    const values = { originalName: "open.pdf", contentType: "application/pdf", size: blob.size };
    const document = await addDocument(write, {
      ...values,
      blobHash: blob.hash,
      type: "Other",
      ...VIEW_ONLY,
    });
    await linkDocuments(write, productId, "custom.open", [document]);
    return document;
  });
  return `/globex/documents/${id}/view/pages/1?productId=${productId}&itemUid=custom.open`;
}

describe("a file that fights back", () => {
  const BOMBS = [
    ["nested forms", nestedForms()],
    ["annotations without end", manyAnnotations()],
  ] as const;
  test.each(sample(BOMBS, 1, "bombs"))(
    "(%s) is refused in plain words, remembered, and does no harm to others",
    async (_, bytes) => {
      const world = await openFilesWorld();
      const id = await world.plant("included", "bomb.pdf", bytes, VIEW_ONLY);
      const refused = await page(world, id);
      expect([refused.status, refused.text.includes(NOT_SHOWN)]).toEqual([403, true]);
      const [known] = await failures(world);
      expect(known).toMatchObject({ part: "page:1", fault: "too-complex", tries: 1 });
      // Another company is served, by a process of its own.
      const other = await world.ask(await globexPage(world, soundPage("Another company's page")));
      expect([other.status, other.headers["content-type"]]).toEqual([200, "image/png"]);
      // Asked again, nothing is tried again.
      const before = (await renderersOf(process.pid)).toSorted();
      expect((await page(world, id)).status).toBe(403);
      expect((await view(world, id)).text).toContain("This page is too complex to show");
      expect(await failures(world)).toContainEqual(known);
      const after = await renderersOf(process.pid);
      expect(after.filter((pid) => !before.includes(pid)).length).toBeLessThan(2);
    },
  );

  testInTurn("is tried again after a day, and then believed for longer", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "bomb.pdf", nestedForms("again"), VIEW_ONLY);
    expect((await page(world, id)).status).toBe(403);
    world.time = new Date(world.time.getTime() + 25 * 3_600_000);
    expect((await page(world, id)).status).toBe(403);
    const [known] = await failures(world);
    expect(known?.tries).toBe(2);
    expect(Date.parse(known?.until ?? "") - world.time.getTime()).toBeGreaterThan(20 * 86_400_000);
  });

  testInTurn("shows the pages that it has beside the one that can't be shown", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "later.pdf", laterPage(), VIEW_ONLY);
    expect((await page(world, id, 1)).status).toBe(200);
    expect((await page(world, id, 2)).status).toBe(403);
    const shown = await view(world, id);
    expect(shown.text).toContain("Page 2 of 2");
    expect(shown.text.match(/<img[^>]+view\/pages\//g)).toHaveLength(1);
    expect(shown.text).toContain("This page is too complex to show");
    expect((await page(world, id, 1)).status).toBe(200);
    expect((await page(world, id, 3)).status).toBe(404);
  });

  const ODD_PAGES = [
    ["of a thousand million units", hugePage()],
    ["of a width without height", hugePage("", "0 0 14400 0.001")],
    ["of no size", hugePage("", "0 0 0 0")],
    ["with a corner beyond all numbers", hugePage("", "-1e38 -1e38 1e38 1e38")],
  ] as const;
  test.each(sample(ODD_PAGES, 1, "odd pages"))(
    "a page %s is clamped: shown and marked, or refused in words",
    async (_, bytes) => {
      const world = await openFilesWorld();
      await choose(world, { watermarkDownloads: true });
      const id = await world.plant("included", "huge.pdf", bytes, VIEW_ONLY);
      const shown = await page(world, id);
      expect([200, 403]).toContain(shown.status);
      expect(shown.status === 200 || shown.text.includes(NOT_SHOWN)).toBe(true);
      expect(shown.body.length).toBeLessThan(1_000_000);
      const sent = await world.plant("included", "copy.pdf", bytes);
      const copy = await world.ask(world.at(sent, "download", "included"), { as: RILEY });
      expect(copy.status === 200 || copy.text.includes(wording.noCopy)).toBe(true);
      expect(copy.body.length).toBeLessThan(4_000_000);
    },
  );

  testInTurn(
    "that unpacks to objects without end is marked where no page is made of them, else refused",
    async () => {
      const world = await openFilesWorld();
      await choose(world, { watermarkDownloads: true });
      const bytes = packedPageBomb();
      const aside = await world.plant("included", "objects.pdf", objectStreamBomb());
      const bomb = await world.plant("included", "pages.pdf", bytes);
      const circle = await world.plant("included", "circle.pdf", circularPages());
      const marked = await world.ask(world.at(aside, "download", "included"), { as: RILEY });
      expect([marked.status, marked.headers["content-type"]]).toEqual([200, "application/pdf"]);
      for (const id of [bomb, circle, bomb, circle]) {
        const refused = await world.ask(world.at(id, "download", "included"), { as: RILEY });
        expect([refused.status, refused.text.includes(wording.noCopy)]).toEqual([403, true]);
      }
      expect(await failures(world)).toMatchObject([
        { part: "mark", tries: 1 },
        { part: "mark", tries: 1 },
      ]);
      await choose(world, { viewOnlyFallback: "offer" });
      const offered = await world.ask(world.at(bomb, "download", "included"), { as: RILEY });
      expect([offered.status, offered.body.equals(bytes)]).toEqual([200, true]);
    },
  );

  testInTurn("pages of very many sizes share a few marks", async () => {
    const world = await openFilesWorld();
    await choose(world, { watermarkDownloads: true });
    const bytes = manySizes(40);
    const id = await world.plant("included", "sizes.pdf", bytes);
    const copy = await world.ask(world.at(id, "download", "included"), { as: RILEY });
    expect(copy.status).toBe(200);
    expect(copy.body.length).toBeLessThan(bytes.length + 6_000_000);
  });

  testInTurn("a picture of more points than are drawn says that it is too large", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "large.png", largePng(5_000, 5_000), VIEW_ONLY);
    const small = await world.plant("included", "small.png", largePng(300, 200), VIEW_ONLY);
    const photo = await world.plant("included", "photo.jpg", jpeg(40, 30), VIEW_ONLY);
    expect((await view(world, id)).text).toContain("too large to be shown");
    expect((await page(world, id)).status).toBe(403);
    expect((await page(world, small)).headers["content-type"]).toBe("image/png");
    expect([200, 403]).toContain((await page(world, photo)).status);
  });

  testInTurn("a process that something outside ends is no fault of the file's", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "bomb.pdf", nestedForms("killed"), VIEW_ONLY);
    // Those that are idle are ended as well: nobody notices.
    const idle = await renderersOf(process.pid);
    for (const pid of idle) process.kill(pid, "SIGKILL");
    while (idle.some((pid) => isKnown(pid))) await new Promise((resolve) => setTimeout(resolve, 5));
    let isAnswered = false;
    const asked = page(world, id).finally(() => (isAnswered = true));
    process.kill(await nextRenderer(() => isAnswered), "SIGKILL");
    const answer = await asked;
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "10"]);
    expect(answer.text).toContain("Try again in a moment");
    expect((await failures(world)).every(({ until }) => until <= world.time.toISOString())).toBe(
      true,
    );
    const sound = await world.plant("included", "sound.pdf", soundPage("Sound"), VIEW_ONLY);
    expect((await page(world, sound)).status).toBe(200);
  });
});

testInTurn("no process serves two companies", async () => {
  const world = await openFilesWorld();
  const [one, two] = [
    await world.plant("included", "one.pdf", soundPage("One"), VIEW_ONLY),
    await world.plant("included", "two.pdf", soundPage("Two"), VIEW_ONLY),
  ];
  const foreign = await globexPage(world, soundPage("Foreign"));
  const own = await Promise.all([page(world, one), page(world, two)]);
  expect(own.map(({ status }) => status)).toEqual([200, 200]);
  const before = await renderersOf(process.pid);
  expect(before.length).toBeLessThanOrEqual(2);
  expect((await world.ask(foreign)).status).toBe(200);
  const after = await renderersOf(process.pid);
  expect(after.length).toBeLessThanOrEqual(2);
  expect(after.some((pid) => !before.includes(pid))).toBe(true);
});

describe("at its upload", () => {
  const send = (world: FilesWorld, name: string, bytes: Buffer) =>
    world.ask("/api/documents", { as: EDITOR, ...multipart([{ name, bytes }]) });

  testInTurn("a file that can't be shown is refused in plain words", async () => {
    const world = await openFilesWorld();
    const bomb = nestedForms("sent");
    const refused = await send(world, "bomb.pdf", bomb);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("is too complex to show"),
    ]);
    expect((await failures(world)).map(({ part }) => part)).toEqual(["file"]);
    const form = await world.ask("/documents?uploadModal=true", {
      as: EDITOR,
      ...multipart([
        { name: "bomb.pdf", bytes: bomb },
        { name: "fine.pdf", bytes: soundPage("Fine") },
      ]),
    });
    expect([form.status, form.text.includes("is too complex to show")]).toEqual([400, true]);
    expect(form.text).toContain("fine.pdf");
    const id = await world.plant("included", "first.pdf", soundPage("First"));
    const version = await world.ask(`/api/documents/${id}`, {
      as: EDITOR,
      ...multipart([{ name: "bomb.pdf", bytes: bomb }]),
    });
    expect(version.status).toBe(400);
    expect((await failures(world)).map(({ tries }) => tries)).toEqual([1]);
  });

  testInTurn(
    "it is taken and offered unmarked where the org chose so, and its reader is told",
    async () => {
      const world = await openFilesWorld();
      await choose(world, { viewOnlyFallback: "offer" });
      const bomb = nestedForms("offered");
      const taken = await send(world, "bomb.pdf", bomb);
      expect(taken.status).toBe(201);
      const id = await world.plant("included", "bomb.pdf", bomb, VIEW_ONLY);
      expect((await view(world, id)).text).toContain("too complex to show as pages");
      const download = await world.ask(world.at(id, "download", "included"), { as: RILEY });
      expect([download.status, download.body.equals(bomb)]).toEqual([200, true]);
      await choose(world, { viewOnlyFallback: "refuse" });
      expect((await world.ask(world.at(id, "download", "included"), { as: RILEY })).status).toBe(
        403,
      );
    },
  );

  testInTurn("damaged and protected files, and those of the demo, are taken as ever", async () => {
    const world = await openFilesWorld();
    const report = readFileSync("demo/acme/files/soc2-type2-2026.pdf");
    for (const [name, bytes] of [
      ["broken.pdf", Buffer.from("%PDF-1.7 nothing of the kind")],
      [
        "empty.pdf",
        pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"]),
      ],
      ["sound.pdf", Buffer.concat([report, Buffer.from("\n% another copy\n")])],
      ["large.png", largePng(5_000, 5_000)],
    ] as const)
      expect([name, (await send(world, name, bytes)).status]).toEqual([name, 201]);
  });
});
