import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable, Transform, type TransformCallback } from "node:stream";

/** Bytes of a form or JSON body; uploads have limits of their own. */
export const MAX_BODY_BYTES = 512 * 1024;

/** A body that went over its limit while it was being read. */
export class BodyTooLarge extends Error {}

/**
 * The Web Request for a Node request, as the application is to see it.
 * The body keeps back-pressure, stops at `MAX_BODY_BYTES`, and is read only when someone asks for it.
 * @param url the full URL, with the tenant already in its path
 */
export function webRequest(req: IncomingMessage, res: ServerResponse, url: string): Request {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  const method = req.method ?? "GET";
  const init: RequestInit & { duplex?: "half" } = { method, headers: webHeaders(req), signal: controller.signal };
  if (method !== "GET" && method !== "HEAD") {
    init.body = Readable.toWeb(req.pipe(new BodyLimit())) as unknown as ReadableStream;
    init.duplex = "half";
  }
  return new Request(url, init);
}

class BodyLimit extends Transform {
  #seen = 0;
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#seen += chunk.length;
    done(this.#seen > MAX_BODY_BYTES ? new BodyTooLarge() : null, chunk);
  }
}

function webHeaders(req: IncomingMessage): Headers {
  const headers = new Headers();
  const raw = req.rawHeaders;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? "";
    if (name.startsWith(":")) continue;
    try {
      headers.append(name, raw[i + 1] ?? "");
    } catch {
      // A header that no Request can carry says nothing that the application reads.
    }
  }
  return headers;
}
