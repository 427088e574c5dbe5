import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

/** A stretch of text in one face. */
export interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
  /** An address that a reader can follow; web and mail alone. */
  link: string | null;
}

/** What a letter is made of: the part of Markdown that a letter needs; everything else is read as its text. */
export type Block =
  | { kind: "heading"; level: 1 | 2 | 3; runs: Run[] }
  | { kind: "paragraph"; runs: Run[] }
  | { kind: "list"; ordered: boolean; start: number; items: Block[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "rule" };

const parser = unified().use(remarkParse).use(remarkGfm);
type Root = ReturnType<typeof parser.parse>;
type Node = Root["children"][number];

/** Reads a letter's Markdown. Raw HTML is text, pictures are their description. */
export function readLetter(markdown: string): Block[] {
  return blocksOf(parser.parse(markdown).children);
}

function blocksOf(nodes: readonly Node[]): Block[] {
  return nodes.flatMap((node): Block[] => {
    switch (node.type) {
      case "heading":
        return [
          {
            kind: "heading",
            level: Math.min(node.depth, 3) as 1 | 2 | 3,
            runs: runsOf(node.children),
          },
        ];
      case "paragraph":
        return [{ kind: "paragraph", runs: runsOf(node.children) }];
      case "list":
        return [
          {
            kind: "list",
            ordered: node.ordered === true,
            start: node.start ?? 1,
            items: node.children.map((item) => blocksOf(item.children)),
          },
        ];
      case "blockquote":
        return [{ kind: "quote", blocks: blocksOf(node.children) }];
      case "table": {
        const [head = [], ...rows] = node.children.map((row) =>
          row.children.map((cell) => plain(runsOf(cell.children))),
        );
        return [{ kind: "table", head, rows }];
      }
      case "thematicBreak":
        return [{ kind: "rule" }];
      case "code":
      case "html":
        return node.value === "" ? [] : [{ kind: "paragraph", runs: [run(node.value)] }];
      default:
        return "children" in node ? blocksOf(node.children as Node[]) : [];
    }
  });
}

function runsOf(nodes: readonly Node[], face: Omit<Run, "text"> = PLAIN): Run[] {
  const runs = nodes.flatMap((node): Run[] => {
    switch (node.type) {
      case "text":
      case "inlineCode":
      case "html":
        return [{ ...face, text: node.value.replace(/\s*\n\s*/g, " ") }];
      case "break":
        return [{ ...face, text: "\n" }];
      case "strong":
        return runsOf(node.children, { ...face, bold: true });
      case "emphasis":
        return runsOf(node.children, { ...face, italic: true });
      case "link":
        return runsOf(node.children, { ...face, link: followable(node.url) });
      case "image":
        return [{ ...face, text: node.alt ?? "" }];
      default:
        return "children" in node ? runsOf(node.children as Node[], face) : [];
    }
  });
  return runs.filter(({ text }) => text !== "");
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
