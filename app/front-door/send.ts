import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CachedPage } from "./page-cache.ts";
import { chooseEncoding, encode, isCompressible } from "./response-bodies.ts";
import { EMPTY_POLICY } from "./security-headers.ts";

/** Bodies shorter than this, in bytes, are not worth compressing. */
const MIN_COMPRESSED = 512;

/** Sends a page from the cache in the encoding that the browser takes, or 304 when it has that one. */
export function sendPage(page: CachedPage, req: IncomingMessage, res: ServerResponse): void {
  const body = page.bodies.get(chooseEncoding(req.headers["accept-encoding"]));
  if (body === undefined) throw new Error("a cached page misses an encoding");
  if (req.headers["if-none-match"]?.includes(body.etag)) {
    res.writeHead(304, body.headers.slice(2)).end();
    return;
  }
  res.writeHead(200, body.headers);
  res.end(req.method === "HEAD" ? undefined : body.bytes);
}

/** Sends the framework's answer: text compressed as a whole, everything else as the stream that it is. */
export async function send(response: Response, req: IncomingMessage, res: ServerResponse): Promise<void> {
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie") res.setHeader(name, value);
  });
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("Set-Cookie", cookies);
  if (!response.headers.has("Content-Security-Policy")) res.setHeader("Content-Security-Policy", EMPTY_POLICY);
  if (!response.headers.has("Cache-Control")) res.setHeader("Cache-Control", "private, no-store");
  if (response.body === null || response.status === 304) {
    res.writeHead(response.status).end();
    return;
  }
  if (isCompressible(response.headers.get("Content-Type")) && !response.headers.has("Content-Encoding")) {
    await sendText(response, req, res);
    return;
  }
  res.writeHead(response.status);
  if (req.method === "HEAD") {
    await response.body.cancel();
    res.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as never), res);
}

async function sendText(response: Response, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const whole = new Uint8Array(await response.arrayBuffer());
  const encoding = whole.byteLength < MIN_COMPRESSED ? "identity" : chooseEncoding(req.headers["accept-encoding"]);
  const body = await encode(whole, encoding, 4);
  if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
  res.setHeader("Vary", "Accept-Encoding, Cookie");
  res.writeHead(response.status, { "Content-Length": body.byteLength });
  res.end(req.method === "HEAD" ? undefined : body);
}

/** A plain sentence, for what is refused before the framework is asked. */
export function plain(res: ServerResponse, status: number, text: string): void {
  res.setHeader("Content-Security-Policy", EMPTY_POLICY);
  res.setHeader("Cache-Control", "private, no-store");
  res.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  res.end(`${text}\n`);
}
