import { Parser } from "htmlparser2";
import { Pace } from "#db/pace.ts";
import { ROBOTS_AGENT } from "#model/webpages/robots.ts";
import { MAX_TEXT_BYTES, MAX_TITLE } from "#model/webpages.ts";

/** What an HTML page says to its readers. */
export interface PageText {
  /** null where the page has none. */
  title: string | null;
  text: string;
  /** It asks search engines not to list it. */
  isUnwanted: boolean;
}

/** It is no page that can be read; the message says why, for staff. */
export class UnreadablePage extends Error {}

/** What is not said to readers, or stands on every page of a site. */
const SKIPPED = new Set([
  "script",
  "style",
  "nav",
  "noscript",
  "template",
  "svg",
  "iframe",
  "object",
  "canvas",
]);

/** Elements that do not part words; everything else stands in a line of its own. */
const INLINE = new Set(
  "a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr".split(
    " ",
  ),
);

/** Elements within elements: beyond that no page is written by somebody who wants it read. */
const MAX_DEPTH = 1_000;
/** Characters that are parsed before others may have their turn. */
const PIECE = 8_192;

/**
 * The title and text of a page, its main part first, without what is no text of its own; parsed
 * slice by slice.
 * @throws UnreadablePage
 */
export async function pageText(html: string): Promise<PageText> {
  const collector = new Collector();
  const parser = new Parser(collector, { decodeEntities: true });
  const pace = new Pace();
  for (let at = 0; at < html.length && !collector.isFull; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
    if (pace.isDue) await pace.breathe();
  }
  if (!collector.isFull) parser.end();
  return collector.result();
}

class Collector {
  /** What stands in the page's main part comes before what stands around it. */
  readonly #main: string[] = [];
  readonly #around: string[] = [];
  /** How deep the main part began while it is open. */
  #mainDepth: number | null = null;
  #line = "";
  #bytes = 0;
  #title: string | null = null;
  #isInTitle = false;
  #isUnwanted = false;
  #depth = 0;
  /** How many of the open elements are passed over. */
  #skipped = 0;

  /** Whether there is as much text as is kept. */
  get isFull(): boolean {
    return this.#bytes >= MAX_TEXT_BYTES;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new UnreadablePage("Its elements are nested too deeply.");
    if (this.#skipped > 0 || SKIPPED.has(name) || isHidden(attributes)) {
      this.#skipped += 1;
      return;
    }
    if (name === "title" && this.#title === null) {
      this.#isInTitle = true;
      this.#title = "";
    } else if (name === "meta") {
      const of = attributes.name?.trim().toLowerCase();
      if ((of === "robots" || of === ROBOTS_AGENT) && isUnwantedBy(attributes.content ?? ""))
        this.#isUnwanted = true;
    }
    if (!INLINE.has(name)) this.#endLine();
    if (this.#mainDepth === null && (name === "main" || attributes.role === "main"))
      this.#mainDepth = this.#depth;
  }

  ontext(text: string): void {
    if (this.#skipped > 0) return;
    if (this.#isInTitle) this.#title = `${this.#title ?? ""}${text}`.slice(0, 10 * MAX_TITLE);
    else if (!this.isFull) {
      this.#line += text;
      if (this.#line.length >= MAX_TEXT_BYTES) this.#endLine();
    }
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (this.#mainDepth !== null && this.#depth < this.#mainDepth) {
      this.#endLine();
      this.#mainDepth = null;
    }
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    if (this.#isInTitle && name === "title") this.#isInTitle = false;
    if (!INLINE.has(name)) this.#endLine();
  }

  result(): PageText {
    this.#endLine();
    const title = [...inOneLine(this.#title ?? "")].slice(0, MAX_TITLE).join("").trim();
    return {
      title: title === "" ? null : title,
      text: cutToBytes([...this.#main, ...this.#around].join("\n"), MAX_TEXT_BYTES),
      isUnwanted: this.#isUnwanted,
    };
  }

  #endLine(): void {
    const line = inOneLine(this.#line);
    this.#line = "";
    if (line === "") return;
    (this.#mainDepth === null ? this.#around : this.#main).push(line);
    this.#bytes += Buffer.byteLength(line) + 1;
  }
}

/** Whether the words of a robots meta element or header keep a page out of what is found. */
export function isUnwantedBy(content: string): boolean {
  return content
    .toLowerCase()
    .split(",")
    .some((word) => /^(?:noindex|none)$/.test(word.trim()));
}

/** Whether the X-Robots-Tag header keeps a page out: for everybody, or for this product by name. */
export function isUnwantedByHeader(header: string): boolean {
  let agent = "";
  return header
    .toLowerCase()
    .split(",")
    .some((part) => {
      const [, named, said] = /^\s*(?:([a-z_-]+)\s*:)?(.*)$/.exec(part) ?? [];
      if (named !== undefined) agent = named;
      return (agent === "" || agent === ROBOTS_AGENT) && isUnwantedBy(said ?? "");
    });
}

/**
 * The characters of an HTML answer: by its byte order mark, its header or its own first lines, in
 * this order; UTF-8 where none says what is known.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const marked = charsetOfMark(bytes);
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1");
  const [, own] = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ?? [];
  const [, sent] = /;\s*charset\s*=\s*"?\s*([\w:.-]+)/i.exec(contentType) ?? [];
  for (const label of [marked, sent, /^utf-16/i.test(own ?? "") ? "utf-8" : own]) {
    if (label === undefined) continue;
    const decoder = decoderOf(label);
    if (decoder !== null) return decoder.decode(bytes);
  }
  return new TextDecoder().decode(bytes);
}

function charsetOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

/** null for a name that no encoding has. */
function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isHidden({ hidden }: Record<string, string>): boolean {
  return hidden !== undefined && hidden.toLowerCase() !== "until-found";
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

/**
 * The beginning of a text that is no longer than so many bytes of UTF-8, without half a character.
 */
function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(most, bytes.length);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString("utf8");
}
