import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { deflatedZip, type ArchiveFile } from "#platform/files/deflated-zip.ts";

const MODIFIED = new Date("2026-11-20T12:34:56Z");

function file(name: string, bytes: Uint8Array, deflate = true): ArchiveFile {
  return { name, size: bytes.length, modified: MODIFIED, deflate, open: async () => [bytes] };
}

describe("an archive of deflated texts and packed files", () => {
  const text = Buffer.from("Encrypted at rest with AES-256. ".repeat(4_000));
  const picture = randomBytes(300_000);
  const files = [
    file("cards/Policies.yaml", text),
    file("documents/Bericht – 報告.pdf", picture, false),
    file("empty.txt", new Uint8Array(0)),
  ];

  test("gives every file back to unzip, 7z and bsdtar, and is the same bytes twice", async () => {
    const whole = await buffer(deflatedZip(files));
    expect((await buffer(deflatedZip(files))).equals(whole)).toBe(true);
    expect(whole.length).toBeLessThan(picture.length + text.length / 4);
    const folder = mkdtempSync(path.join(tmpdir(), "deflated-zip-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const archive = path.join(folder, "a.zip");
    writeFileSync(archive, whole);
    execFileSync("7z", ["t", "-bd", archive]);
    execFileSync("bsdtar", ["-tf", archive]);
    const unzipped = (name: string) =>
      execFileSync("unzip", ["-p", archive, name], { env: { ...process.env, LC_ALL: "C.UTF-8" } });
    expect(unzipped("cards/Policies.yaml").equals(text)).toBe(true);
    expect(unzipped("documents/Bericht – 報告.pdf").equals(picture)).toBe(true);
  });

  test("fails when a file can't be opened, breaks off, or has another length than was said", async () => {
    const opens = {
      ...file("b", text),
      open: async () => Promise.reject(new Error("no such file")),
    };
    const breaks = {
      ...file("b", text),
      open: async () =>
        (function* () {
          yield text.subarray(0, 10);
          throw new Error("the disk failed");
        })(),
    };
    const longer = { ...file("b", text), size: text.length - 1 };
    await expect(buffer(deflatedZip([...files, opens]))).rejects.toThrow("no such file");
    await expect(buffer(deflatedZip([...files, breaks]))).rejects.toThrow("the disk failed");
    await expect(buffer(deflatedZip([...files, longer, ...files]))).rejects.toThrow(
      `b has ${text.length} bytes instead of ${text.length - 1}`,
    );
  });

  test("opens one file at a time, and closes it when the reader leaves", async () => {
    let [open, most, opened] = [0, 0, 0];
    const watched = Array.from({ length: 20 }, (_, index): ArchiveFile => ({
      ...file(`${index}.bin`, picture, false),
      open: async () =>
        (async function* () {
          opened += 1;
          most = Math.max(most, (open += 1));
          try {
            for (let at = 0; at < picture.length; at += 10_000)
              yield picture.subarray(at, at + 10_000);
          } finally {
            open -= 1;
          }
        })(),
    }));
    const reading = deflatedZip(watched);
    for await (const piece of reading) if ((piece as Buffer).length > 0 && opened === 3) break;
    await new Promise<void>((resolve) => setTimeout(resolve, 50));
    expect([most, open, opened < 6]).toEqual([1, 0, true]);
    expect(Readable.prototype.isPrototypeOf(reading) && reading.destroyed).toBe(true);
  });
});
