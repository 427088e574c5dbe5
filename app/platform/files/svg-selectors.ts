import type { XmlElement } from "./svg-read.ts";

/** The selectors of an SVG's style sheets: which may stay, and which elements they mean. */

/** One part of a selector, as `.a`; `any` is what is not looked at and may mean every element. */
interface Simple {
  kind: "id" | "class" | "type" | "any";
  name: string;
}
/** What stands without a blank: `path.a`. */
type Compound = readonly Simple[];
/** From the outermost ancestor to the element that is meant. */
export type Selector = readonly Compound[];

/** An id, a class or an element. */
const NAMED = /([#.]?)([\p{L}\p{M}\p{N}_-]+)/uy;
const ATTRIBUTE =
  /\[([\p{L}\p{M}\p{N}_-]+)(?:[~|^$*]?=(?:"[^"'\\\]]*"|'[^"'\\\]]*'|[\p{L}\p{M}\p{N}_-]+))?\]/uy;
/** Every element, or a state of it. */
const OTHER = /\*|::?[\p{L}\p{M}\p{N}_-]+(?:\([\p{L}\p{N} \t.,#+*-]*\))?/uy;
const COMBINATOR = /[ \t]*([>+~])[ \t]*|[ \t]+/y;
/** Of one rule; programs that draw write a few hundred. */
const MAX_SELECTORS = 5_000;
/** Attributes that are kept as they are: a rule for another one would mean other elements. */
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set("id class fill stroke d".split(" "));

/** The selectors of a rule, as far as it matters which elements they mean; null for what may not stay. */
export function readSelectors(text: string): Selector[] | null {
  const selectors: Selector[] = [];
  for (let at = 0; at <= text.length;) {
    const read = readSelector(text, at);
    if (read === null || selectors.length === MAX_SELECTORS) return null;
    selectors.push(read.selector);
    at = read.end + 1;
  }
  return selectors;
}

/** The selector that begins at a place, up to its comma or the end. */
function readSelector(text: string, start: number): { selector: Selector; end: number } | null {
  let compounds: Compound[] = [];
  let compound: Simple[] = [];
  let at = start;
  while (text[at] === " " || text[at] === "\t") at += 1;
  for (;;) {
    const part = partAt(text, at);
    if (part !== null) {
      // The name of an element begins its part: `a*b` and `.ab` are other things.
      if (part.simple.kind === "type" && compound.length > 0) return null;
      if (part.attribute !== null && !KEPT_ATTRIBUTES.has(part.attribute)) return null;
      compound.push(part.simple);
      at = part.end;
      continue;
    }
    if (compound.length === 0) return null;
    compounds.push(compound);
    compound = [];
    COMBINATOR.lastIndex = at;
    const between = COMBINATOR.exec(text);
    if (between !== null) at = COMBINATOR.lastIndex;
    if (at === text.length || text[at] === ",")
      return between?.[1] === undefined ? { selector: compounds, end: at } : null;
    if (between === null) return null;
    // Which siblings there are is not looked at.
    if (between[1] === "+" || between[1] === "~") compounds = [];
  }
}

/** The part that begins at a place, with the attribute that it asks for; null where none does. */
function partAt(
  text: string,
  at: number,
): { simple: Simple; attribute: string | null; end: number } | null {
  const named = matchAt(NAMED, text, at);
  if (named !== null) {
    const [all, sign = "", name = ""] = named;
    const kind = sign === "#" ? "id" : sign === "." ? "class" : "type";
    return { simple: { kind, name }, attribute: null, end: at + all.length };
  }
  const other = matchAt(ATTRIBUTE, text, at) ?? matchAt(OTHER, text, at);
  if (other === null) return null;
  const [all, attribute = null] = other;
  return { simple: { kind: "any", name: "" }, attribute, end: at + all.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the check of an element against a rule begins: the most telling part of its last compound. */
export function keyOf(selector: Selector): string {
  const last = selector.at(-1) ?? [];
  for (const kind of ["id", "class", "type"] as const) {
    const simple = last.find((part) => part.kind === kind);
    if (simple !== undefined) return `${kind} ${simple.name}`;
  }
  return "any";
}

/** The keys under which an element finds the rules that may mean it. */
export function keysFor(element: XmlElement): string[] {
  const id = element.attributes.get("id");
  return [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...[...classesOf(element)].map((name) => `class ${name}`),
    `type ${element.name}`,
    "any",
  ];
}

/**
 * Whether a selector may mean an element: child and descendant are the same here, and what is not
 * looked at fits.
 * @param ancestors of the element, the nearest first
 */
export function mayMean(
  selector: Selector,
  element: XmlElement,
  ancestors: Iterable<XmlElement>,
): boolean {
  let left = selector.length - 1;
  if (!fits(selector[left] ?? [], element)) return false;
  left -= 1;
  for (const ancestor of ancestors) {
    if (left < 0) break;
    if (fits(selector[left] ?? [], ancestor)) left -= 1;
  }
  return left < 0;
}

function fits(compound: Compound, element: XmlElement): boolean {
  return compound.every(({ kind, name }) => {
    if (kind === "id") return element.attributes.get("id") === name;
    if (kind === "class") return classesOf(element).has(name);
    return kind === "any" || element.name === name;
  });
}

const known = new WeakMap<XmlElement, ReadonlySet<string>>();

function classesOf(element: XmlElement): ReadonlySet<string> {
  const before = known.get(element);
  if (before !== undefined) return before;
  const classes = new Set((element.attributes.get("class") ?? "").split(/[ \t]+/));
  known.set(element, classes);
  return classes;
}
