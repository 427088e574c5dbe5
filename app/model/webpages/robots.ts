import { placeOf } from "#values/linear-search.ts";

/** What a site's robots.txt says to this product's reader (RFC 9309). */

/** The product token that groups of robots.txt name. */
export const ROBOTS_AGENT = "opentrustcenter";
/** A robots.txt is read to its end, or not at all: bytes, rules for one agent, bytes of a rule. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
export const MAX_RULES = 1_000;
export const MAX_PATTERN = 2_048;

interface Rule {
  allow: boolean;
  /** The path with its wildcards, percent-encoding made alike. */
  pattern: string;
}

/** The rules that a robots.txt has for one agent. */
export type RobotsRules = readonly Rule[];

/** There is more in a robots.txt than is read; the message says what, for staff. */
export class TooMuchRobots extends Error {}

/** The groups for one agent: their rules, or what is too much of them. */
class Groups {
  readonly #rules: Rule[] = [];
  #fault: string | null = null;

  add(allow: boolean, value: string): void {
    if (value.length > MAX_PATTERN)
      this.#fault = `One of its rules is longer than ${MAX_PATTERN.toLocaleString("en")} characters.`;
    else if (this.#rules.length === MAX_RULES)
      this.#fault = `It has more than ${MAX_RULES.toLocaleString("en")} rules.`;
    else this.#rules.push({ allow, pattern: alike(value) });
  }

  /** @throws TooMuchRobots */
  get rules(): RobotsRules {
    if (this.#fault !== null) throw new TooMuchRobots(this.#fault);
    return this.#rules;
  }
}

/**
 * The rules of a robots.txt for an agent: those of all groups that name it; where none does, those
 * for everybody. Lines that say nothing that is known are passed over.
 *
 * A step is one line, so that a long file is read in slices.
 * @throws TooMuchRobots for what is longer than is read: what stands in the rest could forbid
 *   anything
 */
export function* robotsRules(
  bytes: Uint8Array,
  agent = ROBOTS_AGENT,
): Generator<void, RobotsRules, void> {
  if (bytes.length > MAX_ROBOTS_BYTES)
    throw new TooMuchRobots(`It is longer than ${MAX_ROBOTS_BYTES.toLocaleString("en")} bytes.`);
  const own = new Groups();
  const everybody = new Groups();
  let isNamed = false;
  /** Whose group this is; each once, however often it is named. */
  let into = new Set<Groups>();
  let isNamingAgents = false;
  for (const line of linesOf(new TextDecoder().decode(bytes))) {
    yield;
    const hash = line.indexOf("#");
    const said = hash < 0 ? line : line.slice(0, hash);
    const colon = said.indexOf(":");
    if (colon < 0) continue;
    const key = said.slice(0, colon).trim().toLowerCase();
    const value = said.slice(colon + 1).trim();
    if (key === "user-agent") {
      if (!isNamingAgents) into = new Set();
      isNamingAgents = true;
      if (value === "*") into.add(everybody);
      else if (isTokenOf(value, agent)) {
        isNamed = true;
        into.add(own);
      }
    } else if (key === "allow" || key === "disallow") {
      isNamingAgents = false;
      if (value === "") continue;
      for (const groups of into) groups.add(key === "allow", value);
    }
  }
  return (isNamed ? own : everybody).rules;
}

/** The lines of a text, one at a time; an empty one is as none. */
function* linesOf(text: string): Generator<string, void> {
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && text[at] !== "\n" && text[at] !== "\r") continue;
    if (at > from) yield text.slice(from, at);
    from = at + 1;
  }
}

/** Whether a line names this agent: by its product token, with or without a version. */
function isTokenOf(value: string, agent: string): boolean {
  const [token = ""] = /^[a-z_-]*/i.exec(value.slice(0, agent.length + 1)) ?? [];
  return token.toLowerCase() === agent;
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
 * the path's. Each piece between wildcards is looked for behind the one before it, so nothing is
 * tried twice.
 */
function fits(pattern: string, path: string): boolean {
  const toEnd = pattern.endsWith("$");
  const [first = "", ...pieces] = (toEnd ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  if (pieces.length === 0) return !toEnd || path.length === first.length;
  const last = pieces.pop() ?? "";
  let at = first.length;
  for (const piece of pieces) {
    const found = placeOf(path, piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return toEnd
    ? path.length - last.length >= at && path.endsWith(last)
    : placeOf(path, last, at) >= 0;
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
