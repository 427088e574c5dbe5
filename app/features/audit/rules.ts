/** Audit actions as people read them, and the groups that the record is narrowed to. */

/** A subject of the record: the nouns that its actions begin with. */
export interface AuditGroup {
  value: string;
  label: string;
  nouns: readonly string[];
}

export const AUDIT_GROUPS: readonly AuditGroup[] = [
  { value: "sign-ins", label: "Team sign-ins and passwords", nouns: ["staff"] },
  { value: "team", label: "Team and roles", nouns: ["role", "team"] },
  {
    value: "requests",
    label: "Access requests and rules",
    nouns: ["access-request", "access-rule", "access-preset", "colleague"],
  },
  {
    value: "accounts",
    label: "Accounts, members and profiles",
    nouns: ["account", "member", "grant", "profile", "byoid", "partner"],
  },
  { value: "nda", label: "NDA", nouns: ["nda"] },
  { value: "documents", label: "Documents", nouns: ["document", "bridge-letter"] },
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
  { value: "updates", label: "Updates", nouns: ["topic", "topic-draft", "topic-update"] },
  {
    value: "subscribers",
    label: "Subscribers and email",
    nouns: ["subscriber", "subscribers", "mail"],
  },
  {
    value: "settings",
    label: "Settings, domain and organization",
    nouns: ["settings", "webpage", "webpages", "domain", "org", "installation"],
  },
  {
    value: "privacy",
    label: "Privacy and exports of the record",
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
  "staff.password-link-sent": "Link for a forgotten password sent",
  "staff.password-changed": "Password changed",
  "staff.totp-enrolled": "Two-factor sign-in turned on",
  "staff.totp-disabled": "Two-factor sign-in turned off",
  "staff.recovery-code-used": "Recovery code used",
  "staff.recovery-codes-renewed": "Recovery codes renewed",
  "staff.codes-exhausted": "Too many wrong sign-in codes",
  "staff.reset": "Access reset from the command line",
  "staff.notification-muted": "Email notification turned off",
  "staff.notification-wanted": "Email notification turned on",
  "role.granted": "Role granted",
  "team.invited": "Colleague invited to the team",
  "team.invitation-resent": "Invitation to the team sent again",
  "team.invitation-withdrawn": "Invitation to the team withdrawn",
  "team.invitation-accepted": "Invitation to the team accepted",
  "team.sessions-ended": "Sessions of a team member ended",
  "team.two-factor-required": "Two-factor sign-in required of the team",
  "team.two-factor-optional": "Two-factor sign-in left to the team",
  "colleague.invited": "Colleague invited by a member",
  "member.codes-ended": "Too many wrong sign-in codes for a member’s address",
  "byoid.not-admitted": "Sign-in by the identity provider refused",
  "byoid.settings-changed": "Identity provider changed",
  "access-request.decision-undone": "Decision about an access request undone",
  "account.log-exported": "Activity of an account exported",
  "nda.register-exported": "Register of NDAs exported",
  "nda.version-published": "NDA published",
  "person.exported": "Data of a person exported",
  "person.erased": "Person erased",
  "retention.applied": "Records past their time removed",
  "audit.exported": "Audit exported",
  "document.downloaded": "Document downloaded from the library",
  "nda.record-read": "Record of a signature opened",
  "mail.read": "Someone’s email read",
  "mail.suppressed": "Address suppressed",
  "mail.unsuppressed": "Address unblocked",
  "mail.retried": "Failed email sent again",
  "domain.record-gone": "Record of a domain gone",
  "domain.record-back": "Record of a domain there again",
  "domain.lost": "Domain removed because its record is gone",
  "org.created": "Organization created",
  "org.suspended": "Organization suspended",
  "org.resumed": "Organization resumed",
  "org.deleted": "Organization deleted",
  "partner.token-generated": "Token for a partner generated",
  "partner.token-revoked": "Token for a partner revoked",
  "demo.org-loaded": "Demo loaded",
};
