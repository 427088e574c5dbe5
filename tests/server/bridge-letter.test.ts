import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { letterFileId, type BulkDownloadAnswer } from "#model/bulk-download.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { findTrace } from "#content/watermarks/store/watermarks.server.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { profileOpens } from "./bare-world.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";

const RILEY = "riley@customer.example";
const OWNER = "owner@acme.example";
const NAME = "Acme-Cloud-SOC-2-Bridge-Letter.pdf";
const TRACE = /Trace ([0-9A-Z]{4}-[0-9A-Z]{4})/;
const MIDNIGHT = 86_400_000;

interface Letters extends FilesWorld {
  letter(access: "view" | "download", source?: string): string;
  customize(values: Parameters<typeof updateCustomization>[1]): Promise<unknown>;
}

/** acme with a bridge letter on an item that riley's profile includes. */
async function lettersWorld(): Promise<Letters> {
  const world = await openFilesWorld();
  const { store } = world.services;
  await store.write(async (trx) => {
    await saveItem(
      trx,
      world.acme,
      world.platform,
      {
        uid: "Reports.soc2",
        kind: "Reports",
        bridgeLetter: {
          letterEnabled: true,
          letterContent: "All is **well**.",
          signerName: "Ingrid Sommer",
          signerTitle: "CISO",
          letterType: "SOC 2",
        },
      },
      { by: "Test", on: world.time },
    );
    await profileOpens(trx, world.acme, RILEY, [
      { productId: world.platform, itemUid: "Reports.soc2" },
    ]);
  });
  await world.layOut();
  return Object.assign(world, {
    letter: (access: "view" | "download", source = "letter_row") =>
      `/acme/documents/letter/Reports.soc2/${access}?productId=${world.platform}&source=${source}`,
    customize: (values: Parameters<typeof updateCustomization>[1]) =>
      store.write((trx) =>
        updateCustomization({ trx, orgId: world.acme, now: new Date() }, values),
      ),
  });
}

function fileOf(bytes: Buffer, name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "letter-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

function textOf(pdf: Buffer): string {
  const file = fileOf(pdf, "a.pdf");
  execFileSync("qpdf", ["--check", file]);
  return execFileSync("pdftotext", [file, "-"]).toString();
}

testInFive(
  "a letter is served as every file is: whole, its head alone, a range, and not again",
  async () => {
    const world = await lettersWorld();
    const whole = await world.ask(world.letter("download"), { as: RILEY });
    expect([
      whole.status,
      whole.headers["content-type"],
      whole.headers["content-disposition"],
    ]).toEqual([200, "application/pdf", `attachment; filename=${NAME}`]);
    expect(whole.headers).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-length": String(whole.body.length),
    });
    expect(whole.headers["content-security-policy"]).toContain("sandbox");
    expect(textOf(whole.body)).toMatch(
      /To whom it may concern,\s+All is well\.\s+Sincerely,\s+Ingrid Sommer\s+CISO/,
    );
    expect((await world.ask(world.letter("download"), { as: RILEY })).body.equals(whole.body)).toBe(
      true,
    );
    const etag = String(whole.headers.etag);
    const ask = (headers: Record<string, string>, method = "GET") =>
      world.ask(world.letter("download"), { as: RILEY, headers, method });
    const head = await ask({}, "HEAD");
    expect([
      head.status,
      head.body.length,
      head.headers["content-length"],
      head.headers.etag,
    ]).toEqual([200, 0, String(whole.body.length), etag]);
    const part = await ask({ range: "bytes=10-19" });
    expect([
      part.status,
      part.headers["content-range"],
      part.body.equals(whole.body.subarray(10, 20)),
    ]).toEqual([206, `bytes 10-19/${whole.body.length}`, true]);
    expect((await ask({ range: "bytes=99999999-" })).status).toBe(416);
    expect((await ask({ "if-none-match": etag })).status).toBe(304);
    world.time = new Date(world.time.getTime() + MIDNIGHT);
    expect((await ask({ "if-none-match": etag })).status).toBe(200);
  },
);

test("each reader, kind of reading and hour is an event with its source; a part adds its bytes, a head and what is fetched ahead add none", async () => {
  const world = await lettersWorld();
  await world.ask(world.letter("view"), { as: RILEY });
  const { body } = await world.ask(world.letter("download", "letter_view_modal"), { as: RILEY });
  await world.ask(world.letter("download"), { as: RILEY, method: "HEAD" });
  await world.ask(world.letter("view"), { as: RILEY, method: "HEAD" });
  await world.ask(world.letter("download"), { as: RILEY, headers: { range: "bytes=0-9" } });
  await world.ask(world.letter("download"), { as: RILEY, headers: { "sec-purpose": "prefetch" } });
  const letter = {
    name: "file engaged",
    viewerKind: "accountExternal",
    documentId: letterFileId("Reports.soc2"),
    itemUid: "Reports.soc2",
  };
  expect(await world.events()).toMatchObject([
    { ...letter, access: "view", source: "letter_row" },
    { ...letter, access: "download", source: "letter_view_modal", bytes: body.length + 10 },
  ]);
});

testInTurn(
  "where downloads are marked, a gated letter carries its reader's name, alone and in an archive",
  async () => {
    const world = await lettersWorld();
    const plain = await world.ask(world.letter("download"), { as: RILEY });
    await world.customize({ watermarkDownloads: true });
    const marked = await world.ask(world.letter("download"), { as: RILEY });
    const text = textOf(marked.body);
    expect(text).toContain("All is well.");
    expect(text).toContain(RILEY);
    expect(
      await findTrace(world.services.store.read, world.acme, TRACE.exec(text)?.[1] ?? ""),
    ).toMatchObject({ email: RILEY, documentId: letterFileId("Reports.soc2"), documentName: NAME });
    expect(marked.headers.etag).not.toBe(plain.headers.etag);
    const part = await world.ask(world.letter("download"), {
      as: RILEY,
      headers: { range: "bytes=-20" },
    });
    expect([part.status, part.body.equals(marked.body.subarray(-20))]).toEqual([206, true]);
    expect(textOf((await world.ask(world.letter("download"), { as: OWNER })).body)).toContain(
      OWNER,
    );

    const { accountId } = await world.services.store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    const body = JSON.stringify({
      files: [{ itemUid: "Reports.soc2", fileId: letterFileId("Reports.soc2"), generated: true }],
      productId: world.platform,
      selectAllUsed: false,
    });
    const answer = await world.ask(`/api/statuspage/share/${accountId}/external/bulk-download`, {
      as: RILEY,
      headers: { "content-type": "application/json" },
      body,
    });
    const { fileUrl, failedFileIds } = JSON.parse(answer.text) as BulkDownloadAnswer;
    expect(failedFileIds).toEqual([]);
    const zip = await world.ask(fileUrl ?? "", { as: RILEY });
    const inside = execFileSync("unzip", ["-p", fileOf(zip.body, "a.zip")]);
    expect(inside.equals(marked.body)).toBe(true);
    // The rest of an archive can be asked for later: it is the same one.
    world.time = new Date(world.time.getTime() + 5_000);
    const later = await world.ask(fileUrl ?? "", {
      as: RILEY,
      headers: { range: "bytes=100-", "if-range": String(zip.headers.etag) },
    });
    expect([later.status, later.body.equals(zip.body.subarray(100))]).toEqual([206, true]);

    await world.services.store.write((trx) =>
      saveItem(
        trx,
        world.acme,
        world.platform,
        {
          uid: "Reports.soc2",
          kind: "Reports",
          publicAccess: true,
          bridgeLetter: {
            letterEnabled: true,
            letterContent: "All is **well**.",
            signerName: "Ingrid Sommer",
            signerTitle: "CISO",
            letterType: "SOC 2",
          },
        },
        { by: "Test", on: world.time },
      ),
    );
    expect(textOf((await world.ask(world.letter("download"))).body)).not.toMatch(TRACE);
  },
);

test("a letter that may only be viewed names its reader on the page", async () => {
  const world = await lettersWorld();
  await world.customize({ documentAccessType: "view-only" });
  const page = await world.ask(world.letter("view"), { as: RILEY });
  expect(page.status).toBe(200);
  expect(page.text).toContain(RILEY);
  expect(
    await findTrace(world.services.store.read, world.acme, TRACE.exec(page.text)?.[1] ?? ""),
  ).toMatchObject({ email: RILEY });
  expect((await world.ask(world.letter("download"), { as: RILEY })).status).toBe(403);
});

test("a link to a locked letter leads where every locked document leads, and one to none is a page", async () => {
  const world = await lettersWorld();
  const { store } = world.services;
  await store.write(async (trx) => {
    await saveItem(
      trx,
      world.acme,
      world.platform,
      {
        uid: "Reports.soc1",
        kind: "Reports",
        bridgeLetter: {
          letterEnabled: true,
          letterContent: "Not for riley.",
          signerName: "Ingrid Sommer",
          signerTitle: "CISO",
          letterType: "SOC 1",
        },
      },
      { by: "Test", on: world.time },
    );
  });
  await world.layOut();
  for (const [as, uid] of [
    [undefined, "Reports.soc2"],
    [RILEY, "Reports.soc1"],
  ] as const)
    for (const access of ["view", "download"] as const) {
      const led = await world.ask(
        world.letter(access).replace("Reports.soc2", uid),
        as === undefined ? {} : { as },
      );
      expect([as, access, led.status, led.headers.location]).toEqual([
        as,
        access,
        302,
        `/acme?source=letter_row&loginRequest=true&itemUid=${uid}`,
      ]);
    }
  const plain = await world.ask(
    `/acme/documents/letter/Reports.soc2/download?productId=${world.platform}`,
  );
  expect(plain.headers.location).toBe("/acme?loginRequest=true&source=item&itemUid=Reports.soc2");
  expect((await world.ask("/acme")).text).not.toContain("documents/letter/Reports.soc2");
  await world.services.store.write((trx) =>
    saveItem(
      trx,
      world.acme,
      world.platform,
      { uid: "Reports.soc2", kind: "Reports", hidden: true },
      { by: "Test", on: world.time },
    ),
  );
  const missing = ["Reports.soc2", "custom.public", "custom.never-was"];
  for (const uid of missing)
    for (const access of ["view", "download"]) {
      const page = await world.ask(`/acme/documents/letter/${uid}/${access}`);
      expect([uid, access, page.status, page.headers["content-type"]]).toEqual([
        uid,
        access,
        404,
        "text/html; charset=utf-8",
      ]);
      expect(page.text).toContain("Page not found");
      expect(page.text).toContain('id="content"');
    }
});

test("letters are made in a process of their own: the server's own code has no PDF writer", () => {
  const imports = (file: string) =>
    /from ?"pdfkit"/.test(readFileSync(`build/server/${file}`, "utf8"));
  const parts = readdirSync("build/server/assets").map((name) => `assets/${name}`);
  expect([imports("index.js"), parts.some(imports)]).toEqual([false, true]);
});
