import * as z from "zod";
import type { CardKind } from "#model/cards/kinds.ts";
import { DOCUMENT_TYPES } from "#model/items/items.ts";

/** Where visitors find documents that have just been uploaded: one row a document. */

/** Rows of one form; what is beyond comes after it. */
export const MAX_PLACED = 20;

/** An item of the document's own in the Documents card, called like the file. */
export const OWN_ITEM = "new";

/** The cards whose standard items are offered, beside all that the portal shows already. */
export const PLACING_KINDS = [
  "Reports",
  "Questionnaires",
  "Policies",
  "Legal",
  "Documents",
] as const satisfies readonly CardKind[];

const placement = z.object({
  id: z.string().min(1).max(64),
  type: z.enum(DOCUMENT_TYPES, { error: "Type is required" }),
  /** The uid of an item, `OWN_ITEM`, or nothing: it stays in the library alone. */
  item: z.string().max(80).default(""),
  access: z.enum(["public", "restricted"], { error: "Choose who can read it" }),
  /** What its first page says of auditor, period and validity is taken, too. */
  facts: z.boolean().default(false),
});
export type Placement = z.output<typeof placement>;

export const placingSchema = z.object({
  rows: z
    .array(placement, { error: "Upload a document first" })
    .min(1, "Upload a document first")
    .max(MAX_PLACED, `Place at most ${MAX_PLACED} documents at once`),
});

/** Documents that one address names. */
export const MAX_SELECTED = 100;

/** The page that asks where visitors find some documents. */
export function placeHref(ids: readonly string[], product: string | null = null): string {
  const query = new URLSearchParams(ids.slice(0, MAX_SELECTED).map((id) => ["select", id]));
  if (product !== null) query.set("product", product);
  return `/documents/place?${query}`;
}

/** The name of a file as the title of an item: without its ending, at most 100 characters. */
export function titleOfFile(fileName: string): string {
  const title = fileName
    .replace(/\.[a-z0-9]{2,4}$/i, "")
    .replace(/[_<>]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 100)
    .trim();
  return title.length < 2 ? "Document" : title;
}

/** What was done with a form's documents, such as '3 documents linked to your portal.' */
export function placedWords(saved: number, placed: number): string {
  const documents = saved === 1 ? "1 document" : `${saved} documents`;
  if (placed === saved) return `${documents} linked to your portal.`;
  if (placed === 0) return `${documents} saved in your library. Nothing is linked yet.`;
  return `${documents} saved, ${placed} of them linked to your portal.`;
}
