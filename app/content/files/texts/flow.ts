import type { HiddenPart } from "#model/documents/hidden-parts.ts";
import type { KeptText } from "./kept-text.ts";
import { isOff, newLayer, type Layer, type LookReader } from "./looks.ts";
import { attributeOf, foreignAttributeOf, xmlTokens } from "./xml-tokens.ts";

interface FlowOptions {
  isPageBreak?: (name: string, attributes: string) => boolean;
  /** What says how words look. */
  looks?: LookReader;
  /** What charts and SmartArt say, by their ids. */
  drawn?: ReadonlyMap<string, string>;
}

/** What was moved or deleted. */
const REMOVED: ReadonlySet<string> = new Set(["moveFrom", "del", "delText"]);
/**
 * What is not part of a text either, with all that is in it: the second of two forms, what something
 * looked like before a change, and the readings above Japanese words, which would part them.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...REMOVED,
  "Fallback",
  "rPrChange",
  "pPrChange",
  "tblPrChange",
  "tcPrChange",
  "trPrChange",
  "sectPrChange",
  "rt",
]);
/** What can be hidden as a whole. */
const SHAPES: ReadonlySet<string> = new Set([
  "sp",
  "wsp",
  "grpSp",
  "graphicFrame",
  "cxnSp",
  "pic",
  "inline",
  "anchor",
  "shape",
  "rect",
  "roundrect",
  "textbox",
]);
/** What words stand in beside those: runs, paragraphs, and the parts of a table. */
const STANDS: ReadonlySet<string> = new Set(["r", "fld", "p", "tc", "tr", "tbl"]);
/** What says of its shape that it is hidden. */
const NAMES_SHAPE: ReadonlySet<string> = new Set(["cNvPr", "docPr"]);

/**
 * Text as Word and PowerPoint write it: runs in paragraphs. What is hidden in it, or looks as if it
 * were not there, is left out.
 */
export function flow(xml: string, kept: KeptText, options: FlowOptions): void {
  const { isPageBreak = () => false, looks, drawn = new Map() } = options;
  const layers: Layer[] = [];
  const within: string[] = [];
  let isText = false;
  /** What is left out ends with the outermost of them. */
  let leftOut: { name: string; depth: number } | null = null;
  const add = (text: string) => {
    const says = /[\p{L}\p{N}]/u.test(text);
    const whole = layers.find(({ hidden }) => hidden !== null)?.hidden ?? null;
    const part = whole ?? (says ? (looks?.hiddenAs(layers) ?? null) : null);
    if (part === null) kept.add(text);
    else if (says) kept.hide(part);
  };
  for (const token of xmlTokens(xml)) {
    if (leftOut !== null) {
      if ("text" in token) {
        if (REMOVED.has(leftOut.name) && token.text.trim() !== "") kept.hide("changes");
      } else if ("close" in token) {
        if (token.close === leftOut.name) leftOut.depth -= 1;
        if (leftOut.depth === 0) leftOut = null;
      } else if (token.open === leftOut.name && !token.isEmpty) leftOut.depth += 1;
      continue;
    }
    if ("text" in token) {
      if (isText) add(token.text);
    } else if ("close" in token) {
      const { close } = token;
      if (within.at(-1) === close) within.pop();
      if (close === "t") isText = false;
      else if (close === "p") kept.add("\n");
      // Cells stand beside each other.
      else if (close === "tc") kept.add("\t");
      const last = layers.at(-1);
      if (last?.name === close) {
        layers.pop();
        looks?.end?.(last);
      }
    } else {
      const { open, attributes, isEmpty } = token;
      // Of a row or a cell it is said, not written around it.
      if (within.at(-1) === "trPr" && (open === "del" || isHiding(token)))
        hideInnermost(layers, "tr", open === "del" ? "changes" : "words");
      else if (open === "cellDel") hideInnermost(layers, "tc", "changes");
      else if (LEFT_OUT.has(open)) leftOut = isEmpty ? null : { name: open, depth: 1 };
      else if (isPageBreak(open, attributes)) kept.endPage();
      else if (open === "t") isText = !isEmpty;
      else if (open === "br" || open === "cr") add("\n");
      else if (open === "noBreakHyphen") add("-");
      else if (open === "softHyphen") add("\u00ad");
      else if (open === "tab" && attributes.trim() === "") add("\t");
      else if (open === "textpath") add(`${attributeOf(attributes, "string") ?? ""}\n`);
      else if (open === "chart" || open === "relIds") {
        const id = foreignAttributeOf(attributes, open === "chart" ? "id" : "dm");
        const said = drawn.get(id ?? "");
        if (said !== undefined) add(`\n${said}\n`);
      } else if (!isEmpty && (STANDS.has(open) || SHAPES.has(open)))
        layers.push(layerOf(open, attributes));
      else {
        if (NAMES_SHAPE.has(open) && isOn(attributeOf(attributes, "hidden"))) {
          const shape = layers.findLast(({ name }) => SHAPES.has(name));
          if (shape !== undefined) shape.hidden = "words";
        }
        looks?.note(layers, within, token);
      }
      if (!isEmpty && leftOut === null) within.push(open);
    }
    if (kept.isFull) return;
  }
}

/** Drawings of an older kind say in their style that they are hidden. */
function layerOf(name: string, attributes: string): Layer {
  const layer = newLayer(name);
  const style = SHAPES.has(name) ? (attributeOf(attributes, "style") ?? "") : "";
  if (/visibility:\s*hidden/.test(style)) layer.hidden = "words";
  return layer;
}

function isHiding({ open, attributes }: { open: string; attributes: string }): boolean {
  return open === "hidden" && !isOff(attributeOf(attributes, "val"));
}

function isOn(value: string | null): boolean {
  return value !== null && !isOff(value);
}

function hideInnermost(layers: readonly Layer[], name: string, part: HiddenPart): void {
  const layer = layers.findLast((one) => one.name === name);
  if (layer !== undefined) layer.hidden = part;
}
