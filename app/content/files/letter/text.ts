import type { MarkdownElement, MarkdownNode, MarkdownTree } from "#values/markdown.ts";

/** A stretch of text in one face. */
export interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
  /** An address that a reader can follow; web and mail alone. */
  link: string | null;
}

/**
 * What a letter is made of: the part of Markdown that a letter needs; everything else is read as
 * its text.
 */
export type Block =
  | { kind: "heading"; level: 1 | 2 | 3; runs: Run[] }
  | { kind: "paragraph"; runs: Run[] }
  | { kind: "list"; ordered: boolean; start: number; items: Block[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "rule" };

/**
 * A letter's text as blocks. Raw HTML is text, pictures are their description. @param tree as it
 * was laid out when it was saved
 */
export function readLetter(tree: MarkdownTree): Block[] {
  return blocksOf(tree);
}

/** Elements that stand within a line. */
const INLINE: ReadonlySet<string> = new Set([
  "a",
  "br",
  "code",
  "del",
  "em",
  "img",
  "input",
  "strong",
  "sup",
]);

function blocksOf(nodes: readonly MarkdownNode[]): Block[] {
  const blocks: Block[] = [];
  let line: MarkdownNode[] = [];
  const endLine = () => {
    const last = line.at(-1);
    if (typeof last === "string") line[line.length - 1] = last.trimEnd();
    const runs = runsOf(line);
    line = [];
    if (plain(runs).trim() !== "") blocks.push({ kind: "paragraph", runs });
  };
  for (const node of nodes) {
    if (typeof node === "string" ? node.trim() !== "" || line.length > 0 : INLINE.has(node[0]))
      line.push(node);
    else if (typeof node !== "string") {
      endLine();
      blocks.push(...blockOf(node));
    }
  }
  endLine();
  return blocks;
}

function blockOf([tag, attributes, children]: MarkdownElement): Block[] {
  switch (tag) {
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return [
        {
          kind: "heading",
          level: Math.min(Number(tag[1]), 3) as 1 | 2 | 3,
          runs: runsOf(children),
        },
      ];
    case "p":
      return [{ kind: "paragraph", runs: runsOf(children) }];
    case "ul":
    case "ol":
      return [
        {
          kind: "list",
          ordered: tag === "ol",
          start: typeof attributes.start === "number" ? attributes.start : 1,
          items: elementsOf(children, "li").map(([, , inside]) => blocksOf(inside)),
        },
      ];
    case "blockquote":
      return [{ kind: "quote", blocks: blocksOf(children) }];
    case "table": {
      const [head = [], ...rows] = children
        .flatMap((part) => (typeof part === "string" ? [] : elementsOf(part[2], "tr")))
        .map(([, , cells]) =>
          cells.flatMap((cell) => (typeof cell === "string" ? [] : [plain(runsOf(cell[2]))])),
        );
      return [{ kind: "table", head, rows }];
    }
    case "hr":
      return [{ kind: "rule" }];
    case "pre": {
      const text = textOf(children).replace(/\n$/, "");
      return text === "" ? [] : [{ kind: "paragraph", runs: [run(text)] }];
    }
    case "section":
      // The footnotes, with a heading for those who hear the page.
      return blocksOf(elementsOf(children, "ol").flatMap(([, , items]) => items));
    default:
      return blocksOf(children);
  }
}

function elementsOf(nodes: readonly MarkdownNode[], tag: string): MarkdownElement[] {
  return nodes.filter(
    (node): node is MarkdownElement => typeof node !== "string" && node[0] === tag,
  );
}

function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : textOf(node[2]))).join("");
}

function runsOf(nodes: readonly MarkdownNode[], face: Omit<Run, "text"> = PLAIN): Run[] {
  const runs = nodes.flatMap((node, i): Run[] => {
    if (typeof node === "string") {
      const before = nodes[i - 1];
      const begins = typeof before === "object" && (before[0] === "br" || before[0] === "input");
      const text = begins ? node.trimStart() : node;
      return [{ ...face, text: inOneLine(text) }];
    }
    const [tag, attributes, children] = node;
    switch (tag) {
      case "br":
        return [{ ...face, text: "\n" }];
      case "strong":
        return runsOf(children, { ...face, bold: true });
      case "em":
        return runsOf(children, { ...face, italic: true });
      case "a":
        return "data-footnote-backref" in attributes
          ? []
          : runsOf(children, { ...face, link: followable(String(attributes.href ?? "")) });
      case "img":
        return [{ ...face, text: String(attributes.alt ?? "") }];
      case "input":
      case "sup":
        return [];
      default:
        return runsOf(children, face);
    }
  });
  return runs.filter(({ text }) => text !== "");
}

/** A text with its line ends, and the blanks around them, as one blank each. */
function inOneLine(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const last = rest.pop();
  if (last === undefined) return text;
  const between = rest.map((line) => line.trim()).filter((line) => line !== "");
  return [first.trimEnd(), ...between, last.trimStart()].join(" ");
}

const PLAIN: Omit<Run, "text"> = { bold: false, italic: false, link: null };

function run(text: string): Run {
  return { ...PLAIN, text };
}

/** The text of runs, without their faces. */
export function plain(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join("");
}

function followable(url: string): string | null {
  return /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(url) ? url : null;
}
