import type { DocumentsTable, DocumentVersionsTable } from "#db/schema.ts";
import { dayIn, formatDate } from "#values/dates.ts";
import { endingOf } from "#values/file-types.ts";
import { factsInWords, factsOf, shownFacts } from "#model/documents/facts.ts";
import type { DocumentAccessType } from "#model/items/items.ts";
import { ACCESS_WORDS } from "#model/documents/library.ts";
import { formatMoment } from "#values/moments.ts";
import { sizeInWords } from "#values/file-size.ts";

/** What a new version offers next: a draft of an update about it. */
export const TELL_SUBSCRIBERS = "Tell subscribers";
export const updateAbout = (documentId: string) => `/updates/new?document=${documentId}`;

/** The one answer for a document that was never here, is here no more, or is another org's. */
export function noSuchDocument(): Response {
  return new Response("Document not found", { status: 404, statusText: "Not Found" });
}

/** A document as its own page shows it. */
export function shownDocument(
  row: DocumentsTable,
  {
    today,
    accessType,
    timeZone,
    pages,
    notes,
  }: {
    today: string;
    accessType: DocumentAccessType;
    timeZone: string;
    pages: number | null;
    /** What staff should know of the file, in words. */
    notes: readonly string[];
  },
) {
  return {
    id: row.id,
    name: row.originalName,
    fileType: endingOf(row.originalName).toUpperCase() || null,
    type: row.type,
    accessType: row.accessType,
    access: ACCESS_WORDS[row.accessType ?? accessType],
    encrypted: row.encryptedType !== null,
    expiresOn: row.expiresOn,
    expires: row.expiresOn === null ? null : formatDate(row.expiresOn, timeZone),
    expired: row.expiresOn !== null && row.expiresOn < today,
    auditor: row.auditor,
    periodFrom: row.periodFrom,
    periodTo: row.periodTo,
    releasedFacts: factsOf(row.releasedFacts),
    pages,
    notes,
    /** What a visitor reads beside the lock. */
    beside: factsInWords(
      shownFacts(
        { ...row, pages, addedOn: dayIn(new Date(row.createdAt), timeZone) },
        factsOf(row.releasedFacts),
      ),
      timeZone,
    ).join(" · "),
    size: sizeInWords(row.size),
    added: formatMoment(row.createdAt, timeZone),
    addedBy: row.createdBy,
  };
}
export type ShownDocument = ReturnType<typeof shownDocument>;

export function shownVersion(row: DocumentVersionsTable, timeZone: string) {
  return {
    number: row.number,
    fileName: row.fileName,
    size: sizeInWords(row.size),
    hash: row.blobHash,
    encrypted: row.encryptedType !== null,
    restoredFrom: row.restoredFrom,
    at: { iso: row.createdAt, text: formatMoment(row.createdAt, timeZone) },
    by: row.createdBy,
  };
}
export type ShownVersion = ReturnType<typeof shownVersion>;
