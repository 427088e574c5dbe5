import { OPERATIONS } from "./other-titles/operations.ts";
import { ORGANIZATION } from "./other-titles/organization.ts";
import { PROOFS } from "./other-titles/proofs.ts";
import { PROTECTION } from "./other-titles/protection.ts";
import { isFiller } from "./weak.ts";
import { isCommon, wordsOf } from "./words.ts";

/**
 * What questionnaires call the standard items of the catalogue: few people ask for 'Segregation of
 * Duties' by its title. Each term means just what the title means, not what is near to it.
 */

/** The terms of each title, by its stems; made when they are first asked for. */
let rows: ReadonlyMap<string, Row> | null = null;

interface Row {
  text: string;
  stems: readonly (readonly string[])[] | null;
}

/** A title and its terms, as the files of this folder hold them: one title a line. */
export function titleRows(): { title: string; terms: string[] }[] {
  return [PROTECTION, OPERATIONS, ORGANIZATION, PROOFS]
    .flatMap((text) => text.trim().split("\n"))
    .map((line) => {
      const end = line.indexOf(": ");
      return { title: line.slice(0, end), terms: line.slice(end + 2).split(", ") };
    });
}

/**
 * Other terms for a title, each by the stems of its words without those that say nothing; empty for
 * a title of a company's own.
 * @param title without the title of the card that it stands in
 */
export function otherTitles(title: string): readonly (readonly string[])[] {
  const row = rowOf(title);
  if (row === undefined) return NONE;
  row.stems ??= row.text.split(", ").map(tellingOf);
  return row.stems;
}

/**
 * Other terms for a title as a text that is searched, without words that stand in any question; undefined
 * for a title of a company's own.
 */
export function otherTitlesText(title: string): string | undefined {
  return rowOf(title)
    ?.text.split(" ")
    .filter((word) => !wordsOf(word).every(isFiller))
    .join(" ");
}

function rowOf(title: string): Row | undefined {
  rows ??= new Map(
    titleRows().map((row) => [keyOf(row.title), { text: row.terms.join(", "), stems: null }]),
  );
  return rows.get(keyOf(title));
}

/** Titles that differ in case, signs and small words are the same: 'Data back-ups'. */
function keyOf(title: string): string {
  return tellingOf(title).join(" ");
}

function tellingOf(text: string): string[] {
  return wordsOf(text).filter((stem) => !isCommon(stem));
}

const NONE: readonly (readonly string[])[] = [];
