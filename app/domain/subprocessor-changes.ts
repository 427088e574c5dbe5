import { formatDate } from "./dates.ts";
import { searchText } from "./names.ts";
import type { WantedDraft } from "./subprocessor-forms.ts";
import type { UpdateValues } from "./topic-updates.ts";
import { MESSAGE_MAX, SUBJECT_MAX } from "./topic-updates.ts";

/** What a row of the list says. */
export interface SubprocessorWords {
  company: string;
  purpose: string | null;
  location: string | null;
  additionalDetails: string | null;
}

export interface ListedSubprocessor extends SubprocessorWords {
  id: string;
}

/** A row of a file; a column that the file has not is undefined and leaves what is there. */
export interface FiledSubprocessor {
  line: number;
  company: string;
  purpose?: string | null | undefined;
  location?: string | null | undefined;
  additionalDetails?: string | null | undefined;
}

/** What bringing a file in would do to one row of the list. */
export type SubprocessorChange =
  | { kind: "added"; line: number; after: SubprocessorWords }
  | {
      kind: "changed";
      line: number;
      id: string;
      before: SubprocessorWords;
      after: SubprocessorWords;
    }
  | { kind: "unchanged"; line: number; id: string; after: SubprocessorWords }
  | { kind: "removed"; id: string; before: SubprocessorWords }
  /** In the list, not in the file, and kept. */
  | { kind: "kept"; id: string; before: SubprocessorWords };

/**
 * What a file changes in a list. Rows belong together by the company's name; of several with the same name
 * those that say the same first, then in their order.
 * @param removeAbsent whether what the file does not name is removed
 */
export function subprocessorChanges(
  list: readonly ListedSubprocessor[],
  file: readonly FiledSubprocessor[],
  removeAbsent: boolean,
): SubprocessorChange[] {
  const free = new Map<string, ListedSubprocessor[]>();
  for (const row of list) free.set(key(row.company), [...(free.get(key(row.company)) ?? []), row]);
  const partner = new Map<FiledSubprocessor, ListedSubprocessor>();
  const take = (row: FiledSubprocessor, found: ListedSubprocessor | undefined) => {
    if (found === undefined) return;
    partner.set(row, found);
    free.set(
      key(row.company),
      (free.get(key(row.company)) ?? []).filter((other) => other !== found),
    );
  };
  for (const row of file)
    take(
      row,
      free.get(key(row.company))?.find((candidate) => same(candidate, wordsAfter(row, candidate))),
    );
  for (const row of file) if (!partner.has(row)) take(row, free.get(key(row.company))?.[0]);

  const changes = file.map((row): SubprocessorChange => {
    const before = partner.get(row);
    if (before === undefined)
      return { kind: "added", line: row.line, after: wordsAfter(row, null) };
    const after = wordsAfter(row, before);
    return same(before, after)
      ? { kind: "unchanged", line: row.line, id: before.id, after }
      : { kind: "changed", line: row.line, id: before.id, before: plain(before), after };
  });
  const left = new Set([...free.values()].flat());
  return [
    ...changes,
    ...list
      .filter((row) => left.has(row))
      .map((row): SubprocessorChange => ({
        kind: removeAbsent ? "removed" : "kept",
        id: row.id,
        before: plain(row),
      })),
  ];
}

/** How many rows come to what. */
export function countChanges(
  changes: readonly SubprocessorChange[],
): Record<SubprocessorChange["kind"], number> {
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0, kept: 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return counts;
}

function key(company: string): string {
  return searchText(company);
}

function wordsAfter(row: FiledSubprocessor, before: SubprocessorWords | null): SubprocessorWords {
  const text = (field: "purpose" | "location" | "additionalDetails") =>
    row[field] === undefined ? (before?.[field] ?? null) : row[field];
  // A name that differs in case alone is the same company, which keeps its spelling.
  return {
    company: before?.company ?? row.company,
    purpose: text("purpose"),
    location: text("location"),
    additionalDetails: text("additionalDetails"),
  };
}

function same(one: SubprocessorWords, other: SubprocessorWords): boolean {
  return (
    key(one.company) === key(other.company) &&
    one.purpose === other.purpose &&
    one.location === other.location &&
    one.additionalDetails === other.additionalDetails
  );
}

function plain({
  company,
  purpose,
  location,
  additionalDetails,
}: SubprocessorWords): SubprocessorWords {
  return { company, purpose, location, additionalDetails };
}

/** A change that customers may have to be told of. */
export type ToldChange =
  | { kind: "added" | "changed"; after: SubprocessorWords }
  | { kind: "removed"; before: SubprocessorWords };

/**
 * The draft update that a change of the list raises by itself: 'added X for Y, from DATE' (category
 * subprocessors). It is a beginning for its author, shown on the page alone until they choose more.
 * @param productIds the product that the list belongs to; none where the org has no other
 */
export function draftOfChanges(
  changes: readonly ToldChange[],
  { effectiveOn, objectionDays }: WantedDraft,
  productIds: readonly string[],
): UpdateValues | null {
  if (changes.length === 0) return null;
  const from = effectiveOn === null ? "" : `, from ${formatDate(effectiveOn, "UTC")}`;
  const lines = changes.map((change) => `${sentence(change)}${from}.`);
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
    message: lines.length === 1 ? (lines[0] ?? "") : listOf(lines),
    audience: "public",
    statusPage: true,
    email: null,
    publishAt: null,
  };
}

/** As many lines as an update takes, and how many more there are. */
function listOf(lines: readonly string[]): string {
  let length = 0;
  const fitting = lines.findIndex((line) => (length += line.length + 3) > MESSAGE_MAX - 40);
  const shown = fitting === -1 ? lines : lines.slice(0, fitting);
  const more = lines.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`${more} more ${more === 1 ? "change" : "changes"}.`])]
    .map((line) => `- ${line}`)
    .join("\n");
}

function sentence(change: ToldChange): string {
  const { company, purpose, location } = change.kind === "removed" ? change.before : change.after;
  const forWhat = purpose === null ? "" : ` for ${markdownText(uncapitalised(purpose))}`;
  const where = location === null ? "" : ` (${markdownText(location)})`;
  if (change.kind === "added") return `We added **${markdownText(company)}**${forWhat}${where}`;
  if (change.kind === "removed") return `We removed **${markdownText(company)}**`;
  return `We changed how we use **${markdownText(company)}**: it now works for us${forWhat}${where}`;
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
  const clean = text.replace(/[.\s]+$/, "");
  return /^\p{Lu}(?!\p{Lu})/u.test(clean) ? clean.charAt(0).toLowerCase() + clean.slice(1) : clean;
}

/** Text as Markdown shows it: on one line, with nothing that it would read as marks. */
function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]()#+!|~<>&]/g, "\\$&")
    .replace(/\bhttps?:\/\//gi, "");
}
