import { MAX_QUESTIONS, type FoundQuestion } from "./layouts.ts";

/*
 * Questionnaires of VSAQ, Google's open format: JSON with blocks of items, and with comments, strings
 * in several pieces and short escapes beside it. Its answers are a file of their own, which VSAQ loads:
 * a value by the id of each item.
 */

/** An item that is answered, in the order of the file. */
export interface VsaqItem {
  /**
   * The place by which its answer is kept. What earlier versions of this program left out comes
   * behind all that they read, so that no answer that they kept goes to another item.
   */
  row: number;
  isNewer: boolean;
  /** Whether somebody who isn’t its sender sees it. */
  isAsked: boolean;
  id: string;
  section: string;
  text: string;
  /** What it takes, and the value by its id that each choice comes to; null for a text. */
  choices: { label: string; id: string; value: string }[] | null;
  /** Warnings that ask to explain an answer, with the ids of those that they ask for. */
  warnings: { id: string; named: ReadonlySet<string> }[];
}

const MAX_DEPTH = 40;
const MAX_TEXT = 4_000;
const MAX_LABEL = 500;
const CHECKED = "checked";
const NONE = "None of the above.";
const MOST_CHOICES = 200;
/** Where the place of an answer is, and that of what explains it. */
const ANSWER = 0;
const COMMENT = 1;

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
 * @returns one more than `MAX_QUESTIONS` at most, and as many of those that earlier versions left out
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
  const found: Found = { items: [], read: 0, newer: 0, byId: new Map() };
  collect(list, { section: "", depth: 0, isAsked: true }, found);
  for (const item of found.items) if (item.isNewer) item.row += found.read;
  return found.items;
}

/** What was read so far. */
interface Found {
  items: VsaqItem[];
  /** How many have a row, and how many of those that earlier versions left out. */
  read: number;
  newer: number;
  /** Each item by its own id and those of its choices. */
  byId: Map<string, VsaqItem>;
}

/** Where a list of items stands. */
interface Place {
  section: string;
  depth: number;
  isAsked: boolean;
}

function collect(list: readonly unknown[], place: Place, found: Found) {
  let about = "";
  let radios: VsaqItem | undefined;
  for (const item of list) {
    if (!isRecord(item)) continue;
    const [type, text] = [item["type"], textOf(item["text"], MAX_TEXT)];
    const isAsked = place.isAsked && !isHidden(item);
    if (type === "info") about = text;
    else if (type === "block" && Array.isArray(item["items"]) && place.depth < MAX_DEPTH) {
      const section = text === "" ? place.section : text;
      collect(item["items"], { section, depth: place.depth + 1, isAsked }, found);
    } else if (type === "radio")
      radios = withRadio(item, about, { ...place, isAsked }, radios, found);
    else if (type === "tip") addWarning(item, text, { ...place, isAsked }, found);
    else if (typeof type === "string") {
      // A group without a text goes on with what the one before it asks.
      if (type === "checkgroup" && text !== "") about = text;
      for (const one of itemsOf(type, item, text === "" ? about : text))
        add(one, { ...place, isAsked }, found);
    }
  }
}

/** Whether only people of VSAQ’s own site see an item, or nobody. */
function isHidden(item: Readonly<Record<string, unknown>>): boolean {
  return item["auth"] === "admin" || item["className"] === "vsaq-invisible";
}

type Item = Pick<VsaqItem, "id" | "text" | "choices">;

/** @returns null where there are enough */
function add(
  item: Item,
  { section, isAsked }: Place,
  found: Found,
  isNewer = false,
): VsaqItem | null {
  if ((isNewer ? found.newer : found.read) > MAX_QUESTIONS) return null;
  const row = isNewer ? (found.newer += 1) : (found.read += 1);
  const added: VsaqItem = { ...item, row, isNewer, isAsked, section, warnings: [] };
  found.items.push(added);
  for (const id of [item.id, ...(item.choices ?? []).map((choice) => choice.id)])
    if (!found.byId.has(id)) found.byId.set(id, added);
  return added;
}

/** The buttons of a list that stand alone are one question. */
function withRadio(
  item: Readonly<Record<string, unknown>>,
  about: string,
  place: Place,
  before: VsaqItem | undefined,
  found: Found,
): VsaqItem | undefined {
  const id = idOf(item);
  if (id === "" || isReadOnly(item) || !place.isAsked) return before;
  const choice = { label: textOf(item["text"], MAX_LABEL) || id, id, value: CHECKED };
  if (before?.choices == null)
    return (
      add({ id, text: about || place.section, choices: [choice] }, place, found, true) ?? before
    );
  if (before.choices.length < MOST_CHOICES) {
    before.choices = apart([...before.choices, choice]);
    found.byId.set(id, before);
  }
  return before;
}

/**
 * A warning that asks for an explanation takes the comment on the answer that brings it up. Where
 * there is no such answer it is a question of its own.
 */
function addWarning(
  item: Readonly<Record<string, unknown>>,
  text: string,
  place: Place,
  found: Found,
) {
  const [id, why] = [idOf(item), textOf(item["why"], MAX_TEXT)];
  if (id === "" || why === "" || isReadOnly(item) || !place.isAsked) return;
  const named = idsIn(item["cond"]);
  for (const one of named) {
    const asked = found.byId.get(one);
    if (asked?.isAsked !== true || asked.choices === null || asked.warnings.length >= MOST_CHOICES)
      continue;
    asked.warnings.push({ id, named });
    return;
  }
  add({ id, text: [text, why].filter(Boolean).join(" "), choices: null }, place, found, true);
}

/** The ids that a condition names: `!(a || b/yes) && ^c`. */
function idsIn(condition: unknown): ReadonlySet<string> {
  const words = typeof condition === "string" ? condition.slice(0, MAX_TEXT) : "";
  return new Set(
    words
      .split(/[\s|&!()^]/)
      .map((word) => word.replace(/\/(?:yes|no|value)$/, ""))
      .filter(Boolean),
  );
}

function idOf(item: Readonly<Record<string, unknown>>): string {
  return typeof item["id"] === "string" ? item["id"] : "";
}

/** What only its sender may fill in is no question. */
function isReadOnly(item: Readonly<Record<string, unknown>>): boolean {
  return item["auth"] === "readonly";
}

function itemsOf(type: string, item: Readonly<Record<string, unknown>>, text: string): Item[] {
  const id = idOf(item);
  if (isReadOnly(item)) return [];
  const choices = choicesOf(item["choices"]);
  switch (type) {
    case "line":
    case "box":
      return id === "" ? [] : [{ id, text, choices: null }];
    case "check":
      return id === "" ? [] : [{ id, text, choices: yesOrNo(id) }];
    case "yesno":
      return id === "" ? [] : [{ id, text, choices: yesAndNo(item, id) }];
    case "checkgroup":
      return choices.map((choice) => ({
        id: choice.id,
        text: [text, choice.label].filter(Boolean).join(" "),
        choices: yesOrNo(choice.id),
      }));
    case "radiogroup":
      return choices.length === 0
        ? []
        : [
            {
              id: id === "" ? (choices[0]?.id ?? "") : id,
              text,
              choices: item["defaultChoice"] === true ? withNone(choices) : choices,
            },
          ];
    default:
      return [];
  }
}

/** VSAQ’s own last choice: that none of the others is made. */
function withNone(choices: { label: string; id: string; value: string }[]) {
  return apart([...choices, { label: NONE, id: choices[0]?.id ?? "", value: "" }]);
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
    list.slice(0, MOST_CHOICES).flatMap((choice) => {
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
    .replace(/&#(\d{2,7});/g, (_whole, code: string) => letterOf(Number(code)))
    .replace(/&#x([\da-f]{2,6});/gi, (_whole, code: string) => letterOf(Number.parseInt(code, 16)))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most);
}

/** A letter by its number; nothing for what can’t be shown. */
function letterOf(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code < 0x20 || code > 0x10_ffff || isSurrogate ? "" : String.fromCodePoint(code);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a questionnaire is recognized by when its like comes again. */
export function vsaqFingerprint(items: readonly VsaqItem[]): string {
  const read = items.filter(({ isNewer }) => !isNewer).slice(0, 100);
  return ["vsaq", ...read.map(({ id }) => id)].join("\u0000");
}

/** The items as questions. */
export function vsaqQuestions(items: readonly VsaqItem[]): FoundQuestion[] {
  const asked = items.filter(({ isAsked }) => isAsked);
  return asked.map(({ row, id, section, text, choices, warnings }) => ({
    sheet: "",
    row,
    section: section.slice(0, 200),
    externalId: id.slice(0, 100),
    question: text === "" ? id.slice(0, MAX_TEXT) : text,
    answerColumn: ANSWER,
    commentColumn: warnings.length === 0 ? null : COMMENT,
    allowed: choices === null ? null : choices.map(({ label }) => label),
    answer: "",
    comment: "",
    requirements: [],
  }));
}

/**
 * The file of answers that VSAQ loads.
 * @param texts what was answered, by the rows of the items
 */
export function vsaqAnswers(
  items: readonly VsaqItem[],
  texts: ReadonlyMap<number, ReadonlyMap<number, string>>,
): string {
  const values = new Map<string, string>();
  for (const { row, id, choices, warnings } of items) {
    const cells = texts.get(row);
    const answer = cells?.get(ANSWER);
    const chosen = choices?.find(({ label }) => label === answer);
    if (answer !== undefined && choices === null) values.set(id, answer);
    if (chosen !== undefined) values.set(chosen.id, chosen.value);
    const comment = cells?.get(COMMENT);
    if (comment === undefined) continue;
    // Of several warnings that which asks for this answer; VSAQ shows none that doesn’t apply.
    // Where no choice is made, that is the one which names all of them.
    const made = chosen?.value === "" ? (choices ?? []) : [chosen];
    const own = warnings.filter(({ named }) => made.every((one) => named.has(one?.id ?? "")));
    for (const warning of own.length === 0 ? warnings : own) values.set(warning.id, comment);
  }
  return `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`;
}
