import { compile, type FormatCallback, type HtmlToTextOptions } from "html-to-text";

/** A button: its words, and the address on a line of its own, where programs find it whole. */
const action: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  const link = firstLink(element.children);
  walk(link?.children ?? [], builder);
  builder.addInline(":");
  builder.addLineBreak();
  builder.addInline(String(link?.attribs?.href ?? ""), { noWordTransform: true });
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const heading = { options: { uppercase: false } };

type Elements = Parameters<FormatCallback>[0]["children"];

/** The first link among elements and in them. */
function firstLink(elements: Elements | undefined): Elements[number] | undefined {
  for (const element of elements ?? []) {
    const link = element.name === "a" ? element : firstLink(element.children);
    if (link !== undefined) return link;
  }
  return undefined;
}

const OPTIONS: HtmlToTextOptions = {
  wordwrap: 76,
  preserveNewlines: false,
  formatters: { action },
  selectors: [
    { selector: "title", format: "skip" },
    { selector: "style", format: "skip" },
    { selector: "img", format: "skip" },
    // What an inbox shows beside the subject.
    { selector: "div[data-skip-in-text]", format: "skip" },
    { selector: "table.action", format: "action" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["<", ">"] } },
    { selector: "table.data", format: "dataTable", options: { uppercaseHeaderCells: false } },
    { selector: "h1", ...heading },
    { selector: "h2", ...heading },
    { selector: "ul", options: { itemPrefix: " - " } },
    { selector: "table.footer", format: "block", options: { leadingLineBreaks: 3 } },
  ],
};

/** Made once: the tree of its selectors takes longer than most mails. */
const toText = compile(OPTIONS);

/** The text part of a mail: every word and every address of its HTML, to be read without it. */
export function plainText(html: string): string {
  return `${toText(html).trim()}\n`;
}
