import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { environmentSchema } from "#platform/environment.ts";
import { BRITISH_SPELLING, ODD_WORDS } from "../odd-words.ts";
import { brokenLinks, documents, markdownFiles, proseOf } from "../pages-of-docs.ts";

const read = (file: string) => readFileSync(file, "utf8");

/** What docs/develop/words.md asks of documents, too: they stand for one thing under another name. */
const OTHER_WORDS =
  /\b(?:nobody|everybody|somebody|anybody|anew|whoever|e-mails?|names no|log in|logs in|logging in)\b/i;
/** Where the other words are the subject. */
const ABOUT_WORDS = new Set(["docs/develop/words.md"]);
/** Versions are told in the words of their day; of the newest one the words are held. */
const heldPart = (file: string, text: string) =>
  file === "CHANGELOG.md" ? (text.split("\n## ")[1] ?? "") : text;

describe("the documents", () => {
  test.each(markdownFiles())("lead to what is there: %s", (file) => {
    expect(brokenLinks(file)).toEqual([]);
  });

  test.each([
    ["[a](gone.md)", ["gone.md"]],
    ["[a](README.md#no-such-heading)", ["README.md#no-such-heading"]],
    ["![a](docs/images/gone.webp)", ["docs/images/gone.webp"]],
    ["[a](#here) [b](docs) [c](https://example.com/x)\n\n## Here", ["#here"]],
    ["`[a](gone.md)`", []],
  ])("are told when a link leads nowhere: %s", (text, broken) => {
    expect(brokenLinks("README.md", text)).toEqual(broken);
  });

  test.each(documents())("are written in plain words: %s", (file) => {
    const prose = proseOf(heldPart(file, read(file)));
    expect(ODD_WORDS.exec(prose)?.[0]).toBeUndefined();
    expect(BRITISH_SPELLING.exec(prose)?.[0]).toBeUndefined();
    if (!ABOUT_WORDS.has(file)) expect(OTHER_WORDS.exec(prose)?.[0]).toBeUndefined();
  });

  test("are all in the contents, a page a line", () => {
    const contents = read("docs/README.md");
    const missing = documents()
      .filter((file) => file.startsWith("docs/") && file !== "docs/README.md")
      .filter((file) => !contents.includes(`](${path.posix.relative("docs", file)})`));
    expect(missing).toEqual([]);
  });

  test("begin with a README of at most 900 words that shows the portal and the inbox", () => {
    const text = read("README.md");
    expect(text.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(900);
    const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, to = ""]) => to);
    expect(pictures).toHaveLength(2);
    expect(pictures.filter((to) => !existsSync(to))).toEqual([]);
  });

  test("have at most twenty words of their own in the glossary", () => {
    const rows = read("docs/develop/glossary.md")
      .split("\n")
      .filter((line) => line.startsWith("| "));
    // The head of the table is a row as well.
    expect(rows.length - 1).toBeLessThanOrEqual(20);
  });
});

describe("the table of variables", () => {
  interface Row {
    name: string;
    does: string;
    fallback: string;
    example: string;
  }

  const rows = read("docs/operate/variables.md")
    .split("\n")
    .flatMap((line): Row[] => {
      const [, name = "", does = "", fallback = "", example = ""] = line
        .split("|")
        .map((cell) => cell.trim());
      const variable = /^`([A-Z_]+)`$/.exec(name)?.[1];
      return variable === undefined ? [] : [{ name: variable, does, fallback, example }];
    });
  const quoted = (cell: string) => /^`([^`]+)`/.exec(cell)?.[1];
  const names = Object.keys(environmentSchema.shape);

  test("has each variable that the server reads, and no other", () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  test.each(rows)("says what $name does, its default, and an example", ({ name, does, ...row }) => {
    expect(does).toMatch(/\w{2}/);
    const fallback = quoted(row.fallback);
    // A default in words is one that the schema leaves open.
    if (fallback === undefined) {
      expect(row.fallback).toMatch(/\w/);
      expect(environmentSchema.parse({})[name as keyof typeof environmentSchema.shape]).toSatisfy(
        (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0),
      );
    } else {
      // BACKUP_* count only with a folder.
      const others = name.startsWith("BACKUP_") ? { BACKUP_DIR: "/srv/backups" } : {};
      expect(readConfig({ ...others, [name]: fallback })).toEqual(readConfig(others));
    }
    expect(quoted(row.example)).toMatch(/\S/);
  });

  test("has examples that the server takes, all of them together", () => {
    const examples = rows.map(({ name, example }) => [name, quoted(example)]);
    expect(() => readConfig(Object.fromEntries(examples))).not.toThrow();
  });
});
