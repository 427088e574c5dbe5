import * as z from "zod";
import { hasPiledMarks, TOO_MANY_MARKS } from "#values/folding.ts";

/**
 * Text that may be left out: trimmed, line ends as one character, null when empty. One that is not
 * sent is undefined, so that a partial change leaves it as it was; a form leaves empty fields out,
 * too.
 */
export function optionalText(max: number) {
  return z
    .string()
    .nullish()
    .transform((text, context) => {
      if (text === undefined) return undefined;
      const clean = (text ?? "").replace(/\r\n?/g, "\n").trim();
      if (clean.length > max)
        context.addIssue({ code: "custom", message: `Use at most ${max} characters` });
      if (/[^\P{Cc}\n\t]/u.test(clean))
        context.addIssue({ code: "custom", message: "Leave out control characters" });
      if (hasPiledMarks(clean)) context.addIssue({ code: "custom", message: TOO_MANY_MARKS });
      return clean === "" ? null : clean;
    });
}
