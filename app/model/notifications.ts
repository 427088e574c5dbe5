import * as z from "zod";
import { permissionsOf, type Permission, type Role } from "./auth/permissions.ts";

/** Mails to staff about what waits for them; each person may switch each of them off for an org. */
export const NOTIFICATION_KINDS = [
  "access-request",
  "request-assigned",
  "comment",
  "questionnaire",
  "faq-review",
  "documents-expiring",
  "domain",
  "plan",
  "webhook",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

interface Notification {
  kind: NotificationKind;
  label: string;
  hint: string;
  /** Who gets it: those who can do something about it. */
  permission: Permission;
}

export const NOTIFICATIONS: readonly Notification[] = [
  {
    kind: "access-request",
    label: "Access requests",
    hint: "When someone requests access, requests it again, adds a note or answers a question. Requests that a rule decides send no email.",
    permission: "accounts:review",
  },
  {
    kind: "request-assigned",
    label: "Requests assigned to you",
    hint: "When a team member assigns a request to you.",
    permission: "accounts:review",
  },
  {
    kind: "comment",
    label: "Comments on items",
    hint: "When a member asks a question or replies.",
    permission: "accounts:review",
  },
  {
    kind: "questionnaire",
    label: "Questionnaires",
    hint: "When a member sends a questionnaire, and when a team member assigns questions to you.",
    permission: "accounts:review",
  },
  {
    kind: "faq-review",
    label: "FAQ entries to review",
    hint: "At 8:00 on weekdays, if entries that you own are due for review.",
    permission: "kb:edit",
  },
  {
    kind: "documents-expiring",
    label: "Expiring documents",
    hint: "30 and 7 days before a document’s last day.",
    permission: "settings:edit",
  },
  {
    kind: "domain",
    label: "Portal domains",
    hint: "When the DNS record of a domain is missing, and when the domain stops working.",
    permission: "settings:edit",
  },
  {
    kind: "plan",
    label: "Plan",
    hint: "When your plan’s token is no longer valid, and when the plan ends. Applies only if this installation uses plans.",
    permission: "settings:edit",
  },
  {
    kind: "webhook",
    label: "Webhooks",
    hint: "When a webhook is turned off because its receiver failed for five days.",
    permission: "settings:edit",
  },
];

/** The mails that someone with a role can get. */
export function notificationsFor(role: Role): readonly Notification[] {
  return NOTIFICATIONS.filter(({ permission }) => permissionsOf(role).has(permission));
}

/** The roles whose people get a kind of mail. */
export function rolesNotified(kind: NotificationKind, roles: readonly Role[]): Role[] {
  return roles.filter((role) =>
    notificationsFor(role).some((notification) => notification.kind === kind),
  );
}

/** The mails that can come together, once a day, in place of one each. */
export const DIGESTED_KINDS: readonly NotificationKind[] = ["access-request", "comment"];

/** When mails of these kinds come: as things happen, or once a day. */
export const MAIL_PACES = ["at-once", "daily"] as const;
export type MailPace = (typeof MAIL_PACES)[number];

export const PACE_NAMES: Readonly<Record<MailPace, { label: string; hint: string }>> = {
  "at-once": { label: "Immediately", hint: "One email for each." },
  daily: {
    label: "Once a day",
    hint: "One email at 8:00 on weekdays, if anything is waiting.",
  },
};

/**
 * The kinds that are ticked; a box that is not ticked is not sent. The pace is left as it is where
 * the form doesn't ask for it.
 */
export const notificationChoiceSchema = z.object({
  wanted: z.array(z.enum(NOTIFICATION_KINDS)).default([]),
  pace: z.enum(MAIL_PACES).optional(),
});
