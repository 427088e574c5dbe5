import * as z from "zod";
import { MAX_TERM, NO_PRODUCT } from "./rules.ts";

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

/** The terms of one line that mean the same. */
export function termsOf(line: string): string[] {
  return line
    .split(",")
    .map((term) => term.trim())
    .filter((term) => term !== "");
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
      const lone = lines.find((line) => termsOf(line).length < 2);
      if (lone !== undefined)
        refuse(
          `“${lone.slice(0, 60)}” stands alone: write at least two terms, with a comma between`,
        );
      if (lines.some((line) => line.length > MAX_LINE))
        refuse(`Use at most ${MAX_LINE} characters a line`);
      if (lines.length > MAX_LINES) refuse(`Use at most ${MAX_LINES} lines`);
      return lines;
    }),
});
