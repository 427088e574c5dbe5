import { afterEach, expect, test, vi } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { Refused } from "#db/refusals.ts";
import type { Store } from "#db/store.ts";
import { notesColumn } from "#model/documents/file-notes.ts";
import { recordDocumentText, TEXT_READER } from "#content/documents/store/document-texts.server.ts";
import { noticesAfterUpload } from "#content/documents/texts/stored-texts.ts";
import { takeUploads, takeVersion } from "#content/documents/upload/take.ts";
import { marking } from "#content/files/watermark/marking.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import { multipart } from "./multipart.ts";

afterEach(() => vi.restoreAllMocks());

/** A store that answers questions about texts with a refusal, and all others as ever. */
function withoutTexts(store: Store): Store {
  const read = new Proxy(store.read, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...words: unknown[]) => {
        if (words[0] === "documentTexts") throw new Refused("There are no texts today.");
        return value.apply(target, words);
      };
    },
  });
  return { read, write: store.write.bind(store) } as unknown as Store;
}

/** A form with one file, and services whose texts fail. */
async function poor(world: FilesWorld, bytes: Buffer) {
  const { body, headers } = multipart([{ name: "next.txt", bytes }]);
  const warned: string[] = [];
  const { store, log } = world.services;
  const org = await findOrg(store.read, world.acme);
  if (org === null) throw new Error("there is no such company");
  return {
    org,
    warned,
    request: new Request("http://localhost/documents", {
      method: "POST",
      body: new Uint8Array(body),
      headers: { ...headers, "content-length": String(body.length) },
    }),
    services: {
      ...world.services,
      store: withoutTexts(store),
      log: { ...log, warn: (_: unknown, message: string) => void warned.push(message) },
    },
  };
}

const STILL_READ = [
  expect.stringContaining("“next.txt”: The text of this file is still being read"),
];

test("a version that is there is told as taken, whatever becomes of its text", async () => {
  const world = await openFilesWorld();
  const documentId = await world.plant("included", "first.txt", Buffer.from("First"));
  const { services, org, request, warned } = await poor(world, Buffer.from("Next"));
  const taken = await takeVersion(services, org, request, { documentId, by: SYSTEM });
  expect(taken).toMatchObject({ version: 2, notes: STILL_READ });
  expect(warned).toContain("the text of an upload was not read");
});

test("so is a new document", async () => {
  const world = await openFilesWorld();
  const { services, org, request } = await poor(world, Buffer.from("Next"));
  const { added, refused, notes } = await takeUploads(services, org, request, SYSTEM);
  expect([added.length, refused, notes]).toEqual([1, [], STILL_READ]);
});

test("two installations in one process each read the text of the same file", async () => {
  const worlds = await Promise.all([openFilesWorld(), openFilesWorld()]);
  const bytes = Buffer.from("Twice");
  const both = Promise.withResolvers<void>();
  const reads = vi.spyOn(marking, "text").mockImplementation(async () => {
    if (reads.mock.calls.length === 2) both.resolve();
    await both.promise;
    return { pages: ["Twice"], isCut: false, hidden: [], hasUnread: false, guessed: null };
  });
  const notices = await Promise.all(
    worlds.map(async (world) => {
      const id = await world.plant("included", "next.txt", bytes);
      const { blobHash: hash } = await world.services.store.read
        .selectFrom("documents")
        .select("blobHash")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const file = { fileName: "next.txt", contentType: "text/plain", blob: { hash } };
      return noticesAfterUpload(world.services, world.acme, [file]);
    }),
  );
  expect(notices).toEqual([[], []]);
});

test("where an upload leads, each file says what staff should know of it", async () => {
  const world = await openFilesWorld();
  const planted = [
    await world.plant("included", "portfolio.pdf", Buffer.from("%PDF-1.4 of many")),
    await world.plant("included", "plain.pdf", Buffer.from("%PDF-1.4 of one")),
  ];
  const { store, now } = world.services;
  const documents = await store.read
    .selectFrom("documents")
    .select(["id", "blobHash"])
    .where("id", "in", planted)
    .execute();
  for (const { id, blobHash } of documents)
    await store.write((trx) =>
      recordDocumentText(
        trx,
        {
          orgId: world.acme,
          versionHash: blobHash,
          reader: TEXT_READER,
          fault: "without text",
          sealed: null,
          pages: 1,
          notes: notesColumn(id === planted[0] ? ["attachments"] : []),
          leftOutJson: null,
        },
        now(),
      ),
    );
  const { status, text } = await world.ask(
    `/documents/place?${planted.map((id) => `select=${id}`).join("&")}`,
    { as: "owner@acme.example" },
  );
  expect(status).toBe(200);
  expect(text.split(">This PDF has files attached").length - 1).toBe(1);
  expect(text.indexOf("portfolio.pdf")).toBeLessThan(text.indexOf(">This PDF has files attached"));
});
