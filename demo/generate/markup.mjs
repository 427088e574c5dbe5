/**
 * The small markup in which the documents are written, read into blocks that PDF and DOCX both set:
 *
 *   # Heading      #- one without a number      ## Subheading      plain lines: a paragraph      **bold**
 *   - bullet       1. numbered        > callout
 *   | a | b |      a table, first row its header; `|= 2 1` before it gives the widths of its columns
 *   !figures 99.98% Availability ; 0 Open findings      large numbers side by side
 *   !bars Critical 0 ; High 1 ; Medium 4                a bar chart
 *   !sign Name ; Title ; Date                           a signature
 *   !diagram name       !contents       !break
 */

/** @typedef {{ text: string, bold: boolean }} Run */
/**
 * @typedef {{ kind: "heading", level: 1 | 2, text: string, numbered: boolean }
 *   | { kind: "paragraph" | "callout", text: string }
 *   | { kind: "list", ordered: boolean, items: string[] }
 *   | { kind: "table", rows: string[][], widths: number[] | null }
 *   | { kind: "figures" | "bars", entries: Array<{ value: string, label: string }> }
 *   | { kind: "sign", entries: string[] }
 *   | { kind: "diagram", name: string }
 *   | { kind: "contents" | "break" }} Block
 */

/** @param {string} source @returns {Block[]} */
export function parseMarkup(source) {
  const blocks = [];
  let widths = null;
  for (const raw of source.split("\n")) {
    const line = raw.trim();
    const last = blocks.at(-1);
    if (line === "") blocks.push({ kind: "gap" });
    else if (line.startsWith("# "))
      blocks.push({ kind: "heading", level: 1, text: line.slice(2), numbered: true });
    else if (line.startsWith("#- "))
      blocks.push({ kind: "heading", level: 1, text: line.slice(3), numbered: false });
    else if (line.startsWith("## "))
      blocks.push({ kind: "heading", level: 2, text: line.slice(3), numbered: true });
    else if (line.startsWith("!")) blocks.push(directive(line));
    else if (line.startsWith("|=")) widths = line.slice(2).trim().split(/\s+/).map(Number);
    else if (line.startsWith("|")) {
      const cells = line
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim());
      if (last?.kind === "table") last.rows.push(cells);
      else blocks.push({ kind: "table", rows: [cells], widths });
      widths = null;
    } else if (/^(-|\d+\.) /.test(line)) {
      const ordered = !line.startsWith("-");
      const text = line.replace(/^(-|\d+\.) /, "");
      if (last?.kind === "list" && last.ordered === ordered) last.items.push(text);
      else blocks.push({ kind: "list", ordered, items: [text] });
    } else if (line.startsWith("> ")) blocks.push({ kind: "callout", text: line.slice(2) });
    else if (last?.kind === "paragraph" || last?.kind === "callout") last.text += ` ${line}`;
    else if (last?.kind === "list") last.items.push(`${last.items.pop()} ${line}`);
    else blocks.push({ kind: "paragraph", text: line });
  }
  return blocks.filter((block) => block.kind !== "gap");
}

function directive(line) {
  const [, name, rest] = line.match(/^!(\w+)\s*(.*)$/);
  const parts = rest.split(/\s*;\s*/);
  if (name === "figures") {
    return { kind: name, entries: parts.map((part) => split(part, /^(\S+)\s+(.*)$/)) };
  }
  if (name === "bars") {
    return {
      kind: name,
      entries: parts
        .map((part) => split(part, /^(.*)\s+(\S+)$/))
        .map(({ value, label }) => ({ value: label, label: value })),
    };
  }
  if (name === "sign") return { kind: name, entries: parts };
  if (name === "diagram") return { kind: name, name: rest };
  return { kind: name };
}

function split(part, pattern) {
  const [, value, label] = part.match(pattern);
  return { value: value.replaceAll("_", " "), label: label.replaceAll("_", " ") };
}

/** Curly quotation marks and apostrophes; the sources are written with straight ones. */
export function typographic(text) {
  return text
    .replace(/(^|[\s(])"/g, "$1\u201c")
    .replaceAll('"', "\u201d")
    .replaceAll("'", "\u2019");
}

/** @param {string} text @returns {Run[]} */
export function parseInline(text) {
  return text
    .split("**")
    .map((part, i) => ({ text: part, bold: i % 2 === 1 }))
    .filter((run) => run.text !== "");
}
