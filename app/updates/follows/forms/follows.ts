import * as z from "zod";
import { subscribeSchema } from "#model/subscribers/subscriptions.ts";

/** What can be followed: all of a portal, a product of it, one item, or the list of subprocessors. */
export const FOLLOW_KINDS = ["portal", "product", "item", "subprocessors"] as const;
export type FollowKind = (typeof FOLLOW_KINDS)[number];

/** How soon a change is mailed. */
export const PACES = ["each", "weekly", "never"] as const;
export type Pace = (typeof PACES)[number];

export const PACE_LABELS: Readonly<Record<Pace, string>> = {
  each: "At once",
  weekly: "Once a week",
  never: "Never",
};

/** What somebody follows. */
export interface FollowTarget {
  kind: FollowKind;
  /** null for the whole portal. */
  productId: string | null;
  /** The uid of an item; else the empty text. */
  thingId: string;
}

/** What an address asks to follow, before anybody looked whether it is there. */
export function followAsked(query: URLSearchParams): { kind: FollowKind; item: string } | null {
  const kind = FOLLOW_KINDS.find((one) => one === (query.get("what") ?? "portal"));
  if (kind === undefined) return null;
  const item = query.get("item") ?? "";
  return (kind === "item") === (item !== "") ? { kind, item } : null;
}

/** A member's choice; `pressed`: the button, by which who hears once a week goes on so. */
export const memberFollowSchema = z.object({
  pace: z.enum(PACES, "Choose how often"),
  pressed: z.literal("true").optional(),
});

/** A visitor's: the address that has to confirm it. */
export const visitorFollowSchema = z.object({
  pace: z.enum(["each", "weekly"], "Choose how often"),
  email: subscribeSchema.shape.email,
});
