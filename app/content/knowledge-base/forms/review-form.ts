import * as z from "zod";
import { REVIEW_MONTHS, type ReviewMonths } from "#model/knowledge-base/reviews.ts";

/** In place of an owner, and of how often: none. Nothing at all: what is there stays. */
export const NOBODY = "nobody";
export const NEVER = "never";

const monthsNamed = (text: string): ReviewMonths | null =>
  REVIEW_MONTHS.find((months) => String(months) === text) ?? null;

/** Who looks after entries, and how often they are reviewed. */
export const reviewSchema = z
  .object({
    owner: z.string({ error: "Choose an owner" }).max(64).default(""),
    every: z
      .enum(["", NEVER, ...REVIEW_MONTHS.map(String)], { error: "Choose how often" })
      .default(""),
    reviewed: z
      .literal("yes")
      .optional()
      .transform((value) => value !== undefined),
  })
  .transform(({ owner, every, reviewed }) => ({
    reviewed,
    change: {
      ...(owner === "" ? {} : { ownerId: owner === NOBODY ? null : owner }),
      ...(every === "" ? {} : { everyMonths: monthsNamed(every) }),
    },
  }));
