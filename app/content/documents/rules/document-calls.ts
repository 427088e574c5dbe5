import * as z from "zod";
import { DOCUMENT_ACCESS_TYPES, type DocumentAccessType } from "#model/items/items.ts";
import { DOCUMENT_FACTS } from "#model/documents/facts.ts";
import {
  auditor,
  day,
  documentIds,
  documentName,
  documentType,
  endingFault,
  EXPIRY_INVALID,
  PERIOD_BACKWARDS,
  VERSION_FACTS,
} from "#model/documents/library.ts";

/** What programs send to the calls of documents, by the names that the answers use. */

/** Fields beside the file of POST /api/documents; `accessType` is what the form calls it. */
export const UPLOAD_NAMES = [
  "type",
  "documentAccessType",
  "accessType",
  "expiresOn",
  "same",
] as const;

/** Fields beside the file of POST /api/documents/{id}. */
export const VERSION_NAMES = VERSION_FACTS;

/** Said where the access is sent by both of its names, and they differ. */
export const ACCESS_TWICE = "Send documentAccessType or accessType, not two different values";

const access = z
  .enum(["default", ...DOCUMENT_ACCESS_TYPES], { error: "Choose from the list" })
  .nullable()
  .transform((value): DocumentAccessType | null => (value === "default" ? null : value));

/** Null is none, as the answers say it. */
const orNull = <Output>(field: z.ZodType<Output, string | undefined>) =>
  z.preprocess((value) => value ?? "", field);

/** What a document can be changed to. */
const facts = {
  type: documentType.optional(),
  name: documentName.optional(),
  accessType: access.optional(),
  expiresOn: orNull(day(EXPIRY_INVALID)).optional(),
  auditor: orNull(auditor).optional(),
  periodFrom: orNull(day("Enter a date, such as 2026-09-30")).optional(),
  periodTo: orNull(day("Enter a date, such as 2026-09-30")).optional(),
  releasedFacts: z
    .array(z.enum(DOCUMENT_FACTS, { error: "Choose from the list" }), { error: "Send a list" })
    .max(DOCUMENT_FACTS.length)
    .optional(),
};

/** A change of one document, by the names of its entry in the API. */
export const documentPatchSchema = z.strictObject(facts);

const updates = z.strictObject(
  { ...facts, documentAccessType: access.optional() },
  { error: "Send an object" },
);

/** What the stored document has against its changes, by field. */
export function documentFaults(
  document: { contentType: string; periodFrom: string | null; periodTo: string | null },
  sent: { name?: string | undefined; periodFrom?: string | null; periodTo?: string | null },
): Record<string, string[]> {
  const { name } = sent;
  const ending = name === undefined ? null : endingFault(name, document.contentType);
  const periodFrom = sent.periodFrom === undefined ? document.periodFrom : sent.periodFrom;
  const periodTo = sent.periodTo === undefined ? document.periodTo : sent.periodTo;
  const isBackwards = periodFrom !== null && periodTo !== null && periodFrom > periodTo;
  return {
    ...(ending === null ? {} : { name: [ending] }),
    ...(isBackwards ? { periodTo: [PERIOD_BACKWARDS] } : {}),
  };
}

/** PATCH /api/documents: the type of many documents, or anything of one. */
export const patchDocumentsSchema = z
  .strictObject({ documentIds, updates })
  .superRefine(({ documentIds: ids, updates: sent }, context) => {
    const named = Object.keys(sent);
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    if (named.length === 0) refuse(["updates", "type"], "Type is required");
    if (named.some((name) => name !== "type") && new Set(ids).size > 1)
      refuse(["documentIds"], "Name one document to change more than its type");
    const { documentAccessType, accessType } = sent;
    if (
      documentAccessType !== undefined &&
      accessType !== undefined &&
      documentAccessType !== accessType
    )
      refuse(["updates", "documentAccessType"], ACCESS_TWICE);
  })
  .transform(
    ({ documentIds: ids, updates: { documentAccessType, accessType, name, ...sent } }) => ({
      documentIds: [...new Set(ids)],
      changes: {
        ...sent,
        ...(name === undefined ? {} : { originalName: name }),
        ...accessOf(documentAccessType === undefined ? accessType : documentAccessType),
      },
    }),
  );

function accessOf(accessType: DocumentAccessType | null | undefined) {
  return accessType === undefined ? {} : { accessType };
}
