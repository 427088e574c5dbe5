import { create } from "content-disposition";
import type { Readable } from "node:stream";
import { asciiName, safeFileName } from "#values/sent-file-name.ts";
import { byteRange, type ByteRange } from "./byte-range.ts";
import { streamedBody } from "./streamed-body.ts";

/** Bytes that are served as a file. */
export interface ServedFile {
  name: string;
  contentType: string;
  /** Plain bytes. */
  size: number;
  /** Says which bytes they are, in quotes; strong. */
  etag: string;
  disposition: "attachment" | "inline";
  /** Opens the bytes of a range; what can't be opened fails before anything is sent. */
  open: (range: ByteRange) => Promise<Readable>;
  /** Only its own reader may keep it, and asks each time; else nobody keeps it. */
  mayBeKept?: boolean;
  headers?: Readonly<Record<string, string>>;
}

export interface FileAnswer {
  response: Response;
  /** What the body carries; null when there is none (304, 416). */
  range: ByteRange | null;
}

/** Nothing of what is served may run, load or be framed. */
const SEALED =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/**
 * The answer that serves a file to a GET or HEAD request: whole, a range (206), nothing new (304)
 * or no such range (416), with names by RFC 6266. Its bytes are never compressed and never sniffed.
 */
export function fileAnswer(request: Request, file: ServedFile): FileAnswer {
  const { size, etag } = file;
  const headers = new Headers({
    "Content-Type": file.contentType,
    "Content-Disposition": dispositionOf(file.name, file.disposition),
    "Cache-Control": file.mayBeKept === true ? "private, no-cache" : "private, no-store",
    "Accept-Ranges": "bytes",
    ETag: etag,
    Vary: "Cookie",
    "Content-Security-Policy": SEALED,
    "X-Content-Type-Options": "nosniff",
    ...file.headers,
  });
  if (namesTag(request.headers.get("If-None-Match"), etag))
    return { response: new Response(null, { status: 304, headers }), range: null };
  const ifRange = request.headers.get("If-Range");
  const wanted =
    ifRange === null || ifRange.trim() === etag
      ? byteRange(request.headers.get("Range"), size)
      : null;
  if (wanted === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${size}`);
    headers.set("Content-Length", "0");
    return { response: new Response(null, { status: 416, headers }), range: null };
  }
  const range = wanted ?? { start: 0, end: size };
  if (wanted !== null)
    headers.set("Content-Range", `bytes ${range.start}-${range.end - 1}/${size}`);
  headers.set("Content-Length", String(range.end - range.start));
  const body = request.method === "HEAD" ? null : streamedBody({ open: () => file.open(range) });
  return { response: new Response(body, { status: wanted === null ? 200 : 206, headers }), range };
}

/**
 * The Content-Disposition of a file: the name made safe, in ASCII, and in full by `filename*` where
 * that is not all of it. Latin letters get no way of their own: header bytes that are no UTF-8 are
 * names to nobody.
 */
export function dispositionOf(name: string, type: "attachment" | "inline"): string {
  const safe = safeFileName(name);
  return create(safe, { type, fallback: asciiName(safe) });
}

/** Whether an If-None-Match header names the tag; weak tags count, as the RFC says. */
export function namesTag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return (
    header.trim() === "*" ||
    header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
  );
}
