import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { choiceOf, type BulkDownloadAnswer } from "#model/bulk-download.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import { renderedMail } from "./mail-specimens.ts";
import { plantSpecimens } from "./specimens.ts";
import { openWorld, type Ask, type World } from "./world.ts";
import { testInFive } from "../in-turn.ts";

const RILEY = "riley@customer.example";
const OWNER = "owner@acme.example";
const ADMIN = "reviewer@acme.example";
const SIZE = 300_000;
const BYTES = Buffer.alloc(SIZE, "a");
const PREFETCH: Record<string, string>[] = [
  { "sec-purpose": "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { purpose: "prefetch" },
  { "x-purpose": "preview" },
  { "x-moz": "prefetch" },
];

/** A world with a file that riley may read and the public may not. */
async function gated(): Promise<{ world: FilesWorld; id: string; at: (below: string) => string }> {
  const world = await openFilesWorld();
  const id = await world.plant("included", "gated.txt", BYTES);
  return { world, id, at: (below) => world.at(id, below, "included") };
}

const reads = async (world: FilesWorld) =>
  (await world.events()).map(({ access, bytes }) => [access, bytes]);

describe("a file that is not for everyone", () => {
  test.each<[string, string, Ask, number]>([
    ["whole", "download", {}, SIZE],
    ["all but its last byte", "download", { headers: { range: `bytes=0-${SIZE - 2}` } }, SIZE - 1],
    ["its first byte", "download", { headers: { range: "bytes=0-0" } }, 1],
    ["its end", "download", { headers: { range: "bytes=-5" } }, 5],
    ["its middle", "view/content", { headers: { range: "bytes=10-19" } }, 10],
    ["whole, with a ticket that is none", "view/content&ticket=none", {}, SIZE],
    ["on a page", "view", {}, 256 * 1024],
    ["as the data of a page", "view.data", {}, 256 * 1024],
    [
      "as the data of that route alone",
      "view.data&_routes=content%2Fdocuments%2Fportal%2Fview",
      {},
      256 * 1024,
    ],
  ])("leaves a row when it is read %s", async (_name, below, options, bytes) => {
    const { world, at } = await gated();
    const [path = "", ...more] = below.split("&");
    const answer = await world.ask([at(path), ...more].join("&"), { as: RILEY, ...options });
    expect([200, 206]).toContain(answer.status);
    const access = path === "download" ? "download" : "view";
    expect(await reads(world)).toEqual([[access, bytes]]);
    expect((await world.events())[0]).toMatchObject({ viewerKind: "accountExternal" });
  });

  test("leaves one when its reader goes after the first bytes", async () => {
    const { world, at } = await gated();
    const cookie = await world.cookieOf(RILEY, world.host);
    await new Promise<void>((resolve, reject) => {
      const asked = request(
        {
          host: "127.0.0.1",
          port: world.port,
          path: at("download"),
          headers: { host: world.host, cookie },
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
    expect(await reads(world)).toEqual([["download", SIZE]]);
  });

  test("is handed over to nobody's browser ahead of them, with no body and no row", async () => {
    const { world, at } = await gated();
    for (const headers of PREFETCH) {
      for (const below of ["download", "view", "view.data", "view/content"]) {
        const answer = await world.ask(at(below), { as: RILEY, headers });
        expect([below, answer.status, answer.body.length]).toEqual([below, 503, 0]);
      }
    }
    await world.ask(at("download"), { as: RILEY, method: "HEAD" });
    expect(await reads(world)).toEqual([]);
  });

  test("is one row for a reader and an hour, with all the bytes; the next hour is another", async () => {
    const { world, at } = await gated();
    const range = (value: string) => ({ as: RILEY, headers: { range: `bytes=${value}` } });
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        world.ask(at("download"), range(`${i * 10}-${i * 10 + 9}`)),
      ),
    );
    expect(await reads(world)).toEqual([["download", 80]]);
    await world.ask(at("download"), { as: OWNER });
    world.time = new Date(world.time.getTime() + 59 * 60_000);
    await world.ask(at("download"), range("0-0"));
    expect(await reads(world)).toEqual([
      ["download", 81],
      ["download", SIZE],
    ]);
    world.time = new Date(world.time.getTime() + 60_000);
    await world.ask(at("download"), range("0-0"));
    expect((await reads(world)).at(-1)).toEqual(["download", 1]);
  });

  test("is recorded anew after the row was erased", async () => {
    const { world, at } = await gated();
    await world.ask(at("download"), { as: RILEY });
    await world.services.store.write((trx) => trx.deleteFrom("events").execute());
    await world.ask(at("download"), { as: RILEY });
    expect(await reads(world)).toEqual([["download", SIZE]]);
  });

  test("shows pictures of its page as part of the view that its page was, and as a view without it", async () => {
    const { world, at } = await gated();
    const page = await world.ask(at("view"), { as: RILEY });
    const ticket = /ticket=([\w-]+)/.exec(page.text)?.[1];
    if (ticket !== undefined)
      await world.ask(`${at("view/content")}&ticket=${ticket}`, { as: RILEY });
    expect((await reads(world)).length).toBe(1);
  });

  test("does not leave when it can't be recorded", async () => {
    const { world, at } = await gated();
    await world.cookieOf(RILEY, world.host);
    const { write } = world.services.store;
    Object.assign(world.services.store, { write: () => Promise.reject(new Error("no room")) });
    const answer = await world.ask(at("download"), { as: RILEY });
    expect([answer.status, answer.body.includes(BYTES.subarray(0, 100))]).toEqual([500, false]);
    Object.assign(world.services.store, { write: write.bind(world.services.store) });
    expect((await world.ask(at("download"), { as: RILEY })).status).toBe(200);
    expect((await reads(world)).length).toBe(1);
  });

  test("is recorded of an archive as far as it left", async () => {
    const { world } = await gated();
    const [first, second] = [
      await world.plant("included", "a.txt", Buffer.alloc(5_000, 1)),
      await world.plant("included", "b.txt", Buffer.alloc(5_000, 2)),
    ];
    await world.services.store.write((trx) =>
      trx.deleteFrom("itemDocuments").where("documentId", "not in", [first, second]).execute(),
    );
    const [member] = await membersByEmail(world.services.store.read, world.acme, RILEY);
    const answer = await world.ask(
      `/api/statuspage/share/${member?.accountId}/external/bulk-download`,
      {
        as: RILEY,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          files: [first, second].map((fileId) => ({
            itemUid: "custom.included",
            fileId,
            generated: false,
          })),
          productId: world.platform,
        }),
      },
    );
    const { fileUrl } = JSON.parse(answer.text) as BulkDownloadAnswer;
    const range = { as: RILEY, headers: { range: "bytes=0-999" } };
    expect((await world.ask(fileUrl ?? "", range)).status).toBe(206);
    const rows = await world.events();
    expect(rows.map(({ documentId }) => documentId)).toEqual([first]);
    expect(rows[0]?.bytes).toBeLessThan(1_000);
    for (const headers of PREFETCH)
      expect((await world.ask(fileUrl ?? "", { as: RILEY, headers })).status).toBe(503);
    await world.ask(fileUrl ?? "", { as: RILEY });
    expect((await world.events()).map(({ documentId }) => documentId).sort()).toEqual(
      [first, second].sort(),
    );
    const form = new URLSearchParams([
      ["file", choiceOf({ itemUid: "custom.included", fileId: first })],
    ]);
    const sent = await world.ask("/acme/bulk-download", { as: RILEY, form });
    expect((await world.ask(sent.headers.location ?? "", { as: RILEY })).status).toBe(200);
    // A second archive is a read of its own, also within the hour.
    expect((await world.events()).length).toBe(3);
  });
});

describe("what staff take or read of others is in the audit", () => {
  const rows = async (world: World, action: string) =>
    world.services.store.read
      .selectFrom("audit")
      .select(["actorName", "subject", "detailJson"])
      .where("action", "=", action)
      .where("orgId", "=", await world.orgId("acme"))
      .execute();

  test("an original of the library, each time, whole or in part", async () => {
    const world = await openWorld();
    const ids = await plantSpecimens(world);
    const path = `/documents/${ids.libraryDocument}/download`;
    expect((await world.ask(path, { as: OWNER, method: "HEAD" })).status).toBe(200);
    expect((await world.ask(path, { as: OWNER, headers: { purpose: "prefetch" } })).status).toBe(
      503,
    );
    expect((await world.ask(path, { as: "viewer@acme.example" })).status).toBe(403);
    expect(await rows(world, "document.downloaded")).toEqual([]);
    expect((await world.ask(path, { as: OWNER })).status).toBe(200);
    const part = { as: "editor@acme.example", headers: { range: "bytes=1-20" } };
    expect((await world.ask(`${path}?version=1`, part)).status).toBe(206);
    expect(await rows(world, "document.downloaded")).toMatchObject([
      { actorName: "Ingrid Sommer", subject: "Kept.pdf" },
      { subject: "Kept.pdf", detailJson: expect.stringContaining('"bytes":20') as string },
    ]);
  });

  testInFive("the record of a signature", async () => {
    const world = await openWorld();
    const { id } = await world.services.store.read
      .selectFrom("ndaSignatures")
      .select("id")
      .where("orgId", "=", await world.orgId("acme"))
      .limit(1)
      .executeTakeFirstOrThrow();
    const path = `/nda/signatures/${id}/pdf`;
    await world.ask(path, { as: ADMIN, method: "HEAD" });
    expect(await rows(world, "nda.record-read")).toEqual([]);
    expect((await world.ask(path, { as: ADMIN })).status).toBe(200);
    expect(await rows(world, "nda.record-read")).toMatchObject([{ subject: id }]);
  });

  test("a mail to somebody, once for its page and its frame; who may not use its links does not see them", async () => {
    const [kept, leaving] = [await openWorld(), await openWorld({ MAIL: "smtp://127.0.0.1:2525" })];
    const link = "http://localhost:3000/acme/subscription?a=b&token=eyJzdWIi.s1gn-Value_1";
    for (const world of [kept, leaving]) {
      const orgId = await world.orgId("acme");
      const id = await world.services.store.write((trx) =>
        queueMail(trx, orgId, {
          to: { email: RILEY },
          mail: renderedMail({
            text: `Preferences: ${link}\n`,
            html: `<a href="${link.replace("&", "&amp;")}">Preferences</a>`,
            headers: { "List-Unsubscribe": `<${link}>` },
          }),
          now: world.time,
        }),
      );
      for (const path of [`/mail/${id}`, `/mail/${id}/html`, `/mail/${id}.data`]) {
        const { status, text } = await world.ask(path, { as: OWNER });
        expect([path, status]).toEqual([path, 200]);
        expect(text.includes("s1gn-Value_1")).toBe(world === kept);
        expect(text).toContain("/acme/subscription");
      }
      expect(await rows(world, "mail.read")).toMatchObject([{ subject: RILEY }]);
      expect((await world.ask(`/mail/${id}`, { as: "viewer@acme.example" })).status).toBe(403);
      expect((await rows(world, "mail.read")).length).toBe(1);
    }
  });
});
