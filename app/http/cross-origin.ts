import type { IncomingMessage, ServerResponse } from "node:http";

/** How long a browser remembers the answer to its question beforehand, in seconds. */
const KEPT_SECONDS = 600;
/** What everyone may read of a company, as a program. */
const PUBLIC_READS = "/api/share/";
const SENT = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match";
const READ =
  "Content-Disposition, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";

/**
 * Lets the pages of other sites read an answer that no cookie opens: what everyone may read, and
 * what a key or a token in the request opens. No site may send cookies along (`*`), so whoever is
 * signed in here lends it nothing.
 * @param isKeyCall whether the address takes a key or a token alone
 * @returns whether they may
 */
export function openToSites(
  req: IncomingMessage,
  res: ServerResponse,
  inside: string,
  isKeyCall: boolean,
): boolean {
  if (req.method === "OPTIONS" && !asksBeforehand(req)) return false;
  if (!isKeyCall && !isPublicRead(req, inside)) return false;
  res.setHeader("Access-Control-Allow-Origin", "*");
  res.setHeader("Access-Control-Expose-Headers", READ);
  return true;
}

/** What a browser is told that asks beforehand which requests of another site are taken. */
export function answerBeforehand(res: ServerResponse, methods: readonly string[]): void {
  res.setHeader("Access-Control-Allow-Methods", methods.join(", "));
  res.setHeader("Access-Control-Allow-Headers", SENT);
  res.setHeader("Access-Control-Max-Age", String(KEPT_SECONDS));
}

/** Whether a browser asks beforehand for a page of another site (the CORS protocol's preflight). */
export function asksBeforehand({ method, headers }: IncomingMessage): boolean {
  return (
    method === "OPTIONS" &&
    headers.origin !== undefined &&
    headers["access-control-request-method"] !== undefined
  );
}

function isPublicRead(req: IncomingMessage, inside: string): boolean {
  const method = asksBeforehand(req) ? req.headers["access-control-request-method"] : req.method;
  return (method === "GET" || method === "HEAD") && inside.startsWith(PUBLIC_READS);
}
