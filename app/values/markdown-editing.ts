/** What the buttons above a field of Markdown do to its text. */

export const MARKS = ["bold", "italic", "heading", "list", "link"] as const;
export type Mark = (typeof MARKS)[number];

/** A part of a text, by its offsets. */
export interface Selected {
  start: number;
  end: number;
}

/** What takes the place of a part of the text, and what is selected then. */
export interface Replacement {
  from: number;
  to: number;
  text: string;
  selected: Selected;
}

const AROUND = { bold: "**", italic: "*" } as const;
const BEFORE = { heading: "## ", list: "- " } as const;
/** What stands where nothing was selected, for the person to write over. */
const WORDS = { bold: "bold text", italic: "italic text", link: "link text" } as const;
const ADDRESS = "https://";

/**
 * A mark set on what is selected, or taken away where all of it has the mark already.
 * @param text the whole text
 */
export function marked(text: string, selected: Selected, mark: Mark): Replacement {
  switch (mark) {
    case "bold":
    case "italic":
      return wrapped(text, trimmed(text, selected), AROUND[mark], WORDS[mark]);
    case "heading":
    case "list":
      return lined(text, selected, BEFORE[mark]);
    case "link":
      return linked(text, trimmed(text, selected));
  }
}

/** Spaces at the ends of a selection stay outside of a mark: inside, Markdown knows no mark. */
function trimmed(text: string, { start, end }: Selected): Selected {
  const part = text.slice(start, end);
  const lead = part.length - part.trimStart().length;
  if (lead === part.length) return { start, end: start };
  return { start: start + lead, end: end - (part.length - part.trimEnd().length) };
}

function wrapped(text: string, { start, end }: Selected, sign: string, words: string): Replacement {
  const [before, after] = [runBefore(text, start), runAfter(text, end)];
  const has = (run: number) => (sign === "**" ? run >= 2 : run === 1 || run === 3);
  if (end > start && has(before) && has(after)) {
    const selected = { start: start - sign.length, end: end - sign.length };
    const part = text.slice(start, end);
    return { from: start - sign.length, to: end + sign.length, text: part, selected };
  }
  const part = end > start ? text.slice(start, end) : words;
  return {
    from: start,
    to: end,
    text: `${sign}${part}${sign}`,
    selected: { start: start + sign.length, end: start + sign.length + part.length },
  };
}

function runBefore(text: string, at: number): number {
  let run = 0;
  while (text[at - run - 1] === "*") run += 1;
  return run;
}

function runAfter(text: string, at: number): number {
  let run = 0;
  while (text[at + run] === "*") run += 1;
  return run;
}

/** Whole lines: a selection that touches a line means it. */
function lined(text: string, { start, end }: Selected, sign: string): Replacement {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the beginning of a line does not mean that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const isOne = lines.length === 1;
  const counts = (line: string) => isOne || line.trim() !== "";
  const off = lines.filter(counts).every((line) => line.startsWith(sign));
  const bare = (line: string) => line.replace(/^(?:#{1,6} |[-*+] )/, "");
  const changed = lines.map((line) =>
    !counts(line) ? line : off ? line.slice(sign.length) : `${sign}${bare(line)}`,
  );
  const result = changed.join("\n");
  const caret = from + result.length;
  return {
    from,
    to,
    text: result,
    selected: isOne ? { start: caret, end: caret } : { start: from, end: caret },
  };
}

function linked(text: string, { start, end }: Selected): Replacement {
  const part = text.slice(start, end);
  if (/^(?:https?:\/\/|mailto:)\S+$/.test(part)) {
    const selected = { start: start + 1, end: start + 1 + WORDS.link.length };
    return { from: start, to: end, text: `[${WORDS.link}](${part})`, selected };
  }
  const words = part === "" ? WORDS.link : part;
  const address = start + words.length + 3;
  return {
    from: start,
    to: end,
    text: `[${words}](${ADDRESS})`,
    // What is missing is selected: the words where there were none, else the address.
    selected:
      part === ""
        ? { start: start + 1, end: start + 1 + words.length }
        : { start: address, end: address + ADDRESS.length },
  };
}
