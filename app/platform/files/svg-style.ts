import { withoutEnd } from "#values/ends.ts";
import { readSelectors } from "./svg-selectors.ts";

/**
 * What the values and style sheets of an SVG may say. Nothing is searched for what is bad: a
 * property must be known, and a value made of harmless characters and known functions, else it is
 * dropped.
 */

/** A name that is used as an id, as in `url(#name)`. */
export const LOCAL_NAME = /^[\p{L}\p{M}\p{N}_.:-]+$/u;

/** Presentation attributes, which are style properties too. */
export const PROPERTIES: ReadonlySet<string> = new Set(
  (
    "alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters color-rendering " +
    "direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size " +
    "font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing lighting-color marker-end marker-mid " +
    "marker-start mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke " +
    "stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor " +
    "text-decoration text-rendering transform transform-box transform-origin unicode-bidi vector-effect visibility word-spacing " +
    "writing-mode"
  ).split(" "),
);

/** What draws only as a property of a style. */
const IN_STYLES: ReadonlySet<string> = new Set(
  (
    "background background-color background-image cx cy d font font-feature-settings font-kerning font-variation-settings height " +
    "marker r rotate rx ry scale text-transform translate white-space width x y"
  ).split(" "),
);

const VARIABLE = /^--[\p{L}\p{N}_-]+$/u;
const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix var matrix translate translatex translatey rotate scale scalex scaley " +
    "skew skewx skewy calc min max clamp blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia " +
    "circle ellipse inset path polygon linear-gradient radial-gradient"
  ).split(" "),
);
const LOCAL_URL = /url\([ \t]*(["']?)#([\p{L}\p{M}\p{N}_.:-]+)\1[ \t]*\)/giu;
const QUOTED = /"[^"']*"|'[^"']*'/g;
/**
 * No colon, backslash, semicolon, brace, asterisk, at sign or angle bracket: no scheme, escape,
 * comment or rule.
 */
const HARMLESS = /^[\p{L}\p{M}\p{N} \t.,#%+\-/()!_]*$/u;
const MEDIA = /^@media[ \t]*[a-z0-9 \t(),.:<>=-]+$/i;
const FONT = /^@font-face/i;
/** At-rules that draw nothing. */
const SILENT = /^@(?:charset|namespace|page|color-profile|property|counter-style)/i;

/** Hears what can't be kept though it draws; with its article, as in 'an animation'. */
export type Lost = (what: string) => void;

export const FONT_LOST = "an embedded font";
const SHEET_LOST = "an external style sheet";
export const ANIMATION_LOST = "an animation";

/** Whether a value of an attribute or property refers to nothing but this file's own elements. */
export function isHarmless(value: string): boolean {
  const rest = value.replace(LOCAL_URL, " ").replace(QUOTED, (quoted) => quoted.slice(1, -1));
  if (!HARMLESS.test(rest)) return false;
  const beforeBrackets = rest.split("(").slice(0, -1);
  return beforeBrackets.every((text) =>
    FUNCTIONS.has(nameAtEnd(text.slice(-20).trimEnd()).toLowerCase()),
  );
}

/** The name of the function whose bracket follows. */
function nameAtEnd(text: string): string {
  return text.slice(withoutEnd(text, (sign) => /[a-z-]/i.test(sign)).length);
}

/** The ids that a value refers to by `url(#id)`. */
export function localUrls(value: string): string[] {
  return [...value.matchAll(LOCAL_URL)].map((found) => found[2] ?? "");
}

/** What a value that can't be kept is called in a message. */
export function valueLost(property: string, value: string): string {
  return /url\(|:\/\//i.test(value)
    ? `a reference to another file (${property})`
    : `a value of “${property}” that is not allowed here`;
}

/** The harmless ones among declarations (`fill:red;stroke:none`); empty when there are none. */
export function cleanDeclarations(text: string, lost: Lost): string {
  return withoutComments(text)
    .split(";")
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":");
      const name = declaration.slice(0, Math.max(0, colon)).trim();
      const property = name.startsWith("--") ? name : name.toLowerCase();
      const value = declaration
        .slice(colon + 1)
        .replace(/[\r\n\f]/g, " ")
        .trim();
      const isVariable = VARIABLE.test(property);
      if (value === "" || !(isVariable || PROPERTIES.has(property) || IN_STYLES.has(property)))
        return [];
      if (isHarmless(value) && !(isVariable && mayMultiply(value))) return [`${property}:${value}`];
      lost(valueLost(property, value));
      return [];
    })
    .join(";");
}

/**
 * Whether a variable's value names more than one other variable, or an element: chains of them
 * would grow beyond all measure, or lead round the check for endless drawing.
 */
function mayMultiply(value: string): boolean {
  return /url\(/i.test(value) || (value.match(/var[ \t]*\(/gi)?.length ?? 0) > 1;
}

/** A rule of a style sheet, cleaned; `media` is the media query it stands in, or empty. */
export interface StyleRule {
  media: string;
  selector: string;
  declarations: string;
}

/** The harmless rules of a style sheet. Of at-rules, only media queries are kept. */
export function readSheet(text: string, lost: Lost, media = ""): StyleRule[] {
  const css = withoutComments(text).replace(/[\r\n\f]/g, " ");
  const rules: StyleRule[] = [];
  for (let at = 0; at < css.length;) {
    const brace = css.indexOf("{", at);
    const statements = css.slice(at, brace === -1 ? css.length : brace).split(";");
    const selector = (brace === -1 ? "" : (statements.pop() ?? "")).trim();
    for (const statement of statements) readStatement(statement.trim(), lost);
    if (brace === -1) break;
    const end = blockEnd(css, brace);
    const body = css.slice(brace + 1, end);
    at = end + 1;
    if (MEDIA.test(selector) && media === "")
      for (const rule of readSheet(body, lost, selector)) rules.push(rule);
    else if (selector.startsWith("@")) readAtRule(selector, lost);
    else {
      const declarations = body.includes("{") ? null : cleanDeclarations(body, lost);
      if (declarations === "") continue;
      if (declarations !== null && readSelectors(selector) !== null)
        rules.push({ media, selector, declarations });
      else lost(`the style rule “${shortened(selector)}”`);
    }
  }
  return rules;
}

function readStatement(statement: string, lost: Lost): void {
  if (!statement.startsWith("@") || SILENT.test(statement)) return;
  if (/^@import/i.test(statement)) lost(/font/i.test(statement) ? FONT_LOST : SHEET_LOST);
  else lost(`the style rule “${shortened(statement)}”`);
}

function readAtRule(rule: string, lost: Lost): void {
  if (FONT.test(rule)) lost(FONT_LOST);
  else if (/^@(?:-webkit-)?keyframes/i.test(rule)) lost(ANIMATION_LOST);
  else if (!SILENT.test(rule)) lost(`the style rule “${shortened(rule)}”`);
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The rules as text again. */
export function writeSheet(rules: readonly StyleRule[]): string {
  return rules
    .map(({ media, selector, declarations }) =>
      media === "" ? `${selector}{${declarations}}` : `${media}{${selector}{${declarations}}}`,
    )
    .join("");
}

/** Where the block that opens at `brace` closes; the end of the text when it never does. */
function blockEnd(css: string, brace: number): number {
  let depth = 0;
  for (let at = brace; at < css.length; at += 1) {
    const character = css.charCodeAt(at);
    if (character === 0x7b) depth += 1;
    else if (character === 0x7d) depth -= 1;
    if (depth === 0) return at;
  }
  return css.length;
}

function withoutComments(css: string): string {
  let kept = "";
  let at = 0;
  for (let start = css.indexOf("/*"); start !== -1; start = css.indexOf("/*", at)) {
    kept += `${css.slice(at, start)} `;
    const end = css.indexOf("*/", start + 2);
    if (end === -1) return kept;
    at = end + 2;
  }
  return kept + css.slice(at);
}
