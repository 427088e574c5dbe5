import postcss, {
  type AtRule,
  type Container,
  type Declaration,
  type Document,
  type Rule,
} from "postcss";

/**
 * What of the product's stylesheets decides whether something is shown, and what stands around names: `display`,
 * `visibility`, `position`, `float`, `pointer-events` and the texts of `::before` and `::after`. No layout: nothing here
 * knows sizes or places.
 */

const PROPERTIES = new Set([
  "display",
  "visibility",
  "position",
  "float",
  "pointer-events",
  "white-space",
]);

/** The attribute of a popover that is open: the parser of selectors does not know `:popover-open`. */
export const OPEN_POPOVER = "data-popover-open";

/** One declaration, under the conditions of the window that it needs. */
interface Declared {
  selector: string;
  /** The class that the selector is, where it is nothing but a class. */
  className: string | null;
  /** A class without which the selector names nothing: Tailwind's own of a variant. */
  needs: string | null;
  pseudo: "before" | "after" | null;
  property: string;
  value: string;
  conditions: readonly string[];
  /** Where it stands in the cascade: what is later wins. */
  rank: readonly [important: number, layer: number];
}

/** A stylesheet, read once. */
export type Stylesheet = readonly Declared[];

const isRule = (node: Container | Document | undefined): node is Rule => node?.type === "rule";
const isAtRule = (node: Container | Document | undefined): node is AtRule =>
  node?.type === "atrule";

/** Reads a stylesheet. */
export function stylesheetOf(css: string): Stylesheet {
  const layers: string[] = [];
  const found: Declared[] = [];
  const root = postcss.parse(css);
  root.walkAtRules("layer", ({ params }) => {
    for (const name of params.split(",").map((one) => one.trim()))
      if (!layers.includes(name)) layers.push(name);
  });
  root.walkDecls((declaration) => {
    const rule = declaration.parent;
    if (!isRule(rule)) return;
    const { conditions, layer } = around(rule);
    // What is in no layer wins over what is in one; among the important it is the other way round.
    const place = layer === null ? layers.length : layers.indexOf(layer);
    const { important } = declaration;
    const rank = [important ? 1 : 0, important ? -place : place] as const;
    for (const one of selectorsOf(rule)) {
      const { selector, pseudo } = withoutPseudo(one);
      const text = pseudo === null ? null : textOf(declaration);
      if (pseudo === null ? !PROPERTIES.has(declaration.prop) : text === null) continue;
      found.push({
        selector: selector
          .replaceAll(":popover-open", `[${OPEN_POPOVER}]`)
          .replaceAll(/:open\b/g, "[open]"),
        className: classOf(selector),
        needs: neededClass(selector),
        pseudo,
        property: pseudo === null ? declaration.prop : "content",
        value: text ?? declaration.value,
        conditions,
        rank,
      });
    }
  });
  return found.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
}

/** The at-rules that a rule stands in. */
function around(rule: Rule): { conditions: string[]; layer: string | null } {
  const conditions: string[] = [];
  let layer: string | null = null;
  for (let at: Container | Document | undefined = rule.parent; at; at = at.parent) {
    if (!isAtRule(at)) continue;
    if (at.name === "media") conditions.push(at.params);
    else if (at.name === "layer") layer ??= at.params;
    else if (at.name !== "supports") conditions.push("never");
  }
  return { conditions, layer };
}

/** The selectors of a rule, with `&` made whole where it is nested. */
function selectorsOf(rule: Rule): string[] {
  const outer = rule.parent;
  return isRule(outer)
    ? rule.selectors.map((one) => one.replaceAll("&", `:is(${outer.selector})`))
    : rule.selectors;
}

/** A text that a pseudo-element shows: Tailwind keeps it in a property of its own. */
function textOf({ prop, value }: Declaration): string | null {
  if (prop !== "--tw-content" && prop !== "content") return null;
  return value.startsWith("var(") ? null : value;
}

function withoutPseudo(selector: string): { selector: string; pseudo: Declared["pseudo"] } {
  for (const pseudo of ["before", "after"] as const)
    for (const spelled of [`::${pseudo}`, `:${pseudo}`])
      if (selector.endsWith(spelled) && !selector.endsWith(`\\${spelled}`))
        return { selector: selector.slice(0, -spelled.length), pseudo };
  return { selector, pseudo: null };
}

function classOf(selector: string): string | null {
  const isPlain = selector.startsWith(".") && /^(?:[\w-]|\\.)+$/.test(selector.slice(1));
  return isPlain ? unescaped(selector.slice(1)) : null;
}

/** The class of a variant, which Tailwind spells with escapes and puts into no negation. */
function neededClass(selector: string): string | null {
  const names = [...selector.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = ""]) => name);
  const variant = names.findLast((name) => name.includes("\\:"));
  return variant === undefined ? null : unescaped(variant);
}

const unescaped = (name: string) => name.replace(/\\(.)/g, "$1");

/** The window that media queries ask about. */
export interface Window {
  width: number;
}

const PIXELS: Record<string, number> = { px: 1, rem: 16, em: 16 };

/** Whether a media query holds in a window without scripts, on a screen, with a mouse. */
export function holds(query: string, { width }: Window): boolean {
  return query.split(",").some((one) => {
    const text = one.trim().toLowerCase();
    if (text.startsWith("not all and ")) return !allHold(text.slice("not all and ".length), width);
    return text.startsWith("not ")
      ? !allHold(text.slice("not ".length), width)
      : allHold(text, width);
  });
}

function allHold(text: string, width: number): boolean {
  return text.split(" and ").every((part) => featureHolds(part.trim(), width));
}

function featureHolds(part: string, width: number): boolean {
  const compared = /^\((?:width\s*(>=|<=|<|>)|(min|max)-width:)\s*([\d.]+)(px|rem|em)\)$/.exec(
    part,
  );
  if (compared !== null) {
    const [, sign, end, amount, unit = "px"] = compared;
    const limit = Number(amount) * (PIXELS[unit] ?? 1);
    if (sign === ">=" || end === "min") return width >= limit;
    if (sign === "<=" || end === "max") return width <= limit;
    return sign === "<" ? width < limit : width > limit;
  }
  return TRUE_HERE.has(part.replaceAll(" ", ""));
}

/** What else holds for a desktop's browser without scripts. */
const TRUE_HERE = new Set([
  "all",
  "screen",
  "(scripting:none)",
  "(hover:hover)",
  "(any-hover:hover)",
  "(pointer:fine)",
  "(prefers-color-scheme:light)",
  "(prefers-reduced-motion:no-preference)",
]);

/** Which of the declarations an element has. */
export type Declarations = Partial<Record<string, string>>;

/** What the stylesheets declare for the elements of a document, as it stands. */
export function declarationsIn(
  document: globalThis.Document,
  sheets: readonly Stylesheet[],
  window: Window,
): { own: Map<Element, Declarations>; before: Map<Element, string>; after: Map<Element, string> } {
  const inForce = sheets
    .flat()
    .filter(({ conditions }) => conditions.every((query) => holds(query, window)));
  const own = new Map<Element, Declarations>();
  const before = new Map<Element, string>();
  const after = new Map<Element, string>();
  for (const [element, places] of matches(document, inForce))
    for (const place of places.toSorted((a, b) => a - b)) {
      const declared = inForce[place];
      if (declared === undefined) continue;
      const { pseudo, property, value } = declared;
      if (pseudo !== null) (pseudo === "before" ? before : after).set(element, value);
      else own.set(element, { ...own.get(element), [property]: value });
    }
  return { own, before, after };
}

/** Each element with the places of what is declared for it: classes in one walk, since most rules are one class. */
function matches(document: globalThis.Document, sheet: Stylesheet): Map<Element, number[]> {
  const found = new Map<Element, number[]>();
  const add = (element: Element, place: number) => {
    const places = found.get(element);
    if (places === undefined) found.set(element, [place]);
    else places.push(place);
  };
  const ofClass = Map.groupBy(sheet.keys(), (place) => sheet[place]?.className ?? null);
  const classes = new Set<string>();
  for (const element of document.querySelectorAll("[class]"))
    for (const name of (element.getAttribute("class") ?? "").split(/\s+/)) {
      classes.add(name);
      for (const place of ofClass.get(name) ?? []) add(element, place);
    }
  for (const [place, { selector, className, needs }] of sheet.entries())
    if (className === null && (needs === null || classes.has(needs)))
      for (const element of allOf(document, selector)) add(element, place);
  return found;
}

function allOf(document: globalThis.Document, selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector);
  } catch {
    // What the parser of selectors does not know is about a browser's own parts.
    return [];
  }
}
