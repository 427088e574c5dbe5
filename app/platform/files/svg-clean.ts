import { refuseEndlessDrawing } from "./svg-drawn.ts";
import { NotAnSvg, SvgNotWhole } from "./svg-faults.ts";
import { keptPicture } from "./svg-pictures.ts";
import { readXml, SVG_NAMESPACE, type XmlElement } from "./svg-read.ts";
import {
  ANIMATION_LOST,
  cleanDeclarations,
  FONT_LOST,
  isHarmless,
  LOCAL_NAME,
  PROPERTIES,
  readSheet,
  valueLost,
  writeSheet,
} from "./svg-style.ts";

/**
 * Cleans a picture that somebody uploaded. The file is read into elements and written anew from
 * those alone that are known to draw: what is not on these lists does not come out, whatever it is
 * called. What draws and can't be kept is counted: a file that would be another picture without it
 * is refused, and never changed in silence.
 */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image " +
    "linearGradient radialGradient stop clipPath mask pattern marker filter " +
    "feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight " +
    "feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset " +
    "fePointLight feSpecularLighting feSpotLight feTile feTurbulence"
  ).split(" "),
);

/** What draws and may not stay. */
const LOST_ELEMENTS: ReadonlyMap<string, string> = new Map([
  ["foreignObject", "embedded HTML (foreignObject)"],
  ...["animate", "animateColor", "animateMotion", "animateTransform", "set"].map(
    (name) => [name, ANIMATION_LOST] as const,
  ),
]);

const WITH_TEXT: ReadonlySet<string> = new Set(["text", "tspan", "textPath", "title", "desc"]);
const DRAWN_TEXT: ReadonlySet<string> = new Set(["text", "tspan", "textPath"]);
const PICTURES: ReadonlySet<string> = new Set(["image", "feImage"]);

/** Elements that refer to another one of the file. */
const WITH_HREF: ReadonlySet<string> = new Set(
  "use textPath linearGradient radialGradient pattern filter feImage".split(" "),
);

const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    "x y width height cx cy r rx ry fx fy fr x1 y1 x2 y2 dx dy d points pathLength rotate textLength lengthAdjust startOffset " +
    "viewBox preserveAspectRatio gradientTransform gradientUnits spreadMethod offset clipPathUnits maskUnits maskContentUnits " +
    "patternTransform patternUnits patternContentUnits markerHeight markerUnits markerWidth orient refX refY side method spacing " +
    "xml:space"
  ).split(" "),
);

const FILTER_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    "amplitude azimuth baseFrequency bias diffuseConstant divisor edgeMode elevation exponent filterUnits in in2 intercept k1 k2 k3 k4 " +
    "kernelMatrix kernelUnitLength limitingConeAngle mode numOctaves operator order pointsAtX pointsAtY pointsAtZ preserveAlpha " +
    "primitiveUnits radius result scale seed slope specularConstant specularExponent stdDeviation stitchTiles surfaceScale tableValues " +
    "targetX targetY type values xChannelSelector yChannelSelector z"
  ).split(" "),
);

/**
 * An SVG that draws what `text` draws and does nothing else: no scripts, event handlers, foreign
 * content, links, or references to anything outside of the file.
 * @param text the decoded file
 * @returns one line of XML in UTF-8 characters, without declaration; cleaning it again changes
 *   nothing
 * @throws NotAnSvg when it is not well-formed, not SVG, too large, or draws itself over and over;
 *   SvgNotWhole when it draws something that can't be kept
 */
export function cleanSvg(text: string): string {
  const source = readXml(text);
  if (source.name !== "svg" || source.namespace !== SVG_NAMESPACE)
    throw new NotAnSvg("its outermost element is not svg");
  const root = new Cleaning().whole(source);
  root.attributes = new Map([["xmlns", SVG_NAMESPACE], ...root.attributes]);
  refuseEndlessDrawing(root);
  return write(root);
}

/** One pass over one file; it remembers which ids are taken, and what could not be kept. */
class Cleaning {
  readonly #ids = new Set<string>();
  readonly #twice = new Set<string>();
  readonly #selectors: string[] = [];
  readonly #lost = new Set<string>();
  #hasText = false;
  #pixels = 0;

  /** @throws SvgNotWhole */
  whole(source: XmlElement): XmlElement {
    const root = this.#element(source);
    if (!this.#hasText) this.#lost.delete(FONT_LOST);
    // A rule for an id means all elements of that id, and only the first one keeps it.
    const twice = this.#twice;
    if (twice.size > 0 && this.#selectors.some((selector) => namesOneOf(selector, twice)))
      this.#lose("several elements with the same id");
    if (root === null || this.#lost.size > 0) throw new SvgNotWhole(this.#lost);
    return root;
  }

  readonly #lose = (what: string): void => {
    this.#lost.add(what);
  };

  /** The element with what may stay of it; null when it may not stay at all. */
  #element(source: XmlElement): XmlElement | null {
    if (source.namespace !== SVG_NAMESPACE) return null;
    if (source.name === "style") return this.#style(source);
    // Links only wrap what they show: a group does the same.
    const name = source.name === "a" || source.name === "switch" ? "g" : source.name;
    if (!ELEMENTS.has(name)) {
      const lost = LOST_ELEMENTS.get(name);
      if (lost !== undefined && !isHollow(source)) this.#lose(lost);
      return null;
    }
    const element: XmlElement = {
      name,
      namespace: SVG_NAMESPACE,
      attributes: new Map(),
      children: [],
    };
    for (const [key, value] of source.attributes)
      if (!key.endsWith(":href") || !source.attributes.has("href"))
        this.#attribute(element, key, value);
    const children = source.name === "switch" ? chosen(source) : source.children;
    for (const child of children) {
      const kept =
        typeof child === "string" ? (WITH_TEXT.has(name) ? child : null) : this.#element(child);
      if (kept === null) continue;
      if (typeof kept === "string" && DRAWN_TEXT.has(name) && kept.trim() !== "")
        this.#hasText = true;
      element.children.push(kept);
    }
    return element;
  }

  #attribute(element: XmlElement, key: string, value: string): void {
    const { attributes, name } = element;
    if (key === "id") {
      // A second element of the same id would make it unclear what a reference means.
      if (!LOCAL_NAME.test(value)) return;
      if (this.#ids.has(value)) this.#twice.add(value);
      else attributes.set("id", value);
      this.#ids.add(value);
    } else if (key === "class") {
      const classes = value.split(/[ \t]+/).filter((word) => CLASS.test(word));
      if (classes.length > 0) attributes.set("class", classes.join(" "));
    } else if (key === "href" || key.endsWith(":href")) {
      // Whatever prefix a file gives to XLink.
      this.#reference(element, value);
    } else if (key === "style") {
      const declarations = cleanDeclarations(value, this.#lose);
      if (declarations !== "") attributes.set("style", declarations);
    } else if (
      ATTRIBUTES.has(key) ||
      PROPERTIES.has(key) ||
      ((name === "filter" || name.startsWith("fe")) && FILTER_ATTRIBUTES.has(key))
    ) {
      if (isHarmless(value)) attributes.set(key, value);
      else this.#lose(valueLost(key, value));
    }
  }

  #reference({ attributes, name }: XmlElement, value: string): void {
    if (value === "" || value === "#") return;
    if (WITH_HREF.has(name) && value.startsWith("#") && LOCAL_NAME.test(value.slice(1))) {
      attributes.set("href", value);
    } else if (PICTURES.has(name)) {
      const picture = keptPicture(value, this.#pixels);
      if ("lost" in picture) return this.#lose(picture.lost);
      this.#pixels = picture.pixels;
      attributes.set("href", picture.address);
    } else if (WITH_HREF.has(name)) {
      this.#lose("a reference to something outside the file");
    }
  }

  #style(source: XmlElement): XmlElement | null {
    const css = source.children.filter((child) => typeof child === "string").join("");
    const media = (source.attributes.get("media") ?? "").trim();
    const always = media === "" || media === "all" || media === "screen";
    const rules = readSheet(always ? css : `@media ${media}{${css}}`, this.#lose);
    if (rules.length === 0) return null;
    for (const { selector } of rules) this.#selectors.push(selector);
    return {
      name: "style",
      namespace: SVG_NAMESPACE,
      attributes: new Map(),
      children: [writeSheet(rules)],
    };
  }
}

/** A class that a selector can mean. */
const CLASS = /^[\p{L}\p{M}\p{N}_-]+$/u;

function namesOneOf(selector: string, ids: ReadonlySet<string>): boolean {
  return [...selector.matchAll(/#([\p{L}\p{M}\p{N}_-]+)/gu)].some(([, id = ""]) => ids.has(id));
}

/** Foreign content that shows nothing: programs keep their own data in it. */
function isHollow({ name, children }: XmlElement): boolean {
  return (
    name === "foreignObject" &&
    children.every((child) =>
      typeof child === "string" ? child.trim() === "" : !SHOWN_NAMESPACES.has(child.namespace),
    )
  );
}
const SHOWN_NAMESPACES: ReadonlySet<string> = new Set([
  SVG_NAMESPACE,
  "http://www.w3.org/1999/xhtml",
  "",
]);

/**
 * What a switch shows: the first of its elements that no condition rules out. Illustrator puts its
 * own data into the first place, on a condition that no browser meets.
 */
function chosen({ children }: XmlElement): XmlElement[] {
  const shown = children.filter(
    (child): child is XmlElement =>
      typeof child !== "string" &&
      child.namespace === SVG_NAMESPACE &&
      (ELEMENTS.has(child.name) || ["a", "switch", "foreignObject"].includes(child.name)) &&
      !isHollow(child) &&
      !child.attributes.has("requiredExtensions"),
  );
  const ofEverybody = shown.find(({ attributes }) => {
    const languages = attributes.get("systemLanguage");
    return languages === undefined || /(?:^|,)[ ]*en(?:-|,|[ ]*$)/i.test(languages);
  });
  return ofEverybody === undefined ? [] : [ofEverybody];
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
