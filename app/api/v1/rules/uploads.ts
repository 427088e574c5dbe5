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

/** The versions of a document, the newest first. */
export const documentVersions = z.object({
  data: z.array(
    z.object({
      version: z.int(),
      fileName: z.string(),
      contentType: z.string(),
      size: z.int(),
      sha256: z.string(),
      /** The version that this one brought back. */
      restoredFrom: z.int().nullable(),
      createdAt: z.iso.datetime(),
      createdBy: z.string(),
    }),
  ),
});
export type DocumentVersions = z.output<typeof documentVersions>;
