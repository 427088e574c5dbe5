/** What a company’s own programs are told, and how often a message is tried. */

interface EventKind {
  type: string;
  label: string;
  hint: string;
}

/** What can be chosen, in the order of the form. */
export const HOOK_EVENTS = [
  {
    type: "request.received",
    label: "Access request received",
    hint: "Includes extension requests and requests that a rule decides.",
  },
  {
    type: "request.decided",
    label: "Access request decided",
    hint: "Approved or declined, by your team or by a rule.",
  },
  {
    type: "request.reopened",
    label: "Access request reopened",
    hint: "A decision was undone or the request was reopened.",
  },
  {
    type: "member.signed_in",
    label: "Member signed in",
    hint: "A member of an account signed in to the portal.",
  },
  { type: "nda.signed", label: "NDA signed", hint: "A member signed the NDA on the portal." },
  {
    type: "document.published",
    label: "Document published",
    hint: "A document was linked to an item of the portal.",
  },
  {
    type: "document.replaced",
    label: "Document replaced",
    hint: "A document has a new version.",
  },
  {
    type: "document.expiring",
    label: "Document expiring",
    hint: "30 and 7 days before a document’s last day.",
  },
  {
    type: "update.submitted",
    label: "Update waiting for approval",
    hint: "Someone on your team sent a draft for approval.",
  },
  {
    type: "update.published",
    label: "Update published",
    hint: "Sent when the update goes live, also if it was scheduled.",
  },
  {
    type: "subprocessor.announced",
    label: "Subprocessor change announced",
    hint: "An update with an effective date was published.",
  },
  {
    type: "subprocessor.effective",
    label: "Subprocessor change in effect",
    hint: "Sent at 8:00 on the day of the change.",
  },
  {
    type: "question.asked",
    label: "Question asked",
    hint: "A member asked a question or replied in a conversation.",
  },
  {
    type: "questionnaire.received",
    label: "Questionnaire received",
    hint: "A member sent a questionnaire, or your team uploaded one.",
  },
  {
    type: "questionnaire.released",
    label: "Questionnaire released",
    hint: "Your team released the answered file to its account.",
  },
  {
    type: "mail.failed",
    label: "Email failed",
    hint: "An email couldn’t be delivered.",
  },
  {
    type: "key.used_from_new_network",
    label: "Key used from a new network",
    hint: "At most once a day for each key.",
  },
  {
    type: "backup.failed",
    label: "Backup failed",
    hint: "The nightly backup failed for the first time since the last good one. Sent only to organizations whose team runs the installation.",
  },
] as const satisfies readonly EventKind[];

export type HookEventType = (typeof HOOK_EVENTS)[number]["type"];

/** What 'Send a test' sends. */
export const TEST_EVENT = "webhook.test";

/** The name of an event as people read it. */
export function eventLabel(type: string): string {
  if (type === TEST_EVENT) return "Test";
  return HOOK_EVENTS.find((event) => event.type === type)?.label ?? type;
}

/** Channels of a chat, which read messages of their own shape. */
export const CHAT_KINDS = ["slack", "teams"] as const;
/** Who hears: a program that takes Standard Webhooks, or a channel. */
export type HookKind = "webhook" | (typeof CHAT_KINDS)[number];

export const KIND_NAMES: Readonly<Record<HookKind, string>> = {
  webhook: "Webhook",
  slack: "Slack",
  teams: "Microsoft Teams",
};

/**
 * What channels can hear, and which facts of it they may show: no name of a document, since anyone in
 * the channel reads it.
 */
export const CHAT_FACTS: Readonly<Partial<Record<HookEventType, readonly string[]>>> = {
  "request.received": ["kind", "company"],
  "question.asked": ["company"],
  "update.submitted": ["subject"],
  "document.expiring": ["daysLeft"],
};

/** What a webhook of a kind can hear. */
export function eventsFor(kind: HookKind) {
  return kind === "webhook" ? HOOK_EVENTS : HOOK_EVENTS.filter(({ type }) => type in CHAT_FACTS);
}

/**
 * What is kept of an event for a webhook of a kind.
 * @param wants whether it hears more than types and ids; of a channel, whether it reads names
 * @returns 'nothing' where it is not told at all
 */
export function detailsFor(
  kind: HookKind,
  type: HookEventType,
  { facts = {}, person }: HookDetails,
  wants: boolean,
): HookDetails | null | "nothing" {
  const named = person === undefined ? {} : { person };
  if (kind === "webhook") return wants ? { facts, ...named } : null;
  // What a rule decided waits for no one.
  if (type === "request.received" && facts.status !== "pending") return "nothing";
  const shown = CHAT_FACTS[type] ?? [];
  return {
    facts: Object.fromEntries(Object.entries(facts).filter(([name]) => shown.includes(name))),
    ...(wants ? named : {}),
  };
}

/** How many an organization can have. */
export const MAX_HOOKS = 10;
/** How long a delivery is listed, in days. */
export const HOOK_LOG_DAYS = 30;
/** How many of the last deliveries a page lists. */
export const HOOK_LOG_ROWS = 50;
/** How long the secret of before signs beside the new one, in hours. */
export const OLD_SECRET_HOURS = 24;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits before the tries that follow the first one, in milliseconds. */
export const HOOK_WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** A receiver that says when it takes messages again is not asked later than this, in milliseconds. */
export const MOST_WAIT_MS = 24 * HOUR;

/** After how long without any success a webhook is turned off, in milliseconds. */
export const HOOK_GIVE_UP_MS = 5 * 24 * HOUR;

/** The states of a delivery: waits, was taken, was given up, is not to be sent. */
export const DELIVERY_STATES = ["queued", "sent", "failed", "withdrawn"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What an event says beyond its type and its id, where that is asked for. */
export interface HookDetails {
  /** What names no person. */
  facts?: Readonly<Record<string, string | number | null>>;
  person?: { name: string | null; email: string };
}

/** A delivery as it was written with its cause. */
export interface HookMessage {
  id: string;
  type: string;
  /** When it happened, UTC ISO 8601. */
  at: string;
  /** What it is about. */
  subjectId: string;
  /** Its page in the private area. */
  path: string;
  details: HookDetails | null;
}

/** The body of a delivery by Standard Webhooks, the same at each try. @param origin ORIGIN */
export function hookBody(message: HookMessage, origin: string): string {
  const { type, at, subjectId, path, details } = message;
  const more =
    details === null
      ? {}
      : {
          details: {
            ...details.facts,
            ...(details.person === undefined ? {} : { person: details.person }),
          },
        };
  return JSON.stringify({
    type,
    timestamp: at,
    data: { id: subjectId, url: origin + path, ...more },
  });
}

/** Where webhooks are added and listed. */
export const HOOKS_PAGE = "/settings/webhooks";
/** Where channels are. */
export const CHANNELS_PAGE = "/settings/chat";

/** The buttons of a webhook’s page, by the last words of their addresses. */
export const HOOK_BUTTONS = ["test", "secret", "stop", "start", "again", "remove"] as const;
