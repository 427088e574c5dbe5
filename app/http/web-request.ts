import type { IncomingMessage, ServerResponse } from "node:http";
import { ReadableStream } from "node:stream/web";
import type { PageRoutes } from "./page-routes.ts";

/** Path and query together, in characters; what is longer is refused. */
export const MAX_URL = 8_192;

/**
 * How long a connection may be silent: while a body comes in or an answer goes out, and while the
 * answer is made.
 */
export const SILENCE_TIMEOUT_MS = 30_000;
export const WORK_TIMEOUT_MS = 120_000;

/** Bytes of a form or JSON body. */
export const MAX_BODY_BYTES = 512 * 1024;

/**
 * How many bytes the body of a request may have. An upload has no limit here: its route knows whose
 * it is and how much that org takes, and refuses by the length that was announced or by the byte
 * that is too much (platform/files/upload). Until a route reads it, nothing of it is taken in.
 */
export function bodyLimit(req: IncomingMessage, pathname: string, routes: PageRoutes): number {
  const isUpload =
    req.method === "POST" &&
    routes.says("takesFiles", pathname) &&
    /^multipart\/form-data\b/i.test(req.headers["content-type"] ?? "");
  return isUpload ? Infinity : MAX_BODY_BYTES;
}

/** A body that went over its limit while it was being read. */
export class BodyTooLarge extends Error {}

/**
 * The Web Request for a Node request, as the application is to see it.
 * The body keeps back-pressure, stops at its limit, and is read only when someone asks for it; it
 * fails when the client leaves before its end.
 * @param url the full URL, with the tenant already in its path
 * @param as.maxBytes of its body
 * @param as.forEveryone leaves every header of the client's out: cookies, and whatever else could
 *   be one visitor's. It goes on when they leave: others wait for it
 */
export function webRequest(
  req: IncomingMessage,
  res: ServerResponse,
  url: string,
  { method, forEveryone, maxBytes }: { method: string; forEveryone: boolean; maxBytes: number },
): Request {
  const init: RequestInit & { duplex?: "half" } = {
    method,
    headers: forEveryone ? new Headers() : webHeaders(req),
    signal: forEveryone ? null : untilLeft(res),
  };
  if (method !== "GET" && method !== "HEAD") {
    init.body = ReadableStream.from(limited(req, maxBytes)) as BodyInit;
    init.duplex = "half";
  } else {
    req.socket.setTimeout(WORK_TIMEOUT_MS);
  }
  return new Request(url, init);
}

/** Aborted when the client leaves before its answer has gone out. */
function untilLeft(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** The body's chunks up to the limit. The connection stays: it carries the answer. */
async function* limited(req: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    seen += chunk.byteLength;
    if (seen > limit) throw new BodyTooLarge();
    yield chunk;
  }
  req.socket.setTimeout(WORK_TIMEOUT_MS);
}

function webHeaders(req: IncomingMessage): Headers {
  const headers = new Headers();
  const raw = req.rawHeaders;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    try {
      headers.append(raw[i] ?? "", raw[i + 1] ?? "");
    } catch {
      // A header that no Request can carry says nothing that the application reads.
    }
  }
  return headers;
}
