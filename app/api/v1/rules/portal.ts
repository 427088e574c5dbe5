import * as z from "zod";
import {
  answerSchema,
  moreAccessSchema,
  noteSchema,
} from "#access/access-requests/forms/access-request.ts";
import { EARLIER_VERSIONS } from "#model/documents/earlier-versions.ts";
import { isPlace } from "#portal/changes/rules/changes.ts";
import { postCommentSchema } from "#access/comments/forms/comments.ts";
import { sendQuestionnaireSchema } from "#access/questionnaires/forms/questionnaire-forms.ts";
import type { PortalRequestCall } from "#model/access-keys.ts";

/** What the address of a call below /api/v1/portal can say: which product, by its slug. */
export const portalQuerySchema = z.strictObject({
  product: z.string().max(200, "Use at most 200 characters").optional(),
});

/** Which changes an address can ask for. */
export const changesQuerySchema = portalQuerySchema.extend({
  since: z.iso.date("Send a day such as 2026-10-12").optional(),
  before: z.string().refine(isPlace, "Use the value from next").optional(),
});

/** A version of a document, as the member may know of it. */
export const portalVersion = z.object({
  number: z.int(),
  createdAt: z.iso.datetime(),
  size: z.int(),
  sha256: z.string(),
  isCurrent: z.boolean(),
  /** Where it is read on the portal; null where earlier ones are only listed. */
  url: z.string().nullable(),
});

/** The versions of a document, the newest first; none where the organization tells of no earlier one. */
export const portalVersions = z.object({
  earlierVersions: z.enum(EARLIER_VERSIONS),
  data: z.array(portalVersion),
});

/** An evidence package that was made. */
export const portalPackage = z.object({
  /** The call that gets the ZIP file, for the same member. */
  content: z.string(),
  expiresAt: z.iso.datetime(),
  /** Documents that could not be put into it, in words. */
  missing: z.array(z.string()),
});

/** What the address of a conversation can say: which item, by its id. */
export const questionsQuerySchema = portalQuerySchema.extend({
  itemId: z.string({ error: "Send the itemId" }).min(1, "Send the itemId").max(200),
});

/** What the address of a call says that takes nothing in its query. */
export const noQuerySchema = z.strictObject({});

/** A question about an item. */
export const questionBody = z.strictObject({
  itemId: z.string({ error: "Send the itemId" }).min(1, "Send the itemId").max(200),
  content: postCommentSchema.shape.content,
});

/** A message of a conversation about an item. */
export const portalQuestion = z.object({
  id: z.string(),
  productId: z.string(),
  itemId: z.string(),
  content: z.string(),
  by: z.enum(["member", "team"]),
  name: z.string(),
  createdAt: z.iso.datetime(),
});
export type PortalQuestion = z.output<typeof portalQuestion>;

/** The conversation of an account about an item. */
export const portalQuestions = z.object({ data: z.array(portalQuestion) });

/** A request for more access, or for more time. */
export const requestBody = z.strictObject({
  kind: z
    .enum(["access", "extension"], { error: "The kind is access or extension" })
    .default("access"),
  /** An item that the request is about. */
  itemId: z.string().min(1).max(200).optional(),
  note: moreAccessSchema([]).shape.note,
});

/** What is posted to one of a member's requests; null: nothing. */
export const requestBodies = {
  note: z.strictObject(noteSchema.shape),
  answer: z.strictObject(answerSchema.shape),
  withdraw: null,
} as const satisfies Record<PortalRequestCall, z.ZodType | null>;

/** What a member asked for, as it stands. */
export const portalAccessRequest = z.object({
  id: z.string(),
  kind: z.enum(["access", "extension"]),
  /** A decision that can still be undone is not told yet. */
  status: z.enum(["pending", "approved", "declined", "withdrawn"]),
  productIds: z.array(z.string()),
  itemId: z.string().nullable(),
  note: z.string().nullable(),
  /** What the team asks and nobody has answered. */
  question: z.string().nullable(),
  answers: z.array(
    z.object({ question: z.string(), answer: z.string(), answeredAt: z.iso.datetime() }),
  ),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type PortalAccessRequest = z.output<typeof portalAccessRequest>;
export const portalAccessRequests = z.object({ data: z.array(portalAccessRequest) });

/** What a member sends beside the file of a questionnaire. */
export const portalQuestionnaireFields = z.strictObject(sendQuestionnaireSchema.shape);

/** A questionnaire that members of the account sent. */
export const portalQuestionnaire = z.object({
  id: z.string(),
  fileName: z.string(),
  productId: z.string().nullable(),
  state: z.enum(["received", "inProgress", "answered", "released"]),
  questions: z.int(),
  answered: z.int(),
  dueOn: z.iso.date().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** The call that gets the answered file; null until it is released. */
  content: z.string().nullable(),
});
export type PortalQuestionnaire = z.output<typeof portalQuestionnaire>;
export const portalQuestionnaires = z.object({ data: z.array(portalQuestionnaire) });

/** What `GET /api/v1/portal/me` answers. */
export const memberMe = z.object({
  key: z.object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    /** null: all that the person has access to. */
    productIds: z.array(z.string()).nullable(),
    networks: z.array(z.string()),
    expiresAt: z.iso.datetime(),
  }),
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  account: z.object({ id: z.string(), name: z.string() }),
  /** Those that the key reads now. */
  productIds: z.array(z.string()),
  org: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
});

/** What the calls below /api/v1/portal answer: a page of the portal, whose kind says what else it has. */
export const portalPage = z.looseObject({
  schema: z.string(),
  kind: z.string(),
  url: z.string(),
  /** For which day it holds, in the organization's time zone. */
  asOf: z.iso.date(),
  revision: z.int(),
  language: z.string(),
});
