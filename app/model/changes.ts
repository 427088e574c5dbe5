import { daysAfter, formatDate, isDay } from "#values/dates.ts";
import type { WordsPart } from "#values/word-changes.ts";

/** What a change that visitors are told of is about. */
export const CHANGE_KINDS = [
  "certification",
  "document",
  "subprocessor",
  "control",
  "question",
  "item",
  "update",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * What happened to it. `opened`: who sees it grew, and nothing else; only those who didn't see it
 * before are told, as of something new.
 */
export const CHANGE_ACTIONS = [
  "added",
  "opened",
  "changed",
  "replaced",
  "renewed",
  "removed",
  "expired",
  "announced",
  "effective",
  "published",
  "continued",
  "undone",
] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** Who could see something at one moment: kinds of viewers of a product, no persons. */
export interface Readers {
  everyone: boolean;
  /** Every account that has access, whatever its profile includes. */
  accounts: boolean;
  /** The permission profiles whose accounts did because they include it. */
  profiles: readonly string[];
}

export const NOBODY: Readers = { everyone: false, accounts: false, profiles: [] };

/** Of one moment: who knew of a thing, and who could read what it says. */
export interface SeenBy {
  sees: Readers;
  reads: Readers;
}

/** Which things a verb may change; null of a kind: all of them. */
export interface Touched {
  items?: { productId: string; uids: readonly string[] | null } | undefined;
  /** The items that carry some documents, in whichever product. */
  documents?: readonly string[] | undefined;
  questions?: readonly string[] | null | undefined;
  controls?: readonly string[] | null | undefined;
  subprocessors?: { productId: string; ids: readonly string[] | null } | undefined;
  /** All there is of all products. */
  everything?: true | undefined;
}

/** A field of a thing whose words changed. */
export interface FieldChange {
  name: string;
  words: WordsPart[];
}

/** Changes older than this are deleted: a yearly review looks back one year, and may come late. */
export const CHANGES_KEPT_DAYS = 730;

/** As far back as a list of changes goes where no day is asked for. */
export const CHANGES_SHOWN_DAYS = 90;

const KIND_WORDS: Readonly<Record<ChangeKind, string>> = {
  certification: "Certification",
  document: "Document",
  subprocessor: "Subprocessor",
  control: "Control",
  question: "FAQ entry",
  item: "Item",
  update: "Update",
};

const ACTION_WORDS: Readonly<Record<ChangeAction, string>> = {
  added: "added",
  opened: "added",
  changed: "changed",
  replaced: "replaced by a new version",
  renewed: "renewed",
  removed: "removed",
  expired: "expired",
  announced: "change announced",
  effective: "change in effect",
  published: "published",
  continued: "followed up",
  undone: "change undone",
};

/** 'Document replaced by a new version': what happened, before the thing's name. */
export function changeWords(kind: ChangeKind, action: ChangeAction): string {
  // A topic's second update is not the same news again.
  if (action === "continued") return "Follow-up published";
  return `${KIND_WORDS[kind]} ${ACTION_WORDS[action]}`;
}

/** 'October 12' of a day in the year of another one, else with its own year. */
export function dayWords(day: string, today: string): string {
  const words = formatDate(day, "UTC");
  const year = `, ${today.slice(0, 4)}`;
  return words.endsWith(year) ? words.slice(0, -year.length) : words;
}

/**
 * The day since which changes are told: the one that was asked for, while it is no later than today
 * and no longer ago than changes are kept; else the usual one.
 */
export function changesSince(asked: string | null, today: string): string {
  if (asked === null || !isDay(asked)) return daysAfter(today, -CHANGES_SHOWN_DAYS);
  const earliest = daysAfter(today, -CHANGES_KEPT_DAYS);
  return asked > today ? today : asked < earliest ? earliest : asked;
}
