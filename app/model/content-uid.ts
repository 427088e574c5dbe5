import * as z from "zod";

/** What a content folder calls a thing by: the same in every installation. */
export const uid = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
