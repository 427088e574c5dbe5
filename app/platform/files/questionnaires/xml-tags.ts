/*
 * XML gone through tag by tag, for those who change a piece of it and leave every other byte as it is.
 * Nothing is parsed and written anew.
 */

/** A tag of XML, and where it stands. */
export interface Tag {
  start: number;
  end: number;
  /** Without its prefix. */
  name: string;
  prefix: string;
  isClosing: boolean;
  isEmpty: boolean;
}

/**
 * Every tag of XML in its order; comments, CDATA and instructions are passed over.
 * @param to only tags that begin before it
 */
export function* tagsOf(xml: string, from = 0, to = xml.length): Generator<Tag, void> {
  for (let at = xml.indexOf("<", from); at !== -1 && at < to;) {
    const next = xml[at + 1];
    if (next === "!" || next === "?") {
      const close = xml.startsWith("<!--", at)
        ? "-->"
        : xml.startsWith("<![CDATA[", at)
          ? "]]>"
          : ">";
      const end = xml.indexOf(close, at + 2);
      if (end === -1) return;
      at = xml.indexOf("<", end + close.length);
      continue;
    }
    const end = endOfTag(xml, at);
    if (end === -1) return;
    const isClosing = next === "/";
    const full = nameAt(xml, at + (isClosing ? 2 : 1));
    const colon = full.indexOf(":");
    yield {
      start: at,
      end,
      name: full.slice(colon + 1),
      prefix: full.slice(0, colon + 1),
      isClosing,
      isEmpty: xml[end - 2] === "/",
    };
    at = xml.indexOf("<", end);
  }
}

/** Where a tag ends: behind its `>`, which may stand in the quotes of an attribute, too. */
function endOfTag(xml: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < xml.length; at += 1) {
    const character = xml[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at + 1;
  }
  return -1;
}

function nameAt(xml: string, from: number): string {
  let at = from;
  while (at < xml.length && !/[\s/>]/.test(xml[at] ?? "")) at += 1;
  return xml.slice(from, at);
}

/**
 * An attribute's value as it is written in a tag; null where the tag has none of that name. Only names
 * are compared: what another attribute says, or the end of a longer name, is none.
 */
export function attributeIn(tag: string, name: string): string | null {
  let at = nameAt(tag, 1).length + 1;
  while (at < tag.length) {
    while (BLANKS.includes(tag[at] ?? "-")) at += 1;
    const from = at;
    while (at < tag.length && !ENDS_NAME.includes(tag[at] ?? "")) at += 1;
    const own = tag.slice(from, at);
    while (BLANKS.includes(tag[at] ?? "-")) at += 1;
    // What has no value is no attribute of XML.
    if (tag[at] !== "=") {
      if (at === from) at += 1;
      continue;
    }
    at += 1;
    while (BLANKS.includes(tag[at] ?? "-")) at += 1;
    const quote = tag[at] ?? "";
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, at + 1) : -1;
    if (end === -1) return null;
    if (own === name) return tag.slice(at + 1, end);
    at = end + 1;
  }
  return null;
}

const BLANKS = " \t\r\n";
const ENDS_NAME = `${BLANKS}=/>`;

/** An element, and where its content stands. */
export interface Element {
  name: string;
  prefix: string;
  start: number;
  inner: number;
  innerEnd: number;
  end: number;
}

/** The elements that stand directly in a piece of XML, in their order. */
export function* elementsIn(xml: string, from: number, to: number): Generator<Element, void> {
  let depth = 0;
  let open: Tag | null = null;
  for (const tag of tagsOf(xml, from, to)) {
    if (tag.isClosing) {
      depth -= 1;
      if (depth < 0) return;
      if (depth === 0 && open !== null) yield elementOf(open, tag.start, tag.end);
    } else {
      if (depth === 0) open = tag;
      if (!tag.isEmpty) depth += 1;
      else if (depth === 0) yield elementOf(tag, tag.end, tag.end);
    }
  }
}

function elementOf(
  { name, prefix, start, end: inner }: Tag,
  innerEnd: number,
  end: number,
): Element {
  return { name, prefix, start, inner, innerEnd, end };
}
