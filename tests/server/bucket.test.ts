import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { BUCKET_KEY, BucketServer } from "../bucket-server.ts";
import { multipart, pdf } from "./multipart.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const EDITOR = "editor@acme.example";
const LATER = "Files can’t be stored right now. Nothing was saved. Please try again in a minute.";

let bucket: BucketServer;
beforeAll(async () => {
  bucket = await BucketServer.start();
});
afterAll(() => bucket.stop());

/** The named world with an empty bucket for its files. */
async function openBucketWorld(
  environment: Record<string, string> = {},
): Promise<{ world: World; dataDir: string }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bucket-world-"));
  onTestFinished(() => {
    bucket.fault = () => null;
    rmSync(dataDir, { recursive: true, force: true });
  });
  const world = await openWorld({
    DATA_DIR: dataDir,
    BLOBS: bucket.address(path.basename(dataDir).slice(-6)),
    AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
    AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
    ...environment,
  });
  return { world, dataDir };
}

function upload(world: World, name: string): Promise<Answer> {
  return world.ask("/documents?uploadModal=true", {
    as: EDITOR,
    ...multipart([{ name: `${name}.pdf`, bytes: pdf(name) }], {
      type: "Policy",
      accessType: "view-only",
      expiresOn: "2027-01-31",
    }),
  });
}

async function documentsOf(world: World) {
  return world.services.store.read
    .selectFrom("documents")
    .select(["id", "originalName"])
    .where("originalName", "like", "bucket %")
    .orderBy("originalName")
    .execute();
}

test("a bucket that is gone: pages and kept files go on, others and uploads are told so and lose nothing", async () => {
  const { world, dataDir } = await openBucketWorld();
  const ready = async () => {
    const { status, text } = await world.ask("/readyz");
    const { checks } = JSON.parse(text) as { checks: Record<string, string> };
    return [status, checks.files];
  };
  expect((await upload(world, "bucket one")).status).toBe(303);
  expect((await upload(world, "bucket two")).status).toBe(303);
  const [one, two] = await documentsOf(world);
  const file = (id: string | undefined) => world.ask(`/documents/${id}/download`, { as: EDITOR });
  expect(await ready()).toEqual([200, "ok"]);

  bucket.fault = () => "reset";
  expect((await world.ask("/acme")).status).toBe(200);
  expect((await file(one?.id)).body.equals(pdf("bucket one"))).toBe(true);
  rmSync(path.join(dataDir, "blob-cache"), { recursive: true });
  const unread = await file(two?.id);
  expect([unread.status, unread.headers["retry-after"]]).toEqual([503, "30"]);

  const before = bucket.names();
  const form = await upload(world, "bucket three");
  expect([form.status, form.headers["retry-after"]]).toEqual([503, "30"]);
  expect(form.text).toContain(LATER);
  expect(form.text).toContain('name="expiresOn" value="2027-01-31"');
  expect(form.text).toMatch(/<option value="Policy" selected/);
  const call = await world.ask("/api/documents", {
    as: EDITOR,
    ...multipart([{ name: "bucket four.pdf", bytes: pdf("bucket four") }], { type: "Policy" }),
  });
  expect([call.status, call.headers["retry-after"]]).toEqual([503, "30"]);
  expect(JSON.parse(call.text)).toMatchObject({ title: LATER, status: 503 });
  expect((await documentsOf(world)).map(({ originalName }) => originalName)).toEqual([
    "bucket one.pdf",
    "bucket two.pdf",
  ]);
  expect(readdirSync(path.join(dataDir, "blobs", "tmp"))).toEqual([]);

  bucket.fault = () => null;
  expect(bucket.names()).toEqual(before);
  expect((await file(two?.id)).body.equals(pdf("bucket two"))).toBe(true);
  expect((await upload(world, "bucket three")).status).toBe(303);
  expect(existsSync(path.join(dataDir, "blobs", "tmp"))).toBe(true);
  expect(world.logged.join("\n")).not.toContain(`"${BUCKET_KEY.secret}"`);
});

test("a download that the bucket cuts goes on; one that it alters is cut, never false", async () => {
  const { world } = await openBucketWorld({ BLOB_CACHE_MB: "0" });
  const bytes = Buffer.concat([pdf("bucket large"), Buffer.alloc(3_000_000, "large ")]);
  const taken = await world.ask("/documents?uploadModal=true", {
    as: EDITOR,
    ...multipart([{ name: "bucket large.pdf", bytes }], { type: "Policy" }),
  });
  expect(taken.status).toBe(303);
  const [row] = await documentsOf(world);
  const file = () => world.ask(`/documents/${row?.id}/download`, { as: EDITOR });
  let cuts = 3;
  bucket.fault = ({ range }) => {
    cuts -= range === undefined ? 0 : 1;
    return range !== undefined && cuts >= 0 ? { cutAfter: 200_000 } : null;
  };
  expect((await file()).body.equals(bytes)).toBe(true);
  bucket.fault = ({ range }) =>
    range !== undefined && !range.startsWith("bytes=0-") ? { alterAt: 100 } : null;
  await expect(file()).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  bucket.fault = () => null;
  expect((await file()).body.equals(bytes)).toBe(true);
});
