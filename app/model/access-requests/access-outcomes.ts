import type { RuleAction } from "#model/access-rules/access-rules.ts";

/**
 * How asking for access and signing in end: pure rules over what is known of an address. The
 * codes are the specification's.
 */
export type RequestKind = "access" | "extension";
export type RequestStatus = "pending" | "approved" | "declined" | "withdrawn";

/** The four ways of being declined; each has words of its own unless staff gave some. */
export const DECLINE_OUTCOMES = [
  "request_declined",
  "request_declined_blocked_domain",
  "request_declined_third_party",
  "request_access_auto_declined",
] as const;
export type DeclineOutcome = (typeof DECLINE_OUTCOMES)[number];

/** The feedback codes of an access request. */
export type RequestFeedback =
  | DeclineOutcome
  | "pending_request"
  | "request_approved"
  | "account_already_exists"
  | "not_work_email"
  | "unique_violation"
  | "access_expired";

/**
 * The codes of a login that gave no link. The last three are no dialogs: the form says them, or the
 * request tab opens.
 */
export type LoginCode =
  | "AccessExpired"
  | "PendingRequest"
  | "RequestDeclined"
  | "RequestDeclinedThirdParty"
  | "RequestDeclinedAuto"
  | "RequestDeclinedBlockedDomain"
  | "UnrecognizedEmail"
  | "NotWorkEmail";

/** Where an address stands with an org. */
export type PersonStatus = "active" | "expired" | "pending" | DeclineOutcome | "unknown";

/**
 * What a request for access leads to: one of the answers that end it at once, or a row that waits
 * for staff.
 */
export function requestFeedback(
  standing: PersonStatus,
  rule: RuleAction | null,
  freeMail: boolean,
): RequestFeedback | "pending" {
  switch (standing) {
    case "active":
      return "account_already_exists";
    case "expired":
      return "access_expired";
    case "pending":
      return "pending_request";
    case "unknown":
      if (rule !== null) return RULED[rule];
      return freeMail ? "not_work_email" : "pending";
    default:
      return standing;
  }
}

const RULED: Readonly<Record<RuleAction, RequestFeedback>> = {
  approve: "request_approved",
  decline: "request_access_auto_declined",
  "third-party": "request_declined_third_party",
  block: "request_declined_blocked_domain",
};

/**
 * What a login leads to: a link by mail (null), or a code. A blocked domain is told by the request,
 * not here.
 */
export function loginCode(
  standing: PersonStatus,
  rule: RuleAction | null,
  freeMail: boolean,
): LoginCode | null {
  switch (standing) {
    case "active":
      return null;
    case "expired":
      return "AccessExpired";
    case "pending":
      return "PendingRequest";
    case "request_declined":
      return "RequestDeclined";
    case "request_declined_third_party":
      return "RequestDeclinedThirdParty";
    case "request_access_auto_declined":
      return "RequestDeclinedAuto";
    case "request_declined_blocked_domain":
      return "RequestDeclinedBlockedDomain";
    case "unknown":
      if (rule === "block") return "RequestDeclinedBlockedDomain";
      // Someone whom a rule lets in is asked to fill in the form, not for another address.
      return freeMail && rule === null ? "NotWorkEmail" : "UnrecognizedEmail";
  }
}

/** Whether a login leaves the login tab for the request tab, with the address carried over. */
export function movesToRequest(code: LoginCode): boolean {
  return code === "RequestDeclinedBlockedDomain" || code === "UnrecognizedEmail";
}

/** What a declined person reads unless staff or the rule gave other words. */
export function declineMessage(outcome: DeclineOutcome, orgName: string): string {
  switch (outcome) {
    case "request_declined":
      return `${orgName} has reviewed your request and can’t give access at this time.`;
    case "request_declined_blocked_domain":
      return `${orgName} doesn’t accept requests from this email domain.`;
    case "request_declined_third_party":
      return `${orgName} shares these documents with its customers, not with third parties acting for them. Please ask your client to request access.`;
    case "request_access_auto_declined":
      return `${orgName} can’t give access to this email address.`;
  }
}

/** How extend-access ends. */
export type ExtensionAnswer = "success" | "already-has-access" | "already-requested" | "error";

export const EXTENSION_MESSAGES: Readonly<Record<Exclude<ExtensionAnswer, "success">, string>> = {
  "already-has-access": "You already have access.",
  "already-requested": "You have already requested access to this account.",
  error: "An error occurred, please try again.",
};

/** The answer where nobody may ask: the org has switched requests off, or is at the level Full. */
export function byInvitation(orgName: string): string {
  return `${orgName} gives access by invitation.`;
}

export const NOT_WORK_EMAIL = "Please use your work email.";
export const UNKNOWN_ERROR = "Unfortunately, an unknown error has occurred.";

/**
 * How long a decision usually takes, as a sentence goes on: 'within a day'. @param hours null:
 * nothing is known yet
 */
export function decisionWords(hours: number | null): string {
  if (hours === null) return "within a few business days";
  if (hours <= 1) return "within an hour";
  if (hours <= 20) return `within ${Math.ceil(hours)} hours`;
  const days = Math.ceil(hours / 24);
  return days === 1 ? "within a day" : `within ${days} days`;
}
