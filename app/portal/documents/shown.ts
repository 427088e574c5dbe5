import type { RouterContextProvider } from "react-router";
import type { Readable } from "node:stream";
import { servicesContext } from "../../context.ts";
import { isPicture, isText, PDF } from "../../domain/file-rights.ts";
import { pictureSize, type PictureSize } from "../../files/picture-size.ts";
import type { FileRequest } from "./request.ts";

/** How a view page shows a file. */
export type Shown =
  /** By the browser's own viewer. */
  | { as: "frame" }
  | { as: "picture"; size: PictureSize | null }
  | { as: "text" | "markdown"; text: string; cut: boolean }
  /** Watermarked page images, or one watermarked picture. */
  | {
      as: "pages";
      pages: MarkedPage[];
      page: number;
      pageCount: number;
      total: number;
      mark: string;
    }
  | { as: "marked-text"; text: string; cut: boolean; markdown: boolean; mark: string }
  | {
      as: "nothing";
      because: "type" | "view-only" | "encrypted" | "too-large" | "damaged" | "busy";
    };

export interface MarkedPage extends PictureSize {
  /** From 1. */
  number: number;
  text: string;
}

/** Text that a page shows; what is longer is cut there and had whole by download. */
const TEXT_BYTES = 256 * 1024;
const HEADER_BYTES = 64 * 1024;

/** What a viewer who may have the original sees. @throws BlobDamaged and BlobMissing */
export async function shownOriginal(
  context: Readonly<RouterContextProvider>,
  found: FileRequest,
): Promise<Shown> {
  const { contentType } = found.file.document;
  if (contentType === PDF) return { as: "frame" };
  if (isPicture(contentType))
    return { as: "picture", size: pictureSize(await firstBytes(context, found, HEADER_BYTES)) };
  if (isText(contentType))
    return { as: isMarkdown(found) ? "markdown" : "text", ...(await textOf(context, found)) };
  return { as: "nothing", because: "type" };
}

export function isMarkdown({ file: { document } }: FileRequest): boolean {
  return (
    document.contentType.startsWith("text/markdown") ||
    /\.(?:md|markdown)$/i.test(document.originalName)
  );
}

/** The beginning of a text file, without half a character at its end. */
export async function textOf(
  context: Readonly<RouterContextProvider>,
  found: FileRequest,
): Promise<{ text: string; cut: boolean }> {
  const bytes = await firstBytes(context, found, TEXT_BYTES);
  const cut = found.file.document.size > TEXT_BYTES;
  const text = new TextDecoder().decode(bytes, { stream: cut });
  return { text: text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "\ufffd"), cut };
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
