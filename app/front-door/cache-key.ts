/**
 * The query parameters that change what an anonymous visitor's page shows; all others are left out of the
 * key. Whoever makes a page depend on another one names it here.
 */
const KEYED = new Set([
  "category",
  "documents",
  "loginRequest",
  "page",
  "product",
  "requestAccess",
  "show",
  "subscribe",
  "subscribeStatus",
  "tcuUid",
  "unsubscribeStatus",
]);

/** Parameters whose pages are never kept: tokens, free text, one visitor's own, and those that only redirect. */
const NEVER = new Set([
  "unsubscribeToken",
  "inviteToken",
  "byoidJwt",
  "token",
  "q",
  "inviteColleagues",
  "itemName",
  "itemUid",
  "productId",
  "source",
  "accessStatus",
  "email",
  "redirectTo",
  "requestToken",
  "returnTo",
  "welcome",
]);

/** Path and query together; what is longer is refused. */
export const MAX_URL = 8_192;

/** A parameter longer than this is nobody's link. */
const MAX_VALUE = 200;

/** Cookies of ours; a request with one of them bypasses the cache, so that flash messages and rights show. */
const OWN_COOKIE = /(?:^|;\s*)(?:__Host-)?otc_/;

export function hasOwnCookie(header: string | undefined): boolean {
  return header !== undefined && OWN_COOKIE.test(header);
}

/**
 * The name under which a host's page is kept, or null when it never is: the path and the parameters that
 * matter, sorted by name. Data requests of the framework are never kept: visitors' pages make none, and
 * their answers depend on more than the path.
 * @param target path and query as they were sent
 */
export function cacheKey(target: string): string | null {
  const at = target.indexOf("?");
  const path = at === -1 ? target : target.slice(0, at);
  if (target.length > MAX_URL || path.endsWith(".data")) return null;
  return at === -1 ? target : keyWithQuery(path, target.slice(at + 1));
}

function keyWithQuery(path: string, query: string): string | null {
  const kept: (readonly [string, string])[] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    if (NEVER.has(name)) return null;
    if (!KEYED.has(name)) continue;
    if (value.length > MAX_VALUE) return null;
    kept.push([name, value]);
  }
  if (kept.length === 0) return path;
  // By name alone: of a repeated parameter the first counts, so their order among themselves matters.
  kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `${path}?${new URLSearchParams(kept as [string, string][])}`;
}
