import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const DEMO = path.join(import.meta.dirname, "../../demo");

interface Item {
  uid: string;
  auditor?: string;
  documents?: string[];
}

const read = <T>(...parts: string[]) => parse(readFileSync(path.join(DEMO, ...parts), "utf8")) as T;

/** The items of a company that name an auditor and have documents. */
function audited(company: string): Required<Item>[] {
  const products = path.join(company, "products");
  return readdirSync(path.join(DEMO, products)).flatMap((product) =>
    readdirSync(path.join(DEMO, products, product, "cards")).flatMap((card) =>
      (read<{ items?: Item[] }>(products, product, "cards", card).items ?? []).filter(
        (item): item is Required<Item> =>
          item.auditor !== undefined && item.documents !== undefined,
      ),
    ),
  );
}

/** The words of a PDF; none of one that opens with a password alone. */
function wordsOf(file: string): string {
  try {
    return execFileSync("pdftotext", [file, "-"], { encoding: "utf8", stdio: "pipe" }).replace(
      /\s+/g,
      " ",
    );
  } catch {
    return "";
  }
}

describe("in the demo", () => {
  test.each(["acme", "globex"])(
    "%s's items name the auditor that their reports name",
    (company) => {
      const files = new Map(
        read<{ documents: { uid: string; file: string }[] }>(
          company,
          "documents.yaml",
        ).documents.map(({ uid, file }) => [uid, path.join(DEMO, company, file)]),
      );
      const items = audited(company);
      expect(items.length).toBeGreaterThan(3);
      const others = items.filter(({ auditor, documents }) => {
        const texts = documents.map((uid) => wordsOf(files.get(uid) ?? "")).filter(Boolean);
        return texts.length > 0 && !texts.some((text) => text.includes(auditor));
      });
      expect(others.map(({ uid, auditor }) => `${uid}: ${auditor}`)).toEqual([]);
    },
  );
});
