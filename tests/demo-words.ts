import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isScalar, LineCounter, parseDocument, visit } from "yaml";
import { library } from "../demo/generate/library.mjs";
import { typographic } from "../demo/generate/markup.mjs";
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
const SIGNS = /^(?:- |\d+\. |\| ?|> |#+-? )+/;

/** The columns' widths, and the directives that set no words. */
const OF_LAYOUT = /^(?:\|=|!(?:contents|break|diagram))/;

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

/**
 * The texts of the demo's documents and workbooks as they are set, line by line and cell by cell. What a plain text
 * indents is a program's: a table that it prints, a header.
 */
export function documentWords(): ShownWords[] {
  return Object.entries(library).flatMap(([org, documents]) =>
    documents.flatMap(({ uid, title, subtitle, classification, meta, certificate, ...of }) => {
      const set = textsIn([title, subtitle, classification, meta, certificate, of.body]);
      const texts = [...set, ...textsIn(of.workbook?.())].map((text) => typographic(text));
      return [...texts, ...textsIn(of.text)].flatMap((text) =>
        wordsOfText(`demo/${org}: ${uid}`, text),
      );
    }),
  );
}

/** The strings in a value, however deep they are. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The words of a text in the markup of the demo's documents: of each line, and of a table's each cell. */
function wordsOfText(file: string, text: string): ShownWords[] {
  return text.split("\n").flatMap((written, index) => {
    if (OF_LAYOUT.test(written) || written.startsWith("  ")) return [];
    return written
      .split(written.startsWith("!") ? " ; " : "|")
      .map((cell) => cell.trim().replace(SIGNS, "").replaceAll("*", ""))
      .filter((words) => words !== "")
      .map((words) => ({ file, line: index + 1, words }));
  });
}
