import { searchText } from "#values/names.ts";
import type { EntrySaid } from "#content/edit-kit/rules/entry-fields.ts";
import { outsideNames } from "#content/edit-kit/rules/entry-names.ts";
import { SUBPROCESSOR_FIELDS, type SentTexts, type WantedDraft } from "../forms/subprocessors.ts";
import type { UpdateValues } from "#model/updates/topic-updates.ts";
import { MESSAGE_MAX, SUBJECT_MAX } from "#model/updates/topic-updates.ts";
import { isDotOrBlank, withoutEnd } from "#values/ends.ts";

/** What a row of the list says. */
export type SubprocessorWords = EntrySaid<typeof SUBPROCESSOR_FIELDS> & { company: string };

export interface ListedSubprocessor extends SubprocessorWords {
  id: string;
}

/** A row of a file; a column that the file has not is undefined and leaves what is there. */
export type FiledSubprocessor = SentTexts & { row: number; company: string };

/** What bringing a file in would do to one row of the list. */
export type SubprocessorChange =
  | { kind: "added"; row: number; after: SubprocessorWords }
  | {
      kind: "changed";
      row: number;
      id: string;
      before: SubprocessorWords;
      after: SubprocessorWords;
    }
  | { kind: "unchanged"; row: number; id: string; after: SubprocessorWords }
  | { kind: "removed"; id: string; before: SubprocessorWords }
  /** In the list, not in the file, and kept. */
  | { kind: "kept"; id: string; before: SubprocessorWords };

/** What a row says beside its company. */
const TEXTS = outsideNames(SUBPROCESSOR_FIELDS);

/**
 * What a file changes in a list. Rows belong together by the company's name; of several with the
 * same name those that say the same first, then in their order. A generator, since thousands of
 * rows take a while: it yields after every few, and returns the changes.
 * @param absent.remove whether what the file does not name is removed
 * @param absent.faulty names of rows that can't be brought in: the file names them all the same
 */
export function* subprocessorChanges(
  list: readonly ListedSubprocessor[],
  file: readonly FiledSubprocessor[],
  absent: { remove: boolean; faulty: readonly string[] },
): Generator<void, SubprocessorChange[], void> {
  const free = new FreeRows(list);
  const partner = new Map<FiledSubprocessor, ListedSubprocessor>();
  // First those that say the same already, then those that have the name alone.
  for (const columnsOf of [(row: FiledSubprocessor) => namedBy(row), () => []]) {
    for (const row of file) {
      yield;
      const columns = columnsOf(row);
      if (!free.isIndexed(columns)) yield* free.index(columns);
      const found = partner.has(row) ? undefined : free.take(row, columns);
      if (found !== undefined) partner.set(row, found);
    }
  }
  const changes: SubprocessorChange[] = [];
  for (const filed of file) {
    yield;
    const before = partner.get(filed);
    const { row } = filed;
    const after = wordsAfter(filed, before ?? null);
    if (before === undefined) changes.push({ kind: "added", row, after });
    else if (TEXTS.every((column) => before[column] === after[column]))
      changes.push({ kind: "unchanged", row, id: before.id, after });
    else changes.push({ kind: "changed", row, id: before.id, before: plain(before), after });
  }
  const named = new Set(absent.faulty.map(searchText));
  for (const row of list) {
    yield;
    const kind = absent.remove && !named.has(searchText(row.company)) ? "removed" : "kept";
    if (free.has(row)) changes.push({ kind, id: row.id, before: plain(row) });
  }
  return changes;
}

type Column = (typeof TEXTS)[number];

/** The columns that a row of a file has. */
function namedBy(row: FiledSubprocessor): readonly Column[] {
  return TEXTS.filter((column) => row[column] !== undefined);
}

/** The rows of a list that no row of the file has been found for yet. */
class FreeRows {
  readonly #list: readonly ListedSubprocessor[];
  readonly #free: Set<ListedSubprocessor>;
  /**
   * By what they say of their company and in some columns, one index for each such set of columns.
   */
  readonly #indexes = new Map<string, Map<string, ListedSubprocessor[]>>();

  constructor(list: readonly ListedSubprocessor[]) {
    this.#list = list;
    this.#free = new Set(list);
  }

  has(row: ListedSubprocessor): boolean {
    return this.#free.has(row);
  }

  isIndexed(columns: readonly Column[]): boolean {
    return this.#indexes.has(columns.join());
  }

  /** Makes rows ready to be asked for by these columns; yields after each. */
  *index(columns: readonly Column[]): Generator<void, void, void> {
    const index = new Map<string, ListedSubprocessor[]>();
    // Backwards: what is taken from the end of an array costs nothing, and the first in the list
    // comes first.
    for (const row of this.#list.toReversed()) {
      yield;
      const words = said(row, columns);
      const same = index.get(words);
      if (same === undefined) index.set(words, [row]);
      else same.push(row);
    }
    this.#indexes.set(columns.join(), index);
  }

  /** Takes the next free row of the same company that says the same in these columns. */
  take(row: FiledSubprocessor, columns: readonly Column[]): ListedSubprocessor | undefined {
    const waiting = this.#indexes.get(columns.join())?.get(said(row, columns)) ?? [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      if (this.#free.delete(next)) return next;
    return undefined;
  }
}

/** What a row says of its company and in these columns, as one text. */
function said(row: ListedSubprocessor | FiledSubprocessor, columns: readonly Column[]): string {
  return JSON.stringify([searchText(row.company), ...columns.map((column) => row[column])]);
}

/** How many rows come to what. */
export function countChanges(
  changes: readonly SubprocessorChange[],
): Record<SubprocessorChange["kind"], number> {
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0, kept: 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return counts;
}

function wordsAfter(row: FiledSubprocessor, before: SubprocessorWords | null): SubprocessorWords {
  const text = (field: Column) =>
    row[field] === undefined ? (before?.[field] ?? null) : row[field];
  // A name that differs in case alone is the same company, which keeps its spelling.
  return {
    company: before?.company ?? row.company,
    ...eachText(text),
  };
}

function plain(row: SubprocessorWords): SubprocessorWords {
  return { company: row.company, ...eachText((field) => row[field]) };
}

/** The texts of a row, each as `text` has it. */
function eachText(text: (field: Column) => string | null): Omit<SubprocessorWords, "company"> {
  return Object.fromEntries(TEXTS.map((field) => [field, text(field)])) as Omit<
    SubprocessorWords,
    "company"
  >;
}

/** A change that customers may have to be told of. */
export type ToldChange =
  | { kind: "added" | "changed"; after: SubprocessorWords }
  | { kind: "removed"; before: SubprocessorWords };

/**
 * The draft update that a change of the list raises by itself: 'added X for Y' (category
 * subprocessors), from a day that its terms say, so the message need not. It is a beginning for its author, shown on the page alone until they choose more.
 * @param productIds the product that the list belongs to; none where the org has no other
 */
export function draftOfChanges(
  changes: readonly ToldChange[],
  { effectiveOn, objectionDays }: WantedDraft,
  productIds: readonly string[],
): UpdateValues | null {
  if (changes.length === 0) return null;
  return {
    topicId: null,
    topic: {
      subject: subjectOf(changes),
      category: "subprocessors",
      hidden: false,
      pinned: false,
      productIds: [...productIds],
      effectiveOn,
      objectionDays,
    },
    message: messageOf(changes, (change) => `${sentence(change)}.`),
    audience: "public",
    statusPage: true,
    email: null,
    publishAt: null,
  };
}

/** One sentence, or a list of as many as an update takes, and how many more there are. */
function messageOf(changes: readonly ToldChange[], lineOf: (change: ToldChange) => string): string {
  const [only] = changes;
  if (only !== undefined && changes.length === 1) return lineOf(only);
  const lines: string[] = [];
  let length = 0;
  for (const change of changes) {
    const line = `- ${lineOf(change)}`;
    length += line.length + 1;
    if (length > MESSAGE_MAX - 40) break;
    lines.push(line);
  }
  const more = changes.length - lines.length;
  if (more > 0) lines.push(`- ${more} more ${more === 1 ? "change" : "changes"}.`);
  return lines.join("\n");
}

function sentence(change: ToldChange): string {
  const { company, purpose, location } = change.kind === "removed" ? change.before : change.after;
  const forWhat = purpose === null ? "" : ` for ${markdownText(uncapitalised(purpose))}`;
  const where = location === null ? "" : ` (${markdownText(location)})`;
  if (change.kind === "added") return `We added **${markdownText(company)}**${forWhat}${where}`;
  if (change.kind === "removed") return `We removed **${markdownText(company)}**`;
  const now = forWhat === "" && where === "" ? "" : `: we now use it${forWhat}${where}`;
  return `We changed how we use **${markdownText(company)}**${now}`;
}

const SUBJECTS = {
  added: "New subprocessor",
  changed: "Changed subprocessor",
  removed: "Removed subprocessor",
} as const;

function subjectOf(changes: readonly ToldChange[]): string {
  const [first] = changes;
  if (first === undefined || changes.length > 1) return "Changes to our subprocessors";
  const { company } = first.kind === "removed" ? first.before : first.after;
  return `${SUBJECTS[first.kind]}: ${company}`.slice(0, SUBJECT_MAX);
}

/** 'Primary hosting' within a sentence; 'CDN' stays. */
function uncapitalised(text: string): string {
  const clean = withoutEnd(text, isDotOrBlank);
  return /^\p{Lu}(?!\p{Lu})/u.test(clean) ? clean.charAt(0).toLowerCase() + clean.slice(1) : clean;
}

/** Text as Markdown shows it: on one line, with nothing that it would read as marks. */
function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]()#+!|~<>&]/g, "\\$&")
    .replace(/\bhttps?:\/\//gi, "");
}
