import { EARLIER_VERSIONS } from "#model/documents/earlier-versions.ts";
import * as z from "zod";
import { isDay } from "#values/dates.ts";
import { endingsOfKind, kindOfContentType, kindOfName } from "#values/file-types.ts";
import { isKeptFileName } from "#values/upload-names.ts";
import { DOCUMENT_FACTS } from "./facts.ts";
import {
  DOCUMENT_ACCESS_TYPES,
  DOCUMENT_TYPES,
  type DocumentAccessType,
  type DocumentType,
} from "#model/items/items.ts";

/**
 * The document library: its search, its forms, and the words of both. Names are what the inputs are
 * called.
 */

/** The types as their lists show them: alphabetically. */
export const SORTED_DOCUMENT_TYPES: readonly DocumentType[] = [...DOCUMENT_TYPES].sort((a, b) =>
  a.localeCompare(b, "en"),
);

export const ACCESS_WORDS: Readonly<Record<DocumentAccessType, string>> = {
  "view-only": "View only",
  "view-and-download": "View and download",
};

export const LIBRARY_SORTS = ["name", "type", "added", "size", "expiry"] as const;
export type LibrarySort = (typeof LIBRARY_SORTS)[number];

/** Days ahead in which a document's end counts as near. */
export const SOON_DAYS = 30;

/** What a list shows, from its address; whatever is not understood is as if it were not there. */
export const librarySearchSchema = z.object({
  q: z.string().trim().max(200).catch(""),
  type: z.enum(["all", ...DOCUMENT_TYPES]).catch("all"),
  access: z.enum(["all", ...DOCUMENT_ACCESS_TYPES]).catch("all"),
  linked: z.enum(["all", "yes", "no"]).catch("all"),
  expiry: z.enum(["all", "expired", "soon", "none"]).catch("all"),
  sort: z.enum(LIBRARY_SORTS).catch("name"),
  descending: z.boolean().catch(false),
  page: z.number().int().min(1).max(1_000_000).catch(1),
});
export type LibrarySearch = z.infer<typeof librarySearchSchema>;

/** The search that an address names. `sort=-added` is the newest first. */
export function librarySearch(query: URLSearchParams): LibrarySearch {
  const sort = query.get("sort") ?? "";
  const given = Object.fromEntries(
    ["q", "type", "access", "linked", "expiry"].map((name) => [name, query.get(name) ?? undefined]),
  );
  return librarySearchSchema.parse({
    ...given,
    sort: sort.replace(/^-/, ""),
    descending: sort.startsWith("-"),
    page: Math.trunc(Number(query.get("page") ?? 1)),
  });
}

/**
 * The query that shows a search again, without what is as it always is; empty for the whole list.
 */
export function libraryQuery(
  { q, type, access, linked, expiry, sort, descending, page }: LibrarySearch,
  extra: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams();
  if (q !== "") query.set("q", q);
  for (const [name, value] of Object.entries({ type, access, linked, expiry }))
    if (value !== "all") query.set(name, value);
  if (sort !== "name" || descending) query.set("sort", `${descending ? "-" : ""}${sort}`);
  if (page > 1) query.set("page", String(page));
  for (const [name, value] of Object.entries(extra)) query.set(name, value);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Whether a search leaves anything out. */
export function isFiltered({ q, type, access, linked, expiry }: LibrarySearch): boolean {
  return q !== "" || type !== "all" || access !== "all" || linked !== "all" || expiry !== "all";
}

export const documentType = z.enum(DOCUMENT_TYPES, { error: "Type is required" });

/** The empty choice is the org's default. */
const accessType = z
  .enum(["default", ...DOCUMENT_ACCESS_TYPES], { error: "Choose from the list" })
  .default("default")
  .transform((value): DocumentAccessType | null => (value === "default" ? null : value));

/** A day, or none. */
export const day = (message: string) =>
  z
    .string()
    .trim()
    .refine((text) => text === "" || isDay(text), message)
    .default("")
    .transform((text) => (text === "" ? null : text));
export const EXPIRY_INVALID = "Invalid expiration date";
const expiresOn = day(EXPIRY_INVALID);

/** What is said of all files of an upload. */
export const uploadSchema = z.object({
  type: documentType.default("Other"),
  accessType,
  expiresOn,
  /** Add files although the library has the same content. */
  same: z.literal("add").optional().catch(undefined),
});

export const MAX_AUDITOR = 100;

export const documentName = z
  .string({ error: "Enter a name" })
  .trim()
  .min(1, "Enter a name")
  .refine(isKeptFileName, "Use a shorter file name, without slashes or control characters");

export const auditor = z
  .string()
  .trim()
  .max(MAX_AUDITOR, `Enter at most ${MAX_AUDITOR} characters`)
  .default("")
  .transform((text) => (text === "" ? null : text));

/** Said of a period whose days are the wrong way round. */
export const PERIOD_BACKWARDS = "The period can’t end before it begins";

/** A day of a reporting period. */
const periodDay = day("Enter a date, such as 2026-09-30");

const inOrder = (period: {
  periodFrom?: string | null | undefined;
  periodTo?: string | null | undefined;
}) => period.periodFrom == null || period.periodTo == null || period.periodFrom <= period.periodTo;

/** What is said of a new version; what is not sent stays as it was, and an empty one is none. */
export const versionUploadSchema = z
  .object({
    name: documentName.optional(),
    expiresOn: expiresOn.optional(),
    auditor: auditor.optional(),
    periodFrom: periodDay.optional(),
    periodTo: periodDay.optional(),
  })
  .refine(inOrder, { error: PERIOD_BACKWARDS, path: ["periodTo"] });

/** The form that publishes a version: its own facts, an empty one is none. */
export const publishVersionSchema = z
  .object({
    /** The version that was shown beside it. */
    after: z.coerce.number().int().min(0).max(1_000_000),
    name: documentName,
    auditor,
    periodFrom: periodDay,
    periodTo: periodDay,
    expiresOn,
  })
  .refine(inOrder, { error: PERIOD_BACKWARDS, path: ["periodTo"] });

/** The names of those fields. */
export const VERSION_FACTS = ["name", "expiresOn", "auditor", "periodFrom", "periodTo"] as const;
export type VersionFacts = Readonly<Partial<Record<(typeof VERSION_FACTS)[number], string>>>;

/**
 * Why a document can't be called so: its ending says what the file is. Null for a name that is
 * right.
 */
export function endingFault(name: string, contentType: string): string | null {
  const kind = kindOfContentType(contentType);
  if (kind === null || kindOfName(name) === kind) return null;
  const endings = endingsOfKind(kind).map((ending) => `.${ending}`);
  return `Keep the file extension ${endings.join(" or ")}`;
}

export const editDocumentSchema = z
  .object({
    name: documentName,
    type: documentType,
    accessType,
    expiresOn,
    auditor,
    periodFrom: periodDay,
    periodTo: periodDay,
    releasedFacts: z.array(z.enum(DOCUMENT_FACTS, { error: "Choose from the list" })).default([]),
  })
  .refine(inOrder, { error: PERIOD_BACKWARDS, path: ["periodTo"] });

/** Rows that one bulk update takes. */
export const MAX_BULK_DOCUMENTS = 1_000;

export const documentIds = z
  .array(z.string().min(1).max(64), { error: "Select at least one document" })
  .min(1, "Select at least one document")
  .max(MAX_BULK_DOCUMENTS, `Select at most ${MAX_BULK_DOCUMENTS} documents`);

/** The form's face of the bulk type update. */
export const changeTypesSchema = z.object({ documentIds, type: documentType });

/** 'Types have been updated for N document(s)'. */
export function typesUpdated(count: number): string {
  return `Types have been updated for ${count} document(s)`;
}
export const TYPES_NOT_SAVED = "Type updates could not be saved";

export const versionSchema = z.object({ version: z.coerce.number().int().min(1).max(1_000_000) });

/** The most that an org can let a file be, in megabytes of 1,024 KB: 64 GiB. */
export const MAX_UPLOAD_MEGABYTES = 65_536;

export const librarySettingsSchema = z.object({
  maxUploadMegabytes: z.coerce
    .number({ error: "Enter a number of megabytes" })
    .int("Enter a whole number of megabytes")
    .min(1, "Enter 1 or more")
    .max(MAX_UPLOAD_MEGABYTES, `Enter at most ${MAX_UPLOAD_MEGABYTES}`),
  expiredDocuments: z.enum(["hidden", "shown"], { error: "Choose from the list" }),
  documentAccessType: z.enum(DOCUMENT_ACCESS_TYPES, { error: "Choose from the list" }),
  earlierVersions: z.enum(EARLIER_VERSIONS, { error: "Choose from the list" }),
});

/**
 * What staff choose for files that are shown and downloaded. A box that is not ticked is not sent.
 */
export const documentSettingsSchema = z.object({
  watermarkDownloads: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
  viewOnlyFallback: z.enum(["refuse", "offer"], {
    error: "Choose what happens to files that can’t be watermarked",
  }),
});

/** Links that view and download documents: every part has its place in the address. */

/** Where a file was opened from. */
const FILE_SOURCES = ["file_row", "view_modal", "letter_row", "letter_view_modal"] as const;
type FileSource = (typeof FILE_SOURCES)[number];

export interface FileLink {
  /** The portal's base: the org's slug on the default host, nothing on its own domain. */
  prefix: string;
  fileId: string;
  access: "view" | "download" | "compare";
  source: FileSource;
  itemUid: string;
  productId: string;
  /** As whom staff preview: the query that keeps the preview going. */
  previewingAs?: string;
}

/** The address of a file. */
export function fileAddress(
  { prefix, fileId, access, source, itemUid, productId, previewingAs = "" }: FileLink,
  below = "",
): string {
  const query = new URLSearchParams(previewingAs);
  query.set("itemUid", itemUid);
  query.set("productId", productId);
  query.set("source", source);
  return `${prefix}/documents/${fileId}/${access}${below}?${query}`;
}

/** What an address says of where the file was opened; anything else is nothing. */
export function fileSource(text: string | null): FileSource | null {
  return FILE_SOURCES.find((source) => source === text) ?? null;
}
