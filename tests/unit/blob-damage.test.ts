import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { CHUNK_BYTES, HEADER_BYTES } from "#platform/files/blob-format.ts";
import { BlobDamaged, BlobMissing, BlobStore } from "#platform/files/blob-store.ts";
import { InstallationKey } from "#platform/files/installation-key.ts";
import { ACME, GLOBEX, LIMIT, SEALED_CHUNK, alter, drain, useBlobFolder } from "./blob-folder.ts";

const world = useBlobFolder();

describe("what is not what was stored is refused", () => {
  test("whichever byte of a small blob is altered", async () => {
    const { hash } = await world.store.put(ACME, randomBytes(100), LIMIT);
    const file = world.fileOf(ACME, hash);
    const sound = readFileSync(file);
    for (let at = 0; at < sound.length; at += 1) {
      const altered = Buffer.from(sound);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      writeFileSync(file, altered);
      await expect(world.store.readAll(ACME, hash, 1000), `byte ${at}`).rejects.toThrow(
        BlobDamaged,
      );
    }
  });

  test("a truncated blob is refused, not served short", async () => {
    const { hash } = await world.store.put(ACME, randomBytes(3 * CHUNK_BYTES), LIMIT);
    for (const length of [
      0,
      10,
      HEADER_BYTES,
      HEADER_BYTES + SEALED_CHUNK,
      HEADER_BYTES + 3 * SEALED_CHUNK - 1,
    ]) {
      alter(world.fileOf(ACME, hash), (file) =>
        Buffer.concat([file, Buffer.alloc(3 * SEALED_CHUNK)]).subarray(0, length),
      );
      await expect(world.store.open(ACME, hash)).rejects.toThrow(BlobDamaged);
      await expect(world.store.stat(ACME, hash)).rejects.toThrow(hash);
    }
  });

  test("a blob that is cut while it is read fails, and does not end", async () => {
    const { hash } = await world.store.put(ACME, randomBytes(40 * CHUNK_BYTES), LIMIT);
    const { stream } = await world.store.open(ACME, hash);
    alter(world.fileOf(ACME, hash), (file) => file.subarray(0, HEADER_BYTES + 2 * SEALED_CHUNK));
    await expect(drain(stream)).rejects.toThrow(BlobDamaged);
  });

  test("a blob with something appended", async () => {
    const { hash } = await world.store.put(ACME, randomBytes(1000), LIMIT);
    alter(world.fileOf(ACME, hash), (file) => Buffer.concat([file, Buffer.alloc(SEALED_CHUNK)]));
    await expect(world.store.open(ACME, hash)).rejects.toThrow(BlobDamaged);
  });

  test("chunks that changed places", async () => {
    const { hash } = await world.store.put(ACME, randomBytes(3 * CHUNK_BYTES), LIMIT);
    alter(world.fileOf(ACME, hash), (file) => {
      const chunk = (n: number) =>
        file.subarray(HEADER_BYTES + n * SEALED_CHUNK, HEADER_BYTES + (n + 1) * SEALED_CHUNK);
      return Buffer.concat([file.subarray(0, HEADER_BYTES), chunk(1), chunk(0), chunk(2)]);
    });
    await expect(world.store.readAll(ACME, hash, 1_000_000)).rejects.toThrow(BlobDamaged);
  });

  test("one blob under the name of another", async () => {
    const [a, b] = [
      await world.store.put(ACME, randomBytes(5000), LIMIT),
      await world.store.put(ACME, randomBytes(5000), LIMIT),
    ];
    alter(world.fileOf(ACME, a.hash), () => readFileSync(world.fileOf(ACME, b.hash)));
    await expect(world.store.open(ACME, a.hash)).rejects.toThrow(BlobDamaged);
  });

  test("the chunks of one blob under the header of another", async () => {
    const [a, b] = [
      await world.store.put(ACME, randomBytes(5000), LIMIT),
      await world.store.put(ACME, randomBytes(5000), LIMIT),
    ];
    alter(world.fileOf(ACME, a.hash), (file) =>
      Buffer.concat([
        file.subarray(0, HEADER_BYTES),
        readFileSync(world.fileOf(ACME, b.hash)).subarray(HEADER_BYTES),
      ]),
    );
    await expect(world.store.readAll(ACME, a.hash, 5000)).rejects.toThrow(BlobDamaged);
  });

  test("a blob of one org does not open under another", async () => {
    const { hash } = await world.store.put(ACME, randomBytes(5000), LIMIT);
    await expect(world.store.open(GLOBEX, hash)).rejects.toThrow(BlobMissing);
    mkdirSync(path.dirname(world.fileOf(GLOBEX, hash)), { recursive: true });
    writeFileSync(world.fileOf(GLOBEX, hash), readFileSync(world.fileOf(ACME, hash)));
    await expect(world.store.open(GLOBEX, hash)).rejects.toThrow(BlobDamaged);
  });

  test("a blob of another installation", async () => {
    const { hash } = await world.store.put(ACME, randomBytes(5000), LIMIT);
    const other = new BlobStore(world.folder, new InstallationKey(Buffer.alloc(32, 8)));
    await expect(other.open(ACME, hash)).rejects.toThrow(BlobDamaged);
  });

  test("only authentic bytes come before the failure", async () => {
    const bytes = randomBytes(10 * CHUNK_BYTES);
    const { hash } = await world.store.put(ACME, bytes, LIMIT);
    alter(
      world.fileOf(ACME, hash),
      (file) =>
        void file.writeUInt8(
          file.readUInt8(HEADER_BYTES + 6 * SEALED_CHUNK) ^ 1,
          HEADER_BYTES + 6 * SEALED_CHUNK,
        ),
    );
    const { stream } = await world.store.open(ACME, hash);
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    const failure = await new Promise((resolve) => stream.on("error", resolve).on("end", resolve));
    expect(failure).toBeInstanceOf(BlobDamaged);
    const got = Buffer.concat(pieces);
    expect(got.length).toBeLessThanOrEqual(6 * CHUNK_BYTES);
    expect(got.equals(bytes.subarray(0, got.length))).toBe(true);
  });

  test.each(["", ".", "..", "../x", "a/b", "a\\b", "tmp", "TMP", "a\0b", "é", "a".repeat(65)])(
    "the org id %j",
    async (orgId) => {
      await expect(world.store.put(orgId, randomBytes(1), LIMIT)).rejects.toThrow(RangeError);
      await expect(world.store.open(orgId, "0".repeat(64))).rejects.toThrow(RangeError);
      await expect(world.store.remove(orgId, "0".repeat(64))).rejects.toThrow(RangeError);
    },
  );

  test.each([
    "",
    "..",
    "0".repeat(63),
    "0".repeat(65),
    "A".repeat(64),
    `../${"0".repeat(61)}`,
    `${"0".repeat(64)}\n`,
  ])("the hash %j", async (hash) => {
    await expect(world.store.open(ACME, hash)).rejects.toThrow(RangeError);
    await expect(world.store.stat(ACME, hash)).rejects.toThrow(RangeError);
    await expect(world.store.remove(ACME, hash)).rejects.toThrow(RangeError);
  });
});
