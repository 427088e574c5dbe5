import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import { EMPTY_POLICY } from "./security-headers.ts";

/** How long a client that is still sending gets to read its answer, in milliseconds. */
const LINGER_MS = 2_000;

/**
 * Answers a request that the application does not see, or whose answer is lost: a plain sentence
 * for people, a problem document (RFC 9457) for those who called the API. Of a failure people also
 * learn the request's id, and whoever calls with a key learns it of every refusal.
 */
export function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  text: string,
): void {
  const isApi = isApiPath(req.url ?? "");
  const id = res.getHeader("X-Request-Id");
  const told = status >= 500 && id !== undefined ? `Request ID: ${String(id)}\n` : "";
  const requestId = id !== undefined && isKeyPath(req.url ?? "") ? { requestId: String(id) } : {};
  const body = isApi ? problem(status, text, requestId) : `${text}\n${told}`;
  res.setHeader("Content-Security-Policy", EMPTY_POLICY);
  res.setHeader("Cache-Control", "private, no-store");
  res.setHeader("Content-Type", isApi ? "application/problem+json" : "text/plain; charset=utf-8");
  res.writeHead(status, { "Content-Length": Buffer.byteLength(body) });
  res.end(body);
  linger(req);
}

/** Another name of this server leads to its own one. */
export function redirect(req: IncomingMessage, res: ServerResponse, location: string): void {
  res.setHeader("Content-Security-Policy", EMPTY_POLICY);
  res.setHeader("Cache-Control", "private, no-store");
  res.writeHead(req.method === "GET" || req.method === "HEAD" ? 302 : 307, {
    Location: location,
    "Content-Length": 0,
  });
  res.end();
  linger(req);
}

export function isApiPath(pathname: string): boolean {
  return pathname.startsWith("/api/");
}

/** Whether an address is one of the calls that take keys. */
function isKeyPath(pathname: string): boolean {
  return pathname.startsWith("/api/v1/");
}

/** A problem document with the status and the headers of another answer. */
export function problemInstead(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Content-Type", "application/problem+json");
  headers.delete("Content-Security-Policy");
  return new Response(problem(response.status, STATUS_CODES[response.status] ?? "Error"), {
    status: response.status,
    headers,
  });
}

function problem(status: number, title: string, members: object = {}): string {
  return JSON.stringify({ type: "about:blank", title, status, ...members });
}

/**
 * Takes no more than a moment of a body that nobody reads: closing at once would cut the answer off
 * before the client has read it, reading on would take gigabytes.
 */
export function linger(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  req.resume();
  const timer = setTimeout(() => req.socket.destroy(), LINGER_MS).unref();
  req.once("end", () => clearTimeout(timer));
}
