/**
 * A small, strict reader of XML as SVG files use it. It exists because no XML parser is among the
 * project's dependencies, and because refusing is always allowed here: what is not well-formed, too
 * deep or too long is no SVG. It never fetches anything and knows no entities but the five of XML;
 * a value that uses another one is dropped. Every step moves forward by a fixed string or an
 * anchored pattern, so that the time is proportional to the length.
 */
export interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: (XmlElement | string)[];
}

/**
 * The text is no SVG that may be stored; the message says why in words for the person who uploaded
 * it.
 */
export class NotAnSvg extends Error {
  readonly status = 400;

  constructor(reason: string) {
    super(`This is not an SVG file that can be used: ${reason}.`);
  }
}

const MAX_CHARACTERS = 2_000_000;
const MAX_ELEMENTS = 50_000;
const MAX_DEPTH = 100;

const TAG_START = /<([A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?)/y;
const TAG_END = /[ \t\r\n]*(\/?)>/y;
const CLOSING_TAG = /<\/([A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?)[ \t\r\n]*>/y;
const ATTRIBUTE =
  /[ \t\r\n]+([A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?)[ \t\r\n]*=[ \t\r\n]*("[^"<]*"|'[^'<]*')/y;
/**
 * What XML 1.0 has no place for: control characters, halves of surrogate pairs, U+FFFE and U+FFFF.
 */
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const REFERENCE = /&(?:#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6})|([A-Za-z_][A-Za-z0-9_.-]*));/y;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * The root element with everything in it. Comments, processing instructions and the DOCTYPE with
 * its entities are left out.
 * @param text the decoded file, with or without a byte order mark
 * @throws NotAnSvg when it is not well-formed or too large
 */
export function readXml(text: string): XmlElement {
  if (text.length > MAX_CHARACTERS) throw new NotAnSvg("it is too large");
  if (ILLEGAL.test(text)) throw new NotAnSvg("it contains characters that no text has");
  return new XmlReader(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")).read();
}

class XmlReader {
  readonly #text: string;
  #at = 0;
  #elements = 0;
  #root: XmlElement | null = null;
  readonly #open: XmlElement[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): XmlElement {
    while (this.#at < this.#text.length) {
      const next = this.#text.indexOf("<", this.#at);
      const end = next === -1 ? this.#text.length : next;
      if (end > this.#at) this.#addText(decode(this.#text.slice(this.#at, end)) ?? "");
      this.#at = end;
      if (next !== -1) this.#markup();
    }
    if (this.#root === null) throw new NotAnSvg("it has no elements");
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) throw new NotAnSvg(`the element ${unclosed.name} is never closed`);
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
    if (name === undefined) throw new NotAnSvg("a tag in it can't be read");
    const element: XmlElement = { name, attributes: new Map(), children: [] };
    for (let found = this.#match(ATTRIBUTE); found !== null; found = this.#match(ATTRIBUTE)) {
      const [, key = "", quoted = ""] = found;
      if (element.attributes.has(key))
        throw new NotAnSvg(`the attribute ${key} stands twice in one tag`);
      const value = decode(quoted.slice(1, -1));
      if (value !== null) element.attributes.set(key, value.replace(/[\t\r\n]/g, " "));
    }
    const end = this.#match(TAG_END);
    if (end === null) throw new NotAnSvg(`the tag ${name} can't be read`);
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) throw new NotAnSvg("it has too many elements");
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.children.push(element);
    else if (this.#root === null) this.#root = element;
    else throw new NotAnSvg("something follows its end");
    if (end[1] === "/") return;
    this.#open.push(element);
    if (this.#open.length > MAX_DEPTH) throw new NotAnSvg("its elements are nested too deep");
  }

  #close(): void {
    const name = this.#match(CLOSING_TAG)?.[1];
    if (name === undefined || this.#open.pop()?.name !== name)
      throw new NotAnSvg("a closing tag in it does not fit");
  }

  #addText(text: string): void {
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.children.push(text);
    else if (/[^ \t\r\n]/.test(text)) throw new NotAnSvg("there is text outside of it");
  }

  /** Over the DOCTYPE, its quoted parts and what stands in its brackets. */
  #skipDoctype(): void {
    let brackets = false;
    for (this.#at += 9; this.#at < this.#text.length;) {
      const character = this.#text.charAt(this.#at);
      if (this.#startsWith("<!--")) this.#skipTo("-->", 4);
      else if (character === '"' || character === "'") this.#skipTo(character, 1);
      else {
        this.#at += 1;
        if (character === ">" && !brackets) return;
        if (character === "[" || character === "]") brackets = character === "[";
      }
    }
    throw new NotAnSvg("its DOCTYPE never ends");
  }

  /**
   * Moves behind the next `end`, and returns what stood before it, less the first `skip`
   * characters.
   */
  #skipTo(end: string, skip: number): string {
    const found = this.#text.indexOf(end, this.#at + skip);
    if (found === -1) throw new NotAnSvg(`"${end}" is missing`);
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

/**
 * The text with its references replaced; null when it uses an entity that only a DOCTYPE could
 * define.
 */
function decode(text: string): string | null {
  let decoded = "";
  let at = 0;
  for (let next = text.indexOf("&"); next !== -1; next = text.indexOf("&", at)) {
    REFERENCE.lastIndex = next;
    const found = REFERENCE.exec(text);
    if (found === null) throw new NotAnSvg("an & in it starts nothing");
    const [, decimal, hexadecimal, name = ""] = found;
    const code =
      decimal !== undefined
        ? Number.parseInt(decimal, 10)
        : hexadecimal !== undefined
          ? Number.parseInt(hexadecimal, 16)
          : null;
    const character =
      code === null
        ? Object.hasOwn(NAMED, name)
          ? NAMED[name]
          : undefined
        : code <= 0x10ffff
          ? String.fromCodePoint(code)
          : "\0";
    if (character === undefined) return null;
    if (ILLEGAL.test(character)) throw new NotAnSvg("it refers to a character that no text has");
    decoded += text.slice(at, next) + character;
    at = REFERENCE.lastIndex;
  }
  return decoded + text.slice(at);
}
