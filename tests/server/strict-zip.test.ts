import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StrictZip } from "#platform/files/strict-zip.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "otc-zip-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Crafted {
  name: string;
  bytes?: Buffer;
  /** What the directory says, where it lies. */
  size?: number;
  flags?: number;
  method?: number;
  mode?: number;
  checksum?: number;
  /** The place of another entry's data. */
  at?: number;
}

/** An archive made by hand, so that it can lie. */
function crafted(entries: readonly Crafted[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const {
    name,
    bytes = Buffer.from("x"),
    size = bytes.length,
    flags = 0,
    method = 8,
    mode = 0o100644,
    checksum = crc32(bytes),
    at,
  } of entries) {
    const data = method === 8 ? deflateRawSync(bytes) : bytes;
    const label = Buffer.from(name, "utf8");
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(checksum, 14);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(label.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(checksum, 16);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(label.length, 28);
    central.writeUInt32LE(mode * 0x10000, 38);
    central.writeUInt32LE(at ?? place, 42);
    directory.push(central, label);
    if (at === undefined) {
      pieces.push(local, label, data);
      place += local.length + label.length + data.length;
    }
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...pieces, list, end]);
}

let count = 0;
async function opened(
  bytes: Buffer,
  limits = { maxEntries: 50, maxBytes: 64 * 1024 * 1024 },
): Promise<StrictZip> {
  const file = path.join(folder, `${(count += 1)}.zip`);
  writeFileSync(file, bytes);
  return StrictZip.ofFile(file, limits);
}

describe("an archive from a stranger", () => {
  test("gives its files, stored or deflated", async () => {
    const zip = await opened(
      crafted([
        { name: "a.txt", bytes: Buffer.from("one") },
        { name: "b/c.txt", bytes: Buffer.from("two"), method: 0 },
      ]),
    );
    expect([...zip.files].map(([name, { size }]) => [name, size])).toEqual([
      ["a.txt", 3],
      ["b/c.txt", 3],
    ]);
    expect((await zip.bytes("b/c.txt", 10)).toString()).toBe("two");
    await expect(zip.bytes("a.txt", 2)).rejects.toThrow("larger than");
    zip.close();
  });

  test.each<[string, Crafted[], RegExp]>([
    ["leads out of it", [{ name: "../secret.txt" }], /unsafe file path/],
    ["leads out of it in the middle", [{ name: "a/../../secret.txt" }], /unsafe file path/],
    ["is absolute", [{ name: "/etc/passwd" }], /unsafe file path/],
    ["is a drive's", [{ name: "C:/boot.ini" }], /unsafe file path/],
    ["has backslashes", [{ name: "a\\..\\..\\b" }], /unsafe file path/],
    ["has a control character", [{ name: "a\u0000b.txt" }], /unsafe or invalid name/],
    ["stands in it twice", [{ name: "org.yaml" }, { name: "org.yaml" }], /twice/],
    ["is password-protected", [{ name: "org.yaml", flags: 1 }], /password/],
    ["is packed otherwise", [{ name: "org.yaml", method: 12 }], /isn’t supported/],
    ["is a link", [{ name: "org.yaml", mode: 0o120777 }], /link/],
    [
      "expands to far more than its packed size",
      [{ name: "bomb.yaml", bytes: Buffer.alloc(40 * 1024 * 1024) }],
      /far more than its packed size/,
    ],
    [
      "says that it is larger than allowed",
      [{ name: "big.yaml", size: 0x7fffffff }],
      /larger than/,
    ],
    [
      "shares its data with others",
      Array.from({ length: 8 }, (_, i) => ({
        name: `${i}.bin`,
        bytes: Buffer.from(Array.from({ length: 600 }, (_unused, j) => (j * 7919) % 251)),
        ...(i === 0 ? {} : { at: 0 }),
      })),
      /overlap/,
    ],
  ])("is refused when a name %s", async (_, entries, message) => {
    await expect(opened(crafted(entries))).rejects.toThrow(message);
  });

  test("is refused with too many files, or when it is none at all", async () => {
    await expect(
      opened(crafted(Array.from({ length: 51 }, (_, i) => ({ name: `${i}.txt` })))),
    ).rejects.toThrow("51 files. At most 50");
    await expect(opened(Buffer.from("not a zip"))).rejects.toThrow("isn’t a valid ZIP file");
    await expect(opened(crafted([{ name: "a.txt" }]).subarray(0, 40))).rejects.toThrow(
      "isn’t a valid ZIP file",
    );
  });

  test("gives no byte more than it says, and none that its checksum does not vouch for", async () => {
    const longer = await opened(
      crafted([{ name: "a.txt", bytes: Buffer.from("a long text"), size: 3 }]),
    );
    await expect(longer.bytes("a.txt", 100)).rejects.toThrow("damaged");
    const altered = await opened(
      crafted([{ name: "a.txt", bytes: Buffer.from("a long text"), checksum: 7 }]),
    );
    await expect(altered.bytes("a.txt", 100)).rejects.toThrow("damaged");
  });
});
