import type { Config } from "../config.ts";

/**
 * Headers that every answer carries (quality.md, Attacks). The Content-Security-Policy of a page is
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
 * @param styleHash base64 SHA-256 of the one inline style: the org's accent colour
 * @param frames whether the page shows a file of this origin in a frame
 */
export function pagePolicy(
  scripts: { nonce: string } | "self" | "none",
  styleHash: string | null,
  frames: "self" | "none" = "none",
): string {
  const scriptSource =
    scripts === "none"
      ? "'none'"
      : scripts === "self"
        ? "'self'"
        : `'nonce-${scripts.nonce}' 'strict-dynamic' 'self'`;
  return [
    "default-src 'none'",
    `script-src ${scriptSource}`,
    styleHash === null ? "style-src 'self'" : `style-src 'self' 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    `frame-src '${frames}'`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}
