import type { IncomingMessage } from "node:http";

/**
 * Whether a request that changes something may come from where it says it comes from.
 * Browsers send Origin with every POST, and newer ones Sec-Fetch-Site; a foreign or `null` origin and a
 * cross-site fetch are refused. Text browsers and command-line tools send neither and carry no ambient
 * authority that another site could borrow.
 * @param anySite its route takes posts from any site: a mail program that follows a List-Unsubscribe header posts
 *   from wherever it runs (RFC 8058)
 */
export function isSameSite(
  req: IncomingMessage,
  ownOrigin: string,
  anySite: () => boolean,
): boolean {
  const method = req.method ?? "GET";
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return true;
  if (method === "POST" && anySite()) return true;
  const site = req.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = req.headers.origin;
  return origin === undefined || origin.toLowerCase() === ownOrigin;
}
