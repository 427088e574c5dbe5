import * as z from "zod";
import { splitAddresses } from "#model/updates/recipients.ts";
import {
  updateFaults,
  valuesOf,
  type UpdateField,
  type UpdateValues,
  type UpdateWords,
} from "#model/updates/topic-updates.ts";
import { momentIn } from "#values/zoned-time.ts";

/**
 * A trust update as the form and as the API send it. Both end in the same rules and the same
 * values.
 */

interface Asked {
  /** The topic exists already; then its own fields are not asked for. */
  topicId: string | null;
  timeZone: string;
  now: Date;
}

const text = z.string().optional().default("");
const tick = z
  .string()
  .optional()
  .transform((value) => value !== undefined && value !== "");
const many = z.preprocess(
  (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z.array(z.string().max(64)).max(200),
);

/** What the buttons of the form do. */
export const UPDATE_INTENTS = ["save", "preview", "publish"] as const;

const formFields = z.object({
  intent: z.enum(UPDATE_INTENTS).catch("save"),
  /** Issued with the form, so that the same form sent twice saves one draft. */
  draft: z
    .string()
    .regex(/^[\w-]{22}$/)
    .optional()
    .catch(undefined),
  /**
   * Of the draft that the form shows; another one in the database means that somebody saved in
   * between.
   */
  revision: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
  subject: text,
  category: text,
  hidden: tick,
  pinned: tick,
  products: many,
  effectiveOn: text,
  objectionDays: text,
  message: text,
  audience: z.string().optional().default("public"),
  statusPage: tick,
  email: tick,
  subscribers: tick,
  source: text,
  profileId: text,
  emails: text,
  publishAt: text,
  /** The time that was planned is over: published now, said explicitly. */
  publishNow: tick,
});

/** The form of an update. Names are what the inputs are called. */
export function updateForm(asked: Asked) {
  return formFields.transform((fields, context) => {
    const {
      intent,
      draft,
      revision,
      products,
      publishAt,
      emails,
      effectiveOn,
      objectionDays,
      publishNow,
      ...rest
    } = fields;
    const words: UpdateWords = {
      ...rest,
      topicId: asked.topicId,
      productIds: products,
      ...termsOf(rest.category, effectiveOn, objectionDays),
      emails: splitAddresses(emails),
      publishAt:
        publishAt.trim() === "" ? null : (momentIn(publishAt, asked.timeZone) ?? "invalid"),
    };
    const names: Partial<Record<UpdateField, string>> = { productIds: "products" };
    return {
      intent,
      draft,
      revision,
      publishNow,
      values: judged(words, asked, context, (field) => [names[field] ?? field]),
    };
  });
}

/**
 * The terms of a change of subprocessors. With every other category the form does not show them:
 * what is left in them there is not taken.
 */
function termsOf(category: string, effectiveOn: string, objectionDays: string) {
  return category === "subprocessors"
    ? { effectiveOn: effectiveOn.trim(), objectionDays: objectionDays.trim() }
    : { effectiveOn: "", objectionDays: "" };
}

/** The form's fields as text, as a page fills them in. */
export type UpdateFormFields = Partial<
  Record<Exclude<keyof z.input<typeof formFields>, "products" | "intent">, string>
> & { products?: string[] };

const email = z.strictObject({
  subscribers: z.boolean().optional().default(false),
  audience: z
    .strictObject({
      source: z.string().max(20),
      profileId: z.string().max(64).optional(),
      emails: z.array(z.string().max(1_000)).max(100_000).optional(),
    })
    .nullish(),
});

const payload = z.strictObject({
  topicId: z.string().max(64).nullish(),
  subject: z.string().max(10_000).nullish(),
  category: z.string().max(100).nullish(),
  hidden: z.boolean().nullish(),
  isPinned: z.boolean().nullish(),
  products: z.array(z.string().max(64)).max(200).nullish(),
  effectiveOn: z.string().max(40).nullish(),
  objectionDays: z.union([z.number(), z.string().max(10)]).nullish(),
  message: z.string().nullish(),
  /** Published by this request; false: it waits for somebody's approval. */
  approve: z.boolean().optional().default(false),
  spAudience: z.string().max(20).optional().default("public"),
  channelSp: z.boolean().optional().default(false),
  channelEmail: email.nullish(),
  publishAt: z.string().max(40).nullish(),
  /** A private update goes to listed addresses: said explicitly. */
  confirmListed: z.boolean().optional().default(false),
  /** `publishAt` has passed, and it is published now: said explicitly. */
  publishNow: z.boolean().optional().default(false),
});

/** The payload of a call, with the fields of a new topic where it names none. */
export function updatePayload(asked: Omit<Asked, "topicId">) {
  return payload.transform((sent, context) => {
    const { channelEmail } = sent;
    const audience = channelEmail?.audience ?? null;
    const time = sent.publishAt == null || sent.publishAt === "" ? null : new Date(sent.publishAt);
    const topicId = sent.topicId ?? null;
    const words: UpdateWords = {
      topicId,
      subject: sent.subject ?? "",
      category: sent.category ?? "",
      hidden: sent.hidden ?? false,
      pinned: sent.isPinned ?? false,
      productIds: sent.products ?? [],
      effectiveOn: sent.effectiveOn ?? "",
      objectionDays: sent.objectionDays == null ? "" : String(sent.objectionDays),
      message: sent.message ?? "",
      audience: sent.spAudience,
      statusPage: sent.channelSp,
      email: channelEmail != null,
      subscribers: channelEmail?.subscribers ?? false,
      source: audience?.source ?? "",
      profileId: audience?.profileId ?? "",
      emails: audience?.emails ?? [],
      publishAt: time === null ? null : Number.isNaN(time.getTime()) ? "invalid" : time,
    };
    if (audience !== null && audience.source !== "listed" && audience.emails !== undefined) {
      context.addIssue({
        code: "custom",
        path: ["channelEmail", "audience", "emails"],
        message:
          audience.emails.length === 0
            ? "An audience needs at least one email address"
            : "Only the source “listed” accepts email addresses",
      });
    }
    const values = judged(
      words,
      { ...asked, topicId },
      context,
      (field) => PATHS[field] ?? [field],
    );
    const { approve, confirmListed, publishNow } = sent;
    return { approve, confirmListed, publishNow, values };
  });
}

/** Where the payload spells a field otherwise. */
const PATHS: Partial<Record<UpdateField, string[]>> = {
  productIds: ["products"],
  audience: ["spAudience"],
  statusPage: ["channelSp"],
  email: ["channelEmail"],
  subscribers: ["channelEmail", "subscribers"],
  source: ["channelEmail", "audience", "source"],
  profileId: ["channelEmail", "audience", "profileId"],
  emails: ["channelEmail", "audience", "emails"],
};

function judged(
  words: UpdateWords,
  asked: Pick<Asked, "topicId" | "now">,
  context: z.RefinementCtx,
  path: (field: UpdateField) => string[],
): UpdateValues {
  const followsUp = asked.topicId !== null;
  for (const { field, message } of updateFaults(words, { followsUp, now: asked.now }))
    context.addIssue({ code: "custom", path: path(field), message });
  return valuesOf(words, { followsUp });
}

/** The buttons of a draft's review page, and of a topic's, by the last words of their addresses. */
export const REVIEW_BUTTONS = ["publish", "submit", "return", "delete"] as const;
export const TOPIC_BUTTONS = ["hide", "show", "pin", "unpin", "unpublish", "withdraw"] as const;

/** What a draft's review page sends with any of its buttons. */
export const reviewSchema = z.object({
  revision: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
  confirmListed: tick,
  publishNow: tick,
  note: z.string().trim().max(500, "Use at most 500 characters").optional().default(""),
});

/** The one setting that this part of the private area has. */
export const secondPersonSchema = z.object({ needSecondPerson: tick });

const editFields = z.object({
  revision: z
    .string({ error: "Open this page again." })
    .regex(/^\d{1,9}$/, "Open this page again.")
    .transform(Number),
  subject: text,
  category: text,
  products: many,
  effectiveOn: text,
  objectionDays: text,
  message: text,
});

/**
 * The form that changes what is published: the topic's fields and the message, by the same rules.
 */
export function editForm(asked: Asked) {
  return editFields.transform(({ revision, products, ...fields }, context) => {
    const words: UpdateWords = {
      ...fields,
      topicId: asked.topicId,
      hidden: false,
      pinned: false,
      productIds: products,
      ...termsOf(fields.category, fields.effectiveOn, fields.objectionDays),
      audience: "public",
      statusPage: true,
      email: false,
      subscribers: false,
      source: "",
      profileId: "",
      emails: [],
      publishAt: null,
    };
    return {
      revision,
      values: judged(words, { topicId: null, now: asked.now }, context, (field) => [
        field === "productIds" ? "products" : field,
      ]),
    };
  });
}
