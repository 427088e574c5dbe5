import { isRuler } from "./words.ts";

/**
 * The lines of a Markdown text that are prose: without its tables, headings and what stands in fences,
 * such as diagrams. Each line is looked at once.
 */
export function proseLines(markdown: string): string {
  const lines = markdown.split(/\r\n|[\n\r\u2028\u2029]/);
  const kept: string[] = [];
  let fence: string | null = null;
  let isInTable = false;
  for (const [place, line] of lines.entries()) {
    if (fence !== null) {
      if (isEndOf(fence, line)) fence = null;
      continue;
    }
    fence = fenceIn(line);
    if (isInTable) isInTable = line.trim() !== "";
    if (fence !== null || isInTable || /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)) continue;
    const next = lines[place + 1] ?? "";
    if (line.trim() !== "" && isBelowHead(next)) {
      isInTable = line.includes("|") && next.includes("-");
      continue;
    }
    if (!isBelowHead(line)) kept.push(line);
  }
  return kept.join("\n");
}

/** Whether a line is what stands below a heading or the first row of a table. */
function isBelowHead(line: string): boolean {
  if (isRuler(line) || /^ {0,3}={2,} *$/.test(line)) return true;
  return line.includes("|") && line.includes("-") && !/[^-:| \t]/.test(line);
}

/** The signs that a line opens a fence with, within a list too; null where it opens none. */
function fenceIn(line: string): string | null {
  const [, mark, rest = ""] = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  // Code within a line stands between such signs, too.
  return mark === undefined || (mark.startsWith("`") && rest.includes("`")) ? null : mark;
}

/** Whether a line closes a fence: with as many signs as it was opened with, and nothing else. */
function isEndOf(fence: string, line: string): boolean {
  const signs = line.trim();
  return signs.startsWith(fence) && signs.replaceAll(fence.charAt(0), "") === "";
}
