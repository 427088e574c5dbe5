import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PROCESSES } from "../limits.ts";
import { blocksOf, documents } from "../pages-of-docs.ts";
import { everything } from "../sample.ts";
import { commandsOf, NOT_RUN, ONLY_LONG, runPage } from "./doc-commands.ts";
import { testInTurn } from "../in-turn.ts";

const pages = documents().map((file) => ({ file, text: readFileSync(file, "utf8") }));
const isHeavy = (line: string) => ONLY_LONG.has(line) || line.startsWith("npx ");
const runs = (line: string) => !Object.hasOwn(NOT_RUN, line) && (everything || !isHeavy(line));

describe("the commands of the documents", () => {
  for (const { file, text } of pages)
    if (commandsOf(text).some(runs))
      testInTurn(`do what ${file} says`, PROCESSES, () => runPage(text, runs));

  test("stand in blocks that are run, but for transcripts and pages tried otherwise", () => {
    const stray = pages
      // packaging/try-*.sh and package-processes.test.ts try this page: it begins with an archive.
      .filter(({ file }) => file !== "docs/operate/packages.md")
      .flatMap(({ file, text }) =>
        blocksOf(text)
          .filter(({ info, text: inner }) => info !== "text" && /^(?:npm|npx|node) /m.test(inner))
          .filter(({ info }) => info !== "sh" && info !== "sh served")
          .map(({ text: inner }) => `${file}: ${inner}`),
      );
    expect(stray).toEqual([]);
  });

  test("name no reason for what no page says", () => {
    const said = new Set(pages.flatMap(({ text }) => commandsOf(text)));
    expect([...Object.keys(NOT_RUN), ...ONLY_LONG].filter((line) => !said.has(line))).toEqual([]);
  });
});
