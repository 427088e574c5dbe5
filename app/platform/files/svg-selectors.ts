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

const NAME = String.raw`[\p{L}\p{M}\p{N}_-]+`;
const SIMPLE = new RegExp(
  String.raw`([#.]?)(${NAME})|\*|\[(${NAME})(?:[~|^$*]?=(?:"[^"'\\\]]*"|'[^"'\\\]]*'|${NAME}))?\]|::?${NAME}(?:\([\p{L}\p{N} \t.,#+*-]*\))?`,
  "uy",
);
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
    SIMPLE.lastIndex = at;
    const part = SIMPLE.exec(text);
    if (part !== null) {
      const [, sign = "", name, attribute] = part;
      // The name of an element begins its part: `a*b` and `.ab` are other things.
      if (name !== undefined && sign === "" && compound.length > 0) return null;
      if (attribute !== undefined && !KEPT_ATTRIBUTES.has(attribute)) return null;
      compound.push(
        name === undefined
          ? { kind: "any", name: "" }
          : { kind: sign === "#" ? "id" : sign === "." ? "class" : "type", name },
      );
      at = SIMPLE.lastIndex;
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
