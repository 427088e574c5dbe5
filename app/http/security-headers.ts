import type { Config } from "#platform/config.ts";
import type { PolicyOrigins } from "#model/consent.ts";

/**
 * Headers that every answer carries. The Content-Security-Policy of a page is
 * set where it is rendered; what has none gets one that allows nothing.
 */
export function securityHeaders(config: Config): ReadonlyArray<readonly [string, string]> {
  const headers: [string, string][] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "same-origin"],
    ["X-Frame-Options", "DENY"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ["X-Permitted-Cross-Domain-Policies", "none"],
  ];
  if (config.secure) headers.push(["Strict-Transport-Security", "max-age=31536000"]);
  return headers;
}

export const EMPTY_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of a page.
 * - staff pages run the framework: scripts by nonce
 * - visitors' pages run islands from this origin, or nothing
 * @param styleHash base64 SHA-256 of the one inline style: the org's accent color
 * @param frames whether the page shows a file of this origin in a frame
 * @param others exact origins of others that the company allowed, for a visitor's page on its own
 *   domain
 */
export function pagePolicy(
  scripts: { nonce: string } | "self" | "none",
  styleHash: string | null,
  frames: "self" | "none" = "none",
  others: PolicyOrigins = {},
): string {
  const scriptSource =
    scripts === "none"
      ? "'none'"
      : scripts === "self"
        ? "'self'"
        : `'nonce-${scripts.nonce}' 'strict-dynamic' 'self'`;
  const and = (directive: keyof PolicyOrigins) =>
    (others[directive] ?? []).map((origin) => ` ${origin}`).join("");
  const frameSource = frames === "none" && others.frame !== undefined ? "" : `'${frames}'`;
  return [
    "default-src 'none'",
    `script-src ${scriptSource}${and("script")}`,
    `${styleHash === null ? "style-src 'self'" : `style-src 'self' 'sha256-${styleHash}'`}${and("style")}`,
    `img-src 'self' data:${and("img")}`,
    `font-src 'self'${and("font")}`,
    `connect-src 'self'${and("connect")}`,
    "manifest-src 'self'",
    "form-action 'self'",
    `frame-src ${`${frameSource}${and("frame")}`.trim()}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}
