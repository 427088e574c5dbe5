import { withoutEnd } from "#values/ends.ts";

/**
 * What the values and style sheets of an SVG may say. Nothing is searched for what is bad: a
 * property must be known, and a value made of harmless characters and known functions, else it is
 * dropped.
 */

/** A name that is used as an id, as in `url(#name)`. */
export const LOCAL_NAME = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/** Presentation attributes, which are style properties too. */
export const PROPERTIES: ReadonlySet<string> = new Set(
  (
    "alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-rendering direction display " +
    "dominant-baseline fill fill-opacity fill-rule font-family font-size font-stretch font-style font-variant font-weight " +
    "image-rendering isolation letter-spacing mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering " +
    "stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit " +
    "stroke-opacity stroke-width text-anchor text-decoration text-rendering transform transform-box transform-origin " +
    "unicode-bidi vector-effect visibility word-spacing writing-mode"
  ).split(" "),
);

const FUNCTIONS: ReadonlySet<string> = new Set(
  "rgb rgba hsl hsla matrix translate translatex translatey rotate scale scalex scaley skewx skewy calc".split(
    " ",
  ),
);
const LOCAL_URL = /url\([ \t]*(["']?)#([\p{L}\p{M}\p{N}_.-]+)\1[ \t]*\)/giu;
const QUOTED = /"[^"']*"|'[^"']*'/g;
/**
 * No colon, backslash, semicolon, brace, asterisk, at sign or angle bracket: no scheme, escape,
 * comment or rule.
 */
const HARMLESS = /^[\p{L}\p{M}\p{N} \t.,#%+\-/()!_]*$/u;
const SELECTOR = /^[\p{L}\p{M}\p{N}_ \t.#,>*+~:-]+$/u;
const COLOUR_SCHEME =
  /^@media[ \t]*\([ \t]*prefers-color-scheme[ \t]*:[ \t]*(?:dark|light)[ \t]*\)$/i;

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

/** The harmless ones among declarations (`fill:red;stroke:none`); empty when there are none. */
export function cleanDeclarations(text: string): string {
  return withoutComments(text)
    .split(";")
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":");
      const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
      const value = declaration
        .slice(colon + 1)
        .replace(/[\r\n\f]/g, " ")
        .trim();
      return PROPERTIES.has(property) && value !== "" && isHarmless(value)
        ? [`${property}:${value}`]
        : [];
    })
    .join(";");
}

/** A rule of a style sheet, cleaned; `scheme` is the media query it stands in, or empty. */
export interface StyleRule {
  scheme: string;
  selector: string;
  declarations: string;
}

/** The harmless rules of a style sheet. Of at-rules, only the one for light and dark is known. */
export function readSheet(text: string, scheme = ""): StyleRule[] {
  const css = scheme === "" ? withoutComments(text).replace(/[\r\n\f]/g, " ") : text;
  const rules: StyleRule[] = [];
  for (let at = 0; at < css.length;) {
    const brace = css.indexOf("{", at);
    if (brace === -1) break;
    const end = blockEnd(css, brace);
    const prelude = css.slice(at, brace);
    const selector = prelude.slice(prelude.lastIndexOf(";") + 1).trim();
    const body = css.slice(brace + 1, end);
    if (COLOUR_SCHEME.test(selector) && scheme === "")
      for (const rule of readSheet(body, selector)) rules.push(rule);
    else if (SELECTOR.test(selector) && !body.includes("{")) {
      const declarations = cleanDeclarations(body);
      if (declarations !== "") rules.push({ scheme, selector, declarations });
    }
    at = end + 1;
  }
  return rules;
}

/** The rules as text again. */
export function writeSheet(rules: readonly StyleRule[]): string {
  return rules
    .map(({ scheme, selector, declarations }) =>
      scheme === "" ? `${selector}{${declarations}}` : `${scheme}{${selector}{${declarations}}}`,
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
