import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isScalar, LineCounter, parseDocument, visit } from "yaml";
import type { ShownWords } from "./shown-words.ts";

const DEMO = path.resolve(import.meta.dirname, "../demo");

/** The fields of the demo's content that people read as sentences. */
const FIELDS: ReadonlySet<unknown> = new Set([
  "additionalDetails",
  "answer",
  "body",
  "comment",
  "description",
  "displayText",
  "explanation",
  "letterContent",
  "location",
  "message",
  "purpose",
  "question",
  "subject",
  "title",
]);

/** What stands before the words of a line in Markdown: a list's sign, a number, the bars of a table. */
const SIGNS = /^(?:- |\d+\. |\| ?)+/;

/** The texts of the demo's companies, line by line, without the signs of Markdown. */
export function demoWords(): ShownWords[] {
  return readdirSync(DEMO, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .flatMap((file) => wordsOfContent(`demo/${file}`, readFileSync(path.join(DEMO, file), "utf8")));
}

/** The texts of one file of content. */
export function wordsOfContent(file: string, source: string): ShownWords[] {
  const lines = new LineCounter();
  const found: ShownWords[] = [];
  visit(parseDocument(source, { lineCounter: lines }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !FIELDS.has(key.value) || !isScalar(value)) return;
      const { line } = lines.linePos(value.range?.[0] ?? 0);
      for (const text of String(value.value).split("\n")) {
        const words = text.replace(SIGNS, "").replaceAll("*", "").trim();
        if (words !== "") found.push({ file, line, words });
      }
    },
  });
  return found;
}
