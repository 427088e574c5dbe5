import { NotAnSvg } from "./svg-faults.ts";

/**
 * What XML 1.0 has no place for: control characters, halves of surrogate pairs, U+FFFE and U+FFFF.
 */
export const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const REFERENCE = /&(?:#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6})|([A-Za-z_][A-Za-z0-9_.-]*));/y;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Entities that stand in entities, and all that they write in one file. */
const MAX_NESTED = 5;
const MAX_WRITTEN = 1_000_000;

/**
 * The entities of one file: the five of XML, and those that its own DOCTYPE defines as text.
 * Illustrator writes namespaces and styles with them.
 */
export class Entities {
  readonly #own = new Map<string, string>();
  #written = 0;

  /** The first definition of a name holds. @param text as it stands between its quotes */
  define(name: string, text: string): void {
    if (!this.#own.has(name)) this.#own.set(name, text);
  }

  /**
   * The text with its references replaced.
   * @throws NotAnSvg for a reference that nothing defines, or one that means elements
   */
  decode(text: string, nested = 0): string {
    let decoded = "";
    let at = 0;
    for (let next = text.indexOf("&"); next !== -1; next = text.indexOf("&", at)) {
      REFERENCE.lastIndex = next;
      const found = REFERENCE.exec(text);
      if (found === null) throw new NotAnSvg("an & in it doesn’t start an entity");
      const [, decimal, hexadecimal, name] = found;
      const means =
        name === undefined ? characterOf(decimal, hexadecimal) : this.#meaning(name, nested);
      decoded += text.slice(at, next) + means;
      at = REFERENCE.lastIndex;
    }
    return decoded + text.slice(at);
  }

  #meaning(name: string, nested: number): string {
    const known = NAMED.get(name);
    if (known !== undefined) return known;
    const own = this.#own.get(name);
    if (own === undefined)
      throw new NotAnSvg(`it uses the entity &${name};, which it doesn’t define`);
    if (own.includes("<")) throw new NotAnSvg(`its entity “${name}” contains elements`);
    if (nested >= MAX_NESTED) throw new NotAnSvg("its entities are nested too deeply");
    this.#written += own.length;
    if (this.#written > MAX_WRITTEN) throw new NotAnSvg("its entities are too long");
    return this.decode(own, nested + 1);
  }
}

function characterOf(decimal: string | undefined, hexadecimal: string | undefined): string {
  const code =
    decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number.parseInt(decimal, 10);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : "\0";
  if (ILLEGAL.test(character)) throw new NotAnSvg("it refers to an invalid character");
  return character;
}
