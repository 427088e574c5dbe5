import { MAX_QUESTIONS, type FoundQuestion } from "./layouts.ts";

/*
 * Questionnaires of VSAQ, Google's open format: JSON with blocks of items, and with comments, strings
 * in several pieces and short escapes beside it. Its answers are a file of their own, which VSAQ loads:
 * a value by the id of each item.
 */

/** An item that is answered, in the order of the file. */
export interface VsaqItem {
  id: string;
  section: string;
  text: string;
  /** What it takes, and the value by its id that each choice comes to; null for a text. */
  choices: readonly { label: string; id: string; value: string }[] | null;
}

const MAX_DEPTH = 40;
const MAX_TEXT = 4_000;
const MAX_LABEL = 500;
const CHECKED = "checked";

/** JSON without what VSAQ has beside it: comments, `+` between strings, and `\x41`. */
export function plainJson(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === '"') {
      const string = stringAt(text, at);
      pieces.push('"', string.inside, '"');
      at = string.end;
    } else if (character === "/" && text[at + 1] === "/") {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
    } else {
      pieces.push(character);
      at += 1;
    }
  }
  return pieces.join("");
}

/** A string with all that is joined to it by `+`. */
function stringAt(text: string, from: number): { inside: string; end: number } {
  const inside: string[] = [];
  let at = from + 1;
  for (;;) {
    const begin = at;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    inside.push(withoutShortEscapes(text.slice(begin, at)));
    at += 1;
    const plus = behindBlanks(text, at);
    if (text[plus] !== "+") break;
    const next = behindBlanks(text, plus + 1);
    if (text[next] !== '"') break;
    at = next + 1;
  }
  return { inside: inside.join(""), end: at };
}

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at += 1;
  return at;
}

function withoutShortEscapes(inside: string): string {
  return inside.includes("\\x")
    ? inside.replace(/\\(.)/g, (whole, kind) => (kind === "x" ? String.raw`\u00` : whole))
    : inside;
}

/**
 * The items of a questionnaire that are answered; null where it is none.
 * @returns one more than `MAX_QUESTIONS` at most
 */
export function vsaqItems(text: string): VsaqItem[] | null {
  let whole: unknown;
  try {
    whole = JSON.parse(plainJson(text.replace(/^\ufeff/, "")));
  } catch {
    return null;
  }
  const list = isRecord(whole) ? whole["questionnaire"] : null;
  if (!Array.isArray(list)) return null;
  const items: VsaqItem[] = [];
  collect(list, "", 0, items);
  return items;
}

function collect(list: readonly unknown[], section: string, depth: number, items: VsaqItem[]) {
  let about = "";
  for (const item of list) {
    if (!isRecord(item) || items.length > MAX_QUESTIONS) continue;
    const [type, text] = [item["type"], textOf(item["text"], MAX_TEXT)];
    if (type === "info") about = text;
    else if (type === "block" && Array.isArray(item["items"]) && depth < MAX_DEPTH)
      collect(item["items"], text === "" ? section : text, depth + 1, items);
    else if (typeof type === "string")
      items.push(...itemsOf(type, item, text === "" ? about : text, section));
  }
}

function itemsOf(
  type: string,
  item: Readonly<Record<string, unknown>>,
  text: string,
  section: string,
): VsaqItem[] {
  const id = typeof item["id"] === "string" ? item["id"] : "";
  // What only its sender may fill in is no question.
  if (item["auth"] === "readonly") return [];
  const choices = choicesOf(item["choices"]);
  switch (type) {
    case "line":
    case "box":
      return id === "" ? [] : [{ id, section, text, choices: null }];
    case "check":
      return id === "" ? [] : [{ id, section, text, choices: yesOrNo(id) }];
    case "yesno":
      return id === "" ? [] : [{ id, section, text, choices: yesAndNo(item, id) }];
    case "checkgroup":
      return choices.map((choice) => ({
        id: choice.id,
        section,
        text: [text, choice.label].filter(Boolean).join(" "),
        choices: yesOrNo(choice.id),
      }));
    case "radiogroup":
      return choices.length === 0
        ? []
        : [{ id: id === "" ? (choices[0]?.id ?? "") : id, section, text, choices }];
    default:
      return [];
  }
}

/** A box to tick. */
function yesOrNo(id: string) {
  return [
    { label: "Yes", id, value: CHECKED },
    { label: "No", id, value: "" },
  ];
}

function yesAndNo(item: Readonly<Record<string, unknown>>, id: string) {
  const yes = textOf(item["yes"], MAX_LABEL) || "Yes";
  const no = textOf(item["no"], MAX_LABEL) || "No";
  return apart([
    { label: yes, id, value: "yes" },
    { label: no, id, value: "no" },
  ]);
}

/** The choices of a group: records with one id and its text each. */
function choicesOf(list: unknown): { label: string; id: string; value: string }[] {
  if (!Array.isArray(list)) return [];
  return apart(
    list.slice(0, 200).flatMap((choice) => {
      const [entry] = isRecord(choice) ? Object.entries(choice) : [];
      if (entry === undefined) return [];
      const [id, text] = entry;
      return [{ label: textOf(text, MAX_LABEL) || id, id, value: CHECKED }];
    }),
  );
}

/** No two choices are called the same. */
function apart<Choice extends { label: string; id: string; value: string }>(
  choices: readonly Choice[],
): Choice[] {
  const taken = new Set<string>();
  return choices.map((choice) => {
    const label = taken.has(choice.label)
      ? `${choice.label} (${choice.id === "" ? choice.value : choice.id})`
      : choice.label;
    taken.add(label);
    return { ...choice, label };
  });
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "’",
  nbsp: " ",
  mdash: "—",
  ndash: "–",
};

/** Markup within a sentence: what stands before and behind it is not apart. */
const WITHIN = /<\/?(?:a|b|code|em|i|span|strong|tt|u)(?:\s[^<>]{0,1000})?>/gi;

/** What a text says without its markup. */
function textOf(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  return value
    .slice(0, 4 * most)
    .replace(WITHIN, "")
    .replace(/<[/!a-z][^<>]{0,1000}>/gi, " ")
    .replace(/&([a-z]{2,5});/g, (whole, name: string) => NAMED[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The items as questions; a row is the place of its item. */
export function vsaqQuestions(items: readonly VsaqItem[]): FoundQuestion[] {
  return items.map(({ id, section, text, choices }, at) => ({
    sheet: "",
    row: at + 1,
    section: section.slice(0, 200),
    externalId: id.slice(0, 100),
    question: text === "" ? id.slice(0, MAX_TEXT) : text,
    answerColumn: 0,
    commentColumn: null,
    allowed: choices === null ? null : choices.map(({ label }) => label),
    answer: "",
    comment: "",
    requirements: [],
  }));
}

/**
 * The file of answers that VSAQ loads.
 * @param texts what was answered, by the places of the items
 */
export function vsaqAnswers(
  items: readonly VsaqItem[],
  texts: ReadonlyMap<number, ReadonlyMap<number, string>>,
): string {
  const values = new Map<string, string>();
  for (const [at, { id, choices }] of items.entries()) {
    const answer = texts.get(at + 1)?.get(0);
    if (answer === undefined) continue;
    const chosen = choices?.find(({ label }) => label === answer);
    if (choices === null) values.set(id, answer);
    else if (chosen !== undefined) values.set(chosen.id, chosen.value);
  }
  return `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`;
}
