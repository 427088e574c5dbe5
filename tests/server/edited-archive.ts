import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { StoredZip } from "#platform/files/stored-zip.ts";
import { StrictZip } from "#platform/files/strict-zip.ts";
import { sha256 } from "#db/ids.ts";

/** An archive of content with its YAML files changed, as somebody does it by hand. */
export async function editedArchive(
  zip: Buffer,
  change: (name: string, text: string) => string,
): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), "archive-"));
  const file = path.join(folder, "content.zip");
  writeFileSync(file, zip);
  const archive = await StrictZip.ofFile(file, { maxEntries: 5_000, maxBytes: 1024 ** 3 });
  try {
    const entries = [];
    for (const name of archive.files.keys()) {
      const held = await archive.bytes(name, 1e9);
      const bytes = name.endsWith(".yaml")
        ? Buffer.from(change(name, held.toString("utf8")))
        : held;
      entries.push({
        name,
        size: bytes.length,
        modified: new Date(0),
        hash: sha256(bytes),
        open: async (start: number) => [bytes.subarray(start)],
      });
    }
    const pieces: Buffer[] = [];
    for await (const piece of new StoredZip(entries).stream()) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  } finally {
    archive.close();
    rmSync(folder, { recursive: true });
  }
}
