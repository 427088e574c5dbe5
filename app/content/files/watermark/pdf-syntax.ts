/** What is read here is not as the format wants it; an engine that mends files may still read it. */
export class BrokenPdf extends Error {}

/** Dictionaries and arrays in each other; deeper ones are somebody's joke. */
const MAX_DEPTH = 64;

/** What each byte is: 0 a regular character, 1 white space, 2 a delimiter (ISO 32000-1, 7.2.2). */
const KINDS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) KINDS[code] = 1;
for (const sign of "()<>[]{}/%") KINDS[sign.charCodeAt(0)] = 2;

/** Whether a byte is white space. */
export const isSpace = (code: number | undefined) => code !== undefined && KINDS[code] === 1;
const isRegular = (code: number | undefined) => code !== undefined && KINDS[code] === 0;

/** Behind white space and comments. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    if (bytes[at] === 0x25) at = lineEnd(bytes, at);
    else if (!isSpace(bytes[at])) return at;
  }
  return bytes.length;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  return at;
}

/** Behind a string in parentheses, which begins at `from`; null when it does not end. */
export function stringEnd(bytes: Uint8Array, from: number): number | null {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === 0x5c) at += 1;
    else if (code === 0x28) depth += 1;
    else if (code === 0x29) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Behind a run of regular characters. */
export function wordEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isRegular(bytes[at])) at += 1;
  return at;
}

/**
 * Behind the value that begins at `from`, a reference (`12 0 R`) being one. @throws BrokenPdf
 */
export function valueEnd(bytes: Uint8Array, from: number, depth = 0): number {
  if (depth > MAX_DEPTH) throw new BrokenPdf("too deep");
  const code = bytes[from];
  if (code === 0x2f) return wordEnd(bytes, from + 1);
  if (code === 0x28) {
    const end = stringEnd(bytes, from);
    if (end === null) throw new BrokenPdf("a string without end");
    return end;
  }
  if (code === 0x3c && bytes[from + 1] !== 0x3c) {
    const end = bytes.indexOf(0x3e, from);
    if (end === -1) throw new BrokenPdf("a string without end");
    return end + 1;
  }
  if (code === 0x5b || code === 0x3c) {
    const isList = code === 0x5b;
    let at = skipSpace(bytes, from + (isList ? 1 : 2));
    while (isList ? bytes[at] !== 0x5d : bytes[at] !== 0x3e || bytes[at + 1] !== 0x3e) {
      if (at >= bytes.length) throw new BrokenPdf("a list without end");
      at = skipSpace(bytes, valueEnd(bytes, at, depth + 1));
    }
    return at + (isList ? 1 : 2);
  }
  const end = wordEnd(bytes, from);
  if (end === from) throw new BrokenPdf("no value");
  return referenceEnd(bytes, from, end) ?? end;
}

const isDigits = (bytes: Uint8Array, from: number, to: number) => {
  for (let at = from; at < to; at += 1) {
    const code = bytes[at] ?? 0;
    if (code < 0x30 || code > 0x39) return false;
  }
  return to > from && to - from < 11;
};

/** Behind `12 0 R`, of which the first number reaches from `from` to `end`. */
function referenceEnd(bytes: Uint8Array, from: number, end: number): number | null {
  if (!isDigits(bytes, from, end)) return null;
  const second = skipSpace(bytes, end);
  const secondEnd = wordEnd(bytes, second);
  if (second === end || !isDigits(bytes, second, secondEnd)) return null;
  const third = skipSpace(bytes, secondEnd);
  return bytes[third] === 0x52 && wordEnd(bytes, third) === third + 1 ? third + 1 : null;
}

/** A dictionary: its values as they stand in the file, by their names. */
export type PdfDictionary = Map<string, string>;

/** The dictionary that begins at `from`; null when something else does. @throws BrokenPdf */
export function dictionaryAt(
  bytes: Uint8Array,
  from: number,
): { entries: PdfDictionary; end: number } | null {
  if (bytes[from] !== 0x3c || bytes[from + 1] !== 0x3c) return null;
  const entries: PdfDictionary = new Map();
  let at = skipSpace(bytes, from + 2);
  while (bytes[at] !== 0x3e || bytes[at + 1] !== 0x3e) {
    if (bytes[at] !== 0x2f) throw new BrokenPdf("a dictionary without names");
    const nameEnd = wordEnd(bytes, at + 1);
    const name = nameOf(latin1(bytes, at + 1, nameEnd));
    const value = skipSpace(bytes, nameEnd);
    const end = valueEnd(bytes, value, 1);
    entries.set(name, latin1(bytes, value, end));
    at = skipSpace(bytes, end);
  }
  return { entries, end: at + 2 };
}

/** The dictionary that a value is; null when it is none. @throws BrokenPdf */
export function dictionaryOf(value: string): PdfDictionary | null {
  return dictionaryAt(Buffer.from(value, "latin1"), 0)?.entries ?? null;
}

/** The values of an array, as they stand in the file; null when it is none. @throws BrokenPdf */
export function arrayOf(value: string): string[] | null {
  const bytes = Buffer.from(value, "latin1");
  if (bytes[0] !== 0x5b) return null;
  const values: string[] = [];
  let at = skipSpace(bytes, 1);
  while (bytes[at] !== 0x5d) {
    const end = valueEnd(bytes, at, 1);
    values.push(latin1(bytes, at, end));
    at = skipSpace(bytes, end);
  }
  return values;
}

/** The object that a value refers to; null when it is a value of its own. */
export function referenceOf(value: string): { number: number; generation: number } | null {
  const [, number, generation] = /^(\d{1,10})\s+(\d{1,5})\s+R$/.exec(value) ?? [];
  return number === undefined ? null : { number: Number(number), generation: Number(generation) };
}

/** The number that a value is; null when it is none. */
export function numberOf(value: string | undefined): number | null {
  if (value === undefined || !/^[+-]*[\d.][\d.-]*$/.test(value)) return null;
  const number = Number.parseFloat(value.replace(/^[+-]*(?=[+-])/, ""));
  return Number.isFinite(number) ? number : null;
}

/** A dictionary as a file has it. */
export function written(entries: PdfDictionary): string {
  const parts = [...entries].map(([name, value]) => `/${escapedName(name)} ${value}`);
  return `<< ${parts.join("\n")} >>`;
}

const nameOf = (text: string) =>
  text.includes("#")
    ? text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;

const escapedName = (name: string) =>
  name.replace(
    /[^!-~]|[#()<>[\]{}/%]/g,
    (sign) => `#${sign.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

/**
 * A piece of a file, one character a byte, as far as the file goes: behind it may lie what is another's.
 * @throws BrokenPdf where the piece begins beyond the file
 */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  if (!(from >= 0 && from <= bytes.length)) throw new BrokenPdf("beyond the end");
  const end = Math.max(from, Math.min(to, bytes.length));
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString("latin1");
}
