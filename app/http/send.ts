import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { writeReadableStreamToWritable } from "@react-router/node";
import { sourceOf } from "#platform/files/streamed-body.ts";
import type { QuickCheck } from "./quick-path.ts";
import type { CachedPage } from "./page-cache.ts";
import {
  chooseEncoding,
  encode,
  isCompressible,
  matchesEtag,
  type Encoding,
} from "./response-bodies.ts";
import { EMPTY_POLICY } from "./security-headers.ts";

/** Bodies shorter than this, in bytes, are not worth compressing. */
const MIN_COMPRESSED = 512;

/** When to come again, in seconds, where an answer that means it doesn't say so. */
const LATER_SECONDS = "30";

/** Sends a kept page in the encoding that the browser takes, or 304 when it has that one. */
export function sendPage(
  page: CachedPage,
  req: IncomingMessage,
  res: ServerResponse,
  { acceptEncoding, ifNoneMatch }: Pick<QuickCheck, "acceptEncoding" | "ifNoneMatch">,
): void {
  const body = page.bodies.get(chooseEncoding(acceptEncoding));
  if (body === undefined) throw new Error("a cached page misses an encoding");
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, body.etag)) {
    res.writeHead(304, body.headers.slice(2)).end();
    return;
  }
  res.writeHead(200, body.headers);
  if (req.method === "HEAD") res.end();
  else res.end(body.bytes);
}

/** The framework's answer, ready to be sent: text in the encoding that the browser takes. */
export interface Packed {
  response: Response;
  /** Null for everything that goes out as the stream that it is. */
  text: { bytes: Uint8Array; encoding: Encoding } | null;
}

/**
 * Compresses text as a whole and weakly, since nobody else will get it; all other answers stay
 * streams.
 */
export async function pack(response: Response, req: IncomingMessage): Promise<Packed> {
  if (response.body === null || response.status === 304 || !isText(response))
    return { response, text: null };
  const whole = new Uint8Array(await response.arrayBuffer());
  const encoding =
    whole.byteLength < MIN_COMPRESSED ? "identity" : chooseEncoding(req.headers["accept-encoding"]);
  return { response, text: { bytes: await encode(whole, encoding, "once"), encoding } };
}

/** What takes ranges goes out as it is: its length and its ranges are those of its bytes. */
function isText({ headers }: Response): boolean {
  return (
    isCompressible(headers.get("Content-Type")) &&
    !headers.has("Content-Encoding") &&
    !headers.has("Accept-Ranges")
  );
}

/** Sends the framework's answer. */
export async function send(
  { response, text }: Packed,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie") res.setHeader(name, value);
  });
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("Set-Cookie", cookies);
  if (!response.headers.has("Content-Security-Policy"))
    res.setHeader("Content-Security-Policy", EMPTY_POLICY);
  if (!response.headers.has("Cache-Control")) res.setHeader("Cache-Control", "private, no-store");
  if (response.status === 503 && !response.headers.has("Retry-After"))
    res.setHeader("Retry-After", LATER_SECONDS);
  if (isText(response)) res.setHeader("Vary", "Accept-Encoding, Cookie");
  if (text !== null) {
    if (text.encoding !== "identity") res.setHeader("Content-Encoding", text.encoding);
    res.writeHead(response.status, { "Content-Length": text.bytes.byteLength });
    res.end(req.method === "HEAD" ? undefined : text.bytes);
    return;
  }
  if (response.body === null || response.status === 304) {
    res.writeHead(response.status).end();
    return;
  }
  res.writeHead(response.status);
  if (req.method === "HEAD") {
    await response.body.cancel();
    res.end();
    return;
  }
  await sendStream(response.body, res);
}

/** A long body: by the short way when its source is known, which also hears how it went. */
async function sendStream(body: ReadableStream<Uint8Array>, res: ServerResponse): Promise<void> {
  const source = sourceOf(body);
  if (source === null) return writeReadableStreamToWritable(body, res);
  try {
    await pipeline(await source.open(), res);
  } catch (error) {
    source.ended?.({ whole: false, error });
    throw error;
  }
  source.ended?.({ whole: true, error: null });
}
