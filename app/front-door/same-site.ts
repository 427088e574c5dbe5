import type { IncomingMessage } from "node:http";

/**
 * The one address that any site may post to: a mail program that follows a List-Unsubscribe header posts from
 * wherever it runs (RFC 8058). Its signed token is all the authority that counts there; cookies count for nothing.
 */
const OPEN_TO_ALL = /^\/api\/share\/[^/?]+\/unsubscribe\/one-click(?:\?|$)/;

/**
 * Whether a request that changes something may come from where it says it comes from (quality.md, CSRF).
 * Browsers send Origin with every POST, and newer ones Sec-Fetch-Site; a foreign or `null` origin and a
 * cross-site fetch are refused. Text browsers and command-line tools send neither and carry no ambient
 * authority that another site could borrow.
 */
export function isSameSite(req: IncomingMessage, ownOrigin: string): boolean {
  const method = req.method ?? "GET";
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return true;
  if (method === "POST" && OPEN_TO_ALL.test(req.url ?? "")) return true;
  const site = req.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = req.headers.origin;
  return origin === undefined || origin.toLowerCase() === ownOrigin;
}
