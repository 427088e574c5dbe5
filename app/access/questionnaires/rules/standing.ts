import type { Filled } from "./filling.ts";

/** How an answer of a standing questionnaire follows its entry. */
export type Following =
  /** The entry’s new words go into the file. */
  | "refresh"
  /** They do, once somebody says so: the portal keeps the entry internal. */
  | "internal"
  /** The entry was deleted. */
  | "gone"
  /** The entry is for fewer readers than it was. */
  | "narrowed"
  /** The cell does not take the entry’s short answer. */
  | "unfit"
  /** The cell says the same as before. */
  | "same"
  /** The answer was drafted from the entry, and is not its words. */
  | "cited";

/** In place of an entry’s readers: the answer was drafted from the entry. */
export const CITED = "cited";

/** Why an answer is left to people, in words. */
export const LEFT_WORDS: Readonly<Record<Exclude<Following, "refresh" | "internal">, string>> = {
  gone: "The entry was deleted.",
  narrowed: "The entry is for other readers now.",
  unfit: "The short answer doesn’t fit this cell.",
  same: "The file already says the same.",
  cited: "The answer was drafted from this entry.",
};

interface Source {
  access: "public" | "accounts" | "internal";
  /** For whom it is now, as `before` says it of then. */
  audience: string;
}

/**
 * Whether the new words of an entry may take the place of an answer.
 * @param source null: the entry was deleted
 * @param before for whom the entry was when the answer was taken from it
 */
export function followingOf(
  source: Source | null,
  before: string | null,
  {
    answer,
    filled,
    allowed,
  }: { answer: Filled; filled: Filled; allowed: readonly string[] | null },
): Following {
  if (source === null) return "gone";
  if (before === CITED) return "cited";
  const isForAll = source.audience === "public";
  if (source.access !== "internal" && !isForAll && source.audience !== before) return "narrowed";
  const isEmpty = filled.answer === "" && (allowed === null || answer.answer !== "");
  if (isEmpty && (allowed !== null || filled.comment === "")) return "unfit";
  if (filled.answer === answer.answer && filled.comment === answer.comment) return "same";
  return source.access === "internal" ? "internal" : "refresh";
}
