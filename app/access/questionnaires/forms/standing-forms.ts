import * as z from "zod";
import { documentName, uploadSchema } from "#model/documents/library.ts";
import { told } from "./questionnaire-forms.ts";

/** The form that keeps a questionnaire as a document. */
export const keepDocumentSchema = z.object({
  name: documentName,
  accessType: uploadSchema.shape.accessType,
  /** The slug of the product whose visitors find it; the default one's without it. */
  product: z.string().max(200).default(""),
  told,
});

const seen = z.string({ error: "Reload the page and try again." }).max(64);

/** The button that writes the new words of entries into the file. */
export const refreshSchema = z.object({ seen, internal: z.literal("on").optional() });

/** The button that leaves the answers as they are. */
export const leaveSchema = z.object({ seen });
