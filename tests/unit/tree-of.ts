import type { MarkdownTree } from "#values/markdown.ts";
import { parseMarkdown } from "#platform/files/markdown/tree.ts";

/** The tree of a text that can be laid out. */
export function treeOf(text: string): MarkdownTree {
  const parsed = parseMarkdown(text);
  if ("fault" in parsed) throw new Error(`can’t be laid out: ${parsed.fault}`);
  return JSON.parse(parsed.json) as MarkdownTree;
}
