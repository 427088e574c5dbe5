/** An element that begins or ends, by its name without prefix, or characters between. */
export type XmlToken =
  | { open: string; attributes: string; isEmpty: boolean }
  | { close: string }
  | { text: string };

/** XML that is not read: it is not well-formed, or brings definitions of its own. */
export class NotReadXml extends Error {}

/**
 * The pieces of an XML text as office programs write it, in their order. Nothing is fetched, and no
 * entity is known but the five of XML and numbers: a DOCTYPE ends the reading. Every step moves
 * forward by a fixed string, so the time is proportional to the length.
 * @throws NotReadXml
 */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  let at = 0;
  while (at < xml.length) {
    const tag = xml.indexOf("<", at);
    const end = tag === -1 ? xml.length : tag;
    if (end > at) yield { text: decoded(xml.slice(at, end)) };
    if (tag === -1) return;
    if (xml.startsWith("<!--", tag)) at = after(xml, "-->", tag);
    else if (xml.startsWith("<?", tag)) at = after(xml, "?>", tag);
    else if (xml.startsWith("<![CDATA[", tag)) {
      at = after(xml, "]]>", tag);
      yield { text: xml.slice(tag + 9, at - 3) };
    } else if (xml.startsWith("<!", tag)) throw new NotReadXml("it brings definitions of its own");
    else {
      at = endOfTag(xml, tag);
      yield element(xml.slice(tag + 1, at - 1));
    }
  }
}

/**
 * An attribute's value, by its name without the prefix, which programs choose as they like; null
 * where there is none.
 */
export function attributeOf(attributes: string, name: string): string | null {
  return foundAttribute(attributes, (own) => localName(own) === name);
}

/** The value of an attribute that has a prefix, beside one of the same name that has none: `r:id`. */
export function foreignAttributeOf(attributes: string, name: string): string | null {
  return foundAttribute(attributes, (own) => own.length > name.length && localName(own) === name);
}

function foundAttribute(attributes: string, isIt: (name: string) => boolean): string | null {
  for (let at = 0; ;) {
    const sign = attributes.indexOf("=", at);
    if (sign === -1) return null;
    const begin = behindSpace(attributes, sign + 1);
    const quote = attributes[begin] ?? "";
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, begin + 1) : -1;
    if (end === -1) return null;
    if (isIt(attributes.slice(at, sign).trim())) return decoded(attributes.slice(begin + 1, end));
    at = end + 1;
  }
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text[at] ?? "");
}

/** The first place from here on where there is no space. */
function behindSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text, at)) at += 1;
  return at;
}

function element(inside: string): XmlToken {
  if (inside.startsWith("/")) return { close: localName(inside.slice(1).trim()) };
  const isEmpty = inside.endsWith("/");
  const whole = isEmpty ? inside.slice(0, -1) : inside;
  const space = whole.search(/\s/);
  const name = space === -1 ? whole : whole.slice(0, space);
  return { open: localName(name), attributes: space === -1 ? "" : whole.slice(space), isEmpty };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Behind the tag's end; a sign of it inside quotes is none. */
function endOfTag(xml: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < xml.length; at += 1) {
    const sign = xml[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return at + 1;
  }
  throw new NotReadXml("a tag does not end");
}

function after(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from);
  if (at === -1) throw new NotReadXml("it breaks off");
  return at + end.length;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|([a-z]{2,4}));/g,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : "";
    },
  );
}
