import { parse } from "cookie";
import type { Config } from "../../config.ts";

/** Cookies that pages are made of. */
const NAMES = [
  "otc_staff",
  "otc_member",
  "otc_flash",
  "otc_browser",
  "otc_form",
  "otc_way",
] as const;
/**
 * Says that somebody signed in here before: only forms of signing in read it, so pages are
 * everybody's beside it.
 */
const KNOWN = "otc_known";

/**
 * Our cookies. With an https origin they carry the `__Host-` prefix and Secure; on http neither,
 * because text browsers drop those there.
 */
export type CookieName = (typeof NAMES)[number] | typeof KNOWN;

export function cookieName(config: Pick<Config, "secure">, name: CookieName): string {
  return config.secure ? `__Host-${name}` : name;
}

/**
 * The one reading of a Cookie header: the listener, which decides by it whether a page is
 * everybody's, and the application see the same. Values are taken as they are; of a repeated name
 * the first counts.
 */
function cookiesOf(header: string): Record<string, string | undefined> {
  return parse(header, { decode: (value) => value });
}

/**
 * The value of one of our cookies in a Cookie header, or null. Cookies that are not ours are
 * ignored.
 */
export function cookieValue(
  header: string | null | undefined,
  config: Pick<Config, "secure">,
  name: CookieName,
): string | null {
  const value = header ? cookiesOf(header)[cookieName(config, name)] : undefined;
  return value !== undefined && /^[\w.~-]{1,3500}$/.test(value) ? value : null;
}

/** The value of one of our cookies in a request, or null. */
export function readCookie(
  request: Request,
  config: Pick<Config, "secure">,
  name: CookieName,
): string | null {
  return cookieValue(request.headers.get("Cookie"), config, name);
}

/** Whether a Cookie header has a cookie of exactly one of our names, whatever its value. */
export function hasOwnCookie(header: string | undefined, config: Pick<Config, "secure">): boolean {
  // Most headers that come have none, and needn't be taken apart.
  if (header === undefined || !header.includes("otc_")) return false;
  const cookies = cookiesOf(header);
  return NAMES.some((name) => cookies[cookieName(config, name)] !== undefined);
}

/**
 * A Set-Cookie header. `maxAgeSeconds` 0 removes the cookie; undefined ends it with the browser's
 * session.
 */
export function setCookie(
  config: Pick<Config, "secure">,
  name: CookieName,
  value: string,
  maxAgeSeconds?: number,
): string {
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  return `${cookieName(config, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${age}${config.secure ? "; Secure" : ""}`;
}
