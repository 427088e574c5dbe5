import { convert, type FormatCallback, type HtmlToTextOptions } from "html-to-text";

/** A button: its words, and the address on a line of its own, where programs find it whole. */
const action: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  const link = element.children.find((child) => child.name === "a");
  walk(link?.children ?? [], builder);
  builder.addInline(":");
  builder.addLineBreak();
  builder.addInline(String(link?.attribs?.href ?? ""), { noWordTransform: true });
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const heading = { options: { uppercase: false } };

const OPTIONS: HtmlToTextOptions = {
  wordwrap: 76,
  preserveNewlines: false,
  formatters: { action },
  selectors: [
    { selector: "title", format: "skip" },
    { selector: "style", format: "skip" },
    { selector: "p.action", format: "action" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["<", ">"] } },
    { selector: "table.data", format: "dataTable", options: { uppercaseHeaderCells: false } },
    { selector: "h1", ...heading },
    { selector: "h2", ...heading },
    { selector: "ul", options: { itemPrefix: " - " } },
    { selector: "div.footer", format: "block", options: { leadingLineBreaks: 3 } },
  ],
};

/** The text part of a mail: every word and every address of its HTML, to be read without it. */
export function plainText(html: string): string {
  return `${convert(html, OPTIONS).trim()}\n`;
}
