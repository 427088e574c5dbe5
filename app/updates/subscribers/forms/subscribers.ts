import * as z from "zod";
import { importFields } from "#web/table-import/forms/table-import.ts";
import { emailField } from "#model/subscribers/email.ts";
import { SUBSCRIBER_STATES, type SubscriberState } from "#model/subscribers/subscriptions.ts";

/** The forms of the private area's subscribers pages. */

/** What the list is narrowed to: the query of /subscribers, and of its export. */
export interface SubscriberQuery {
  search: string;
  state: SubscriberState | null;
  source: string | null;
  productId: string | null;
}

/** The filter that a query names; whatever names nothing narrows nothing. */
export function subscriberQuery(query: URLSearchParams): SubscriberQuery {
  const text = (name: string) => (query.get(name) ?? "").trim().slice(0, 320);
  return {
    search: text("q"),
    state: SUBSCRIBER_STATES.find((state) => state === query.get("state")) ?? null,
    source: text("source") || null,
    productId: text("product") || null,
  };
}

/** The query of a filter, which is empty when nothing is narrowed. */
export function subscriberSearchParams(filter: SubscriberQuery): URLSearchParams {
  const said = { q: filter.search, state: filter.state, source: filter.source };
  return new URLSearchParams(
    Object.entries({ ...said, product: filter.productId }).filter(
      (pair): pair is [string, string] => pair[1] !== null && pair[1] !== "",
    ),
  );
}

const id = z
  .string({ error: "Something went wrong with this form. Reload the page and try again." })
  .min(1)
  .max(64);

/** A row's buttons. */
export const subscriberChangeSchema = z.object({
  intent: z.enum(["block", "remove"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
  id,
});

/** Keeping somebody out, or letting them in again. */
export const blockChangeSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("block"),
    value: z
      .string({ error: "Enter an address or a domain" })
      .trim()
      .min(1, "Enter an address or a domain")
      .max(320, "This is too long"),
  }),
  z.object({ intent: z.literal("unblock"), id }),
]);

/**
 * How people who are brought along come to be subscribed: each confirms by mail, or they agreed
 * before and staff say where.
 */
const consentFields = {
  agreement: z.enum(["mail", "before"], { error: "Choose how they agree" }),
  consent: z.string().trim().max(300, "Use at most 300 characters").optional(),
};

interface Consent {
  agreement: "mail" | "before";
  consent?: string | undefined;
}

const saysWhere = ({ agreement, consent }: Consent) =>
  agreement === "mail" || (consent ?? "").length >= 3;
const mustSayWhere = { path: ["consent"], error: "Enter where and when they consented" };

/** What is recorded as consent; null: each is asked by mail. */
export function consentOf({ agreement, consent }: Consent): string | null {
  return agreement === "before" ? (consent ?? "") : null;
}

export const addSubscriberSchema = z
  .object({ email: emailField, ...consentFields })
  .refine(saysWhere, mustSayWhere);

export const importSchema = z
  .object({ ...importFields, ...consentFields })
  .refine(saysWhere, mustSayWhere);
