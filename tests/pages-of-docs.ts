import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The documents of the repository, as their tests read them. */

/** Folders of records: what was decided is left in the words of its day. */
const RECORDS = "docs/develop/decisions/";

/** Every Markdown file, from the root: those at the top, and those in docs. */
export function markdownFiles(): string[] {
  const top = readdirSync(".").filter((name) => name.endsWith(".md"));
  const below = readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  return [...top, ...below].sort();
}

/** The files that say how things are today: all but the records. */
export function documents(): string[] {
  return markdownFiles().filter((file) => !file.startsWith(RECORDS));
}

/** A text without its blocks and pieces of code. */
export function proseOf(text: string): string {
  return text.replace(/^( *)```[^]*?^\1```$|`[^`\n]*`/gm, " ");
}

/** A block of code: the words behind its fence, what is in it, and whether it follows on another. */
export interface Block {
  info: string;
  text: string;
  /** Nothing but blank lines stands between the block before and this one. */
  follows: boolean;
}

/** The blocks of code of a text, in their order. */
export function blocksOf(text: string): Block[] {
  let end = 0;
  return [...text.matchAll(/^( *)```(.*)\n([^]*?)^\1```$/gm)].map(
    ({ 0: whole, 1: indent = "", 2: info = "", 3: inner = "", index }) => {
      const follows = text.slice(end, index).trim() === "" && end > 0;
      end = index + whole.length;
      const lines = inner.split("\n").map((line) => line.slice(indent.length));
      return { info: info.trim(), text: lines.join("\n").trim(), follows };
    },
  );
}

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

/** The links and images of a file that lead nowhere: to no file or folder, or to no heading of it. */
export function brokenLinks(file: string, text = readFileSync(file, "utf8")): string[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [name = "", anchor] = target.split("#");
    const place = name === "" ? file : path.posix.join(path.posix.dirname(file), name);
    if (!existsSync(place)) return [target];
    if (anchor === undefined) return [];
    const headings = [...proseOf(readFileSync(place, "utf8")).matchAll(/^#+ (.*)$/gm)];
    return headings.some(([, heading = ""]) => anchorOf(heading) === anchor) ? [] : [target];
  });
}
