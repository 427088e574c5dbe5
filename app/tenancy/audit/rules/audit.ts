/** Audit actions as people read them, and the groups that the record is narrowed to. */

/** A subject of the record: the nouns that its actions begin with. */
export interface AuditGroup {
  value: string;
  label: string;
  nouns: readonly string[];
}

export const AUDIT_GROUPS: readonly AuditGroup[] = [
  { value: "sign-ins", label: "Team sign-ins, passwords and keys", nouns: ["staff", "key"] },
  { value: "team", label: "Team and roles", nouns: ["role", "team"] },
  {
    value: "requests",
    label: "Access requests and rules",
    nouns: ["access-request", "access-rule", "access-preset", "customer-list", "colleague"],
  },
  {
    value: "accounts",
    label: "Accounts, members and profiles",
    nouns: ["account", "member", "grant", "profile", "byoid", "partner"],
  },
  { value: "nda", label: "NDA", nouns: ["nda"] },
  { value: "documents", label: "Documents", nouns: ["document", "bridge-letter", "package"] },
  {
    value: "portal",
    label: "Portal and its content",
    nouns: [
      "card",
      "item",
      "sections",
      "card-order",
      "item-order",
      "faq-entry",
      "faq-entries",
      "control",
      "controls",
      "products",
      "product",
      "subprocessor",
      "subprocessors",
      "integration",
      "grades",
      "trusted-by",
      "risk-profile",
      "content",
      "portal",
      "demo",
    ],
  },
  { value: "conversations", label: "Conversations", nouns: ["comment"] },
  { value: "questionnaires", label: "Questionnaires", nouns: ["questionnaire"] },
  { value: "updates", label: "Updates", nouns: ["topic", "topic-draft", "topic-update"] },
  {
    value: "subscribers",
    label: "Subscribers and email",
    nouns: ["subscriber", "subscribers", "mail"],
  },
  {
    value: "settings",
    label: "Settings, domain and organization",
    nouns: ["settings", "webhook", "webpage", "webpages", "domain", "org", "installation"],
  },
  {
    value: "privacy",
    label: "Privacy and exports of the audit log",
    nouns: ["person", "retention", "audit"],
  },
];

/** The group of that name, if it is one. */
export function auditGroup(value: string): AuditGroup | null {
  return AUDIT_GROUPS.find((group) => group.value === value) ?? null;
}

/**
 * An audit action as people read it: `access-request.received` as 'Access request received'; some
 * have words of their own.
 */
export function auditWords(action: string): string {
  const known = WORDS[action];
  if (known !== undefined) return known;
  const words = action
    .replace(/[-.]/g, " ")
    .replace(/\bnda\b/g, "NDA")
    .replace(/\bfaq\b/g, "FAQ")
    .replace(/\bbyoid\b/g, "identity provider")
    .replace(/\btotp\b/g, "two-factor");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const WORDS: Readonly<Partial<Record<string, string>>> = {
  "staff.created": "Team account created",
  "staff.signed-in": "Signed in",
  "staff.signed-out": "Signed out",
  "staff.signed-out-everywhere": "Signed out everywhere",
  "staff.session-ended": "Ended a session",
  "staff.password-link-sent": "Password reset link sent",
  "staff.password-changed": "Password changed",
  "staff.totp-enrolled": "Two-factor sign-in turned on",
  "staff.totp-disabled": "Two-factor sign-in turned off",
  "staff.recovery-code-used": "Recovery code used",
  "staff.recovery-codes-renewed": "Recovery codes renewed",
  "staff.passkey-added": "Passkey added",
  "staff.passkey-removed": "Passkey removed",
  "staff.ended-by-provider": "Sessions ended by the identity provider",
  "staff.identity-linked": "Single sign-on connected to a person",
  "staff.codes-exhausted": "Too many wrong sign-in codes",
  "staff.reset": "Access reset from the command line",
  "staff.notification-muted": "Email notification turned off",
  "staff.notification-wanted": "Email notification turned on",
  "staff.notification-pace": "Email frequency changed",
  "role.granted": "Role granted",
  "team.invited": "Team member invited",
  "team.invitation-resent": "Invitation to the team sent again",
  "team.invitation-withdrawn": "Invitation to the team withdrawn",
  "team.invitation-accepted": "Invitation to the team accepted",
  "team.sessions-ended": "Sessions of a team member ended",
  "team.two-factor-required": "Two-factor sign-in required for the team",
  "team.two-factor-optional": "Two-factor sign-in made optional for the team",
  "colleague.invited": "Colleague invited by a member",
  "member.codes-ended": "Too many wrong sign-in codes for a member’s address",
  "byoid.not-admitted": "Sign-in by the identity provider refused",
  "byoid.settings-changed": "Identity provider changed",
  "access-request.decision-undone": "Decision on an access request undone",
  "account.log-exported": "Account activity exported",
  "nda.register-exported": "NDA register exported",
  "nda.version-published": "NDA published",
  "person.exported": "Person’s data exported",
  "person.erased": "Person erased",
  "retention.applied": "Expired records deleted",
  "audit.exported": "Audit log exported",
  "package.issued": "Evidence package downloaded by a member",
  "audit.read": "Audit log read by a key",
  "document.downloaded": "Document downloaded from the library",
  "nda.record-read": "Signature record opened",
  "mail.read": "Someone’s email read",
  "mail.suppressed": "Address suppressed",
  "mail.unsuppressed": "Suppression removed",
  "mail.retried": "Failed email sent again",
  "settings.single-sign-on-changed": "Single sign-on changed",
  "settings.sign-on-domain-added": "Single sign-on domain added",
  "settings.sign-on-domain-proved": "Single sign-on domain verified",
  "settings.sign-on-domain-lost": "Single sign-on domain no longer verified",
  "settings.sign-on-domain-removed": "Single sign-on domain removed",
  "domain.record-gone": "Domain record missing",
  "domain.record-back": "Domain record restored",
  "domain.lost": "Domain removed because its record is missing",
  "org.created": "Organization created",
  "org.suspended": "Organization suspended",
  "org.resumed": "Organization resumed",
  "org.deleted": "Organization deleted",
  "partner.token-generated": "Partner token generated",
  "partner.token-revoked": "Partner token revoked",
  "demo.org-loaded": "Demo loaded",
};

/** What an entry of the record is about: its name, and the page that has it. */
export interface AuditObject {
  text: string;
  to: string | null;
}

/** What somebody did, around the name of what they did it to. */
export interface AuditSentence {
  before: string;
  object: AuditObject | null;
  after: string;
}

/**
 * Who did it begins each of these; {} stands for what it was done to. Where an entry names nothing,
 * or has no words here, its name in the record stands in their place.
 */
const PHRASES: Readonly<Partial<Record<string, string>>> = {
  "access-preset.created": "saved the preset {}",
  "access-preset.changed": "changed the preset {}",
  "access-preset.removed": "deleted the preset {}",
  "access-request.answered": "answered a question about the request from {}",
  "access-request.approved": "approved the request from {}",
  "access-request.approved-by-rule": "approved the request from {} by a rule",
  "access-request.asked": "asked the requester a question: {}",
  "access-request.assigned": "assigned the request from {}",
  "access-request.declined": "declined the request from {}",
  "access-request.declined-by-rule": "declined the request from {} by a rule",
  "access-request.decision-undone": "undid the decision on {}",
  "access-request.internal-note": "added an internal note to the request from {}",
  "access-request.noted": "added a note to the request from {}",
  "access-request.question-closed": "stopped waiting for an answer about the request from {}",
  "access-request.received": "requested access: {}",
  "access-request.reopened": "reopened the request from {}",
  "access-request.unassigned": "unassigned the request from {}",
  "access-request.withdrawn": "withdrew the request from {}",
  "access-rule.added": "added the rule for {}",
  "access-rule.changed": "changed the rule for {}",
  "access-rule.ended": "deleted the rule for {}",
  "access-rule.moved": "moved the rule for {}",
  "account.approved": "approved the account {}",
  "account.created": "added the account {}",
  "account.declined": "declined the account {}",
  "account.log-exported": "exported the activity of {}",
  "account.merged": "merged another account into {}",
  "account.noted": "added a note to {}",
  "account.pending": "put the account {} back to pending",
  "account.renamed": "renamed an account to {}",
  "account.revoked": "revoked all access of {}",
  "customer-list.cleared": "emptied the customer list",
  "customer-list.exported": "exported the customer list",
  "customer-list.imported": "imported domains into the customer list",
  "customer-list.removed": "removed {} from the customer list",
  "bridge-letter.cleared": "removed a bridge letter: {}",
  "bridge-letter.set": "set a bridge letter: {}",
  "colleague.invited": "invited a colleague: {}",
  "comment.answered": "answered a question from {}",
  "comment.posted": "asked a question for {}",
  "comment.settled": "marked a question from {} as done",
  "document.deleted": "deleted the document {}",
  "package.issued": "Evidence package downloaded by a member",
  "document.downloaded": "downloaded {} from the library",
  "document.linked": "linked the document {}",
  "document.unlinked": "unlinked the document {}",
  "document.changed": "changed the document {}",
  "document.uploaded": "uploaded {}",
  "document.version-restored": "restored an earlier version of {}",
  "document.version-uploaded": "uploaded a new version of {}",
  "domain.claimed": "added the domain {}",
  "domain.removed": "removed the domain {}",
  "domain.verified": "verified the domain {}",
  "grant.given": "gave access to {}",
  "grant.revoked": "revoked access from {}",
  "mail.read": "read an email to {}",
  "mail.retried": "sent an email to {} again",
  "mail.suppressed": "stopped email to {}",
  "mail.unsuppressed": "allowed email to {} again",
  "member.added": "added {}",
  "member.removed": "removed {}",
  "member.signed-in": "signed in to the portal as {}",
  "member.signed-out": "signed out of the portal as {}",
  "nda.imported": "imported an NDA for {}",
  "nda.record-read": "opened a signature record of {}",
  "nda.signed": "signed the NDA for {}",
  "nda.version-published": "published the NDA text {}",
  "org.created": "created the organization {}",
  "product.added": "added the product {}",
  "product.deleted": "deleted the product {}",
  "profile.created": "added the permission profile {}",
  "retention.applied": "deleted expired records",
  "role.changed": "changed the role of {}",
  "role.granted": "assigned a role to {}",
  "role.removed": "removed {} from the team",
  "staff.signed-in": "signed in",
  "staff.signed-out": "signed out",
  "subscriber.blocked": "blocked {} from subscribing",
  "subscriber.unblocked": "allowed {} to subscribe again",
  "team.invited": "invited {} to the team",
  "team.invitation-accepted": "accepted the invitation for {}",
  "team.invitation-resent": "invited {} to the team again",
  "team.invitation-withdrawn": "withdrew the invitation to {}",
  "team.sessions-ended": "ended the sessions of {}",
  "topic.hidden": "hid the update {}",
  "topic.pinned": "pinned the update {}",
  "topic.shown": "showed the update {}",
  "topic.unpinned": "unpinned the update {}",
  "topic-draft.changed": "changed the draft {}",
  "topic-draft.deleted": "deleted the draft {}",
  "topic-draft.returned": "returned the draft {}",
  "topic-draft.saved": "saved the draft {}",
  "topic-draft.submitted": "sent {} for approval",
  "topic-update.approved": "approved the update {}",
  "topic-update.edited": "edited the update {}",
  "topic-update.published": "published the update {}",
  "topic-update.scheduled": "scheduled the update {}",
  "topic-update.unpublished": "unpublished the update {}",
  "topic-update.withdrawn": "withdrew the update {}",
  "webpage.added": "added the page {} to the search",
  "webpage.removed": "removed the page {} from the search",
};

/** What was done to a part of the portal: each such entry has its place in the change history. */
const CHANGES: Readonly<Partial<Record<string, string>>> = {
  changed: "changed",
  restored: "restored",
};

/**
 * An entry of the record as the rest of a sentence that begins with who did it.
 * @param isChange it has its place in the change history
 */
export function auditSentence(
  action: string,
  object: AuditObject | null,
  isChange: boolean,
): AuditSentence {
  const [noun = "", verb = ""] = action.split(".");
  const did = isChange ? CHANGES[verb] : undefined;
  const phrase =
    did === undefined ? PHRASES[action] : `${did} the ${auditWords(noun).toLowerCase()} {}`;
  const parts = phrase?.split("{}");
  if (parts?.length === 2 && object !== null)
    return { before: parts[0] ?? "", object, after: parts[1] ?? "" };
  if (parts?.length === 1) return { before: parts[0] ?? "", object: null, after: "" };
  return {
    before: `· ${auditWords(action)}${object === null ? "" : ": "}`,
    object,
    after: "",
  };
}
