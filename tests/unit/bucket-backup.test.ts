import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { isoNow } from "#db/ids.ts";
import { migrate } from "#db/migrate.ts";
import { Store } from "#db/store.ts";
import { checkData } from "#operations/doctor/checks-of-data.server.ts";
import { makeBackup } from "#operations/backup/make.server.ts";
import { checkBackup, restoreBackup } from "#operations/backup/restore.server.ts";
import { readConfig, type Config } from "#platform/config.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import { loadInstallationKey } from "#platform/files/installation-key.ts";
import { blobsOfCommand, openPlace } from "#platform/files/open-place.ts";
import { createAsset } from "#platform/files/store/assets.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { verifyFiles } from "#platform/files/verify-files.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { BUCKET_KEY, BucketServer, faulty } from "../bucket-server.ts";

let server: BucketServer;
beforeAll(async () => {
  server = await BucketServer.start();
});
afterAll(() => server.stop());

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A data folder's own configuration, with a bucket below a prefix. */
function configOf(dataDir: string, prefix: string): Config {
  return readConfig({
    DATA_DIR: dataDir,
    BLOBS: server.address(prefix),
    AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
    AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
  });
}

/** An installation whose three files are in the bucket. */
async function installation() {
  const folder = mkdtempSync(path.join(tmpdir(), "bucket-backup-"));
  onTestFinished(() => {
    server.fault = () => null;
    rmSync(folder, { recursive: true, force: true });
  });
  const dataDir = path.join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const prefix = `b${randomBytes(6).toString("hex")}`;
  const config = configOf(dataDir, prefix);
  const key = await loadInstallationKey(dataDir);
  const store = Store.open(path.join(dataDir, "trust.db"), null);
  onTestFinished(() => store.close());
  await migrate(store.connection);
  const blobs = new BlobStore(await openPlace(config, { key, writer: "server", store, log }), key);
  const orgId = await store.write((trx) =>
    createOrg({ trx, by: SYSTEM, now: new Date() }, { slug: "acme", name: "Acme" }),
  );
  const hashes: string[] = [];
  for (const size of [10, 100_000, 2_500_000]) {
    const blob = await blobs.put(orgId, randomBytes(size), { maxBytes: 1e9 });
    await store.write(async (trx) => {
      await recordBlob(trx, orgId, blob, isoNow(new Date()));
      await createAsset(
        { trx, orgId, now: new Date() },
        { type: "logo", fileName: "a.png", contentType: "image/png", blobHash: blob.hash },
      );
    });
    hashes.push(blob.hash);
  }
  // A folder of backups names each by its second.
  let later = 0;
  const back = (target: string) => {
    const now = new Date(Date.now() + (later += 1_000));
    return makeBackup(dataDir, target, {
      keys: "within",
      keep: null,
      now: () => now,
      blobs: config.blobs,
    });
  };
  const nameOf = (hash: string) => `${prefix}/${orgId}/${hash.slice(0, 2)}/${hash}`;
  return { folder, dataDir, config, key, store, orgId, hashes, back, nameOf };
}

test("a backup has the files of the bucket, whole, and a restore puts them into another", async () => {
  const { folder, hashes, back, orgId, key } = await installation();
  const archive = path.join(folder, "all.tar");
  // One of its files comes altered, and is fetched again.
  server.fault = faulty({ alterAt: 90_000 });
  const made = await back(archive);
  server.fault = () => null;
  expect(made).toMatchObject({ manifest: { faults: [] }, files: { count: 3 } });
  expect(await checkBackup(archive, [])).toMatchObject({ faults: [], decrypted: true });
  // Into a folder of backups, what is there is not read again.
  await back(path.join(folder, "backups/"));
  server.asked.length = 0;
  expect((await back(path.join(folder, "backups/"))).files.copied).toBe(0);
  expect(
    server.asked.every(({ range }) => range === "bytes=0-75" || range === "bytes=0-1023"),
  ).toBe(true);

  const other = path.join(folder, "restored");
  const { blobs } = configOf(other, `r${randomBytes(6).toString("hex")}`);
  await restoreBackup(archive, other, null, null, blobs);
  expect(existsSync(path.join(other, "blobs", orgId))).toBe(false);
  const restored = await blobsOfCommand({ dataDir: other, blobs }, key);
  for (const hash of hashes)
    expect(
      createHash("sha256")
        .update(await restored.readAll(orgId, hash, 1e9))
        .digest("hex"),
    ).toBe(hash);
  // A bucket of another installation takes nothing.
  const strange = await installation();
  await expect(
    restoreBackup(archive, path.join(folder, "third"), null, null, strange.config.blobs),
  ).rejects.toThrow(/BLOBS is the bucket of another installation/);
  expect(existsSync(path.join(folder, "third", "trust.db"))).toBe(false);
});

test("what is missing or damaged in the bucket is named by backup, doctor and verify-files", async () => {
  const { dataDir, folder, config, store, key, hashes, back, nameOf } = await installation();
  const look = async (files = false) =>
    (await checkData(config, { files, now: new Date() })).checks.filter(({ name }) =>
      ["bucket", "stored files"].includes(name),
    );
  expect(await look(true)).toMatchObject([
    { state: "note", found: expect.stringContaining("stores, reads, lists and deletes") as string },
    { state: "right", found: expect.stringContaining("3 files") as string },
  ]);
  const [small = "", middle = ""] = hashes;
  rmSync(server.fileOf(nameOf(small)));
  const { truncateSync } = await import("node:fs");
  truncateSync(server.fileOf(nameOf(middle)), 50_000);
  const blobs = await blobsOfCommand(config, key);
  expect((await verifyFiles({ store, blobs })).faults).toHaveLength(2);
  expect((await look())[1]).toMatchObject({
    state: "wrong",
    found: expect.stringMatching(/^2 of 3 files.* damaged or missing/) as string,
  });
  const { manifest } = await back(path.join(folder, "faulty.tar"));
  expect(manifest.faults.map((fault) => fault.split(" ").at(-1)).sort()).toEqual([
    "damaged",
    "missing",
  ]);

  server.fault = ({ method }) => (method === "PUT" ? { status: 403, code: "AccessDenied" } : null);
  expect(await look()).toMatchObject([
    {
      state: "wrong",
      found: expect.stringContaining("storing failed (403 AccessDenied)") as string,
    },
    { state: "skipped" },
  ]);
  // A clock that is wrong is said as such, in words.
  server.fault = () => ({ status: 403, code: "RequestTimeTooSkewed" });
  expect((await look())[0]).toMatchObject({
    state: "wrong",
    found: expect.stringContaining(
      "BLOBS: the clock of this machine is wrong by more than the service allows. Set it.",
    ) as string,
  });
  // A service that lists late is none that doesn’t list.
  const late = faulty({ says: "<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>" }, 2);
  server.fault = ({ path: asked }) => (asked.includes("list-type") ? late() : null);
  expect((await look())[0]).toMatchObject({ state: "note" });
  server.fault = () => null;
  expect(existsSync(path.join(dataDir, "blob-cache"))).toBe(true);
});
