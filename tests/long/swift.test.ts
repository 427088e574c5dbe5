import { randomBytes } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrate.ts";
import { Store } from "#db/store.ts";
import { readConfig } from "#platform/config.ts";
import { BlobMissing, BlobStore } from "#platform/files/blob-store.ts";
import { openPlace } from "#platform/files/open-place.ts";
import { PASSWORD } from "../server/backup-world.ts";
import { dataFolder, Spawned } from "../server/spawned.ts";
import { SwiftServer } from "../swift-server.ts";
import { ACME, drain, inPieces, KEY, LIMIT, sha256 } from "../unit/blob-folder.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "swift-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openSwift(certificate: { file: string; key: string } | null = null) {
  const server = await SwiftServer.start(certificate);
  onTestFinished(() => server.stop());
  return server;
}

test(
  "OpenStack Swift keeps files whole and in parts, gives ranges of them, and lists and deletes them",
  { timeout: 300_000 },
  async () => {
    const swift = await openSwift();
    const folder = ownFolder();
    const config = readConfig({
      DATA_DIR: folder,
      BLOB_CACHE_MB: "0",
      ...swift.environment("first"),
    });
    const empty = Store.open(":memory:", null);
    await migrate(empty.connection);
    const store = Store.clone(empty.image());
    await empty.close();
    onTestFinished(() => store.close());
    const open = async () =>
      new BlobStore(await openPlace(config, { key: KEY, writer: "server", store, log }), KEY);
    const blobs = await open();
    await blobs.check();
    const small = randomBytes(300_000);
    // Above 64 MB a file is sent in parts.
    const large = randomBytes(90_000_000);
    for (const bytes of [small, large]) {
      const { hash } = await blobs.put(ACME, inPieces(bytes, 1_000_000), LIMIT);
      expect(hash).toBe(sha256(bytes));
      expect(await blobs.stat(ACME, hash)).toEqual({ size: bytes.length });
      const whole = await drain((await blobs.open(ACME, hash)).stream);
      expect(whole.equals(bytes)).toBe(true);
      const range = { start: bytes.length - 150_000, end: bytes.length - 50_000 };
      const part = await drain((await blobs.open(ACME, hash, range)).stream);
      expect(part.equals(bytes.subarray(range.start, range.end))).toBe(true);
    }
    // Another process of the same installation finds them.
    const hashes = [sha256(small), sha256(large)];
    const other = await open();
    for (const hash of hashes) expect((await other.stat(ACME, hash)).size).toBeGreaterThan(0);
    const tomorrow = new Date(Date.now() + 86_400_000);
    const listed: string[] = [];
    for await (const { hash } of blobs.unnoticed(tomorrow, tomorrow)) listed.push(hash);
    expect(listed.sort()).toEqual([...hashes].sort());
    for (const hash of hashes) {
      expect(await blobs.remove(ACME, hash)).toBe(true);
      await expect(blobs.open(ACME, hash)).rejects.toThrow(BlobMissing);
    }
  },
);

test(
  "an installation keeps its files in Swift over HTTPS, and says what is wrong with a certificate",
  { timeout: 300_000 },
  async () => {
    const folder = ownFolder();
    const certificate = { file: path.join(folder, "cert.pem"), key: path.join(folder, "key.pem") };
    const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
    const about = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const places = ["-nodes", "-days", "2", "-keyout", certificate.key, "-out", certificate.file];
    execFileSync("openssl", [...request, ...about, ...places], { stdio: "ignore" });
    const swift = await openSwift(certificate);
    const environment = {
      DATA_DIR: await dataFolder(),
      DEMO: "on",
      DEMO_PASSWORD: PASSWORD,
      ...swift.environment(),
    };
    const distrusting = await Spawned.start(environment);
    expect(await distrusting.ended).toBe(1);
    expect(distrusting.err).toContain("certificate");
    const trusting = { ...environment, NODE_EXTRA_CA_CERTS: certificate.file };
    const server = await (await Spawned.start(trusting)).ready();
    expect((await server.ask("/acme")).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const verified = await Spawned.start(trusting, ["verify-files"]);
    expect(await verified.ended, verified.err).toBe(0);
    expect(verified.out).toMatch(/^120 file\(s\) checked/m);
  },
);
