import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHUNK_BYTES, HEADER_BYTES } from "#platform/files/blob-format.ts";
import { BlobDamaged, BlobMissing, BlobStore, BlobTooLarge } from "#platform/files/blob-store.ts";
import {
  ACME,
  GLOBEX,
  KEY,
  LIMIT,
  SEALED_CHUNK,
  alter,
  drain,
  inPieces,
  sha256,
  useBlobFolder,
} from "./blob-folder.ts";
import { testInFive } from "../in-turn.ts";

const world = useBlobFolder();

describe("what was stored", () => {
  const edges = [
    0,
    1,
    CHUNK_BYTES - 1,
    CHUNK_BYTES,
    CHUNK_BYTES + 1,
    4 * CHUNK_BYTES - 1,
    4 * CHUNK_BYTES,
    4 * CHUNK_BYTES + 1,
    8 * CHUNK_BYTES,
    1_000_003,
  ];
  test.each(edges)("%d bytes come back as they were, given at once or in pieces", async (size) => {
    const bytes = randomBytes(size);
    const whole = await world.store.put(ACME, bytes, LIMIT);
    expect(whole).toEqual({ hash: sha256(bytes), size });
    expect(await world.store.put(GLOBEX, inPieces(bytes, 10_007), LIMIT)).toEqual(whole);
    expect((await world.store.readAll(ACME, whole.hash, size)).equals(bytes)).toBe(true);
    expect((await world.store.readAll(GLOBEX, whole.hash, size)).equals(bytes)).toBe(true);
    expect(await world.store.stat(ACME, whole.hash)).toEqual({ size });
    expect(world.leftovers()).toEqual([]);
  });

  testInFive("any range equals the slice", async () => {
    const bytes = randomBytes(9 * CHUNK_BYTES + 1234);
    const { hash } = await world.store.put(ACME, bytes, LIMIT);
    const near = fc.oneof(
      fc.nat(bytes.length + 10),
      fc
        .tuple(fc.nat(10), fc.integer({ min: -2, max: 2 }))
        .map(([chunk, by]) => Math.max(0, chunk * CHUNK_BYTES + by)),
    );
    await fc.assert(
      fc.asyncProperty(near, near, async (a, b) => {
        const [start, end] = a < b ? [a, b] : [b, a];
        expect(
          (await world.read(ACME, hash, { start, end })).equals(bytes.subarray(start, end)),
        ).toBe(true);
        expect((await world.read(ACME, hash, { start })).equals(bytes.subarray(start))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test("a range reads only its chunks", async () => {
    const bytes = randomBytes(12 * CHUNK_BYTES);
    const { hash } = await world.store.put(ACME, bytes, LIMIT);
    alter(world.fileOf(ACME, hash), (file) => {
      const kept = HEADER_BYTES + 6 * SEALED_CHUNK;
      file.fill(0, HEADER_BYTES, kept).fill(0, kept + SEALED_CHUNK);
    });
    const range = { start: 6 * CHUNK_BYTES, end: 7 * CHUNK_BYTES };
    expect(
      (await world.read(ACME, hash, range)).equals(bytes.subarray(range.start, range.end)),
    ).toBe(true);
    await expect(world.read(ACME, hash, { ...range, end: range.end + 1 })).rejects.toThrow(
      BlobDamaged,
    );
  });

  test("a range that is none is refused", async () => {
    const { hash } = await world.store.put(ACME, randomBytes(10), LIMIT);
    for (const range of [
      { start: -1 },
      { start: 5, end: 4 },
      { start: 0.5 },
      { start: Number.NaN },
      { start: Infinity },
    ]) {
      await expect(world.store.open(ACME, hash, range)).rejects.toThrow(RangeError);
    }
    expect(openDescriptors()).toBe(0);
  });

  test("nothing of it can be read on the disk", async () => {
    const { hash } = await world.store.put(
      ACME,
      Buffer.from("SOC 2 report. ".repeat(20_000)),
      LIMIT,
    );
    expect(readFileSync(world.fileOf(ACME, hash)).includes("SOC 2")).toBe(false);
    expect(statSync(world.fileOf(ACME, hash)).mode & 0o077).toBe(0);
    const again = readFileSync(world.fileOf(ACME, hash));
    await world.store.remove(ACME, hash);
    await world.store.put(ACME, Buffer.from("SOC 2 report. ".repeat(20_000)), LIMIT);
    expect(
      readFileSync(world.fileOf(ACME, hash))
        .subarray(HEADER_BYTES)
        .equals(again.subarray(HEADER_BYTES)),
    ).toBe(false);
  });

  test("the same bytes are stored once an org, fifty uploads at a time too", async () => {
    const bytes = randomBytes(300_000);
    const stored = await Promise.all(
      Array.from({ length: 50 }, () => world.store.put(ACME, inPieces(bytes, 65_536), LIMIT)),
    );
    expect(new Set(stored.map(({ hash }) => hash)).size).toBe(1);
    expect(readdirSync(path.dirname(world.fileOf(ACME, sha256(bytes))))).toEqual([sha256(bytes)]);
    expect(world.leftovers()).toEqual([]);
  });

  test("an upload of the same bytes heals a blob that was cut", async () => {
    const bytes = randomBytes(300_000);
    const { hash } = await world.store.put(ACME, bytes, LIMIT);
    alter(world.fileOf(ACME, hash), (file) => file.subarray(0, 1000));
    await world.store.put(ACME, bytes, LIMIT);
    expect((await world.store.readAll(ACME, hash, 300_000)).equals(bytes)).toBe(true);
  });

  test.each([0, 1, 2, 4])(
    "an upload of the same bytes heals a blob with a flipped bit (chunk %d), and who has it open reads on",
    async (chunk) => {
      const bytes = randomBytes(4 * CHUNK_BYTES + 100);
      const { hash } = await world.store.put(ACME, bytes, LIMIT);
      alter(world.fileOf(ACME, hash), (file) => {
        const at = HEADER_BYTES + chunk * SEALED_CHUNK + 20;
        file[at] = (file[at] ?? 0) ^ 1;
        return file;
      });
      await expect(world.store.readAll(ACME, hash, 1e6)).rejects.toThrow(BlobDamaged);
      await world.store.put(ACME, bytes, LIMIT);
      const { stream } = await world.store.open(ACME, hash);
      await world.store.put(ACME, inPieces(bytes, 10_007), LIMIT);
      expect((await drain(stream)).equals(bytes)).toBe(true);
      expect((await world.store.readAll(ACME, hash, 1e6)).equals(bytes)).toBe(true);
      expect(world.leftovers()).toEqual([]);
    },
  );

  test("a removed blob is missing, and who has it open reads on", async () => {
    const bytes = randomBytes(2_000_000);
    const { hash } = await world.store.put(ACME, bytes, LIMIT);
    const { stream } = await world.store.open(ACME, hash);
    expect(await world.store.remove(ACME, hash)).toBe(true);
    expect(await world.store.remove(ACME, hash)).toBe(false);
    expect((await drain(stream)).equals(bytes)).toBe(true);
    await expect(world.store.open(ACME, hash)).rejects.toThrow(BlobMissing);
    await expect(world.store.stat(ACME, hash)).rejects.toThrow(hash);
  });
});

describe("an upload that fails", () => {
  test("a source that fails leaves nothing behind", async () => {
    for (const before of [0, 1000, 5 * CHUNK_BYTES, 40 * CHUNK_BYTES]) {
      async function* failing() {
        yield* inPieces(randomBytes(before), CHUNK_BYTES);
        throw new Error("the client went away");
      }
      await expect(world.store.put(ACME, failing(), LIMIT)).rejects.toThrow("the client went away");
    }
    expect(world.leftovers()).toEqual([]);
    expect(existsSync(path.join(world.folder, ACME))).toBe(false);
    expect(openDescriptors()).toBe(0);
  });

  test("ends as soon as the limit passes, and the source with it", async () => {
    let pieces = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;) {
          pieces += 1;
          yield randomBytes(1000);
        }
      } finally {
        closed = true;
      }
    }
    const failure = await world.store
      .put(ACME, endless(), { maxBytes: 10_500 })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BlobTooLarge);
    expect(failure).toMatchObject({ status: 413, maxBytes: 10_500 });
    expect([pieces, closed]).toEqual([11, true]);
    expect(world.leftovers()).toEqual([]);
    await world.store.put(ACME, inPieces(randomBytes(10_500), 1000), { maxBytes: 10_500 });
  });

  test("one that was killed is swept whatever its age, one that is under way is left, and a command's until it is silent", async () => {
    expect(await world.store.sweepTemporary()).toBe(0);
    const { hash } = await world.store.put(ACME, randomBytes(100), LIMIT);
    const temporary = path.join(world.folder, "tmp");
    for (const name of ["young", "old", "command-young", "command-old"])
      writeFileSync(path.join(temporary, name), "x");
    const longAgo = Date.now() / 1000 - 3601;
    for (const name of ["old", "command-old"])
      utimesSync(path.join(temporary, name), longAgo, longAgo);
    async function* slowly() {
      yield randomBytes(1_000);
      expect(await world.store.sweepTemporary()).toBe(3);
      expect(world.leftovers()).toHaveLength(2);
      yield randomBytes(1_000);
    }
    const slow = await world.store.put(ACME, slowly(), LIMIT);
    expect(world.leftovers()).toEqual(["command-young"]);
    expect(await world.store.stat(ACME, slow.hash)).toEqual({ size: 2_000 });
    expect(await world.store.stat(ACME, hash)).toEqual({ size: 100 });
  });

  test("a command's is told from a server's by its name", async () => {
    const command = new BlobStore(world.folder, KEY, "command");
    async function* slowly() {
      yield randomBytes(10);
      expect(world.leftovers()).toEqual([expect.stringMatching(/^command-[0-9a-f]{32}$/)]);
      expect(await world.store.sweepTemporary()).toBe(0);
    }
    await command.put(ACME, slowly(), LIMIT);
    expect(world.leftovers()).toEqual([]);
  });
});

/** Descriptors of this process that are open in the test's folder. */
function openDescriptors(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(world.folder);
    } catch {
      return false;
    }
  }).length;
}

describe("open descriptors", () => {
  test("are released when the reader goes away, fails, ends, or only asks", async () => {
    const { hash } = await world.store.put(ACME, randomBytes(30 * CHUNK_BYTES), LIMIT);
    const left = [];
    for (let i = 0; i < 20; i += 1) {
      const { stream } = await world.store.open(ACME, hash);
      if (i % 2 === 0)
        await new Promise((resolve) => stream.once("data", () => resolve(stream.pause())));
      left.push(stream);
    }
    expect(openDescriptors()).toBe(20);
    await Promise.all(
      left.map((stream) => new Promise((resolve) => stream.once("close", resolve).destroy())),
    );
    expect(openDescriptors()).toBe(0);

    for await (const piece of (await world.store.open(ACME, hash)).stream as AsyncIterable<Buffer>)
      if (piece.length > 0) break;
    await world.read(ACME, hash, { start: 5, end: 5 });
    await world.read(ACME, hash);
    await world.store.stat(ACME, hash);
    await expect(world.store.readAll(ACME, hash, 100)).rejects.toThrow(BlobTooLarge);
    alter(world.fileOf(ACME, hash), (file) => void file.fill(0, HEADER_BYTES));
    await expect(world.read(ACME, hash)).rejects.toThrow(BlobDamaged);
    alter(world.fileOf(ACME, hash), (file) => void file.fill(0, 0, HEADER_BYTES));
    await expect(world.store.open(ACME, hash)).rejects.toThrow(BlobDamaged);
    await expect.poll(openDescriptors).toBe(0);
  });
});
