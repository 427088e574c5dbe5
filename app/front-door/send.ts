import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sourceOf } from "../files/streamed-body.ts";
import type { Glance } from "./glance.ts";
import type { CachedPage } from "./page-cache.ts";
import { chooseEncoding, encode, isCompressible, matchesEtag } from "./response-bodies.ts";
import { EMPTY_POLICY } from "./security-headers.ts";

/** Bodies shorter than this, in bytes, are not worth compressing. */
const MIN_COMPRESSED = 512;

/** Sends a kept page in the encoding that the browser takes, or 304 when it has that one. */
export function sendPage(
  page: CachedPage,
  req: IncomingMessage,
  res: ServerResponse,
  { acceptEncoding, ifNoneMatch }: Pick<Glance, "acceptEncoding" | "ifNoneMatch">,
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

/** Sends the framework's answer: text compressed as a whole, everything else as the stream that it is. */
export async function send(
  response: Response,
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
  // What takes ranges goes out as it is: its length and its ranges are those of its bytes.
  const isText =
    isCompressible(response.headers.get("Content-Type")) &&
    !response.headers.has("Content-Encoding") &&
    !response.headers.has("Accept-Ranges");
  if (isText) res.setHeader("Vary", "Accept-Encoding, Cookie");
  if (response.body === null || response.status === 304) {
    res.writeHead(response.status).end();
    return;
  }
  if (isText) return sendText(response, req, res);
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
  if (source === null) return pipeline(Readable.fromWeb(body as never), res);
  try {
    await pipeline(await source.open(), res);
  } catch (error) {
    source.ended?.({ whole: false, error });
    throw error;
  }
  source.ended?.({ whole: true, error: null });
}

async function sendText(
  response: Response,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const whole = new Uint8Array(await response.arrayBuffer());
  const encoding =
    whole.byteLength < MIN_COMPRESSED ? "identity" : chooseEncoding(req.headers["accept-encoding"]);
  const body = await encode(whole, encoding, 4);
  if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
  res.writeHead(response.status, { "Content-Length": body.byteLength });
  res.end(req.method === "HEAD" ? undefined : body);
}
