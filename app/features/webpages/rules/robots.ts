/** What a site's robots.txt says to this product's reader (RFC 9309). */

/** The product token that groups of robots.txt name. */
export const ROBOTS_AGENT = "opentrustcenter";
/** As much of a robots.txt counts, in bytes. */
const MAX_ROBOTS = 500 * 1024;

interface Rule {
  allow: boolean;
  /** The path with its wildcards, percent-encoding made alike. */
  pattern: string;
}

/** The rules that a robots.txt has for one agent. */
export type RobotsRules = readonly Rule[];

/**
 * The rules of a robots.txt for an agent: those of all groups that name it; where none does, those
 * for everybody. Lines that say nothing that is known are passed over.
 */
export function robotsRules(bytes: Uint8Array, agent = ROBOTS_AGENT): RobotsRules {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_ROBOTS));
  const own: Rule[] = [];
  const everybody: Rule[] = [];
  let isNamed = false;
  let into: Rule[][] = [];
  let isNamingAgents = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [said = ""] = line.split("#", 1);
    const colon = said.indexOf(":");
    if (colon < 0) continue;
    const key = said.slice(0, colon).trim().toLowerCase();
    const value = said.slice(colon + 1).trim();
    if (key === "user-agent") {
      if (!isNamingAgents) into = [];
      isNamingAgents = true;
      const [token = ""] = /^[a-z_-]+/i.exec(value) ?? [];
      if (value === "*") into.push(everybody);
      else if (token.toLowerCase() === agent) {
        isNamed = true;
        into.push(own);
      }
    } else if (key === "allow" || key === "disallow") {
      isNamingAgents = false;
      if (value === "") continue;
      for (const rules of into) rules.push({ allow: key === "allow", pattern: alike(value) });
    }
  }
  return isNamed ? own : everybody;
}

/**
 * Whether rules let a page be read: the longest rule that fits decides, and of two as long the one
 * that allows.
 */
export function mayRead(rules: RobotsRules, url: URL): boolean {
  if (url.pathname === "/robots.txt") return true;
  const path = alike(url.pathname + url.search);
  let longest = -1;
  let allowed = true;
  for (const { allow, pattern } of rules) {
    const { length } = pattern;
    if (length < longest || (length === longest && !allow) || !fits(pattern, path)) continue;
    longest = length;
    allowed = allow;
  }
  return allowed;
}

/**
 * Whether a pattern fits the beginning of a path; `*` stands for any characters, `$` at its end for
 * the path's.
 */
function fits(pattern: string, path: string): boolean {
  const toEnd = pattern.endsWith("$");
  const [first = "", ...pieces] = (toEnd ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  if (pieces.length === 0) return !toEnd || path.length === first.length;
  const last = pieces.pop() ?? "";
  let at = first.length;
  for (const piece of pieces) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return toEnd ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
}

/**
 * A path or pattern with its percent-encoding as URLs write it, so that the two can be compared.
 */
function alike(path: string): string {
  return path
    .replaceAll(/%[\da-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
    })
    .replaceAll(/[^\u0021-\u007e]+/gu, (other) =>
      encodeURIComponent(Buffer.from(other).toString()),
    );
}
