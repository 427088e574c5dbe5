import type { FoundQuestion } from "./layouts.ts";

/*
 * Questions in texts that have no columns: numbered paragraphs, and lines that end with a question
 * mark.
 */

/** A number in front of a question, and a letter: '1.', '2.3', 'Q4:', '(a)'. */
const NUMBERED =
  /^(\(?(?:q(?:uestion)?\s?)?\d{1,3}(?:(?:\.\d{1,3}){1,4}[.):]?|[.):]{1,2})|\(?[a-z][.)])\s{1,5}(?=\S)/i;
/** A question mark at the end, with what is chosen from behind it: '? (Yes/No)'. */
const ASKS = /\?["”’')\]*]{0,3}(?:\s{1,5}[([][^()[\]]{1,60}[)\]])?$/;
/** A line that only says that the answer stands below it, or leaves room for it. */
const ROOM = /^(?:(?:your |vendor |supplier )?(?:answer|response|reply)\s?:?)?[\s_.…]{0,400}$/i;

/** Whether a text ends as a question does. */
export function asks(text: string): boolean {
  return ASKS.test(text);
}

/** The number in front of a text, with all that stands before its words; null where there is none. */
export function numberOf(text: string): { prefix: string; id: string } | null {
  const prefix = NUMBERED.exec(text)?.[0];
  if (prefix === undefined) return null;
  const marked = prefix.trim();
  const start = marked.startsWith("(") ? 1 : 0;
  let end = marked.length;
  while (end > start && ".):".includes(marked[end - 1] ?? " ")) end -= 1;
  return { prefix, id: marked.slice(start, end) };
}

/** Whether a line only leaves room for an answer. */
export function isRoom(text: string): boolean {
  return text !== "" && ROOM.test(text);
}

/** The columns of an answer sheet, which a text without columns gets. */
export const SHEET_COLUMNS = { answer: 2, comment: 3 } as const;

const MAX_LENGTH = 1_500;
/** A numbered line of so few words that another sentence follows is a heading. */
const FEW_WORDS = 6;
/** Lines before a question mark that can belong to its sentence. */
const MAX_BEFORE = 3;

interface Open {
  id: string;
  text: string;
}

/**
 * The questions in the lines of pages, in their order. Lines are as wide as the page, so a question
 * may take several.
 * @param most one more is enough
 */
export function questionsInPages(pages: readonly string[], most: number): FoundQuestion[] {
  const found: FoundQuestion[] = [];
  let heading = "";
  let page = 0;
  let open: Open | null = null;
  let before: string[] = [];
  const add = ({ id, text }: Open) => {
    found.push({
      sheet: "",
      row: found.length + 1,
      section: (heading === "" ? `Page ${page}` : heading).slice(0, 200),
      externalId: id,
      question: text.slice(0, MAX_LENGTH),
      answerColumn: SHEET_COLUMNS.answer,
      commentColumn: SHEET_COLUMNS.comment,
      allowed: null,
      answer: "",
      comment: "",
      requirements: [],
    });
  };
  const end = (next: string | null = null) => {
    const last = open;
    open = null;
    if (last === null) return;
    // '3 Access' before '3.1 Who …' is what that belongs to.
    if (next?.startsWith(`${last.id}.`) === true && !asks(last.text)) heading = last.text;
    else add(last);
  };
  const take = (line: string): void => {
    const number = numberOf(line);
    if (number !== null) {
      end(number.id);
      open = { id: number.id, text: line.slice(number.prefix.length) };
      before = [];
    } else if (isRoom(line)) end();
    else if (open !== null) {
      const own: Open = open;
      if (isHeading(own.text) && /^\p{Lu}/u.test(line)) {
        heading = own.text;
        open = null;
        take(line);
        return;
      }
      own.text = `${own.text} ${line}`;
    } else if (asks(line)) {
      let text = line;
      while (/^\p{Ll}/u.test(text) && before.length > 0) text = `${before.pop()} ${text}`;
      open = { id: "", text };
      before = [];
    } else before = [...before.slice(1 - MAX_BEFORE), line];
    const now: Open | null = open;
    if (now !== null && (asks(now.text) || now.text.endsWith(".") || now.text.length > MAX_LENGTH))
      end();
  };
  for (const text of pages) {
    page += 1;
    for (const line of text.split("\n")) {
      const own = line.trim();
      if (own !== "") take(own);
      if (found.length > most) return found;
    }
  }
  end();
  return found;
}

function isHeading(text: string): boolean {
  return !/[.,;:?]$/.test(text) && text.split(/\s+/).length <= FEW_WORDS;
}
