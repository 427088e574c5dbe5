import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { StoredZip, ZipEntryFailed } from "#platform/files/stored-zip.ts";
import type { ZipEntry } from "#platform/files/zip-records.ts";
import { archivePaths, safeName } from "#content/bulk-download/gather.ts";
import { testInFive } from "../in-turn.ts";

const MODIFIED = new Date("2026-11-20T12:34:56Z");
const MB = 1_048_576;

function entry(name: string, bytes: Uint8Array): ZipEntry {
  const hash = createHash("sha256").update(bytes).digest("hex");
  return {
    name,
    size: bytes.length,
    modified: MODIFIED,
    hash,
    open: async (start) => Readable.from(pieces(bytes.subarray(start)), { objectMode: false }),
  };
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

function scratch(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "stored-zip-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What the tools of others say of an archive; each throws when it finds a fault. */
function checkWithTools(file: string): void {
  execFileSync("unzip", ["-tqq", file]);
  execFileSync("7z", ["t", "-bd", file]);
  execFileSync("bsdtar", ["-tf", file]);
}

describe("an archive", () => {
  const contents = new Map<string, Uint8Array>([
    ["Reports/report.pdf", randomBytes(300_000)],
    ["Reports/empty.txt", new Uint8Array(0)],
    ["Legal/Überprüfung – Αναφορά – отчёт.docx", randomBytes(70_001)],
    ["Legal/one byte", randomBytes(1)],
  ]);
  const archive = () => new StoredZip([...contents].map(([name, bytes]) => entry(name, bytes)));

  test("passes unzip, 7z and bsdtar, has the length that was said before, and gives every file back with name and time", async () => {
    const folder = scratch();
    const whole = await buffer(archive().stream());
    expect(whole.length).toBe(archive().size);
    writeFileSync(path.join(folder, "a.zip"), whole);
    checkWithTools(path.join(folder, "a.zip"));
    mkdirSync(path.join(folder, "out"));
    execFileSync("unzip", ["-q", path.join(folder, "a.zip"), "-d", path.join(folder, "out")], {
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    for (const [name, bytes] of contents) {
      const file = path.join(folder, "out", name);
      expect(readFileSync(file).equals(bytes), name).toBe(true);
      expect(Math.abs(statSync(file).mtimeMs - MODIFIED.getTime()), name).toBeLessThan(2_000);
    }
  });

  test("without files is one that the tools take for empty", async () => {
    const whole = await buffer(new StoredZip([]).stream());
    expect(whole.length).toBe(22);
  });

  testInFive(
    "gives the same bytes by ranges, whether or not its files were read before",
    async () => {
      const whole = await buffer(archive().stream());
      const marks = [
        0,
        1,
        29,
        30,
        100,
        65_000,
        300_018,
        300_100,
        300_130,
        370_000,
        whole.length - 300,
        whole.length - 22,
        whole.length - 1,
        whole.length,
      ];
      for (const start of marks) {
        for (const end of marks.filter((mark) => mark > start)) {
          for (const source of [archive(), fresh()]) {
            const part = await buffer(source.stream({ start, end }));
            expect(part.equals(whole.subarray(start, end)), `${start} to ${end}`).toBe(true);
          }
        }
      }
    },
  );

  /** The same archive whose files' checksums nobody remembers. */
  function fresh(): StoredZip {
    return new StoredZip(
      [...contents].map(([name, bytes]) => ({
        ...entry(name, bytes),
        hash: randomBytes(32).toString("hex"),
      })),
    );
  }

  test("reads nothing before the range once the files' checksums are known", async () => {
    const whole = await buffer(archive().stream());
    const opened: [string, number][] = [];
    const watched = new StoredZip(
      [...contents].map(([name, bytes]) => {
        const plain = entry(name, bytes);
        return {
          ...plain,
          open: (start: number) => (opened.push([name, start]), plain.open(start)),
        };
      }),
    );
    const part = await buffer(watched.stream({ start: 200_000 }));
    expect(part.equals(whole.subarray(200_000))).toBe(true);
    expect(opened[0]?.[0]).toBe("Reports/report.pdf");
    expect(opened[0]?.[1]).toBeGreaterThan(199_000);
    opened.length = 0;
    await buffer(watched.stream({ start: whole.length - 22 }));
    expect(opened).toEqual([]);
  });

  test("has one file open at a time", async () => {
    let open = 0;
    let most = 0;
    const counted = Array.from({ length: 30 }, (_, i) => {
      const bytes = randomBytes(100_000 + i);
      const plain = entry(`f${i}`, bytes);
      return {
        ...plain,
        open: async (start: number) => {
          open += 1;
          most = Math.max(most, open);
          const stream = (await plain.open(start)) as Readable;
          return stream.once("close", () => (open -= 1));
        },
      };
    });
    await buffer(new StoredZip(counted).stream());
    expect(most).toBe(1);
    expect(open).toBe(0);
  });

  test("that is given up half-way closes its file at once", async () => {
    const bytes = randomBytes(4 * MB);
    let stream: Readable | undefined;
    const plain = entry("large", bytes);
    const reading = new StoredZip([
      { ...plain, open: async (start) => (stream = (await plain.open(start)) as Readable) },
    ]).stream();
    await new Promise((resolve) => reading.once("data", resolve));
    reading.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stream?.destroyed).toBe(true);
  });

  test("that is cut off by its reader says so, and blames no file", async () => {
    const reading = new StoredZip([entry("large", randomBytes(4 * MB))]).stream();
    await new Promise((resolve) => reading.once("data", resolve));
    const failed = new Promise((resolve) => reading.once("error", resolve));
    const left = new Error("the reader left");
    reading.destroy(left);
    expect(await failed).toBe(left);
  });

  test.each([
    ["is shorter than it was said to be", (bytes: Uint8Array) => [bytes.subarray(1)]],
    ["is longer than it was said to be", (bytes: Uint8Array) => [bytes, bytes.subarray(0, 1)]],
    [
      "fails half-way",
      function* (bytes: Uint8Array) {
        yield bytes.subarray(0, 10);
        throw new Error("the disk is gone");
      },
    ],
  ])("ends with an error that names the file when one %s", async (_what, read) => {
    const bytes = randomBytes(1_000);
    const files = [
      entry("first", randomBytes(10)),
      { ...entry("second", bytes), open: async () => read(bytes) },
    ];
    const failure = await buffer(new StoredZip(files).stream()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ZipEntryFailed);
    expect((failure as ZipEntryFailed).entry.name).toBe("second");
  });

  testInFive("of more than 65,535 files is Zip64 and passes", async () => {
    const folder = scratch();
    const file = path.join(folder, "many.zip");
    const none = entry("", new Uint8Array(0));
    const zip = new StoredZip(
      Array.from({ length: 65_600 }, (_, i) => ({ ...none, name: `f/${i}` })),
    );
    await pipeline(zip.stream(), createWriteStream(file));
    expect(
      execFileSync("bsdtar", ["-tf", file], { maxBuffer: 1e8 }).toString().trim().split("\n"),
    ).toHaveLength(65_600);
    execFileSync("unzip", ["-tqq", file]);
  });

  testInFive(
    "of more than four gigabytes has exact records: a file beyond the limit, and files behind it",
    async () => {
      const piece = Buffer.alloc(MB);
      const large = 4_097 * MB;
      const huge: ZipEntry = {
        name: "huge.bin",
        size: large,
        modified: MODIFIED,
        hash: "huge",
        open: async (start) => zeros(large - start, piece),
      };
      const zip = new StoredZip([huge, entry("Legal/behind.txt", Buffer.from("behind it all"))]);
      // What lies between the records is zeros: a file with a hole is the archive, without its gigabytes on the disk.
      const head = await buffer(zip.stream({ end: 200 }));
      const tail = await buffer(zip.stream({ start: large, end: zip.size }));
      const folder = scratch();
      const file = path.join(folder, "huge.zip");
      const descriptor = openSync(file, "w");
      writeSync(descriptor, head, 0, head.length, 0);
      writeSync(descriptor, tail, 0, tail.length, large);
      closeSync(descriptor);
      expect(statSync(file).size).toBe(zip.size);
      expect(execFileSync("bsdtar", ["-tvf", file]).toString()).toMatch(
        new RegExp(`${large}.*huge\\.bin`),
      );
      expect(execFileSync("unzip", ["-p", file, "Legal/behind.txt"]).toString()).toBe(
        "behind it all",
      );
      expect(execFileSync("7z", ["l", file]).toString()).toContain(String(large));
    },
  );
});

function* zeros(count: number, piece: Buffer): Generator<Uint8Array> {
  for (let left = count; left > 0; left -= piece.length)
    yield left >= piece.length ? piece : piece.subarray(0, left);
}

describe("names in an archive", () => {
  test.each([
    ["report.pdf", "report.pdf"],
    ["../../etc/passwd", "___.._etc_passwd"],
    ["C:\\Windows\\system32.dll", "C__Windows_system32.dll"],
    ["CON.pdf", "_CON.pdf"],
    ["lpt1", "_lpt1"],
    ["annual\u202efdp.exe", "annualfdp.exe"],
    ["line\nbreak\u0000.txt", "line_break_.txt"],
    ["trailing. . ", "trailing"],
    [".hidden", "_hidden"],
    ["   ", "document"],
    ["..", "document"],
    ["a".repeat(300) + ".pdf", "a".repeat(176) + ".pdf"],
    ["語".repeat(100) + ".docx", "語".repeat(58) + ".docx"],
  ])("%j becomes %j", (name, expected) => {
    expect(safeName(name, "document")).toBe(expected);
  });

  test("are unique in their folder, whatever their case", () => {
    const paths = archivePaths([
      { folder: "Reports", name: "SOC 2.pdf" },
      { folder: "Reports", name: "soc 2.PDF" },
      { folder: "Reports", name: "SOC 2.pdf" },
      { folder: "Legal", name: "SOC 2.pdf" },
      { folder: "Reports", name: "SOC 2 (2).pdf" },
      { folder: "Physical & Environmental / ..", name: "" },
    ]);
    expect(paths).toEqual([
      "Reports/SOC 2.pdf",
      "Reports/soc 2 (2).PDF",
      "Reports/SOC 2 (3).pdf",
      "Legal/SOC 2.pdf",
      "Reports/SOC 2 (2) (2).pdf",
      "Physical & Environmental _/document",
    ]);
  });

  test("lead nowhere else", () => {
    for (const inside of archivePaths([
      { folder: "..", name: "../x" },
      { folder: "/", name: "/etc" },
      { folder: "C:", name: "\\\\server" },
    ])) {
      expect(inside.split("/")).toHaveLength(2);
      expect(inside).not.toMatch(/^\/|\\|(?:^|\/)\.\.(?:\/|$)|:/);
    }
  });
});
