import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#platform/context.ts";
import { documentLines, documentTexts } from "../texts/stored-texts.ts";
import { findReadText } from "../store/document-texts.server.ts";
import { notSearched } from "../rules/text-notes.ts";
import { isShownAsPages, isText, PDF } from "#model/visibility/file-rights.ts";
import { keptOutline, keptPage, keptTexts } from "#content/files/watermark/kept-pages.ts";
import {
  marking,
  NotMarkable,
  type Mark,
  type MarkedSource,
  type Outline,
} from "#content/files/watermark/marking.ts";
import { markedSource, markFor } from "#content/files/watermark/marks.ts";
import { isMarkedOnDownload } from "#content/files/watermark/sent-blob.ts";
import { findInPages, findWords } from "../rules/find-in-text.ts";
import { PAGES_PER_VIEW, viewerQuery, type ViewerQuery } from "../rules/page-viewer.ts";
import { markScope } from "./download-blob.ts";
import type { FileRequest } from "./document-request.ts";
import { shownOriginal, textOf, type Finding, type Shown } from "./document-shown.ts";

/** How long whoever may have the file waits for its first page before the file itself is offered. */
const OFFERED_AFTER_MS = 3_000;

/** How long the texts of a view are read, and waited for, where nobody has read them before. */
const TEXTS_MS = 800;
const TEXTS_WAIT_MS = 1_500;

/** Whether the pages that this viewer sees carry their name: as the copy does that they may have. */
export function hasMarkedPages({ file, portal }: Pick<FileRequest, "file" | "portal">): boolean {
  return file.viewOnly || isMarkedOnDownload(portal.scope, file);
}

/** Whether a document's pages are rendered once for all its readers. */
export function hasKeptPages(found: Pick<FileRequest, "file" | "portal">): boolean {
  return !found.file.gated && !hasMarkedPages(found);
}

/** What this viewer sees of a file that they may view. @throws BlobDamaged and BlobMissing */
export function shownFile(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: FileRequest,
): Promise<Shown> {
  const { viewOnly, offered, document } = found.file;
  if (viewOnly) return shownMarked(context, request, found);
  if (document.contentType !== PDF) return shownOriginal(context, found);
  // A password is asked for by the browser's own viewer alone.
  const { isBrowsers, page } = viewerQuery(new URL(request.url).searchParams);
  const isFramed = document.encryptedType !== null || (isBrowsers && offered.download === null);
  return isFramed ? Promise.resolve({ as: "frame", page }) : shownPdf(context, request, found);
}

/**
 * What a viewer of a view-only document sees: watermarked page images with their text, never its
 * own bytes. @throws BlobDamaged and BlobMissing
 */
async function shownMarked(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: FileRequest,
): Promise<Shown> {
  const { document } = found.file;
  if (document.encryptedType !== null) return { as: "nothing", because: "encrypted" };
  if (!isShownAsPages(document)) return { as: "nothing", because: "view-only" };
  if (isText(document.contentType)) {
    const { mark } = await markFor(markScope(context, found, request), document);
    return { as: "marked-text", mark: watermarkText(mark), ...(await textOf(context, found)) };
  }
  try {
    return await pagesOf(context, request, found, request.signal);
  } catch (error) {
    if (!(error instanceof NotMarkable)) throw error;
    const { fault } = error;
    // Neither of the two is said of a file's first pages.
    return { as: "nothing", because: fault === "absent" || fault === "unseen" ? "damaged" : fault };
  }
}

/**
 * The pages of a PDF whose file this viewer may have. What is not there in time, or can't be
 * rendered, is nothing to show, and the page offers the file. @throws BlobDamaged and BlobMissing
 */
async function shownPdf(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: FileRequest,
): Promise<Shown> {
  const patience = AbortSignal.timeout(OFFERED_AFTER_MS);
  try {
    const signal = AbortSignal.any([request.signal, patience]);
    return await pagesOf(context, request, found, signal);
  } catch (error) {
    if (patience.aborted && !request.signal.aborted) return { as: "nothing", because: "slow" };
    if (!(error instanceof NotMarkable)) throw error;
    const { fault } = error;
    // Whether it is locked was not known when it came: the browser's own viewer asks.
    if (fault === "encrypted") return { as: "frame", page: 1 };
    const isSlow = fault === "busy" || fault === "too-complex";
    return {
      as: "nothing",
      because: isSlow ? "slow" : fault === "too-large" ? fault : "unreadable",
    };
  }
}

/** @throws NotMarkable; BlobDamaged and BlobMissing; the signal's reason */
async function pagesOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: FileRequest,
  signal: AbortSignal,
): Promise<Shown> {
  const { document } = found.file;
  const scope = markScope(context, found, request);
  const query = viewerQuery(new URL(request.url).searchParams);
  const source = markedSource(scope, document);
  const isKept = hasKeptPages(found);
  const mark = hasMarkedPages(found) ? watermarkText((await markFor(scope, document)).mark) : null;
  const outline = await outlineFrom(source, query.page, isKept, signal);
  const first = Math.min(query.page, outline.pageCount);
  // What everyone gets is rendered once: its first page is waited for here, and is there then.
  if (isKept && outline.pages[0] !== undefined)
    await keptPage(source, first, signal).catch((error: unknown) => {
      // One page that can't be shown says so in its own place.
      if (!(error instanceof NotMarkable) || error.fault === "busy") throw error;
    });
  const texts = await textsOf(context, found, { source, outline, signal });
  const failed = new Set((await source.failures.known()).map(({ part }) => part));
  return {
    as: "pages",
    pages: outline.pages.map((one) => ({
      ...one,
      text: texts.get(one.number) ?? null,
      failed: failed.has(`page:${one.number}`),
    })),
    notes: outline.notes,
    first,
    total: outline.pageCount,
    zoom: query.zoom,
    finding: await findingOf(context, found, query, { total: outline.pageCount, texts }),
    isKept,
    mark,
  };
}

/** The pages from one on; from the last one where the document is shorter. */
async function outlineFrom(
  source: MarkedSource,
  first: number,
  isKept: boolean,
  signal: AbortSignal,
): Promise<Outline> {
  const read = (from: number) =>
    isKept
      ? keptOutline(source, from, PAGES_PER_VIEW, signal)
      : marking.outline(source, from, PAGES_PER_VIEW, signal);
  const outline = await read(first);
  return first > 1 && first > outline.pageCount ? read(Math.max(1, outline.pageCount)) : outline;
}

/**
 * What the pages of a view say, by their numbers: as it was read when the file came, else as it is
 * read now. What there is no time for is missing.
 */
async function textsOf(
  context: Readonly<RouterContextProvider>,
  { portal, file }: FileRequest,
  { source, outline, signal }: { source: MarkedSource; outline: Outline; signal: AbortSignal },
): Promise<Map<number, string>> {
  const numbers = outline.pages.map(({ number }) => number);
  if (source.kind === "picture") return new Map(numbers.map((number) => [number, ""]));
  const { store, key } = context.get(servicesContext);
  const hash = file.document.blobHash;
  const [read, stored] = await Promise.all([
    findReadText(store.read, portal.org.id, hash),
    documentLines(store.read, key, portal.org.id, hash),
  ]);
  if (read !== null && read.leftOut.searchedPages === null && !read.leftOut.isCut) {
    const texts = new Map(numbers.map((number) => [number, ""]));
    for (const { page, text } of stored ?? [])
      if (page !== null && texts.has(page)) texts.set(page, text);
    return texts;
  }
  const [first = 1] = numbers;
  const patience = AbortSignal.timeout(TEXTS_WAIT_MS);
  const part = { first, count: PAGES_PER_VIEW, ms: TEXTS_MS };
  try {
    const { pages } = await keptTexts(source, part, AbortSignal.any([signal, patience]));
    return new Map(pages.map(({ number, text }) => [number, text]));
  } catch (error) {
    // The pages are shown all the same.
    if (error instanceof NotMarkable && error.fault !== "busy")
      return new Map(numbers.map((number) => [number, ""]));
    if (patience.aborted || error instanceof NotMarkable) return new Map();
    throw error;
  }
}

/** Where the document says what is looked for; null where nothing is. */
async function findingOf(
  context: Readonly<RouterContextProvider>,
  { portal, file }: FileRequest,
  { find }: ViewerQuery,
  { total, texts }: { total: number; texts: ReadonlyMap<number, string> },
): Promise<Finding | null> {
  const words = findWords(find);
  if (words.length === 0) return null;
  const { store, key } = context.get(servicesContext);
  const hash = file.document.blobHash;
  const [read, stored] = await Promise.all([
    findReadText(store.read, portal.org.id, hash),
    documentTexts(store.read, key, portal.org.id, [hash]),
  ]);
  // A file is read some time after it came; a short one is known from its pages.
  const own = [...texts].map(([page, text]) => ({ page, text }));
  const pages = stored.get(hash) ?? (own.length === total ? own : null);
  const notes = read === null ? [] : notSearched(read);
  if (pages === null || pages.every(({ text }) => text === ""))
    return { find, words, pages: [], count: 0, hasText: false, notSearched: notes };
  return { find, words, hasText: true, notSearched: notes, ...findInPages(pages, words) };
}

/** The mark as a line of text, for those who read the text instead of the picture. */
export function watermarkText({ name, email, organisation, when, trace }: Mark): string {
  return [name, email, organisation, when, `Trace ${trace}`]
    .filter((part) => part !== null && part !== "")
    .join(" · ");
}
