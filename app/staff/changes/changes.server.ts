import { readFile } from "node:fs/promises";
import path from "node:path";
import { unlessMissing } from "#platform/files/errors.ts";
import { markdownParser } from "#platform/files/markdown/parser.ts";
import { PROGRAM_FOLDER } from "#platform/program-folder.ts";
import { VERSION } from "#platform/version.ts";
import { plainMarkdown, type MarkdownNode, type MarkdownTree } from "#values/markdown.ts";

/** Whose turn the parser takes: these words are no company's. */
const NO_COMPANY = "";

let read: MarkdownTree | undefined;

/**
 * What changed up to the version that runs, read once: files may be replaced under a running server.
 * @returns null where the program came without its list of changes
 * @throws MarkdownBusy
 */
export async function readChanges(): Promise<MarkdownTree | null> {
  if (read !== undefined) return read;
  const file = path.join(PROGRAM_FOLDER, "CHANGELOG.md");
  const text = await readFile(file, "utf8").catch(unlessMissing(null));
  if (text === null) return null;
  const changes = changesUpTo(text, VERSION);
  const parsed = await markdownParser.parse(NO_COMPANY, changes);
  read =
    "fault" in parsed
      ? plainMarkdown(changes)
      : withoutFileLinks(JSON.parse(parsed.json) as MarkdownTree);
  return read;
}

/**
 * The sections of a changelog down to a version's own, which is the last, each under a heading of
 * the first level. Empty ones are left out. All of them where the version has none.
 */
export function changesUpTo(text: string, version: string): string {
  const sections = text
    .split("\n## ")
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      // What a section is divided into stands one level below it.
      const shown = lines.map((line) => (line.startsWith("### ") ? line.slice(1) : line));
      return { heading: heading.trim(), words: shown.join("\n").trim() };
    });
  const last = sections.findIndex(({ heading }) => heading === version);
  return sections
    .slice(0, last === -1 ? sections.length : last + 1)
    .filter(({ words }) => words !== "")
    .map(({ heading, words }) => `# ${heading}\n\n${words}\n`)
    .join("\n");
}

/** A version, or a part of one, with what stands below its heading. */
export interface ChangesPart {
  heading: string;
  /** A part of the version before it. */
  isPart: boolean;
  tree: MarkdownTree;
}

/** The changes by their headings: versions, and the parts of each behind it. */
export function inParts(tree: MarkdownTree): ChangesPart[] {
  const parts: { heading: string; isPart: boolean; tree: MarkdownNode[] }[] = [];
  for (const node of tree) {
    const tag = typeof node === "string" ? "" : node[0];
    if (typeof node !== "string" && (tag === "h1" || tag === "h2"))
      parts.push({
        heading: node[2].filter((one) => typeof one === "string").join(""),
        isPart: tag === "h2",
        tree: [],
      });
    else parts.at(-1)?.tree.push(node);
  }
  return parts;
}

/** A tree whose links to files of the program, which no address serves, are only their words. */
export function withoutFileLinks(nodes: MarkdownTree): MarkdownTree {
  return nodes.flatMap((node): readonly MarkdownNode[] => {
    if (typeof node === "string") return [node];
    const [tag, attributes, children] = node;
    const inner = withoutFileLinks(children);
    const { href } = attributes;
    return tag === "a" && !/^https?:/.test(String(href)) ? inner : [[tag, attributes, inner]];
  });
}
