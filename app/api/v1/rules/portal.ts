import * as z from "zod";
import { postCommentSchema } from "#access/comments/forms/comments.ts";

/** What the address of a call below /api/v1/portal can say: which product, by its slug. */
export const portalQuerySchema = z.strictObject({
  product: z.string().max(200, "Use at most 200 characters").optional(),
});

/** What the address of a conversation can say: which item, by its id. */
export const questionsQuerySchema = portalQuerySchema.extend({
  itemId: z.string({ error: "Send the itemId" }).min(1, "Send the itemId").max(200),
});

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
