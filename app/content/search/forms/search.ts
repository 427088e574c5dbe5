import * as z from "zod";
import { hasPiledMarks, TOO_MANY_MARKS } from "#values/folding.ts";
import { MAX_TERM, NO_PRODUCT } from "#model/search.ts";
import { MOST_TERM_WORDS, MOST_TERMS, termSize } from "#model/search/synonyms.ts";

/** The body of POST {base}/search. */
export const searchSchema = z.object({
  query: z.object({
    term: z.string().transform((term) => term.slice(0, MAX_TERM)),
    filters: z.object(
      { products: z.array(z.string(), { error: NO_PRODUCT }).min(1, NO_PRODUCT).max(50) },
      { error: NO_PRODUCT },
    ),
  }),
});

const MAX_LINES = 500;
const MAX_LINE = 500;
/** As many lines are told of at once. */
const MOST_FAULTS = 3;
/** What a message quotes of a term or a line. */
const QUOTED = 60;

/** The terms of one line that mean the same. */
export function termsOf(line: string): string[] {
  return line
    .split(",")
    .map((term) => term.trim())
    .filter((term) => term !== "");
}

/**
 * Why a line of terms is refused; null for one that is taken. Its terms are looked for in every
 * text, so their number and length have bounds.
 */
export function termsFault(line: string): string | null {
  const terms = termsOf(line);
  if (terms.length < 2)
    return `“${line.slice(0, QUOTED)}” needs at least one synonym. Separate terms with commas.`;
  if (line.length > MAX_LINE) return `Use at most ${MAX_LINE} characters per line`;
  if (terms.length > MOST_TERMS)
    return `“${line.slice(0, QUOTED)}…” has ${terms.length} terms. Use at most ${MOST_TERMS} in a line`;
  const long = terms.find((term) => termSize(term) > MOST_TERM_WORDS);
  if (long !== undefined)
    return `“${long.slice(0, QUOTED)}” is too long for a term. Use at most ${MOST_TERM_WORDS} words`;
  return hasPiledMarks(line) ? TOO_MANY_MARKS : null;
}

/** The company's own words: a line for each meaning, with commas between the terms. */
export const synonymsSchema = z.object({
  searchSynonyms: z
    .string()
    .max(100_000, "This list is too long")
    .optional()
    .transform((text, check) => {
      const lines = (text ?? "")
        .split(/\r?\n/)
        .map((line) => termsOf(line).join(", "))
        .filter((line) => line !== "");
      const refuse = (message: string) =>
        check.issues.push({ code: "custom", message, input: text });
      const faults = lines.flatMap((line) => termsFault(line) ?? []);
      for (const fault of new Set(faults.slice(0, MOST_FAULTS))) refuse(fault);
      if (lines.length > MAX_LINES) refuse(`Use at most ${MAX_LINES} lines`);
      return lines;
    }),
});
