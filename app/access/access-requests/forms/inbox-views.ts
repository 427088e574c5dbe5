import * as z from "zod";
import { NAME_CHARACTERS } from "#values/names.ts";

/** So many lists somebody keeps. */
export const MOST_VIEWS = 12;

export const saveViewSchema = z.object({
  name: z
    .string({ error: "Enter a name" })
    .trim()
    .min(1, "Enter a name")
    .max(50, "Use at most 50 characters")
    .regex(NAME_CHARACTERS, "Use letters, digits, spaces and . , ' & ( ) - / only"),
});

export const removeViewSchema = z.object({
  viewId: z.string({ error: "Choose a view" }).min(1, "Choose a view").max(64),
});
