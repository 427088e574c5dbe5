import { describe, expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { addDocumentVersion } from "#content/documents/store/document-versions.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import type { EarlierVersions } from "#model/documents/earlier-versions.ts";
import { memberKeyIn } from "./api-names.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";

const RILEY = "riley@customer.example";
const NOOR = "noor@unsigned.example";
const OWNER = "owner@acme.example";
const DAY = 86_400_000;

/** A file of an item and what it is replaced by, a day later. */
async function replaced(
  world: FilesWorld,
  itemUid: string,
  bytes: readonly [string, string],
  values: Parameters<FilesWorld["plant"]>[3] = {},
): Promise<string> {
  const id = await world.plant(itemUid, "Plan.txt", Buffer.from(bytes[0]), values);
  world.time = new Date(world.time.getTime() + DAY);
  await newVersion(world, id, bytes[1]);
  return id;
}

async function newVersion(world: FilesWorld, id: string, text: string): Promise<void> {
  const { store, blobs } = world.services;
  const blob = await blobs.put(world.acme, Buffer.from(text), { maxBytes: 1e9 });
  await store.write(async (trx) => {
    const write = { trx, orgId: world.acme, by: SYSTEM, now: world.time };
    await recordBlob(trx, world.acme, blob, world.time.toISOString());
    await addDocumentVersion(write, id, {
      fileName: "canary-name.txt",
      contentType: "text/plain",
      size: blob.size,
      blobHash: blob.hash,
    });
  });
}

const share = (world: FilesWorld, earlierVersions: EarlierVersions) =>
  world.services.store.write((trx) =>
    updateCustomization({ trx, orgId: world.acme, now: world.time }, { earlierVersions }),
  );

const hashesOf = async (world: FilesWorld, id: string) =>
  (
    await world.services.store.read
      .selectFrom("documentVersions")
      .select("blobHash")
      .where("documentId", "=", id)
      .orderBy("number")
      .execute()
  ).map(({ blobHash }) => blobHash);

const words = (text: string) => text.replaceAll("<!-- -->", "").replaceAll("&#x27;", "’");

describe("the versions of a document", () => {
  test("are listed, opened, or not told of at all, as the organization chose", async () => {
    const world = await openFilesWorld();
    const id = await replaced(world, "public", ["the canary of old", "the words of today"]);
    const [first = "", second = ""] = await hashesOf(world, id);
    const view = async (more = "") => world.ask(world.at(id, "view", undefined, more));

    const none = await view();
    expect(none.status).toBe(200);
    for (const told of [first, second, "Versions", "canary"]) expect(none.text).not.toContain(told);

    await share(world, "listed");
    const listed = words((await view()).text);
    expect([listed.includes(first), listed.includes(second)]).toEqual([true, true]);
    expect(listed).toContain("Version 2");
    expect(listed).not.toContain("version=1");
    expect(listed).not.toContain("canary");

    await share(world, "open");
    expect((await view()).text).toContain("version=1");
    const old = await view("&version=1");
    expect(old.text).toContain("the canary of old");
    expect(old.text).not.toContain("the words of today");
    expect(words(old.text)).toContain("Plan (version 1).txt");
    // What an earlier file was called is nobody’s business.
    expect(old.text).not.toContain("canary-name");
    const file = await world.ask(world.at(id, "download", undefined, "&version=1"));
    expect([file.status, file.text]).toEqual([200, "the canary of old"]);
    expect(file.headers["content-disposition"]).toContain("Plan (version 1).txt");
    // The current one is no other file by its number.
    const current = await world.ask(world.at(id, "download", undefined, "&version=2"));
    expect(current.text).toBe("the words of today");
    expect(current.headers["content-disposition"]).toContain("Plan.txt");
  });

  test("are told to a member’s program as to the member, by a key that reads", async () => {
    const world = await openFilesWorld();
    const id = await replaced(world, "included", ["the canary of old", "the words of today"]);
    const locked = await replaced(world, "restricted", ["old canary", "new canary"]);
    const [first = "", second = ""] = await hashesOf(world, id);
    const key = await memberKeyIn(world, { email: RILEY });
    const ask = async (file: string, by = key) => {
      const { status, text } = await world.ask(`/api/v1/portal/documents/${file}/versions`, {
        headers: { authorization: `Bearer ${by}` },
      });
      return { status, text, read: JSON.parse(text) };
    };
    expect((await ask(id)).read).toEqual({ earlierVersions: "none", data: [] });
    await share(world, "listed");
    const listed = await ask(id);
    expect([listed.status, listed.text.includes("canary")]).toEqual([200, false]);
    expect(listed.read).toMatchObject({
      earlierVersions: "listed",
      data: [
        { number: 2, sha256: second, isCurrent: true },
        { number: 1, sha256: first, isCurrent: false, url: null },
      ],
    });
    await share(world, "open");
    const { url } = (await ask(id)).read.data[1];
    const page = new URL(url);
    const opened = await world.ask(`/acme${page.pathname.replace("/acme", "")}${page.search}`, {
      as: RILEY,
    });
    expect([opened.status, opened.text.includes("the canary of old")]).toEqual([200, true]);
    for (const file of [locked, "no-such"])
      expect([file, (await ask(file)).status]).toEqual([file, 404]);
    const takes = await memberKeyIn(world, { email: RILEY, scopes: ["files:read"] });
    expect((await ask(id, takes)).status).toBe(403);
  });

  test.each(["none", "listed"] as const)(
    "are refused at every door where they are %s, whether they are there or not",
    async (setting) => {
      const world = await openFilesWorld();
      const id = await replaced(world, "public", ["the canary of old", "the words of today"]);
      await share(world, setting);
      for (const below of ["view", "download", "view/content", "view/thumbnail"])
        for (const version of ["1", "7", "none", "0", "-1", "1e3"])
          for (const as of [undefined, RILEY, OWNER]) {
            const answer = await world.ask(
              world.at(id, below, undefined, `&version=${version}`),
              as === undefined ? {} : { as },
            );
            expect([below, version, answer.status]).toEqual([below, version, 403]);
            expect(answer.text).not.toContain("canary");
            if (below === "view")
              expect(words(answer.text)).toContain(
                "Earlier versions of this document are not shared.",
              );
          }
    },
  );

  test("have the rules of their document: lock, NDA, hidden items, other organizations", async () => {
    const world = await openFilesWorld();
    await share(world, "open");
    const [included, hidden, open] = [
      await replaced(world, "included", ["canary one", "today one"]),
      await replaced(world, "draft", ["canary two", "today two"]),
      await replaced(world, "public", ["old three", "today three"]),
    ];
    const get = async (id: string, version: string, as?: string) => {
      const answer = await world.ask(
        world.at(id, "download", undefined, `&version=${version}`),
        as === undefined ? {} : { as },
      );
      if (answer.status !== 200) expect(answer.text).not.toContain("canary");
      return answer.status;
    };
    // Who may not have the document reads nothing of how many versions it has.
    for (const version of ["1", "2", "7"]) {
      expect(await get(included, version)).toBe(302);
      expect(await get(included, version, NOOR)).toBe(
        (await world.ask(world.at(included, "download"), { as: NOOR })).status,
      );
      expect(await get(hidden, version, RILEY)).toBe(404);
      expect(await get("nothing", version, RILEY)).toBe(404);
    }
    expect(await get(included, "1", RILEY)).toBe(200);
    expect(await get(included, "7", RILEY)).toBe(404);
    // A read of what is not for everyone is recorded before it leaves.
    expect((await world.events()).filter(({ documentId }) => documentId === included)).toHaveLength(
      1,
    );
    const elsewhere = await world.ask(
      world.at(open, "download", undefined, "&version=1").replace("/acme/", "/globex/"),
    );
    expect(elsewhere.status).toBe(404);
  });

  test("are view-only where the document is, with the reader’s mark", async () => {
    const world = await openFilesWorld();
    await share(world, "open");
    const id = await replaced(world, "included", ["the old words", "today"], {
      accessType: "view-only",
    });
    const at = (below: string) => world.at(id, below, undefined, "&version=1");
    expect((await world.ask(at("download"), { as: RILEY })).status).toBe(403);
    expect((await world.ask(at("view/content"), { as: RILEY })).status).toBe(403);
    const page = words((await world.ask(at("view"), { as: RILEY })).text);
    expect(page).toContain("the old words");
    expect(page).toMatch(/Shown to [^<]*riley@customer\.example/);
  });

  test("are compared by their words, by those who may open both", async () => {
    const world = await openFilesWorld();
    const common = "We keep backups for a while and test them twice a year.";
    const id = await replaced(world, "included", [
      `${common} Logs are kept for canary days.`,
      `${common} Logs are kept for ninety days.`,
    ]);
    const compare = async (query: string, as?: string, of = id) => {
      const address = `/acme/documents/${of}/compare?productId=${world.platform}&${query}`;
      const { status, text } = await world.ask(address, as === undefined ? {} : { as });
      if (status !== 200) expect(text).not.toContain("canary");
      return { status, text: words(text) };
    };
    for (const setting of ["none", "listed"] as const) {
      await share(world, setting);
      const refused = await compare("from=1&to=2", RILEY);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain("Earlier versions of this document are not shared.");
    }
    await share(world, "open");
    const { status, text } = await compare("from=1&to=2", RILEY);
    expect(status).toBe(200);
    expect(text).toMatch(/<del[^>]*>canary<\/del> *<ins[^>]*>ninety<\/ins>/);
    expect(text).toContain("What changed between versions 1 and 2");
    // The other way round, what went is what came.
    expect((await compare("from=2&to=1", RILEY)).text).toMatch(/<ins[^>]*>canary<\/ins>/);
    // It is a reading of the document by this member; those of a while are one.
    const read = (await world.events()).filter(({ access }) => access === "view");
    expect(read).toEqual([
      expect.objectContaining({ documentId: id, viewerKind: "accountExternal" }),
    ]);
    expect(read[0]?.bytes).toBeGreaterThan(0);
    for (const query of ["", "from=1", "from=1&to=7", "from=1&to=1", "from=x&to=2", "to=2"])
      expect([query, (await compare(query, RILEY)).status]).toEqual([query, 404]);
    expect((await compare("from=1&to=2")).status).toBe(302);
    expect((await compare("from=1&to=2", NOOR)).status).toBe(
      (await world.ask(world.at(id, "view"), { as: NOOR })).status,
    );
    expect((await compare("from=1&to=2", RILEY, "nothing")).status).toBe(404);
    const draft = await replaced(world, "draft", ["canary", "today"]);
    expect((await compare("from=1&to=2", RILEY, draft)).status).toBe(404);
  });

  test("say so where they hold no text, and keep that of what can’t be shown", async () => {
    const world = await openFilesWorld();
    await share(world, "open");
    const compare = async (id: string) =>
      words(
        (
          await world.ask(`/acme/documents/${id}/compare?productId=${world.platform}&from=1&to=2`, {
            as: RILEY,
          })
        ).text,
      );
    const picture = await replaced(world, "included", [" ", "  "]);
    expect(await compare(picture)).toContain("These versions hold no text to compare.");
    // A kind of file that is never shown as pages, where it can’t be taken either.
    const table = await replaced(world, "included", ["the canary", "other words"], {
      accessType: "view-only",
      contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    });
    const kept = await compare(table);
    expect(kept).toContain("can’t be shown as pages, so its versions can’t be compared");
    expect(kept).not.toContain("canary");
    const marked = await replaced(world, "included", ["old words here", "new words here"], {
      accessType: "view-only",
    });
    expect(await compare(marked)).toMatch(/Shown to [^<]*riley@customer\.example/);
  });

  test("are a choice of those who may change settings", async () => {
    const world = await openFilesWorld();
    const form = {
      intent: "settings",
      maxUploadMegabytes: "2048",
      expiredDocuments: "shown",
      documentAccessType: "view-and-download",
      earlierVersions: "open",
    };
    const send = async (more: Partial<typeof form>, as = OWNER) =>
      (await world.ask("/documents?settings=true", { as, form: { ...form, ...more } })).status;
    expect(await send({}, "editor@acme.example")).toBe(403);
    expect(await send({ earlierVersions: "all" })).toBe(400);
    expect(await send({})).toBe(303);
    const page = await world.ask("/documents?settings=true", { as: OWNER });
    expect(page.text).toMatch(/<option value="open"[^>]*selected/);
  });
});
