import { NotAnSvg } from "./svg-faults.ts";
import type { XmlElement } from "./svg-read.ts";
import { keyOf, keysFor, mayMean, readSelectors, type Selector } from "./svg-selectors.ts";
import { localUrls, readSheet, type StyleRule } from "./svg-style.ts";

/**
 * Elements drawn once every reference is followed; a few nested references could ask for billions.
 */
const MAX_DRAWN = 200_000;
const MAX_REFERENCE_DEPTH = 300;
/** Comparisons of an element with a rule, and with its ancestors. */
const MAX_COMPARED = 2_000_000;
/** What a step of a filter or a picture of pixels costs beside a shape. */
const HEAVY = 50;

/**
 * @throws NotAnSvg when references run in a circle, or multiply what is drawn beyond all measure
 */
export function refuseEndlessDrawing(root: XmlElement): void {
  new Drawing(root).count(root, 0);
}

class Drawing {
  readonly #byId = new Map<string, XmlElement>();
  readonly #parents = new Map<XmlElement, XmlElement>();
  readonly #counts = new Map<XmlElement, number | "under way">();
  readonly #rules: RulesWithUrls;
  readonly #root: XmlElement;
  #corners: number | null = null;

  constructor(root: XmlElement) {
    this.#root = root;
    const rules: StyleRule[] = [];
    this.#collect(root, rules);
    this.#rules = new RulesWithUrls(rules);
  }

  #collect(element: XmlElement, rules: StyleRule[]): void {
    const id = element.attributes.get("id");
    if (id !== undefined) this.#byId.set(id, element);
    if (element.name === "style")
      for (const rule of readSheet(element.children.join(""), () => undefined)) rules.push(rule);
    for (const child of element.children) {
      if (typeof child === "string") continue;
      this.#parents.set(child, element);
      this.#collect(child, rules);
    }
  }

  count(element: XmlElement, depth: number): number {
    const known = this.#counts.get(element);
    if (known === "under way" || depth > MAX_REFERENCE_DEPTH)
      throw new NotAnSvg("its references are circular");
    if (known !== undefined) return known;
    this.#counts.set(element, "under way");
    let total = element.name === "image" || element.name.startsWith("fe") ? HEAVY : 1;
    for (const child of element.children)
      if (typeof child !== "string") total += this.count(child, depth + 1);
    for (const id of this.#references(element)) {
      const target = this.#byId.get(id);
      if (target === undefined) continue;
      const times = target.name === "marker" ? this.#markersOn(element) : 1;
      total += times * this.count(target, depth + 1);
      if (total > MAX_DRAWN) break;
    }
    if (total > MAX_DRAWN) throw new NotAnSvg("it draws too many elements");
    this.#counts.set(element, total);
    return total;
  }

  /** A marker is drawn at each corner; what wraps lines hands its markers down to all of them. */
  #markersOn(element: XmlElement): number {
    return Math.max(2, cornersOf(element) || (this.#corners ??= allCorners(this.#root)));
  }

  /** One by one, so that a count that stops early never holds them all. */
  *#references(element: XmlElement): Generator<string> {
    for (const [key, value] of element.attributes) {
      if (key === "href") {
        if (value.startsWith("#")) yield value.slice(1);
      } else if (value.includes("(")) yield* localUrls(value);
    }
    yield* this.#rules.idsFor(element, this.#ancestors(element));
  }

  *#ancestors(element: XmlElement): Generator<XmlElement> {
    for (let at = this.#parents.get(element); at !== undefined; at = this.#parents.get(at))
      yield at;
  }
}

function allCorners(element: XmlElement): number {
  let total = cornersOf(element);
  for (const child of element.children) if (typeof child !== "string") total += allCorners(child);
  return total;
}

/** At most so many: every number and every command of a line may be one. */
function cornersOf({ name, attributes }: XmlElement): number {
  if (name === "line") return 2;
  const line = attributes.get(name === "path" ? "d" : "points") ?? "";
  if (line === "" || !["path", "polyline", "polygon"].includes(name)) return 0;
  return line.match(/[a-z]|\d+/gi)?.length ?? 0;
}

/** The rules of a drawing's style sheets that refer to elements. */
class RulesWithUrls {
  readonly #byKey = new Map<string, Map<string, { selector: Selector; ids: Set<string> }>>();
  #compared = 0;

  constructor(rules: readonly StyleRule[]) {
    for (const { selector, declarations } of rules) {
      const urls = localUrls(declarations);
      if (urls.length === 0) continue;
      for (const read of readSelectors(selector) ?? []) {
        const alike = this.#byKey.get(keyOf(read)) ?? new Map();
        this.#byKey.set(keyOf(read), alike);
        const text = JSON.stringify(read);
        const rule = alike.get(text) ?? { selector: read, ids: new Set() };
        alike.set(text, rule);
        for (const url of urls) rule.ids.add(url);
      }
    }
  }

  *idsFor(element: XmlElement, ancestors: Iterable<XmlElement>): Generator<string> {
    if (this.#byKey.size === 0) return;
    const around = [...ancestors];
    for (const key of keysFor(element)) {
      for (const { selector, ids } of this.#byKey.get(key)?.values() ?? []) {
        this.#compared += 1 + (selector.length > 1 ? around.length : 0);
        if (this.#compared > MAX_COMPARED)
          throw new NotAnSvg("its style rules are too complicated");
        if (mayMean(selector, element, around)) yield* ids;
      }
    }
  }
}
