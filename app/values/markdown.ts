/**
 * Markdown as it is kept and shown: a tree of a closed set of elements, made once when a text is
 * saved (platform/files/markdown) and drawn wherever it is read. Nothing here parses.
 */

/** A text, or an element with its attributes, named as React names them, and what is in it. */
export type MarkdownNode = string | MarkdownElement;
export type MarkdownElement = readonly [
  tag: MarkdownTag,
  attributes: MarkdownAttributes,
  children: readonly MarkdownNode[],
];
export type MarkdownTree = readonly MarkdownNode[];
export type MarkdownAttributes = Readonly<Record<string, string | number | boolean>>;

export const MARKDOWN_TAGS = [
  "a",
  "blockquote",
  "br",
  "code",
  "del",
  "em",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "hr",
  "img",
  "input",
  "li",
  "ol",
  "p",
  "pre",
  "section",
  "strong",
  "sup",
  "table",
  "tbody",
  "td",
  "th",
  "thead",
  "tr",
  "ul",
] as const;
export type MarkdownTag = (typeof MARKDOWN_TAGS)[number];

/** Which way of making trees made one: a kept tree of another is made anew. */
export const MARKDOWN_VERSION = 1;

/** Levels that lie in each other. */
export const MAX_MARKDOWN_DEPTH = 50;
/** Elements and texts of one tree. */
export const MAX_MARKDOWN_NODES = 20_000;
/** Characters of one tree as JSON. */
export const MAX_MARKDOWN_SIZE = 1_000_000;
/** Characters of the trees that one page draws, as JSON; texts beyond it stand there plain. */
export const MAX_MARKDOWN_ON_PAGE = 2_000_000;
/** Characters of a text that is looked at at all; no field takes as many. */
export const MAX_MARKDOWN_TEXT = 100_000;
/** Bytes of a Markdown file that is laid out; a longer one is shown as the text that it is. */
export const MAX_MARKDOWN_FILE = 64 * 1024;

/** Why a text is not laid out: too deep in itself, or too much of it in time, memory or size. */
export type MarkdownFault = "deep" | "much";

/** What a person is told who saves such a text. */
export const MARKDOWN_FAULT_WORDS: Readonly<Record<MarkdownFault, string>> = {
  deep: `This text is nested more than ${MAX_MARKDOWN_DEPTH} levels deep. Use fewer levels of quotes and lists.`,
  much: "This text’s formatting is too complex. Make it shorter, or use fewer marks, links and table cells.",
};

/** The page of the private area that lists stored texts that can't be laid out. */
export const PLAIN_TEXTS = "/history/plain-texts";

const MAX_PLAIN_PARAGRAPHS = 200;

/**
 * A text as plain paragraphs, whatever marks are in it: how it is shown where no tree of it is
 * kept. Takes time in proportion to its length.
 */
export function plainMarkdown(text: string): MarkdownTree {
  const paragraphs: MarkdownNode[] = [];
  let start = 0;
  const gap = /\r?\n[ \t]*\r?\n\s*/g;
  while (paragraphs.length < MAX_PLAIN_PARAGRAPHS - 1) {
    const found = gap.exec(text);
    if (found === null) break;
    push(paragraphs, text.slice(start, found.index));
    start = gap.lastIndex;
  }
  push(paragraphs, text.slice(start));
  return paragraphs;
}

function push(paragraphs: MarkdownNode[], text: string): void {
  if (text.trim() !== "") paragraphs.push(["p", { className: "plain-text" }, [text.trim()]]);
}

const ABSOLUTE = /^https?:\/\/[^/]/i;
const MAIL = /^mailto:[^/]/i;

/**
 * An address of a link or picture as a page may have it: of the web or of mail, or one within the
 * portal. One that leads to another host without saying how, as `//host` does, is none, as it is
 * none in the settings.
 * @returns the address; empty where it is no such one
 */
export function safeMarkdownUrl(url: string): string {
  if (MAIL.test(url)) return url;
  if (ABSOLUTE.test(url)) return URL.canParse(url) ? url : "";
  if (!URL.canParse(url, HERE)) return "";
  // What a browser makes of it on a page: still this host, and without a scheme of its own.
  return new URL(url, HERE).origin === HERE_ORIGIN && !/^[^/?#]*:/.test(url) ? url : "";
}

const HERE_ORIGIN = "https://here.invalid";
const HERE = `${HERE_ORIGIN}/a/b`;

/** Tags whose words run on with what stands around them. */
const INLINE: ReadonlySet<string> = new Set(["a", "code", "del", "em", "strong", "sup"]);

/**
 * The first words of a text, without its marks, on one line: what is said of a page where only a
 * line has room.
 * @param most characters; a longer text ends after a whole word, with an ellipsis
 */
export function firstWords(tree: MarkdownTree, most: number): string {
  let text = "";
  const read = (nodes: readonly MarkdownNode[]): void => {
    for (const node of nodes) {
      if (text.length > most * 2) return;
      if (typeof node === "string") {
        text += node;
        continue;
      }
      const [tag, , children] = node;
      read(children);
      if (!INLINE.has(tag)) text += " ";
    }
  };
  read(tree);
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const words = line.slice(0, most).replace(/\s?\S*$/, "");
  return `${words === "" ? line.slice(0, most) : words}…`;
}
