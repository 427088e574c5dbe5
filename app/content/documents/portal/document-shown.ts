import type { RouterContextProvider } from "react-router";
import type { Readable } from "node:stream";
import { keptMarkdownFile } from "#platform/files/store/markdown.server.ts";
import { servicesContext } from "#platform/context.ts";
import { BlobDamaged, BlobMissing } from "#platform/files/blob-store.ts";
import { isMarkdownFile, isPicture, isText } from "#model/visibility/file-rights.ts";
import { MAX_MARKDOWN_FILE, type MarkdownTree } from "#values/markdown.ts";
import { fileText, textCharset } from "#platform/files/markdown/file-text.ts";
import { shownPictureSize, type PictureSize } from "#platform/files/picture-size.ts";
import type { FileNote } from "#model/documents/file-notes.ts";
import type { DocumentType } from "#model/items/items.ts";
import type { FoundPages } from "../rules/find-in-text.ts";
import type { Zoom } from "../rules/page-viewer.ts";
import type { ListedVersion } from "#visibility/store/versions.server.ts";
import type { FileRequest } from "./document-request.ts";

/** How a view page shows a file. */
export type Shown =
  /** By the browser's own viewer, which begins with a page. */
  | { as: "frame"; page: number }
  | { as: "picture"; size: PictureSize | null }
  | ({ as: "text" } & ShownText)
  /** Page images, or one picture; with the reader's name where they are marked. */
  | {
      as: "pages";
      pages: ShownPage[];
      /** What they don't show. */
      notes: readonly FileNote[];
      /** The page that the view begins with. */
      first: number;
      total: number;
      zoom: Zoom;
      finding: Finding | null;
      /** They are the same for everybody. */
      isKept: boolean;
      mark: string | null;
    }
  | ({ as: "marked-text"; mark: string } & ShownText)
  | {
      as: "nothing";
      because:
        | "type"
        | "view-only"
        | "encrypted"
        | "too-large"
        | "too-complex"
        | "damaged"
        | "busy"
        | "slow"
        | "unreadable";
    };

/** A document on a page of its own, as the page's parts are told of it. */
export interface ViewData {
  file: {
    id: string;
    name: string;
    fileType: string | null;
    type: DocumentType | null;
    size: number;
    encrypted: boolean;
    expired: boolean;
    expiresOn: string | null;
    viewOnly: boolean;
    mayDownload: boolean;
    /** Its download carries the reader's name. */
    marked: boolean;
    /** Which earlier version it is; null for the current one. */
    version: number | null;
  };
  item: { uid: string; title: string; slug: string };
  /** What opens the content and the pages of this view. */
  ticket: string;
  /** The newest first; none where there is nothing to tell of. */
  versions: ListedVersion[];
  /** Earlier ones can be opened, and compared. */
  versionsOpen: boolean;
  shown: Shown;
}

/** A text, as it was laid out when its file came, or as it is. */
export type ShownText =
  | { tree: MarkdownTree }
  | {
      tree: null;
      text: string;
      cut: boolean;
      /** Why a Markdown file is not laid out; null for other files. */
      because: "long" | "fault" | null;
    };

/** What was looked for in a document's text, and where it is. */
export interface Finding extends FoundPages {
  find: string;
  words: string[];
  /** Whether there is a text to look in. */
  hasText: boolean;
  /** What was not looked at, in words. */
  notSearched: string[];
}

export interface ShownPage extends PictureSize {
  /** From 1. */
  number: number;
  /** null while nobody has read it. */
  text: string | null;
  /** It was tried, and there is no picture of it. */
  failed: boolean;
}

/** Text that a page shows; what is longer is cut there and had whole by download. */
const TEXT_BYTES = 256 * 1024;
const HEADER_BYTES = 64 * 1024;
/** So much of a text says how it is encoded. */
const CHARSET_BYTES = 1024 * 1024;

/**
 * What a viewer who may have the original sees of a file that is no PDF.
 * @throws BlobDamaged and BlobMissing
 */
export async function shownOriginal(
  context: Readonly<RouterContextProvider>,
  found: FileRequest,
): Promise<Shown> {
  const { contentType } = found.file.document;
  if (isPicture(contentType))
    return {
      as: "picture",
      size: shownPictureSize(await firstBytes(context, found, HEADER_BYTES)),
    };
  if (isText(contentType)) return { as: "text", ...(await textOf(context, found)) };
  return { as: "nothing", because: "type" };
}

/**
 * What a text file shows: a Markdown file as it is laid out, any other text, and a Markdown file
 * that can't be, as its beginning.
 */
export async function textOf(
  context: Readonly<RouterContextProvider>,
  found: FileRequest,
): Promise<ShownText> {
  const { document } = found.file;
  const { store } = context.get(servicesContext);
  const markdown = isMarkdownFile(document);
  const tree = markdown
    ? await keptMarkdownFile(store.read, found.portal.org.id, document.blobHash)
    : null;
  if (tree !== null) return { tree };
  const cut = document.size > TEXT_BYTES;
  return {
    tree: null,
    text: fileText(await firstBytes(context, found, TEXT_BYTES), cut),
    cut,
    because: !markdown ? null : document.size > MAX_MARKDOWN_FILE ? "long" : "fault",
  };
}

/** How a text file is encoded, for a browser that shows it by itself. */
export async function charsetOf(
  context: Readonly<RouterContextProvider>,
  found: FileRequest,
): Promise<string> {
  try {
    const bytes = await firstBytes(context, found, CHARSET_BYTES);
    return textCharset(bytes, found.file.document.size > CHARSET_BYTES);
  } catch (error) {
    // Whoever hands the file out notices, and says so.
    if (error instanceof BlobDamaged || error instanceof BlobMissing) return "utf-8";
    throw error;
  }
}

async function firstBytes(
  context: Readonly<RouterContextProvider>,
  { portal, file }: FileRequest,
  count: number,
): Promise<Buffer> {
  const { blobs } = context.get(servicesContext);
  const { stream } = await blobs.open(portal.org.id, file.document.blobHash, { end: count });
  const pieces: Buffer[] = [];
  for await (const piece of stream as Readable & AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
