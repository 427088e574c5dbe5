import { Entities, ILLEGAL } from "./svg-entities.ts";
import { NotAnSvg } from "./svg-faults.ts";

/**
 * A small, strict reader of XML as SVG files use it: what is not well-formed, too deep or too long
 * is no SVG, because refusing is always allowed here. It never fetches anything, and knows the
 * entities that the file itself defines as plain text. Every step moves forward by a fixed string
 * or an anchored pattern, so that the time is proportional to the length.
 */
export interface XmlElement {
  /** Without its prefix. */
  name: string;
  /** What its prefix stands for; empty where nothing says so. */
  namespace: string;
  attributes: Map<string, string>;
  children: (XmlElement | string)[];
}

export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

const MAX_CHARACTERS = 2_000_000;
const MAX_ELEMENTS = 50_000;
const MAX_DEPTH = 100;
const MAX_PREFIXES = 100;

const TAG_START = /<([A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?)/y;
const TAG_END = /[ \t\r\n]*(\/?)>/y;
const CLOSING_TAG = /<\/([A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?)[ \t\r\n]*>/y;
const ATTRIBUTE =
  /[ \t\r\n]+([A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?)[ \t\r\n]*=[ \t\r\n]*("[^"<]*"|'[^'<]*')/y;
const ENTITY =
  /<!ENTITY[ \t\r\n]+([A-Za-z_][A-Za-z0-9_.-]*)[ \t\r\n]+("[^"]*"|'[^']*')[ \t\r\n]*>/y;

type Prefixes = ReadonlyMap<string, string>;

/**
 * The root element with everything in it. Comments, processing instructions and the DOCTYPE are
 * left out; what its entities stand for is put in their places.
 * @param text the decoded file, with or without a byte order mark
 * @throws NotAnSvg when it is not well-formed or too large
 */
export function readXml(text: string): XmlElement {
  if (text.length > MAX_CHARACTERS) throw new NotAnSvg("it is too large");
  if (ILLEGAL.test(text)) throw new NotAnSvg("it contains invalid characters");
  return new XmlReader(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")).read();
}

class XmlReader {
  readonly #text: string;
  #at = 0;
  #elements = 0;
  #root: XmlElement | null = null;
  readonly #open: { element: XmlElement; tag: string; prefixes: Prefixes }[] = [];
  readonly #entities = new Entities();
  /** A file that declares no namespace at all is a snippet, and means SVG. */
  #unnamed = SVG_NAMESPACE;

  constructor(text: string) {
    this.#text = text;
  }

  read(): XmlElement {
    while (this.#at < this.#text.length) {
      const next = this.#text.indexOf("<", this.#at);
      const end = next === -1 ? this.#text.length : next;
      if (end > this.#at) this.#addText(this.#entities.decode(this.#text.slice(this.#at, end)));
      this.#at = end;
      if (next !== -1) this.#markup();
    }
    if (this.#root === null) throw new NotAnSvg("it has no elements");
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) throw new NotAnSvg(`the element ${unclosed.tag} is never closed`);
    return this.#root;
  }

  #markup(): void {
    if (this.#startsWith("<!--")) this.#skipTo("-->", 4);
    else if (this.#startsWith("<?")) this.#skipTo("?>", 2);
    else if (this.#startsWith("<![CDATA[")) this.#addText(this.#skipTo("]]>", 9));
    else if (this.#startsWith("<!DOCTYPE") && this.#root === null) this.#skipDoctype();
    else if (this.#startsWith("</")) this.#close();
    else this.#element();
  }

  #element(): void {
    const name = this.#match(TAG_START)?.[1];
    if (name === undefined) throw new NotAnSvg("a tag in it can’t be read");
    const attributes = new Map<string, string>();
    for (let found = this.#match(ATTRIBUTE); found !== null; found = this.#match(ATTRIBUTE)) {
      const [, key = "", quoted = ""] = found;
      if (attributes.has(key)) throw new NotAnSvg(`the attribute ${key} appears twice in one tag`);
      const value = this.#entities.decode(quoted.slice(1, -1));
      attributes.set(key, value.replace(/[\t\r\n]/g, " "));
    }
    const end = this.#match(TAG_END);
    if (end === null) throw new NotAnSvg(`the tag ${name} can’t be read`);
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) throw new NotAnSvg("it has too many elements");
    const parent = this.#open.at(-1);
    const prefixes = declared(parent?.prefixes ?? new Map(), attributes);
    const element = this.#named(name, prefixes, attributes);
    if (parent !== undefined) parent.element.children.push(element);
    else if (this.#root === null) this.#root = element;
    else throw new NotAnSvg("there is content after its end");
    if (end[1] === "/") return;
    this.#open.push({ element, tag: name, prefixes });
    if (this.#open.length > MAX_DEPTH) throw new NotAnSvg("its elements are nested too deeply");
  }

  #named(tag: string, prefixes: Prefixes, attributes: Map<string, string>): XmlElement {
    const colon = tag.indexOf(":");
    const prefix = tag.slice(0, Math.max(0, colon));
    if (this.#root === null && prefix !== "") this.#unnamed = "";
    const namespace = prefixes.get(prefix) ?? (prefix === "" ? this.#unnamed : "");
    return { name: tag.slice(colon + 1), namespace, attributes, children: [] };
  }

  #close(): void {
    const name = this.#match(CLOSING_TAG)?.[1];
    if (name === undefined || this.#open.pop()?.tag !== name)
      throw new NotAnSvg("a closing tag in it doesn’t match");
  }

  #addText(text: string): void {
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.element.children.push(text);
    else if (/[^ \t\r\n]/.test(text))
      throw new NotAnSvg("there is text outside its outermost element");
  }

  /** Over the DOCTYPE, its quoted parts and what stands in its brackets. */
  #skipDoctype(): void {
    let brackets = false;
    for (this.#at += 9; this.#at < this.#text.length;) {
      const character = this.#text.charAt(this.#at);
      if (this.#startsWith("<!--")) this.#skipTo("-->", 4);
      else if (character === '"' || character === "'") this.#skipTo(character, 1);
      else if (brackets && this.#startsWith("<!ENTITY") && this.#define()) continue;
      else {
        this.#at += 1;
        if (character === ">" && !brackets) return;
        if (character === "[" || character === "]") brackets = character === "[";
      }
    }
    throw new NotAnSvg("its DOCTYPE never ends");
  }

  #define(): boolean {
    const found = this.#match(ENTITY);
    if (found !== null) this.#entities.define(found[1] ?? "", (found[2] ?? "").slice(1, -1));
    return found !== null;
  }

  /**
   * Moves behind the next `end`, and returns what stood before it, less the first `skip`
   * characters.
   */
  #skipTo(end: string, skip: number): string {
    const found = this.#text.indexOf(end, this.#at + skip);
    if (found === -1) throw new NotAnSvg(`“${end}” is missing`);
    const between = this.#text.slice(this.#at + skip, found);
    this.#at = found + end.length;
    return between;
  }

  #startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }
}

/** The prefixes in force inside a tag: those around it, and what it declares itself. */
function declared(around: Prefixes, attributes: ReadonlyMap<string, string>): Prefixes {
  let own: Map<string, string> | null = null;
  for (const [key, value] of attributes) {
    if (key !== "xmlns" && !key.startsWith("xmlns:")) continue;
    own ??= new Map(around);
    own.set(key.slice(6), value);
    if (own.size > MAX_PREFIXES) throw new NotAnSvg("it declares too many namespaces");
  }
  return own ?? around;
}
