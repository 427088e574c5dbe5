import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { changesUpTo, inParts, withoutFileLinks } from "#staff/changes/changes.server.ts";
import { VERSION } from "#platform/version.ts";

const CHANGELOG =
  "# Changes\n\nWords.\n\n## Unreleased\n\n## 0.2.0\n\n- New.\n\n## 0.1.0\n\n- Old.\n";

describe("what changed", () => {
  test.each([
    ["0.2.0", "# 0.2.0\n\n- New.\n"],
    ["0.1.0", "# 0.2.0\n\n- New.\n\n# 0.1.0\n\n- Old.\n"],
    ["0.3.0", "# 0.2.0\n\n- New.\n\n# 0.1.0\n\n- Old.\n"],
  ])("ends with the version that runs, %s, without empty sections", (version, said) => {
    expect(changesUpTo(CHANGELOG, version)).toBe(said);
  });

  test("has the parts of a section below its heading", () => {
    expect(changesUpTo("\n## 0.2.0\n\n- Seen.\n\n### For programs\n\n- Called.\n", "0.2.0")).toBe(
      "# 0.2.0\n\n- Seen.\n\n## For programs\n\n- Called.\n",
    );
  });

  test("has a section for this version", () => {
    expect(changesUpTo(readFileSync("CHANGELOG.md", "utf8"), VERSION)).toContain(`# ${VERSION}\n`);
  });

  test("is cut at its headings, a version and its parts", () => {
    const text = (words: string) => ["p", {}, [words]] as const;
    expect(
      inParts([
        ["h1", {}, ["0.2.0"]],
        text("Seen."),
        ["h2", {}, ["For programs"]],
        text("Called."),
        ["h1", {}, ["0.1.0"]],
        text("Old."),
        text("Older."),
      ]),
    ).toEqual([
      { heading: "0.2.0", isPart: false, tree: [text("Seen.")] },
      { heading: "For programs", isPart: true, tree: [text("Called.")] },
      { heading: "0.1.0", isPart: false, tree: [text("Old."), text("Older.")] },
    ]);
  });

  test("keeps links to other sites, and of links to files the words", () => {
    const link = (href: string) => ["a", { href }, ["how"]] as const;
    expect(
      withoutFileLinks([["p", {}, [link("docs/x.md"), link("https://example.com/")]]]),
    ).toEqual([["p", {}, ["how", link("https://example.com/")]]]);
  });
});
