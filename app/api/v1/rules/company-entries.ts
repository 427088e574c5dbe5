import * as z from "zod";
import { ROLES } from "#model/auth/permissions.ts";
import { CHAT_KINDS } from "#model/webhooks.ts";
import { settingsFields } from "./settings-fields.ts";

/** What the calls about the organization itself answer: settings, team, and its records. */

const id = z.string();
const time = z.iso.datetime();
/** Small facts by their names. */
const detail = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .nullable();

export const settingsEntry = z.object({
  /** The page of the settings that has them. */
  id,
  values: z.object(settingsFields),
  updatedAt: time,
});

export const teamEntry = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Who gave the role. */
  grantedBy: z.string(),
  updatedAt: time,
});

export const webhookEntry = z.object({
  id,
  name: z.string(),
  /** `slack` and `teams` are channels of a chat. */
  kind: z.enum(["webhook", ...CHAT_KINDS]),
  /** Of its URL, which is a secret. */
  host: z.string(),
  types: z.array(z.string()),
  /** Whether messages have details, and channels read names. */
  details: z.boolean(),
  createdAt: time,
  createdBy: z.string(),
  /** When and by whom it was turned off; null while it is on. */
  stoppedAt: time.nullable(),
  stoppedBy: z.string().nullable(),
  updatedAt: time,
});

export const auditEntry = z.object({
  id,
  at: time,
  /** `staff:`, `member:` and an id, `visitor`, or `system`. */
  actor: z.string(),
  actorName: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail,
  ip: z.string().nullable(),
  updatedAt: time,
});

export const eventEntry = z.object({
  id,
  at: time,
  name: z.string(),
  /** `public`, `accountExternal` for members, `main` and `preview` for staff. */
  viewerKind: z.string(),
  accountId: id.nullable(),
  memberId: id.nullable(),
  productId: id.nullable(),
  itemUid: z.string().nullable(),
  documentId: id.nullable(),
  access: z.enum(["view", "download"]).nullable(),
  /** Where it was opened from. */
  source: z.string().nullable(),
  /** Bytes that were handed over; those of the same reader within an hour are added. */
  bytes: z.int().nullable(),
  detail,
  updatedAt: time,
});

export type SettingsEntry = z.output<typeof settingsEntry>;
export type TeamEntry = z.output<typeof teamEntry>;
export type WebhookEntry = z.output<typeof webhookEntry>;
export type AuditEntry = z.output<typeof auditEntry>;
export type EventEntry = z.output<typeof eventEntry>;
