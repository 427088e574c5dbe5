/** Where a redirect may lead: paths of this host alone. */

const MAX_LENGTH = 2_000;
/** A host that no link names: what resolves to another one left this host. */
const BASE = "http://local.invalid";

/**
 * The value as a path of this host, with its query and fragment, or the fallback when it is
 * anything else: another origin in any spelling (`//x`, `/\x`, `/%09/x`, `/..//x`), a scheme,
 * control characters, or no text at all.
 */
export function localPath(value: unknown, fallback: string): string {
  if (typeof value !== "string" || value.length > MAX_LENGTH || !isPlainPath(value))
    return fallback;
  const decoded = decodePath(value);
  if (decoded === null || !isPlainPath(decoded)) return fallback;
  const url = parse(value);
  if (url === null || url.origin !== BASE || !isPlainPath(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/**
 * Starts with one slash, and holds nothing that a browser reads as a second one or drops on its
 * way.
 */
function isPlainPath(text: string): boolean {
  return /^\/(?!\/)[^\\\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/.test(text);
}

/** The part before query and fragment as a server could read it, or null when it is malformed. */
function decodePath(value: string): string | null {
  try {
    return decodeURIComponent(value.replace(/[?#].*$/s, ""));
  } catch {
    return null;
  }
}

function parse(value: string): URL | null {
  try {
    return new URL(value, BASE);
  } catch {
    return null;
  }
}
