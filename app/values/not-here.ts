/**
 * What a link named that is not there for this viewer, when the page that it led to says so. The
 * address carries only the kind, never the name: that keeps the pages that are kept few, and tells
 * nobody whether the thing exists.
 */
export const NOT_HERE = "notHere";

/** Kinds that other addresses lead from. */
export const LED_FROM = ["update", "product"] as const;

/** All kinds that have words. */
export type NotHereKind = (typeof LED_FROM)[number] | "item";
