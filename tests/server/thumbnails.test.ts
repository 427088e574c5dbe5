import { describe, expect, test } from "vitest";
import { openWorld, type World } from "./world.ts";
import { testInTurn } from "../in-turn.ts";
import { ARCHIVES } from "../limits.ts";

const RILEY = "riley@customer.example";
const OWNER = "owner@acme.example";
const EDITOR = "editor@acme.example";
const VIEWER = "viewer@acme.example";
const MINUTE = 60_000;

/** A document of the demo's first product, with an item that it stands in. */
async function linked(world: World, name: string) {
  return world.services.store.read
    .selectFrom("documents as d")
    .innerJoin("itemDocuments as link", "link.documentId", "d.id")
    .select(["d.id", "link.itemUid", "link.productId"])
    .where("d.originalName", "like", name)
    .where("d.orgId", "=", await world.orgId("acme"))
    .executeTakeFirstOrThrow();
}
type Linked = Awaited<ReturnType<typeof linked>>;

const at = ({ id, itemUid, productId }: Linked, below: string) =>
  `/acme/documents/${id}/${below}?itemUid=${itemUid}&productId=${productId}&source=file_row`;

/** Has its pages drawn, as its first reader does. */
async function opened(world: World, file: Linked, as?: string) {
  const who = as === undefined ? {} : { as };
  for (let tries = 0; tries < 8; tries += 1)
    if ((await world.ask(at(file, "view"), who)).text.includes('id="page-1"')) return;
  throw new Error("the document has no pages");
}

const thumbnailsIn = (html: string) =>
  [...html.matchAll(/<img[^>]+src="([^"]*\/view\/thumbnail[^"]*)"/g)].map(([, src = ""]) =>
    src.replaceAll("&amp;", "&"),
  );

/** A PDF that everybody gets, of whose first page no test of this process has a picture yet. */
async function neverDrawn(world: World): Promise<Linked> {
  for (const name of ["%SOC 3 Report 2026%", "%Modern Slavery%", "%Security Whitepaper%"]) {
    const file = await linked(world, name);
    const { status, headers } = await world.ask(at(file, "view/thumbnail"));
    if (headers["content-type"] !== "image/gif") continue;
    // Nobody has opened it, so there is an empty picture, which no one keeps.
    expect([status, headers["cache-control"]]).toEqual([200, "private, no-store"]);
    return file;
  }
  throw new Error("all of them were drawn before");
}

/** What a PNG says of its size. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)] as const;

const reads = async (world: World) =>
  world.services.store.read.selectFrom("events").select("id").execute();

describe("the list of documents", () => {
  testInTurn(
    "shows the first page of what is for everyone once it was drawn behind it, waits for none, and records nothing",
    ARCHIVES,
    async () => {
      const world = await openWorld();
      const file = await neverDrawn(world);
      const before = await world.ask("/acme/documents");
      expect(thumbnailsIn(before.text).filter((src) => src.includes(file.id))).toEqual([]);
      expect(before.text).toContain('data-format="PDF"');
      // It may have been begun for a list of another test, whose world ended before it was drawn: the
      // list of half a minute later begins it again. All tries together are less than an hour.
      const tried = async () => {
        world.time = new Date(world.time.getTime() + MINUTE / 2);
        await world.ask("/acme/documents");
        return (await world.ask(at(file, "view/thumbnail"))).headers["content-type"];
      };
      await expect.poll(tried, { timeout: 60_000, interval: 1_000 }).toBe("image/png");
      world.time = new Date(world.time.getTime() + MINUTE);
      const shown = thumbnailsIn((await world.ask("/acme/documents")).text);
      const [address = ""] = shown.filter((src) =>
        src.includes(`/acme/documents/${file.id}/view/thumbnail?`),
      );
      expect(address).not.toBe("");
      const count = (await reads(world)).length;
      const { status, headers, body } = await world.ask(address);
      expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
      const [width, height] = sizeOf(body);
      expect(width).toBeLessThanOrEqual(160);
      expect(height).toBeGreaterThan(width);
      expect(body.length).toBeLessThan(60_000);
      const again = await world.ask(address, {
        headers: { "if-none-match": String(headers.etag) },
      });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect((await reads(world)).length).toBe(count);
    },
  );

  test("has none of what carries its reader's name, also for who may open it", async () => {
    const world = await openWorld();
    const file = await linked(world, "%Data Flow Diagram%");
    await opened(world, file, RILEY);
    const list = await world.ask("/acme/documents", { as: RILEY });
    expect(thumbnailsIn(list.text).filter((src) => src.includes(file.id))).toEqual([]);
    const picture = await world.ask(at(file, "view/thumbnail"), { as: RILEY });
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/gif"]);
    const stranger = await world.ask(at(file, "view/thumbnail"));
    expect([302, 404]).toContain(stranger.status);
  });
});

describe("a document's page", () => {
  test("shows its first page to each of its staff, and none of another company's", async () => {
    const world = await openWorld();
    const { id } = await linked(world, "%Data Flow Diagram%");
    expect((await world.ask(`/documents/${id}`, { as: VIEWER })).text).toContain(
      `src="/documents/${id}/thumbnail?version=1"`,
    );
    const picture = await world.ask(`/documents/${id}/thumbnail`, { as: VIEWER });
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(Math.max(...sizeOf(picture.body))).toBeLessThanOrEqual(240);
    const elsewhere = await world.ask(`/documents/${id}/thumbnail`, {
      as: "owner@globex.example",
    });
    expect(elsewhere.status).toBe(404);
    const text = await linked(world, "%TLS Configuration Scan.txt");
    expect((await world.ask(`/documents/${text.id}`, { as: VIEWER })).text).not.toContain(
      "/thumbnail",
    );
    expect((await world.ask(`/documents/${text.id}/thumbnail`, { as: VIEWER })).status).toBe(404);
  });

  test("names its readers to those who review access, and counts them for the others", async () => {
    const world = await openWorld();
    const file = await linked(world, "%Data Flow Diagram%");
    await world.services.store.write((trx) => trx.deleteFrom("events").execute());
    const readers = async (as: string) => {
      const { text } = await world.ask(`/documents/${file.id}`, { as });
      const from = text.indexOf('id="readers"');
      return text
        .slice(from, text.indexOf("</section>", from))
        .replaceAll(/<!-- -->/g, "")
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ");
    };
    expect(await readers(OWNER)).toContain("No visitor has opened this document yet.");
    await opened(world, file, RILEY);
    // Staff are no readers.
    await opened(world, file, OWNER);
    expect(await readers(OWNER)).toMatch(/Riley [^]*viewed once/);
    expect(await readers(OWNER)).toContain("Your team’s downloads and changes");
    const told = await readers(EDITOR);
    expect(told).toContain("1 member opened it.");
    expect(told).not.toMatch(/Riley|customer\.example/);
  });
});
