import type { MarkdownTree } from "#values/markdown.ts";
import { readLetter, type Block, type Run } from "./text.ts";

/**
 * A text without its marks, as lines: where it stands in a cell or another place that knows no
 * Markdown. Entries of lists begin with “- ” or their number, and a link is followed by its address.
 * @param tree as it was laid out when it was saved
 */
export function plainLines(tree: MarkdownTree): string {
  return blockLines(readLetter(tree)).trim();
}

function blockLines(blocks: readonly Block[]): string {
  let text = "";
  for (const block of blocks) {
    const said = linesOf(block);
    if (said === "") continue;
    // A list stands right below what introduces it.
    if (text !== "") text += block.kind === "list" ? "\n" : "\n\n";
    text += said;
  }
  return text;
}

function linesOf(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return wordsOf(block.runs).trim();
    case "list":
      return block.items
        .map((item, at) => {
          const sign = block.ordered ? `${block.start + at}. ` : "- ";
          const [first = "", ...rest] = blockLines(item).split("\n");
          const under = " ".repeat(sign.length);
          return [sign + first, ...rest.map((line) => (line === "" ? "" : under + line))].join(
            "\n",
          );
        })
        .join("\n");
    case "quote":
      return blockLines(block.blocks);
    case "table":
      return [block.head, ...block.rows]
        .map((cells) => cells.join("; "))
        .join("\n")
        .trim();
    case "rule":
      return "";
  }
}

/** Words in a row; a link’s with its address behind them, unless they are the address. */
function wordsOf(runs: readonly Run[]): string {
  let said = "";
  let label = "";
  for (const [at, { text, link }] of runs.entries()) {
    said += text;
    if (link === null) continue;
    label += text;
    // The words of one link may have several faces.
    if (runs[at + 1]?.link === link) continue;
    const address = link.replace(/^mailto:/i, "");
    if (label.trim() !== address) said += ` (${address})`;
    label = "";
  }
  return said;
}
