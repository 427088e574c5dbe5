import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = ["app", "db", "migrations", "tests", "bench", "bin", "docs", "demo", "public"];

/** Every file and folder of the repository's own, from its root; folders end with a slash. */
function* below(folder: string): Generator<string, void> {
  yield `${folder}/`;
  for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const place = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* below(place);
    else yield place;
  }
}

const PLACES = FOLDERS.flatMap((folder) => [...below(folder)]);
const THERE = new Set(PLACES);
/** Words that a path can begin with: the folders' names. */
const FOLDER_NAMES = new Set(
  PLACES.filter((place) => place.endsWith("/")).map((place) => place.split("/").at(-2) ?? ""),
);
/** What a comment leaves out of a file's name. */
const ENDINGS = ["", "/", ".ts", ".tsx", ".server.ts", ".mjs", ".css"];

/** The folders that a comment's paths may begin in: the root, the application, and those it lies in. */
function beginnings(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return ["", "app/", ...parts.map((_part, at) => `${parts.slice(0, at + 1).join("/")}/`)];
}

/** What comments name that is not there, each with its line: files, and papers of nobody's. */
function strayNames(file: string, text: string): string[] {
  const found: string[] = [];
  for (const comment of text.matchAll(/\/\*[^]*?\*\/|(?<![:"'`\\])\/\/[^\n]*/g)) {
    const said = comment[0];
    const line = (at: number) => text.slice(0, comment.index + at).split("\n").length;
    for (const { 0: name, index } of said.matchAll(/(?<![\w@/.:#-])[\w-]+(?:\/[\w.-]*\w)+/g)) {
      const [first = ""] = name.split("/");
      // A name in capitals stands for any.
      if (!FOLDER_NAMES.has(first) || /\/[A-Z]+\b/.test(name)) continue;
      const isThere = beginnings(file).some((folder) =>
        ENDINGS.some((ending) => THERE.has(`${folder}${name}${ending}`)),
      );
      if (!isThere) found.push(`${file}:${line(index)} names ${name}`);
    }
    for (const { 0: name, index } of said.matchAll(/\b(?:design|spec\/\d|\w+\.md) §|\bspec\/\d/g))
      found.push(`${file}:${line(index)} names ${name.trim()}`);
  }
  return found;
}

const SOURCES = PLACES.filter(
  (place) =>
    /\.(?:tsx?|mjs)$/.test(place) &&
    !place.startsWith("demo/") &&
    place !== "tests/unit/comments.test.ts",
);

describe("comments", () => {
  test("name files that are there, and no papers outside of the repository", () => {
    const stray = [...SOURCES, "vite.config.ts", "vitest.config.ts"].flatMap((file) =>
      strayNames(file, readFileSync(path.join(ROOT, file), "utf8")),
    );
    expect(stray).toEqual([]);
  });

  test.each([
    ["// as db/nowhere does it", ["names db/nowhere"]],
    ["/** See app/portal/nowhere.tsx. */", ["names app/portal/nowhere.tsx"]],
    ["// in files/nowhere, not in db/store", ["names files/nowhere"]],
    ["// design §2.5", ["names design §"]],
    ["// db/store, app/routes.ts, docs/develop/decisions, and N/A or multipart/form-data", []],
    ['const url = "https://example.com/portal/nowhere";', []],
  ])("are told from what only looks like them: %s", (text, stray) => {
    expect(strayNames("app/made.ts", text).map((one) => one.replace(/^\S+ /, ""))).toEqual(stray);
  });
});
