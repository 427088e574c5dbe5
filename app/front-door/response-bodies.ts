import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = "br" | "gzip" | "identity";

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|problem\+json|feed\+json|atom\+xml|xml|javascript|manifest\+json)|image\/svg\+xml)/;

export function isCompressible(contentType: string | null): boolean {
  return contentType !== null && COMPRESSIBLE.test(contentType);
}

/** The best encoding that an Accept-Encoding header allows; `q=0` refuses one. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  const text = Array.isArray(header) ? header.join(",") : (header ?? "");
  if (accepts(text, "br")) return "br";
  return accepts(text, "gzip") ? "gzip" : "identity";
}

function accepts(header: string, name: string): boolean {
  const at = header.indexOf(name);
  if (at === -1) return false;
  const rest = header.slice(at + name.length);
  const q = /^\s*;\s*q=([\d.]+)/.exec(rest);
  return q === null || Number(q[1]) > 0;
}

/** The bytes in an encoding. `quality` is brotli's, 0 to 11: 5 while someone waits, 11 in the background. */
export async function encode(body: Uint8Array, encoding: Encoding, quality = 5): Promise<Uint8Array> {
  if (encoding === "br") {
    return brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
  }
  return encoding === "gzip" ? gzipped(body, { level: 6 }) : body;
}
