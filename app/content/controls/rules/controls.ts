import {
  shortAnswerAsked,
  shortAnswerWords,
  type ShortAnswer,
  type ShortAnswerAsked,
} from "#model/short-answers.ts";
import { FAQ_ACCESS, type FaqAccess } from "#model/updates/words.ts";

/**
 * The control library: what a company does, by reference, and the requirements of frameworks that
 * each control answers.
 */

export const CONTROLS_TITLE = "Controls";
/** Controls of one page, on the portal and in the staff's list. */
export const CONTROLS_PER_PAGE = 50;

/** A control as a viewer's pages hold it. */
export interface ControlView {
  id: string;
  reference: string;
  title: string;
  /** Whether it is in place, in a word; null where nothing is said. */
  shortAnswer: ShortAnswer | null;
  description: string | null;
  /** The requirements that it answers: 'SOC 2 CC6.1'. */
  requirements: string[];
}

/** What of a control a viewer's pages hold. */
export const VIEWED = [
  "id",
  "reference",
  "title",
  "shortAnswer",
  "description",
  "requirements",
] as const satisfies readonly (keyof ControlView)[];

/** Frameworks by the ways in which people write them; `$1` is what the first group found. */
const FRAMEWORKS: readonly (readonly [RegExp, string])[] = [
  [/^SOC ?([123])\b/i, "SOC $1"],
  [/^ISO(?:\/IEC)?[ -]?(\d{4,5})(?!\d)/i, "ISO $1"],
  [/^NIST CSF\b/i, "NIST CSF"],
  [/^NIST (?:SP )?(800-\d+)/i, "NIST $1"],
  [/^PCI[ -]?DSS\b/i, "PCI DSS"],
  [/^(?:CSA )?CCM\b/i, "CSA CCM"],
  [/^(?:BSI )?C5\b/i, "BSI C5"],
  [/^NIS ?2\b/i, "NIS 2"],
  [/^CIS(?: controls?)?\b/i, "CIS Controls"],
];

/** Words between a framework's name and its number. */
const BEFORE_NUMBER =
  /(?:^| )(?:§+|arts?\.?|articles?|annex|chapter|clause|control|no\.?|req\.?|requirement|sec\.?|section)$/i;

/**
 * The framework that a requirement belongs to: what stands before its number. 'SOC 2 CC6.1' is of
 * 'SOC 2'.
 */
export function frameworkOf(requirement: string): string {
  for (const [pattern, name] of FRAMEWORKS) {
    const found = pattern.exec(requirement);
    if (found !== null) return name.replace("$1", found[1] ?? "");
  }
  const [first = "", ...words] = requirement.split(" ");
  const number = words.findIndex((word) => /[\d§]/.test(word));
  let name = [first, ...(number === -1 ? words : words.slice(0, number))].join(" ");
  while (name.includes(" ") && BEFORE_NUMBER.test(name))
    name = name.slice(0, name.lastIndexOf(" "));
  return name;
}

/** So many frameworks are told: those that most controls answer. */
export const MOST_FRAMEWORKS = 200;
const BY_NAME = new Intl.Collator("en", { numeric: true });

/**
 * How many controls answer requirements of each framework, by the frameworks' names. A step a
 * control, since there are thousands.
 */
export function* frameworksOf(
  controls: readonly { requirements: readonly string[] }[],
): Generator<undefined, { name: string; count: number }[], void> {
  const counts = new Map<string, number>();
  for (const { requirements } of controls) {
    for (const name of new Set(requirements.map(frameworkOf)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    yield;
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_FRAMEWORKS)
    .sort((a, b) => BY_NAME.compare(a.name, b.name));
}

/** Whether two references are the same, however they are typed. */
export function referenceKey(reference: string): string {
  return reference.replace(/\s+/g, " ").trim().toLowerCase();
}

/** What a list of controls is narrowed to. */
export interface ControlSearch {
  /** Words of the reference, the title, the short answer, the description or a requirement. */
  search: string;
  framework: string | null;
}

/** Whether a control is among those that are looked for. */
export function isWanted(
  control: Omit<ControlView, "id">,
  { search, framework }: ControlSearch,
): boolean {
  if (framework !== null && !control.requirements.some((one) => frameworkOf(one) === framework))
    return false;
  const needle = search.trim().toLowerCase();
  if (needle === "") return true;
  const { reference, title, shortAnswer, description, requirements } = control;
  return [reference, title, shortAnswerWords(shortAnswer), description ?? "", ...requirements]
    .join("\n")
    .toLowerCase()
    .includes(needle);
}

/** What staff's list is narrowed to: the query of /controls, and of its export. */
export interface ControlQuery extends ControlSearch {
  access: FaqAccess | null;
  shortAnswer: ShortAnswerAsked | null;
  productId: string | null;
}

/** The filter that a query names; whatever names nothing narrows nothing. */
export function controlQuery(query: URLSearchParams): ControlQuery {
  const named = (name: string) => (query.get(name) ?? "").trim().slice(0, 512);
  return {
    search: named("q"),
    framework: named("framework").slice(0, 100) || null,
    access: FAQ_ACCESS.find((access) => access === named("access")) ?? null,
    shortAnswer: shortAnswerAsked(named("short")),
    productId: named("product").slice(0, 64) || null,
  };
}

/** What the library can be sorted by. */
export const CONTROL_SORTS = ["reference", "title", "access"] as const;
export type ControlSort = (typeof CONTROL_SORTS)[number];

/** The query of a filter, which is empty when nothing is narrowed. */
export function controlSearchParams({
  search,
  framework,
  access,
  shortAnswer,
  productId,
}: ControlQuery): URLSearchParams {
  const pairs: [string, string | null][] = [
    ["q", search],
    ["framework", framework],
    ["access", access],
    ["short", shortAnswer],
    ["product", productId],
  ];
  return new URLSearchParams(
    pairs.filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== ""),
  );
}
