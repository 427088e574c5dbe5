import * as z from "zod";
import { anything, oneOf, type PageQuery } from "#values/page-query.ts";
import { TOPIC_CATEGORIES, type TopicCategory } from "#model/updates/words.ts";
import { emailField } from "./email.ts";

/** Words, forms and limits of subscribing. */
export const SUBSCRIBER_STATES = ["pending", "confirmed", "unsubscribed", "blocked"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/** A mail for each update, or one a week. */
export const DIGEST_CHOICES = ["each", "weekly"] as const;
export type DigestChoice = (typeof DIGEST_CHOICES)[number];

/** What the subscribe-result modal tells. */
export const SUBSCRIBE_STATUSES = ["Confirmed", "Blocked", "TokenInvalid"] as const;
export type SubscribeStatus = (typeof SUBSCRIBE_STATUSES)[number];

/** What of a query the dialogs about a subscription are made of. */
export const SUBSCRIPTION_QUERY: PageQuery = {
  kept: {
    subscribe: oneOf("true"),
    subscribeStatus: oneOf(...SUBSCRIBE_STATUSES),
    unsubscribeStatus: oneOf("Failed"),
  },
  own: { unsubscribeToken: anything },
  along: [{ names: ["source"], beside: ["subscribe"] }],
};

/** How long a link that confirms a subscription is good. */
export const CONFIRM_HOURS = 48;
/** A second mail about the same subscription is not sent before. */
export const MAIL_PAUSE_MINUTES = 2;

export const SUBSCRIBED = "Please check your email inbox to confirm your subscription";
export const SUBSCRIBE_FAILED = "Unfortunately, an unknown error has occurred.";
export const UNSUBSCRIBED = "You have been unsubscribed to updates";

/**
 * Where on the product somebody subscribed: short, for counting; anything else counts as 'other'.
 */
export function subscribeSource(value: unknown): string {
  return typeof value === "string" && /^[\w-]{1,40}$/.test(value) ? value : "other";
}

/** POST {share base}/subscribe, and what its form has as well. The agreement is not required. */
export const subscribeSchema = z.object({
  email: emailField,
  agree: z.unknown().optional(),
  source: z.unknown().optional().transform(subscribeSource),
});

/** Which updates a subscriber wants. */
export interface UpdateChoice {
  allUpdates: boolean;
  /** Counts when not all updates are wanted. */
  categories: readonly TopicCategory[];
  /** Counts when not all updates are wanted; none: every product. */
  productIds: readonly string[];
}

/** What a subscriber wants. */
export interface Preferences extends UpdateChoice {
  digest: DigestChoice;
}

/**
 * Whether an update is among those that were chosen; one about all products concerns everybody. As
 * platform/mail/store/subscriber-audience asks it of rows.
 */
export function wantsUpdate(
  { allUpdates, categories, productIds }: UpdateChoice,
  update: { category: TopicCategory; productIds: readonly string[] },
): boolean {
  if (allUpdates) return true;
  if (!categories.includes(update.category)) return false;
  return (
    update.productIds.length === 0 ||
    productIds.length === 0 ||
    update.productIds.some((id) => productIds.includes(id))
  );
}

const many = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (value === undefined || value === "" ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(100),
  );

/** The preferences form: all updates, or at least one category. */
export const preferencesSchema = z
  .object({
    scope: z.enum(["all", "some"], { error: "Choose which updates you want" }),
    categories: many(z.enum(TOPIC_CATEGORIES)),
    productIds: many(z.string().max(64)),
    digest: z.enum(DIGEST_CHOICES, { error: "Choose how often you want email" }),
  })
  .refine((form) => form.scope === "all" || form.categories.length > 0, {
    path: ["categories"],
    error: "Choose at least one category, or unsubscribe",
  })
  .transform(({ scope, categories, productIds, digest }): Preferences => ({
    allUpdates: scope === "all",
    categories: [...new Set(categories)],
    productIds: [...new Set(productIds)],
    digest,
  }));

/**
 * The subscribe form: the address, and which categories of updates: null where all are chosen,
 * undefined where the form that was sent offered no choice of them.
 */
export const subscribeFormSchema = subscribeSchema
  .extend({
    offers: z.literal("categories").optional().catch(undefined),
    categories: many(z.enum(TOPIC_CATEGORIES)),
  })
  .refine((form) => form.offers === undefined || form.categories.length > 0, {
    path: ["categories"],
    error: "Choose at least one category",
  })
  .transform(({ email, source, offers, categories }) => {
    const chosen = [...new Set(categories)];
    const isAll = chosen.length === TOPIC_CATEGORIES.length;
    return { email, source, categories: offers === undefined ? undefined : isAll ? null : chosen };
  });
