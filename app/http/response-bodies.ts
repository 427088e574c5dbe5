import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = "br" | "gzip" | "identity";

const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|problem\+json|feed\+json|atom\+xml|xml|javascript|manifest\+json)|image\/svg\+xml)/;

export function isCompressible(contentType: string | null): boolean {
  return contentType !== null && COMPRESSIBLE.test(contentType);
}

/** What browsers send is a handful of short texts; strangers can send any number of others. */
const MAX_REMEMBERED = 200;
const MAX_LENGTH = 200;
const remembered = new Map<string, Encoding>();

/** The best encoding that an Accept-Encoding header allows; `q=0` refuses one. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (header === undefined) return "identity";
  const text = typeof header === "string" ? header : header.join(",");
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const accepted = acceptedCodings(text);
  const chosen = accepted.has("br")
    ? "br"
    : accepted.has("gzip") || accepted.has("x-gzip")
      ? "gzip"
      : "identity";
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  if (text.length <= MAX_LENGTH) remembered.set(text, chosen);
  return chosen;
}

function acceptedCodings(header: string): Set<string> {
  const codings = new Set<string>();
  for (const part of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((word) => word.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    if (q === undefined || Number(q.slice(2)) > 0) codings.add(coding);
  }
  return codings;
}

/** Whether an If-None-Match header names this body. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header.includes(etag) || header === "*");
}

/**
 * How hard to compress: for one answer, for many while somebody waits, and for many when there is
 * time.
 */
export type Effort = "once" | "soon" | "best";

const BROTLI: Readonly<Record<Effort, number>> = { once: 2, soon: 5, best: 11 };
const GZIP: Readonly<Record<Effort, number>> = { once: 2, soon: 6, best: 9 };

/**
 * The smallest window that holds a whole body: a larger one takes memory, and finds nothing more.
 */
function windowBits(bytes: number): number {
  const needed = Math.ceil(Math.log2(bytes + 16));
  return Math.min(
    Math.max(needed, constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_DEFAULT_WINDOW,
  );
}

/** The bytes in an encoding. */
export async function encode(
  body: Uint8Array,
  encoding: Encoding,
  effort: Effort = "soon",
): Promise<Uint8Array> {
  if (encoding === "br") {
    return brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI[effort],
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_LGWIN]: windowBits(body.byteLength),
      },
    });
  }
  return encoding === "gzip" ? gzipped(body, { level: GZIP[effort] }) : body;
}
