import type { KeptText } from "./kept-text.ts";
import { attributeOf, xmlTokens } from "./xml-tokens.ts";

interface FlowOptions {
  isPageBreak?: (name: string, attributes: string) => boolean;
  /** Styles whose words are not shown. */
  hiddenStyles?: ReadonlySet<string>;
  /** What charts and SmartArt say, by their ids. */
  drawn?: ReadonlyMap<string, string>;
}

/** What is not part of a text, with all that is in it: what was moved or deleted, and the second of two forms. */
const LEFT_OUT: ReadonlySet<string> = new Set(["moveFrom", "del", "Fallback"]);
/** What can be hidden as a whole. */
const SHAPES: ReadonlySet<string> = new Set([
  "sp",
  "grpSp",
  "graphicFrame",
  "cxnSp",
  "pic",
  "inline",
  "anchor",
]);
/** What says of its shape that it is hidden. */
const NAMES_SHAPE: ReadonlySet<string> = new Set(["cNvPr", "docPr"]);

/** Something that can be hidden, within others: a paragraph, a run, a shape. */
interface Layer {
  name: string;
  isHidden: boolean;
  /** It says so itself, whatever its style says. */
  isSaid: boolean;
}

/** Text as Word and PowerPoint write it: runs in paragraphs. What is hidden in it is left out. */
export function flow(xml: string, kept: KeptText, options: FlowOptions): void {
  const { isPageBreak = () => false, hiddenStyles = new Set(), drawn = new Map() } = options;
  const layers: Layer[] = [];
  let isText = false;
  let leftOut = 0;
  /** The properties of a paragraph speak of its mark, too. */
  let ofParagraph = 0;
  const add = (text: string) => {
    if (leftOut > 0) return;
    if (layers.some(({ isHidden }) => isHidden)) kept.hasHidden ||= /[\p{L}\p{N}]/u.test(text);
    else kept.add(text);
  };
  for (const token of xmlTokens(xml)) {
    if ("text" in token) {
      if (isText) add(token.text);
    } else if ("close" in token) {
      const { close } = token;
      if (LEFT_OUT.has(close)) leftOut = Math.max(0, leftOut - 1);
      else if (close === "t") isText = false;
      else if (close === "pPr") ofParagraph = Math.max(0, ofParagraph - 1);
      else if (close === "p") add("\n");
      // Cells stand beside each other.
      else if (close === "tc") add("\t");
      if (layers.at(-1)?.name === close) layers.pop();
    } else {
      const { open, attributes, isEmpty } = token;
      if (LEFT_OUT.has(open)) leftOut += isEmpty ? 0 : 1;
      else if (isPageBreak(open, attributes)) kept.endPage();
      else if (open === "t") isText = !isEmpty;
      else if (open === "br" || open === "cr") add("\n");
      else if (open === "noBreakHyphen") add("-");
      else if (open === "softHyphen") add("\u00ad");
      else if (open === "pPr") ofParagraph += isEmpty ? 0 : 1;
      else if (open === "tab" && isEmpty && attributes.trim() === "") add("\t");
      else if (open === "chart" || open === "relIds") {
        const id = attributeOf(attributes, open === "chart" ? "r:id" : "r:dm");
        const said = drawn.get(id ?? "");
        if (said !== undefined) add(`\n${said}\n`);
      } else if (!isEmpty && (open === "r" || open === "p" || SHAPES.has(open)))
        layers.push({ name: open, isHidden: false, isSaid: false });
      else hide(layers, token, ofParagraph > 0, hiddenStyles);
    }
    if (kept.isFull) return;
  }
}

/** Notes what an element says of the paragraph, run or shape that it stands in. */
function hide(
  layers: readonly Layer[],
  { open, attributes }: { open: string; attributes: string },
  isOfParagraph: boolean,
  hiddenStyles: ReadonlySet<string>,
): void {
  const within = (name: (one: string) => boolean) => layers.findLast((one) => name(one.name));
  const value = attributeOf(attributes, "w:val");
  if (open === "vanish" && !isOfParagraph) {
    const run = within((name) => name === "r");
    if (run === undefined) return;
    run.isHidden = !(value === "0" || value === "false" || value === "off");
    run.isSaid = true;
  } else if (open === "rStyle" || open === "pStyle") {
    const styled = within((name) => name === (open === "rStyle" ? "r" : "p"));
    if (styled !== undefined && !styled.isSaid && hiddenStyles.has(value ?? ""))
      styled.isHidden = true;
  } else if (NAMES_SHAPE.has(open)) {
    const hidden = attributeOf(attributes, "hidden");
    const shape = within((name) => SHAPES.has(name));
    if (shape !== undefined && (hidden === "1" || hidden === "true")) shape.isHidden = true;
  }
}
