/** How a relay is called, as MAIL writes it. */
export interface SmtpAddress {
  host: string;
  port: number;
  /** TLS from the first byte (smtps://). */
  secure: boolean;
  auth: { user: string; pass: string } | null;
  /** Whether the certificate has to be one that the system trusts; `?tls=unverified` says no. */
  verified: boolean;
  /** This machine. */
  local: boolean;
}

const SCHEME = /^(smtps?):\/\//i;
const CODES = "% as %25, / as %2F, # as %23, ? as %3F and @ as %40";
const ESCAPES = `Write ${CODES}`;
const QUERY = "Use ?tls=unverified only, for a relay with a self-made certificate";

/**
 * Reads the address of a relay, `smtp://user:password@host:587?tls=unverified`.
 * @returns what is wrong with it, in words that show nothing of it; null where it is no address of
 *   a relay at all
 */
export function readSmtpAddress(text: string): SmtpAddress | { fault: string } | null {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return null;
  const [authority = "", rest] = divided(text.slice(scheme.length + 3));
  // Whatever ends the address before its @ belongs to a name or a password.
  if (rest.includes("@") || !isPercentEncoded(userOf(authority)))
    return { fault: `has a character in its name or password that must be encoded. ${ESCAPES}` };
  if (/\s/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.hostname === "") return null;
  if (url.pathname !== "" && url.pathname !== "/") return { fault: PATH };
  if (url.hash !== "") return { fault: PATH };
  const options = [...url.searchParams];
  const other = options.find(([name]) => name !== "tls");
  if (other !== undefined)
    return {
      fault: `has the option ${JSON.stringify(other[0].slice(0, 40))}, which isn’t known. ${QUERY}`,
    };
  const [tls] = options;
  if (options.length > 1 || (tls !== undefined && tls[1] !== "unverified"))
    return { fault: `has the option tls with a value that isn’t known. ${QUERY}` };
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (scheme === "smtps" ? 465 : 587) : Number(url.port),
    secure: scheme === "smtps",
    auth:
      url.username === ""
        ? null
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    verified: tls === undefined,
    local: isLocal(url.hostname),
  };
}

const PATH = `has something after its host and port. Remove it. If it belongs to the password, write ${CODES}`;

/** What stands before the first sign that ends a host, and that sign with all behind it. */
function divided(text: string): [string, string] {
  const end = text.search(/[/?#]/);
  return end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end)];
}

function userOf(authority: string): string {
  return authority.slice(0, Math.max(0, authority.lastIndexOf("@")));
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isLocal(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
