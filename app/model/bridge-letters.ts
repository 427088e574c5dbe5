import * as z from "zod";
import type { BridgeLetter } from "./items/items.ts";

/** Bridge letters: what covers the time between the end of a report's period and today. */
export const LETTER_TYPES = ["SOC 1", "SOC 2"] as const;

export const SALUTATION = "To whom it may concern,";
export const CLOSING = "Sincerely,";

/** Markdown that fits on a few pages. */
export const MAX_LETTER = 50_000;

const text = (most: number) =>
  z.string({ error: "Use text" }).trim().max(most, `Use at most ${most} characters`).default("");

/**
 * The letter's form, shared by page and API. Content and signer are required once the letter is
 * enabled; what is switched off may be half-written.
 */
export const bridgeLetterSchema = z
  .object({
    letterEnabled: z.stringbool().or(z.boolean()).default(false),
    letterContent: text(MAX_LETTER),
    signerName: text(100),
    signerTitle: text(100),
    letterType: z.enum(LETTER_TYPES, { error: "Choose SOC 1 or SOC 2" }),
  })
  .check((context) => {
    if (!context.value.letterEnabled) return;
    for (const [field, message] of REQUIRED) {
      if (context.value[field] === "")
        context.issues.push({
          code: "custom",
          message,
          path: [field],
          input: context.value[field],
        });
    }
  });

const REQUIRED = [
  ["letterContent", "Letter Content is required"],
  ["signerName", "Signer Name is required"],
  ["signerTitle", "Signer Title is required"],
] as const;

/** What an item's letter is when it is read from the database. */
export const storedLetterSchema: z.ZodType<BridgeLetter> = z.object({
  letterEnabled: z.boolean(),
  letterContent: z.string(),
  signerName: z.string(),
  signerTitle: z.string(),
  letterType: z.enum(LETTER_TYPES),
});

/** Shown only when it is enabled and says something. */
export function isLetterShown(
  letter: Pick<BridgeLetter, "letterEnabled" | "letterContent">,
): boolean {
  return letter.letterEnabled && letter.letterContent.trim() !== "";
}

/** 'SOC 2 Bridge Letter' */
export function letterTitle({ letterType }: Pick<BridgeLetter, "letterType">): string {
  return `${letterType} Bridge Letter`;
}

/** Organisation name and title, spaces replaced by hyphens, plus .pdf. */
export function letterFileName(orgName: string, letter: Pick<BridgeLetter, "letterType">): string {
  return `${`${orgName} ${letterTitle(letter)}`.trim().replace(/\s+/g, "-")}.pdf`;
}

/** The letter's date in the org's time zone, in the format MMMM dd, yyyy: 'November 05, 2026'. */
export function letterDate(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    month: "long",
    day: "2-digit",
    timeZone,
  }).format(moment);
}
