import type { Config } from "../config.ts";

/** Our cookies. With an https origin they carry the `__Host-` prefix and Secure; on http neither, because text browsers drop those there (design §5). */
export type CookieName = "otc_staff" | "otc_member" | "otc_flash" | "otc_browser";

export function cookieName(config: Pick<Config, "secure">, name: CookieName): string {
  return config.secure ? `__Host-${name}` : name;
}

/** The value of one of our cookies in a request, or null. Cookies that are not ours are ignored. */
export function readCookie(
  request: Request,
  config: Pick<Config, "secure">,
  name: CookieName,
): string | null {
  const wanted = cookieName(config, name);
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === wanted) {
      const value = part.slice(at + 1).trim();
      return /^[\w.~-]{1,3500}$/.test(value) ? value : null;
    }
  }
  return null;
}

/** A Set-Cookie header. `maxAgeSeconds` 0 removes the cookie; undefined ends it with the browser's session. */
export function setCookie(
  config: Pick<Config, "secure">,
  name: CookieName,
  value: string,
  maxAgeSeconds?: number,
): string {
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  return `${cookieName(config, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${age}${config.secure ? "; Secure" : ""}`;
}
