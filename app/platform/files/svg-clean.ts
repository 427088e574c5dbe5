import { NotAnSvg, readXml, type XmlElement } from "./svg-read.ts";
import {
  cleanDeclarations,
  isHarmless,
  LOCAL_NAME,
  localUrls,
  PROPERTIES,
  readSheet,
  writeSheet,
  type StyleRule,
} from "./svg-style.ts";

export { NotAnSvg };

/**
 * Cleans a picture that somebody uploaded. The file is read into elements and written anew from
 * those alone that are known to draw: what is not on these lists does not come out, whatever it is
 * called.
 */
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

const ELEMENTS: ReadonlySet<string> = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath " +
    "linearGradient radialGradient stop clipPath mask"
  ).split(" "),
);

/** Elements that only wrap what they show: drawing programs use them, and a group does the same. */
const WRAPPERS: ReadonlySet<string> = new Set(["a", "switch"]);

const WITH_TEXT: ReadonlySet<string> = new Set(["text", "tspan", "textPath", "title", "desc"]);

const WITH_HREF: ReadonlySet<string> = new Set([
  "use",
  "textPath",
  "linearGradient",
  "radialGradient",
]);

const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    "x y width height cx cy r rx ry fx fy fr x1 y1 x2 y2 dx dy d points pathLength rotate textLength lengthAdjust startOffset " +
    "viewBox preserveAspectRatio gradientTransform gradientUnits spreadMethod offset clipPathUnits maskUnits maskContentUnits " +
    "class xml:space"
  ).split(" "),
);

/**
 * Elements drawn once every reference is followed; a few nested references could ask for billions.
 */
const MAX_DRAWN = 200_000;
const MAX_REFERENCE_DEPTH = 300;
const MAX_URLS_A_RULE = 8;

/**
 * An SVG that draws what `text` draws and does nothing else: no scripts, event handlers,
 * animations, foreign content, links, or references to anything outside of the file.
 * @param text the decoded file
 * @returns one line of XML in UTF-8 characters, without declaration; cleaning it again changes
 *   nothing
 * @throws NotAnSvg when it is not well-formed, not SVG, too large, or draws itself over and over
 */
export function cleanSvg(text: string): string {
  const source = readXml(text);
  const root = source.name === "svg" ? new Cleaning().element(source) : null;
  if (root === null) throw new NotAnSvg("its outermost element is not svg");
  root.attributes = new Map([["xmlns", SVG_NAMESPACE], ...root.attributes]);
  refuseEndlessDrawing(root);
  return write(root);
}

/** One pass over one file; it remembers which ids are taken. */
class Cleaning {
  readonly #ids = new Set<string>();

  /** The element with what may stay of it; null when it may not stay at all. */
  element(source: XmlElement): XmlElement | null {
    const namespace = source.attributes.get("xmlns");
    if (namespace !== undefined && namespace !== SVG_NAMESPACE) return null;
    if (source.name === "style") return cleanStyle(source);
    const name = WRAPPERS.has(source.name) ? "g" : source.name;
    if (!ELEMENTS.has(name)) return null;
    const element: XmlElement = { name, attributes: new Map(), children: [] };
    for (const [key, value] of source.attributes) this.#attribute(element, key, value);
    for (const child of source.children) {
      const kept =
        typeof child === "string" ? (WITH_TEXT.has(name) ? child : null) : this.element(child);
      if (kept !== null) element.children.push(kept);
    }
    return element;
  }

  #attribute(element: XmlElement, key: string, value: string): void {
    const { attributes, name } = element;
    if (key === "id") {
      // A second element of the same id would make it unclear what a reference means.
      if (!LOCAL_NAME.test(value) || this.#ids.has(value)) return;
      this.#ids.add(value);
      attributes.set("id", value);
    } else if (key === "href" || key.endsWith(":href")) {
      // Whatever prefix a file gives to XLink; the plain name wins where both stand.
      const local = value.startsWith("#") && LOCAL_NAME.test(value.slice(1));
      if (WITH_HREF.has(name) && local && (key === "href" || !attributes.has("href")))
        attributes.set("href", value);
    } else if (key === "style") {
      const declarations = cleanDeclarations(value);
      if (declarations !== "") attributes.set("style", declarations);
    } else if ((ATTRIBUTES.has(key) || PROPERTIES.has(key)) && isHarmless(value)) {
      attributes.set(key, value);
    }
  }
}

function cleanStyle(source: XmlElement): XmlElement | null {
  const css = source.children.filter((child) => typeof child === "string").join("");
  // The check for endless drawing follows classes; a reference by another kind of selector would
  // escape it.
  const rules = readSheet(css).filter(({ declarations, selector }) => {
    const urls = localUrls(declarations).length;
    return urls === 0 || (urls <= MAX_URLS_A_RULE && onlyClasses(selector));
  });
  return rules.length === 0
    ? null
    : { name: "style", attributes: new Map(), children: [writeSheet(rules)] };
}

function onlyClasses(selector: string): boolean {
  return selector.split(",").every((part) => /^\.[^ \t.#>*+~:,]+$/u.test(part.trim()));
}

/**
 * @throws NotAnSvg when references run in a circle, or multiply what is drawn beyond all measure
 */
function refuseEndlessDrawing(root: XmlElement): void {
  const byId = new Map<string, XmlElement>();
  const rules: StyleRule[] = [];
  const collect = (element: XmlElement) => {
    const id = element.attributes.get("id");
    if (id !== undefined) byId.set(id, element);
    if (element.name === "style")
      for (const rule of readSheet(element.children.join(""))) rules.push(rule);
    for (const child of element.children) if (typeof child !== "string") collect(child);
  };
  collect(root);
  const idsOfClass = idsByClass(rules);

  const drawn = new Map<XmlElement, number | "under way">();
  const count = (element: XmlElement, depth: number): number => {
    const known = drawn.get(element);
    if (known === "under way" || depth > MAX_REFERENCE_DEPTH)
      throw new NotAnSvg("its references run in a circle");
    if (known !== undefined) return known;
    drawn.set(element, "under way");
    let total = 1;
    for (const child of element.children)
      if (typeof child !== "string") total += count(child, depth + 1);
    for (const id of references(element, idsOfClass)) {
      const target = byId.get(id);
      if (target !== undefined) total += count(target, depth + 1);
    }
    if (total > MAX_DRAWN) throw new NotAnSvg("it draws too many elements");
    drawn.set(element, total);
    return total;
  };
  count(root, 0);
}

function idsByClass(rules: readonly StyleRule[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const rule of rules) {
    const urls = localUrls(rule.declarations);
    if (urls.length === 0) continue;
    for (const part of rule.selector.split(",")) {
      const className = part.trim().slice(1);
      const known = ids.get(className) ?? new Set();
      for (const url of urls) known.add(url);
      ids.set(className, known);
    }
  }
  return ids;
}

/** One by one, so that a count that stops early never holds them all. */
function* references(
  element: XmlElement,
  idsOfClass: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<string> {
  for (const [key, value] of element.attributes) {
    if (key === "href") yield value.slice(1);
    else if (value.includes("(")) yield* localUrls(value);
  }
  const classes = new Set((element.attributes.get("class") ?? "").split(/[ \t]+/));
  for (const name of classes) yield* idsOfClass.get(name) ?? [];
}

function write(element: XmlElement): string {
  const attributes = [...element.attributes]
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
    .join("");
  const children = element.children
    .map((child) => (typeof child === "string" ? escape(child) : write(child)))
    .join("");
  // Of text that is empty nothing is left when it is read again.
  if (children === "") return `<${element.name}${attributes}/>`;
  return `<${element.name}${attributes}>${children}</${element.name}>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
