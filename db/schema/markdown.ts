// Texts in Markdown, laid out.
import type { MarkdownFault } from "../../app/values/markdown.ts";
import type { Id } from "./values.ts";

/**
 * What became of a text when it was saved. It hangs on no row: whoever may see a text looks its tree up by what
 * the text says, and whoever may not has nothing to look up by.
 */
export interface MarkdownTreesTable {
  orgId: Id;
  /** `text:` with the SHA-256 of a text, or `file:` with that of a file's bytes. */
  source: string;
  /** Which way of laying out made it. */
  version: number;
  /** Why there is no tree. */
  fault: MarkdownFault | null;
  /** Characters of the tree's JSON. */
  size: number;
  treeJson: string | null;
  /** The last day on which something with this text was saved, or found, YYYY-MM-DD. */
  usedOn: string;
}

export interface MarkdownTables {
  markdownTrees: MarkdownTreesTable;
}
