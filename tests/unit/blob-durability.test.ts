import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACME, sha256, useBlobFolder } from "./blob-folder.ts";
import { bundleForNode } from "./bundled.ts";
import { testInFive } from "../in-turn.ts";

/** What the disk does to uploads, and what is left when the process is killed (quality.md, Durability). */
const world = useBlobFolder();

const apart = mkdtempSync(path.join(tmpdir(), "blob-durability-"));

/** A process that stores what it makes up, and prints a hash when the blob is stored: {folder} {count} {bytes}. */
let uploader: string;
beforeAll(async () => {
  uploader = await bundleForNode(
    path.join(apart, "uploader"),
    `import { randomBytes } from "node:crypto";
     import { BlobStore } from ${JSON.stringify(path.resolve("app/platform/files/blob-store.ts"))};
     import { InstallationKey } from ${JSON.stringify(path.resolve("app/platform/files/installation-key.ts"))};
     const [folder = "", count, bytes] = process.argv.slice(2);
     const store = new BlobStore(folder, new InstallationKey(Buffer.alloc(32, 7)));
     async function* upload() {
       for (let left = Number(bytes); left > 0; left -= 65536) yield randomBytes(Math.min(left, 65536));
     }
     const one = async () => console.log((await store.put(${JSON.stringify(ACME)}, upload(), { maxBytes: 1e9 })).hash);
     for (let done = 0; done < Number(count); done += 1) await (count === "1" ? one() : Promise.all([one(), one(), one()]));`,
  );
});

afterAll(() => rmSync(apart, { recursive: true, force: true }));

// The limit on a file's size, which every user may lower: the system then refuses a write halfway, as a full disk does.
testInFive(
  "an upload that the disk has no room for is told so; reads and later writes go on",
  async () => {
    const script = await bundleForNode(
      path.join(apart, "full"),
      `import { randomBytes } from "node:crypto";
     import { BlobStore } from ${JSON.stringify(path.resolve("app/platform/files/blob-store.ts"))};
     import { InstallationKey } from ${JSON.stringify(path.resolve("app/platform/files/installation-key.ts"))};
     import { StorageUnavailable } from ${JSON.stringify(path.resolve("db/store.ts"))};
     const [org, limit] = [${JSON.stringify(ACME)}, { maxBytes: 1e9 }];
     const store = new BlobStore(process.argv[2] ?? "", new InstallationKey(Buffer.alloc(32, 7)));
     async function* upload() {
       for (let sent = 0; sent < 128; sent += 1) yield randomBytes(65536);
     }
     const before = await store.put(org, randomBytes(100_000), limit);
     const failure = await store.put(org, upload(), limit).catch((error) => error);
     const read = await store.readAll(org, before.hash, 100_000);
     const after = await store.put(org, randomBytes(200_000), limit);
     console.log(JSON.stringify({ told: failure instanceof StorageUnavailable, status: failure.status, cause: failure.cause?.code, read: read.length, after: after.size }));`,
    );
    const run = spawnSync("sh", [
      "-c",
      'ulimit -f 2048 && exec "$0" "$1" "$2"',
      process.execPath,
      script,
      world.folder,
    ]);
    expect(run.stderr.toString()).toBe("");
    expect(JSON.parse(run.stdout.toString())).toEqual({
      told: true,
      status: 507,
      cause: "EFBIG",
      read: 100_000,
      after: 200_000,
    });
    expect(world.leftovers()).toEqual([]);
  },
);

test("before an upload is acknowledged, the disk has the file, its name and its folders", () => {
  const log = path.join(apart, "trace.txt");
  const run = spawnSync("strace", [
    "-f",
    "-yy",
    "-s",
    "100",
    "-e",
    "trace=rename,fsync,fdatasync,write",
    "-o",
    log,
    process.execPath,
    uploader,
    world.folder,
    "1",
    "300000",
  ]);
  const hash = run.stdout.toString().trim();
  const calls = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.includes(world.folder) || line.includes(`"${hash}`));
  const at = (pattern: RegExp) => calls.findLastIndex((line) => pattern.test(line));
  const shard = `${ACME}/${hash.slice(0, 2)}`;
  const order = [
    at(/sync\(\d+<[^>]*\/tmp\/[0-9a-f]{32}>/),
    at(/rename\(.*\/tmp\//),
    at(new RegExp(`sync\\(\\d+<[^>]*${shard}>`)),
    at(new RegExp(`write\\(1.*${hash.slice(0, 20)}`)),
  ];
  expect(
    order.every((line) => line >= 0),
    calls.join("\n"),
  ).toBe(true);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  for (const above of [world.folder, `${world.folder}/${ACME}`])
    expect(at(new RegExp(`sync\\(\\d+<${above}>`))).toBeGreaterThanOrEqual(0);
});

testInFive(
  "whenever the process is killed, every acknowledged blob is whole and the rest can be swept",
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const child = spawn(process.execPath, [uploader, world.folder, "100000", "400000"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const acknowledged: string[] = [];
      for await (const line of createInterface(child.stdout)) {
        acknowledged.push(line);
        if (acknowledged.length === 3 + 4 * round) child.kill("SIGKILL");
      }
      for (const hash of acknowledged)
        expect(sha256(await world.store.readAll(ACME, hash, 1_000_000))).toBe(hash);
      const blobs = readdirSync(path.join(world.folder, ACME), {
        recursive: true,
        encoding: "utf8",
      }).filter((name) => name.length > 64);
      for (const name of blobs)
        expect(sha256(await world.store.readAll(ACME, path.basename(name), 1_000_000))).toBe(
          path.basename(name),
        );
    }
    await world.store.sweepTemporary();
    expect(world.leftovers()).toEqual([]);
  },
);

// In a process of its own: what a test's worker holds beside it would count.
testInFive("a large file passes through in little memory", async () => {
  const bytes = 256_000_000;
  const script = await bundleForNode(
    path.join(apart, "large"),
    `import { randomBytes } from "node:crypto";
     import { BlobStore } from ${JSON.stringify(path.resolve("app/platform/files/blob-store.ts"))};
     import { InstallationKey } from ${JSON.stringify(path.resolve("app/platform/files/installation-key.ts"))};
     const org = ${JSON.stringify(ACME)};
     const store = new BlobStore(process.argv[2] ?? "", new InstallationKey(Buffer.alloc(32, 7)));
     async function* upload(bytes) {
       for (let left = bytes; left > 0; left -= 65536) yield randomBytes(Math.min(left, 65536));
     }
     async function through(bytes) {
       const { hash, size } = await store.put(org, upload(bytes), { maxBytes: 1e9 });
       let read = 0;
       for await (const part of (await store.open(org, hash)).stream) read += part.length;
       return [size, read];
     }
     // What the first bytes load and compile stays.
     await through(1_000_000);
     const before = process.memoryUsage().rss;
     let peak = 0;
     setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss - before)), 5).unref();
     const passed = await through(${bytes});
     console.log(JSON.stringify({ passed, peak }));`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [script, world.folder], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { passed, peak } = JSON.parse(stdout) as { passed: number[]; peak: number };
  expect(passed).toEqual([bytes, bytes]);
  expect(peak).toBeLessThan(64 * 1024 * 1024);
});
