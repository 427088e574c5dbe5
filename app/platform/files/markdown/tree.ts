import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import {
  MARKDOWN_TAGS,
  MAX_MARKDOWN_DEPTH,
  MAX_MARKDOWN_NODES,
  MAX_MARKDOWN_SIZE,
  safeMarkdownUrl,
  type MarkdownAttributes,
  type MarkdownElement,
  type MarkdownFault,
  type MarkdownNode,
  type MarkdownTag,
} from "#values/markdown.ts";

/*
 * Markdown as a tree. Of the application only the worker beside it may load this file: how long the
 * parser takes, and how deep it goes, is the text's to say.
 */

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true });

type Root = ReturnType<typeof parser.runSync>;
type Node = Root | Root["children"][number];
type Element = Extract<Node, { type: "element" }>;

/** What became of a text: its tree as JSON, or why there is none. */
export type Parsed = { json: string } | { fault: MarkdownFault };

/**
 * The tree of a text. Raw HTML is text, unsafe addresses are empty, and so is the alignment of
 * cells, which would be an inline style.
 */
export function parseMarkdown(text: string): Parsed {
  try {
    const root = parser.runSync(parser.parse(text));
    const fault = boundsOf(root);
    if (fault !== null) return { fault };
    const json = JSON.stringify(new Tree().childrenOf(root));
    return json.length > MAX_MARKDOWN_SIZE ? { fault: "much" } : { json };
  } catch (error) {
    // The parser calls itself for each level, and has no more room; or it meets a text that it
    // can't read at all.
    return { fault: error instanceof RangeError ? "deep" : "much" };
  }
}

/** Whether a tree may be walked: looked at level by level, without calling itself. */
function boundsOf(root: Root): MarkdownFault | null {
  let level: Node[] = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_MARKDOWN_DEPTH) return "deep";
    count += level.length;
    if (count > MAX_MARKDOWN_NODES) return "much";
    level = level.flatMap((node) => ("children" in node ? (node.children as Node[]) : []));
  }
  return null;
}

/** Elements of tables, in which React takes no blanks. */
const OF_TABLES: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tr"]);
const TAGS: ReadonlySet<string> = new Set(MARKDOWN_TAGS);

/** The attributes that a tree keeps, by their names in the parser's tree and in React. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  alt: "alt",
  ariaDescribedBy: "aria-describedby",
  ariaLabel: "aria-label",
  checked: "checked",
  className: "className",
  dataFootnoteBackref: "data-footnote-backref",
  dataFootnoteRef: "data-footnote-ref",
  dataFootnotes: "data-footnotes",
  disabled: "disabled",
  href: "href",
  id: "id",
  src: "src",
  start: "start",
  title: "title",
  type: "type",
};

/** Makes one tree, and counts what is in it. */
class Tree {
  #size = 0;

  /** What is in an element; texts beside each other are one. @throws TooLarge */
  childrenOf(parent: Root | Element): MarkdownNode[] {
    const children: MarkdownNode[] = [];
    const withoutBlanks = parent.type === "element" && OF_TABLES.has(parent.tagName);
    for (const node of parent.children as Node[]) {
      if (node.type === "text" || node.type === "raw") {
        const { value } = node as { value: string };
        if (withoutBlanks && value.trim() === "") continue;
        this.#count(value);
        const last = children.at(-1);
        if (typeof last === "string") children[children.length - 1] = last + value;
        else if (value !== "") children.push(value);
      } else if (node.type === "element") {
        children.push(...this.#elementOf(node));
      }
    }
    return children;
  }

  /** The element; what is none of the closed set is replaced by what is in it. */
  #elementOf(node: Element): MarkdownNode[] {
    if (!TAGS.has(node.tagName)) return this.childrenOf(node);
    const element: MarkdownElement = [
      node.tagName as MarkdownTag,
      this.#attributesOf(node),
      this.childrenOf(node),
    ];
    return [element];
  }

  #attributesOf({ properties }: Element): MarkdownAttributes {
    const kept: Record<string, string | number | boolean> = {};
    for (const [name, value] of Object.entries(properties)) {
      const as = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
      if (as === undefined || value === null || value === undefined) continue;
      // One definition serves any number of links: its address is counted before it is looked at.
      if (typeof value === "string") this.#count(value);
      if (as === "href" || as === "src") kept[as] = safeMarkdownUrl(String(value));
      else if (Array.isArray(value)) kept[as] = value.join(" ");
      else kept[as] = value;
    }
    return kept;
  }

  #count({ length }: string): void {
    this.#size += length;
    if (this.#size > MAX_MARKDOWN_SIZE) throw new TooLarge();
  }
}

class TooLarge extends Error {}
