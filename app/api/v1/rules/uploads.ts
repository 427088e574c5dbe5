import * as z from "zod";
import { documentEntry } from "./entries.ts";
import { externalId } from "./put.ts";

/** What the address of an upload can say. */
export const uploadQuerySchema = z.strictObject({ externalId: externalId.optional() });

/** What became of a file. */
export const uploadAnswer = z.object({
  /** `unchanged`: it is the file that the document has. */
  status: z.enum(["created", "replaced", "unchanged"]),
  /** Sentences about a file that was taken. */
  notes: z.array(z.string()),
  document: documentEntry,
});
export type UploadAnswer = z.output<typeof uploadAnswer>;
