import { foldText } from "./folding.ts";

/** Names and slugs. */

/** Letters and marks of any script, digits, space and . , ' & ( ) - /. */
export const NAME_CHARACTERS = /^[\p{L}\p{M}\p{N} .,'’&()\-/]+$/u;

/** Words for pages that are to come. Companies could have them before they were reserved. */
const RESERVED_LATE = ["home", "inbox", "controls", "insight", "metrics", "install", "partners"];

/** The first path segments of the private area and of the installation: no org can be called so. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  "sign-in",
  "sign-out",
  "setup",
  "documents",
  "traces",
  "requests",
  "comments",
  "accounts",
  "profiles",
  "rules",
  "nda",
  "updates",
  "subscribers",
  "knowledge-base",
  "products",
  "settings",
  "team",
  "audit",
  "mail",
  "account",
  "history",
  "installation",
  "org",
  "api",
  "assets",
  "byoid",
  "healthz",
  "readyz",
  "item",
  "product",
  "card",
  "faq",
  "search",
  "edit",
  "subprocessors",
  ...RESERVED_LATE,
  "robots.txt",
  "sitemap.xml",
  "favicon.ico",
  ".well-known",
]);

/**
 * An org's slug: 2 to 50 lower-case letters, digits and inner hyphens, none of the reserved words.
 */
export function isOrgSlug(value: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])$/.test(value) && !RESERVED_SLUGS.has(value);
}

/** The slug that an org's name proposes: 'Acme Cloud, Inc.' as 'acme-cloud-inc'; null where it has too few letters for one. */
export function defaultOrgSlug(name: string): string | null {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const slug = words.join("-").slice(0, 50).replace(/-$/, "");
  return isOrgSlug(slug) ? slug : null;
}

/** An org's slug, or one that an org can have had. */
export function wasOrgSlug(value: string): boolean {
  return isOrgSlug(value) || RESERVED_LATE.includes(value);
}

/**
 * The default slug of an item: title lower-cased, spaces as hyphens, other characters dropped, else
 * 'item'.
 */
export function defaultItemSlug(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .normalize("NFKD")
    .replace(/\s+/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 99);
  return slug === "" ? "item" : slug;
}

/** A product slug in a path: spaces shown as `+`, the rest percent-encoded. */
export function productPathSegment(slug: string): string {
  return encodeURIComponent(slug).replace(/%20/g, "+");
}

/** The product slug that a path segment names; the router has already percent-decoded it. */
export function productSlugOf(segment: string): string {
  return segment.replace(/\+/g, " ");
}

/**
 * The stored key that titles sort by: case and accents folded, numbers padded so that 'ISO 9001'
 * precedes 'ISO 27001'.
 */
export function sortKey(title: string): string {
  return foldText(title)
    .replace(/\d+/g, (digits) => digits.padStart(10, "0"))
    .trim();
}

/** A name as it is searched: case and accents folded. */
export function searchText(text: string): string {
  return foldText(text);
}

/** So many words of a search count. */
const MOST_WORDS = 20;

/**
 * The words that a list is searched by, in lower case and in any order; where there are none, the
 * signs as they are.
 */
export function wordsAsked(query: string): string[] {
  const asked = query.trim().toLowerCase();
  if (asked === "") return [];
  const words = asked.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [asked];
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** A choice's words as they stand at the beginning of a line: 'Regulator/auditor'. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
