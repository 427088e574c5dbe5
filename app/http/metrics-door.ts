import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Where the figures of the running process are told. */
export interface MetricsDoor {
  /** What whoever asks must know; null: nothing, since the door itself is closed to others. */
  token: string | null;
  /** The figures as Prometheus reads them. */
  text: () => Promise<string>;
}

const PATH = "/metrics";
const TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Whether a request is for the figures, and may have them. To all others there is nothing here. */
export function mayAskMetrics({ token }: MetricsDoor, req: IncomingMessage): boolean {
  const [path] = (req.url ?? "").split("?", 1);
  if (path !== PATH || (req.method !== "GET" && req.method !== "HEAD")) return false;
  return token === null || isBearer(req.headers.authorization ?? "", token);
}

/** Sends the figures. */
export async function sendMetrics(
  { text }: MetricsDoor,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const body = Buffer.from(await text());
  res.writeHead(200, {
    "Content-Type": TYPE,
    "Content-Length": body.byteLength,
    "Cache-Control": "private, no-store",
  });
  res.end(req.method === "HEAD" ? undefined : body);
}

/** Compares digests, so that the time it takes says nothing of the token. */
function isBearer(header: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const [scheme = "", given = ""] = header.split(" ");
  return scheme.toLowerCase() === "bearer" && timingSafeEqual(digest(given), digest(token));
}
