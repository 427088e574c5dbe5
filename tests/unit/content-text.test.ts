import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ContentError } from "#operations/exchange/content-ids.ts";
import { contentText } from "#operations/exchange/content-text.ts";
import { DiskFolder } from "#operations/exchange/folder.ts";

const FAQ = "entries:\n  - question: Where is data gelöscht?\n    answer: In Köln.\n";

test("a content file in UTF-8 or UTF-16 is read, and any other named with its line", async () => {
  expect(contentText("faq.yaml", Buffer.from(FAQ))).toBe(FAQ);
  expect(contentText("faq.yaml", Buffer.from(`\ufeff${FAQ}`, "utf16le"))).toBe(FAQ);
  const latin = Buffer.from(FAQ, "latin1");
  expect(() => contentText("faq.yaml", latin)).toThrow(ContentError);
  const folder = mkdtempSync(path.join(tmpdir(), "otc-content-"));
  try {
    writeFileSync(path.join(folder, "faq.yaml"), latin);
    await expect(new DiskFolder(folder).text("faq.yaml")).rejects.toThrow(
      "faq.yaml:2 (text): this file isn’t UTF-8. Save it as UTF-8, and import it again",
    );
    expect(await new DiskFolder(folder).text("none.yaml")).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
