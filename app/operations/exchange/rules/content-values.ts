import * as z from "zod";

/** What single values of a content folder look like. */

/** A file inside the folder, as a relative path that can't leave it. */
export const filePath = z
  .string()
  .regex(/^(?!\/)(?!.*\.\.)[A-Za-z0-9 ._()/-]+$/, "a relative path inside the content folder");

/**
 * A moment: an ISO 8601 time, a date, or relative to loading, as '3d ago', '5h ago', 'in 90d'.
 * Relative ones keep a demonstration fresh.
 */
export const momentSchema = z
  .string()
  .regex(
    /^(\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?Z)?|\d+[dh] ago|in \d+[dh])$/,
    "a date, an ISO time ending in Z, “3d ago” or “in 90d”",
  );

export const markdown = z.string().max(20_000);

export const httpUrl = z.url({ protocol: /^https?$/ });

/** A company's address may be one of ftp, too. */
export const publicUrl = z.url({ protocol: /^(?:https?|ftp)$/ });
