import { readdir, writeFile, readFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { hideCard } from "#content/cards/store/cards.server.ts";
import { removeDocument, updateDocument } from "#content/documents/store/documents.server.ts";
import { testInFive } from "../in-turn.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
const descriptors = async () => (await readdir("/proc/self/fd")).length;

describe("a download", () => {
  test("is the file, with its length, its name, a tag, and an event that names who took how much from where", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "Report 2026.pdf", BYTES);
    const answer = await world.ask(world.at(id, "download", "included"), { as: RILEY });
    expect(answer.status).toBe(200);
    expect(answer.body.equals(BYTES)).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": "300000",
      "content-disposition": 'attachment; filename="Report 2026.pdf"',
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers["content-security-policy"]).toContain("sandbox");
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers.etag).toMatch(/^"[\w-]{32}"$/);
    expect(await world.events()).toEqual([
      {
        name: "file engaged",
        access: "download",
        source: "file_row",
        bytes: 300_000,
        documentId: id,
        viewerKind: "accountExternal",
        memberId: expect.any(String),
        itemUid: "custom.included",
      },
    ]);
  });

  test.each([
    ["locked", "restricted", undefined, 302],
    ["locked for a member whose profile leaves it out", "restricted", RILEY, 302],
    ["open to all", "public", undefined, 200],
    ["a hidden item's, for a stranger", "hidden", undefined, 404],
    ["a hidden item's, for a member whose profile has it", "hidden", RILEY, 200],
    ["an item's that is not enabled", "draft", RILEY, 404],
    ["an item's that is not enabled, for staff", "draft", "owner@acme.example", 200],
    ["staff's without files:download", "public", "viewer@acme.example", 403],
    ["a member's whose NDA is not signed", "included", "noor@unsigned.example", 403],
    ["a public one, whatever the NDA", "public", "noor@unsigned.example", 200],
  ])("%s", async (_name, item, as, status) => {
    const world = await openFilesWorld();
    const id = await world.plant(item, "secret-name.pdf", BYTES);
    const options = as === undefined ? {} : { as };
    for (const access of [
      "download",
      ...(as === "viewer@acme.example" ? [] : ["view", "view/content"]),
    ]) {
      const answer = await world.ask(world.at(id, access, item), options);
      expect([access, answer.status]).toEqual([access, status]);
      if (status === 200) continue;
      if (as === undefined || as === RILEY)
        expect(answer.text + JSON.stringify(answer.headers)).not.toContain("secret-name");
      if (status === 302)
        expect(answer.headers.location).toMatch(
          /^\/acme\?(?=.*loginRequest=true).*itemUid=custom\.restricted/,
        );
      expect(answer.body.includes(BYTES.subarray(0, 200))).toBe(false);
    }
    expect((await world.events()).every((event) => status === 200 && event.documentId === id)).toBe(
      true,
    );
  });

  test("that is refused says why", async () => {
    const world = await openFilesWorld();
    const [bound, seen] = [
      await world.plant("included", "a.pdf", BYTES),
      await world.plant("included", "b.pdf", Buffer.from("b"), { accessType: "view-only" }),
    ];
    const nda = await world.ask(world.at(bound, "download", "included"), {
      as: "noor@unsigned.example",
    });
    expect([nda.status, nda.text.includes(wording.signFirst)]).toEqual([403, true]);
    const viewOnly = await world.ask(world.at(seen, "download", "included"), { as: RILEY });
    expect([
      viewOnly.status,
      viewOnly.text.includes("This file is view-only and not downloadable in the Trust Center"),
    ]).toEqual([403, true]);
    const content = await world.ask(world.at(seen, "view/content", "included"), { as: RILEY });
    expect(content.status).toBe(403);
  });

  test("of a foreign, deleted or random id, through the wrong item or product, from a hidden card: the same 404", async () => {
    const world = await openFilesWorld();
    const [id, gone] = [
      await world.plant("public", "a.pdf", BYTES),
      await world.plant("public", "gone.pdf", Buffer.from("gone")),
    ];
    const foreign = await world.services.store.read
      .selectFrom("documents")
      .select("id")
      .where("orgId", "=", await world.orgId("globex"))
      .executeTakeFirst();
    await world.services.store.write((trx) => removeDocument(trx, world.acme, gone));
    const lake = await world.productId("acme", "Acme Data Lake");
    const addresses = [
      world.at(gone, "download"),
      world.at("AAAAAAAAAAAAAAAAAAAAAA", "download"),
      world.at(foreign?.id ?? "none", "download"),
      world.at(id, "download", "restricted"),
      `/acme/documents/${id}/download?productId=${lake}`,
      `/acme/documents/${id}/download?productId=nothing`,
      `/globex/documents/${id}/download`,
      `${world.at(id, "download").replace("?", ".data?")}`,
    ];
    for (const address of addresses)
      expect([address, (await world.ask(address)).status]).toEqual([address, 404]);
    await world.services.store.write((trx) =>
      hideCard({ trx, orgId: world.acme, by: SYSTEM, now: world.time }, world.platform, "Reports"),
    );
    for (const access of ["view", "download", "view/content"])
      expect((await world.ask(world.at(id, access))).status).toBe(404);
  });

  test("of an expired file stays where the org shows those, and is not there where it hides them", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("public", "old.pdf", BYTES, { expiresOn: "2026-01-01" });
    expect((await world.ask(world.at(id, "download"))).status).toBe(200);
    await world.services.store.write((trx) =>
      updateCustomization(
        { trx, orgId: world.acme, now: new Date() },
        { expiredDocuments: "hidden" },
      ),
    );
    expect((await world.ask(world.at(id, "download"))).status).toBe(404);
    expect((await world.ask(world.at(id, "download"), { as: "owner@acme.example" })).status).toBe(
      200,
    );
  });

  test("of a right that was revoked ends with the next request", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "a.pdf", BYTES);
    expect((await world.ask(world.at(id, "download"), { as: RILEY })).status).toBe(200);
    await world.services.store.write((trx) =>
      updateDocument(trx, world.acme, id, { accessType: "view-only" }),
    );
    expect((await world.ask(world.at(id, "download"), { as: RILEY })).status).toBe(403);
  });
});

describe("bytes", () => {
  test("come as ranges", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("public", "a.pdf", BYTES);
    const ask = (range: string, more: Record<string, string> = {}) => {
      // So long after the last that it counts again.
      world.time = new Date(world.time.getTime() + 11 * 60_000);
      return world.ask(world.at(id, "download"), { headers: { range, ...more } });
    };
    for (const [range, start, end] of [
      ["bytes=0-0", 0, 1],
      ["bytes=65530-131080", 65_530, 131_081],
      ["bytes=-5", 299_995, 300_000],
      ["bytes=299999-", 299_999, 300_000],
      ["bytes=0-99,100-199", 0, 200],
      ["bytes=100-900000", 100, 300_000],
    ] as const) {
      const answer = await ask(range);
      expect([range, answer.status, answer.headers["content-range"]]).toEqual([
        range,
        206,
        `bytes ${start}-${end - 1}/300000`,
      ]);
      expect(answer.body.equals(BYTES.subarray(start, end))).toBe(true);
    }
    for (const range of ["bytes=0-9,100-109", "bytes=9-3", "items=0-1", "bytes=x"])
      expect([range, (await ask(range)).status]).toEqual([range, 200]);
    const beyond = await ask("bytes=300000-");
    expect([beyond.status, beyond.headers["content-range"], beyond.body.length]).toEqual([
      416,
      "bytes */300000",
      0,
    ]);
    const { etag = "" } = (await ask("bytes=0-0")).headers;
    expect((await ask("bytes=0-9", { "if-range": etag })).status).toBe(206);
    expect((await ask("bytes=0-9", { "if-range": '"other"' })).status).toBe(200);
    expect((await ask("bytes=0-9", { "if-range": "Fri, 20 Nov 2026 10:00:00 GMT" })).status).toBe(
      200,
    );
    // Those that reached the end count, with what they carried.
    expect((await world.events()).map(({ bytes }) => bytes)).toEqual([
      5,
      1,
      299_900,
      ...Array(4).fill(300_000),
      300_000,
      300_000,
    ]);
  });

  test("are not sent again to who has them, nor by HEAD, and neither these nor prefetches count", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("public", "a.pdf", BYTES);
    const head = await world.ask(world.at(id, "download"), { method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([
      200,
      "300000",
      0,
    ]);
    const etag = head.headers.etag ?? "";
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"])
      expect(
        (await world.ask(world.at(id, "download"), { headers: { "if-none-match": tag } })).status,
      ).toBe(304);
    const ahead: Record<string, string>[] = [
      { "sec-purpose": "prefetch" },
      { purpose: "prefetch" },
      { "sec-purpose": "prefetch;prerender" },
    ];
    for (const headers of ahead) {
      for (const below of ["download", "view", "view/content"]) {
        const answer = await world.ask(world.at(id, below), { headers });
        expect([below, answer.status, answer.body.length]).toEqual([below, 503, 0]);
      }
    }
    expect((await world.ask(world.at(id, "view"), { method: "HEAD" })).status).toBe(200);
    expect(await world.events()).toEqual([]);
    expect(head.headers["cache-control"]).toBe("private, no-cache");
  });

  test.each([
    ['../../etc/passwd\r\nSet-Cookie: a=b".pdf', "etc-passwdSet-Cookie- a=b-.pdf"],
    ["Prüfbericht – 報告書.pdf", "Prüfbericht – 報告書.pdf"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["....", "document"],
    [`${"a".repeat(400)}.pdf`, `${"a".repeat(196)}.pdf`],
  ])("go out under a safe name: %j", async (name, safe) => {
    const world = await openFilesWorld();
    const id = await world.plant("public", name, BYTES);
    const answer = await world.ask(world.at(id, "download"));
    const disposition = answer.headers["content-disposition"] ?? "";
    const full = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
    expect(
      full === undefined
        ? /filename="?([^";]*)"?/.exec(disposition)?.[1]
        : decodeURIComponent(full),
    ).toBe(safe.replace(/^etc/, "-..-etc"));
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("have their name in ASCII and in UTF-8, never in bytes that are neither", async () => {
    const world = await openFilesWorld();
    for (const [name, disposition] of [
      [
        "Großer Prüfbericht 300 MB.pdf",
        `attachment; filename="Grosser Prufbericht 300 MB.pdf"; filename*=UTF-8''Gro%C3%9Fer%20Pr%C3%BCfbericht%20300%20MB.pdf`,
      ],
      [
        "報告書.pdf",
        `attachment; filename=___.pdf; filename*=UTF-8''%E5%A0%B1%E5%91%8A%E6%9B%B8.pdf`,
      ],
      ["Report 2026.pdf", 'attachment; filename="Report 2026.pdf"'],
    ] as const) {
      const id = await world.plant("public", name, BYTES);
      const answer = await world.ask(world.at(id, "download"));
      expect(answer.headers["content-disposition"]).toBe(disposition);
    }
  });

  test("lead to the access dialog over their own page, of their own product, and back", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("public", "report.pdf", BYTES);
    const address = world.at(id, "view", "public");
    const headerLink = /href="([^"]*source=header[^"]*)"/;
    const link =
      headerLink.exec((await world.ask(address)).text)?.[1]?.replace(/&amp;/g, "&") ?? "";
    const dialog = await world.ask(link);
    expect(dialog.status).toBe(200);
    expect(dialog.text).toContain('role="dialog"');
    expect(dialog.text).toContain("report.pdf");
    const close = /<a[^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>)[^])*Close/.exec(dialog.text)?.[1] ?? "";
    const below = new URL(close.replace(/&amp;/g, "&"), "http://x");
    expect(below.pathname).toBe(`/acme/documents/${id}/view`);
    expect(Object.fromEntries(below.searchParams)).toEqual({
      productId: world.platform,
      itemUid: "custom.public",
    });
  });

  test("of kinds that could run something never show inline", async () => {
    const world = await openFilesWorld();
    for (const name of ["a.svg", "a.html", "a.zip"]) {
      const id = await world.plant("public", name, Buffer.from(`<script>${name}</script>`));
      expect((await world.ask(world.at(id, "view/content"))).status).toBe(404);
      const download = await world.ask(world.at(id, "download"));
      expect(download.headers["content-security-policy"]).toContain("sandbox");
      expect(download.headers["content-disposition"]).toContain("attachment");
      expect((await world.ask(world.at(id, "view"))).text).not.toContain("<script>a.");
    }
  });

  testInFive(
    "that nobody takes any more close their file at once, and count as nothing",
    async () => {
      const world = await openFilesWorld();
      const id = await world.plant("public", "big.pdf", Buffer.alloc(40_000_000, 7));
      await world.ask(world.at(id, "download"));
      const counted = (await world.events()).length;
      const before = await descriptors();
      await Promise.all(
        Array.from({ length: 20 }, () => leaveAfterFirstBytes(world, world.at(id, "download"))),
      );
      await expect.poll(descriptors).toBeLessThan(before + 5);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await world.events()).length).toBe(counted);
    },
  );

  test("that are damaged are an honest error and an event, and other files go on", async () => {
    const world = await openFilesWorld();
    const [early, late, sound] = [
      await world.plant("public", "early.pdf", Buffer.alloc(400_000, 1)),
      await world.plant("public", "late.pdf", Buffer.alloc(4_000_000, 2)),
      await world.plant("public", "sound.pdf", BYTES),
    ];
    await damage(world, early, 500);
    await damage(world, late, -500);
    const answer = await world.ask(world.at(early, "download"));
    expect([
      answer.status,
      answer.text.includes(
        "Failed to download the document. If the problem persists, please contact support.",
      ),
    ]).toEqual([500, true]);
    await expect(world.ask(world.at(late, "download"))).rejects.toThrow();
    expect((await world.ask(world.at(sound, "download"))).status).toBe(200);
    const events = await world.events();
    expect(
      events
        .filter(({ name }) => name === "file damaged")
        .map(({ documentId }) => documentId)
        .sort(),
    ).toEqual([early, late].sort());
    expect(
      events.filter(({ name }) => name === "file engaged").map(({ documentId }) => documentId),
    ).toEqual([sound]);
  });
});

/** Takes the first bytes of an answer and leaves. */
function leaveAfterFirstBytes(world: FilesWorld, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port: world.port,
        path: target,
        headers: { host: world.host },
        agent: false,
      },
      (response) => {
        response.once("data", () => {
          asked.destroy();
          resolve();
        });
        response.on("error", () => undefined);
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}

/** Turns a byte of what lies on the disk; counted from the end when negative. */
async function damage(world: FilesWorld, documentId: string, at: number): Promise<void> {
  const { blobHash } = await world.services.store.read
    .selectFrom("documents")
    .select("blobHash")
    .where("id", "=", documentId)
    .executeTakeFirstOrThrow();
  const file = path.join(
    world.services.config.dataDir,
    "blobs",
    world.acme,
    blobHash.slice(0, 2),
    blobHash,
  );
  const bytes = await readFile(file);
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  await writeFile(file, bytes);
}
