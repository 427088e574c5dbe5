import { changeAt, type NounName } from "#model/api-nouns.ts";
import { ACCESS_ROWS } from "./rows/access-rows.ts";
import { COMPANY_ROWS } from "./rows/company-rows.ts";
import { CONTENT_ROWS } from "./rows/content-rows.ts";
import { PRODUCT_ROWS } from "./rows/product-rows.ts";
import type { Entry, Noun } from "./rows/row.ts";
import type { Verb, Writes } from "./writes/verb.ts";

/** The nouns below /api/v1. */
export const NOUNS: Readonly<Record<NounName, Noun<Entry>>> = {
  ...CONTENT_ROWS,
  ...ACCESS_ROWS,
  ...PRODUCT_ROWS,
  ...COMPANY_ROWS,
};

/** The noun of an address's pattern, `/api/v1/controls/:id`. */
export function nounAt(pattern: string): { name: NounName; noun: Noun<Entry> } {
  const name = segmentsOf(pattern)[2] as NounName;
  return { name, noun: NOUNS[name] };
}

/** The change that a method at an address's pattern is, and what a key needs for it; null for none. */
export function verbAt(
  pattern: string,
  method: string,
): { writes: Writes; verb: Verb | "put" } | null {
  const { writes } = nounAt(pattern).noun;
  const at = changeAt(segmentsOf(pattern), method);
  if (writes === undefined || at === null) return null;
  if ("call" in at) {
    const verb = writes.calls?.[at.call];
    return verb === undefined ? null : { writes, verb };
  }
  const verb = at.change === "put" ? writes.put && "put" : writes[at.change];
  return verb === undefined ? null : { writes, verb };
}

const segmentsOf = (pattern: string) => pattern.split("/").filter(Boolean);
