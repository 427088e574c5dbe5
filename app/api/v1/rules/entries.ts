import * as z from "zod";
import { registerEntry } from "#content/subprocessors/forms/register-fields.ts";
import { RULE_ACTIONS, RULE_MATCHES } from "#model/access-rules/access-rules.ts";
import { DOCUMENT_ACCESS_TYPES, DOCUMENT_TYPES } from "#model/items/items.ts";
import { FORM_FORMATS, ROW_STATES } from "#model/questionnaires.ts";
import { SHORT_ANSWERS } from "#model/short-answers.ts";
import { SUBSCRIBER_STATES } from "#model/subscribers/subscriptions.ts";
import { AUDIENCES, FAQ_ACCESS, TOPIC_CATEGORIES } from "#model/updates/words.ts";

/** What the calls below /api/v1 answer: one schema a noun, of which the description is made. */

const id = z.string();
const time = z.iso.datetime();
const day = z.iso.date();
const dates = { createdAt: time, updatedAt: time };
const craEntry = z.object({
  manufacturer: z.string().nullable(),
  contact: z.string().nullable(),
  policyUrl: z.string().nullable(),
  supportUntil: day.nullable(),
  declarationUrl: z.string().nullable(),
  sbom: z.string().nullable(),
  updates: z.string().nullable(),
});
/** What programs call it; null where they have no name for it. */
const externalId = z.string().nullable();
/** Ids of products; an empty list: all of them. */
const productIds = z.array(id);

export const controlEntry = z.object({
  id,
  reference: z.string(),
  title: z.string(),
  shortAnswer: z.enum(SHORT_ANSWERS).nullable(),
  description: z.string().nullable(),
  requirements: z.array(z.string()),
  itemUid: z.string().nullable(),
  access: z.enum(FAQ_ACCESS),
  productIds,
  ...dates,
  externalId,
});

export const questionEntry = z.object({
  id,
  question: z.string(),
  answer: z.string(),
  shortAnswer: z.enum(SHORT_ANSWERS).nullable(),
  comment: z.string().nullable(),
  topic: z.string().nullable(),
  access: z.enum(FAQ_ACCESS),
  favourite: z.boolean(),
  productIds,
  /** Someone of your team. */
  ownerId: z.string().nullable(),
  /** It is reviewed every 3, 6 or 12 months; null: never. */
  reviewMonths: z.int().nullable(),
  reviewedAt: z.string().nullable(),
  /** In how many answers of questionnaires it is used, and when it was last. */
  usedCount: z.int(),
  usedAt: z.string().nullable(),
  ...dates,
  externalId,
});

export const documentEntry = z.object({
  id,
  name: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  contentType: z.string(),
  size: z.int(),
  /** null: as the organization's setting says. */
  accessType: z.enum(DOCUMENT_ACCESS_TYPES).nullable(),
  expiresOn: day.nullable(),
  auditor: z.string().nullable(),
  periodFrom: day.nullable(),
  periodTo: day.nullable(),
  releasedFacts: z.array(z.string()),
  /** The number of its newest version. */
  version: z.int(),
  /** The items that have it. */
  items: z.array(z.object({ productId: id, itemUid: z.string() })),
  ...dates,
  externalId,
});

export const subprocessorEntry = z.object({
  id,
  productId: id,
  company: z.object({ id, name: z.string(), domain: z.string().nullable() }),
  purpose: z.string().nullable(),
  location: z.string().nullable(),
  additionalDetails: z.string().nullable(),
  ...registerEntry,
  ...dates,
  externalId,
});

export const updateEntry = z.object({
  id,
  subject: z.string(),
  category: z.enum(TOPIC_CATEGORIES),
  hidden: z.boolean(),
  pinned: z.boolean(),
  effectiveOn: day.nullable(),
  objectionDays: z.int().nullable(),
  productIds,
  /** What was told, the oldest first; one with a later time is scheduled. */
  messages: z.array(
    z.object({
      id,
      message: z.string(),
      audience: z.enum(AUDIENCES),
      onPortal: z.boolean(),
      byEmail: z.boolean(),
      publishedAt: time,
      unpublishedAt: time.nullable(),
    }),
  ),
  ...dates,
});

export const requestEntry = z.object({
  id,
  kind: z.enum(["access", "extension"]),
  status: z.enum(["pending", "approved", "declined", "withdrawn"]),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  jobTitle: z.string().nullable(),
  relationship: z.string().nullable(),
  country: z.string().nullable(),
  note: z.string().nullable(),
  accountId: id.nullable(),
  productIds,
  itemUid: z.string().nullable(),
  decidedAt: time.nullable(),
  decidedBy: z.string().nullable(),
  outcome: z.string().nullable(),
  message: z.string().nullable(),
  ...dates,
});

export const accountEntry = z.object({
  id,
  name: z.string(),
  reviewStatus: z.enum(["pending", "approved", "declined"]),
  reviewedAt: time.nullable(),
  reviewedBy: z.string().nullable(),
  members: z.array(
    z.object({
      id,
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      signedInAt: time.nullable(),
    }),
  ),
  /** Those that are in force, and those that expired; none that was revoked. */
  grants: z.array(
    z.object({
      productId: id,
      profileId: id,
      ndaRequired: z.boolean(),
      expiresAt: time.nullable(),
    }),
  ),
  ...dates,
});

export const memberEntry = z.object({
  id,
  accountId: id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  signedInAt: time.nullable(),
  /** Those to which the account has or had access. */
  productIds: z.array(id),
  ...dates,
});

export const profileEntry = z.object({
  id,
  name: z.string(),
  /** Whether it opens every item of a product, whatever is chosen. */
  allItems: z.boolean(),
  items: z.array(z.object({ productId: id, itemUid: z.string() })),
  ...dates,
});

export const ruleEntry = z.object({
  id,
  /** Rules are asked in this order, and the first that matches decides. */
  position: z.int(),
  matches: z.enum(RULE_MATCHES),
  /** A domain or an address; empty where the rule names neither. */
  pattern: z.string(),
  relationships: z.array(z.string()),
  countries: z.array(z.string()),
  askedProductIds: z.array(id),
  action: z.enum(RULE_ACTIONS),
  profileId: id.nullable(),
  /** The products that an approval opens; an empty list: those that were asked for. */
  productIds: z.array(id),
  expiresInDays: z.int().nullable(),
  ndaRequired: z.boolean(),
  message: z.string().nullable(),
  note: z.string().nullable(),
  ...dates,
});

export const signatureEntry = z.object({
  id,
  accountId: id,
  /** null: it was noted for the whole account. */
  memberId: id.nullable(),
  /** null: it was signed elsewhere, and noted by your team. */
  versionId: id.nullable(),
  name: z.string(),
  email: z.string(),
  signedAt: time,
  importedAt: time.nullable(),
  importedBy: z.string().nullable(),
  note: z.string().nullable(),
  ...dates,
});

export const subscriberEntry = z.object({
  id,
  email: z.string(),
  state: z.enum(SUBSCRIBER_STATES),
  source: z.string(),
  confirmedAt: time.nullable(),
  unsubscribedAt: time.nullable(),
  ...dates,
});

export const productEntry = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  /** Whether visitors see it once the portal is published. */
  show: z.boolean(),
  isDefault: z.boolean(),
  /** What it says of itself under the Cyber Resilience Act; null for nothing. */
  cra: craEntry.nullable(),
  ...dates,
});

export const customerEntry = z.object({
  /** The domain itself. */
  id,
  domain: z.string(),
  name: z.string().nullable(),
  ...dates,
  externalId,
});

export const questionnaireEntry = z.object({
  id,
  fileName: z.string(),
  format: z.enum(FORM_FORMATS),
  /** `columns-needed`: your team has to say first where its questions are. */
  state: z.enum(["columns-needed", "open", "finished"]),
  accountId: id.nullable(),
  productId: id.nullable(),
  dueOn: day.nullable(),
  note: z.string().nullable(),
  questions: z.int(),
  /** How many of its questions are in which state; accepted and edited ones are answered. */
  states: z.object(
    Object.fromEntries(ROW_STATES.map((state) => [state, z.int()])) as Record<
      (typeof ROW_STATES)[number],
      z.ZodInt
    >,
  ),
  finishedAt: time.nullable(),
  finishedBy: z.string().nullable(),
  /** When a second person approved the answers, where your organization has them approved. */
  approvedAt: time.nullable(),
  approvedBy: z.string().nullable(),
  /** null: a member sent it in. */
  createdBy: z.string().nullable(),
  ...dates,
});

export type ControlEntry = Omit<z.output<typeof controlEntry>, "externalId">;
export type QuestionEntry = Omit<z.output<typeof questionEntry>, "externalId">;
export type DocumentEntry = Omit<z.output<typeof documentEntry>, "externalId">;
export type SubprocessorEntry = Omit<z.output<typeof subprocessorEntry>, "externalId">;
export type UpdateEntry = z.output<typeof updateEntry>;
export type RequestEntry = z.output<typeof requestEntry>;
export type AccountEntry = z.output<typeof accountEntry>;
export type MemberEntry = z.output<typeof memberEntry>;
export type ProfileEntry = z.output<typeof profileEntry>;
export type RuleEntry = z.output<typeof ruleEntry>;
export type SignatureEntry = z.output<typeof signatureEntry>;
export type SubscriberEntry = z.output<typeof subscriberEntry>;
export type ProductEntry = z.output<typeof productEntry>;
export type QuestionnaireEntry = z.output<typeof questionnaireEntry>;
export type CustomerEntry = Omit<z.output<typeof customerEntry>, "externalId">;
