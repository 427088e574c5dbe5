// Asking for access: requests, the rules that decide at once, and the links by which members sign
// in.
import type {
  DeclineOutcome,
  RequestKind,
  RequestStatus,
} from "#model/access-requests/access-outcomes.ts";
import type { RuleAction, RuleFact, RuleMatch } from "#model/access-rules/access-rules.ts";
import type { Generated } from "kysely";
import type { Bit, Id, IsoTime } from "./values.ts";

export interface AccessRequestsTable {
  orgId: Id;
  id: Id;
  /**
   * access: somebody new, or more for a member. extension: an account whose access ended asks
   * again.
   */
  kind: RequestKind;
  /** The account that asks, or that an approval put the person into. */
  accountId: Id | null;
  memberId: Id | null;
  email: string;
  /** The address in canonical form. */
  emailKey: string;
  /** In ASCII. */
  emailDomain: string;
  firstName: string;
  lastName: string;
  companyName: string;
  jobTitle: string | null;
  pointOfContact: string | null;
  relationship: string | null;
  /** ISO 3166-1, two letters. */
  country: string | null;
  freeMail: Generated<Bit>;
  agreed: Generated<Bit>;
  subscribed: Generated<Bit>;
  customCheckbox: Generated<Bit>;
  /** The product on whose page it was sent. */
  productId: Id | null;
  /** A JSON list of the products that were ticked; null when the form did not ask. */
  productIdsJson: string | null;
  itemUid: string | null;
  itemKind: string | null;
  source: string | null;
  /** Of the customization that the form was rendered with. */
  customizationRevision: number | null;
  /** The address of the member who invited this person. */
  invitedBy: string | null;
  status: RequestStatus;
  createdAt: IsoTime;
  /** What the person added while it waited. */
  note: string | null;
  notedAt: IsoTime | null;
  withdrawnAt: IsoTime | null;
  decidedAt: IsoTime | null;
  decidedBy: string | null;
  outcome: "request_approved" | DeclineOutcome | null;
  /** What the person is told with the decision. */
  message: string | null;
  /** The rule that decided. */
  ruleId: Id | null;
  /**
   * The stamp of the terms that the rule had when it let the person in; null for every other
   * decision.
   */
  ruleTerms: string | null;
  /** Until then a decision can be undone, and its mail is held. */
  holdUntil: IsoTime | null;
  /** The emailKey while the request waits: one person has one request that waits. */
  pendingKey: string | null;
  /** The host name by which the person came, without a port: the links of the answer lead there. */
  host: string | null;
  ip: string | null;
  userAgent: string | null;
  /** Who of staff looks at it. */
  assignedTo: Id | null;
  /** Since when it waits for its sender, who was asked something; null: it waits for staff. */
  askedAt: IsoTime | null;
  /** Since when it waits for staff again, after a question. */
  answeredAt: IsoTime | null;
}

export interface AccessRulesTable {
  orgId: Id;
  id: Id;
  /** Rules are asked in this order; the first that matches decides. */
  position: number;
  matches: RuleMatch;
  /** A domain in ASCII, or an address in canonical form; '' where the rule names neither. */
  pattern: string;
  action: RuleAction;
  /** Of an approval. */
  profileId: Id | null;
  expiresInDays: number | null;
  ndaRequired: Bit;
  /** What a declined person is told. */
  message: string | null;
  /** For staff. */
  note: string | null;
  createdAt: IsoTime;
  createdBy: string;
  endedAt: IsoTime | null;
  endedBy: string | null;
}

/** The products that an approval opens; none: the one that was asked for. */
export interface AccessRuleProductsTable {
  orgId: Id;
  ruleId: Id;
  productId: Id;
}

/** What people must say of themselves for a rule to decide; one value of each fact is enough. */
export interface AccessRuleFactsTable {
  orgId: Id;
  ruleId: Id;
  fact: RuleFact;
  value: string;
}

/** The products that a rule decides about, and no other; none: whatever was asked for. */
export interface AccessRuleAskedProductsTable {
  orgId: Id;
  ruleId: Id;
  productId: Id;
}

/** A domain of a customer: rules can ask for it. */
export interface CustomerDomainsTable {
  orgId: Id;
  /** In ASCII; it stands for its subdomains too. */
  domain: string;
  /** What staff call the customer. */
  name: string | null;
  addedAt: IsoTime;
}

/** A decision with a name, that staff make again and again. */
export interface AccessPresetsTable {
  orgId: Id;
  id: Id;
  name: string;
  profileId: Id;
  /** null: access does not end. */
  expiresInDays: number | null;
  ndaRequired: Bit;
  createdAt: IsoTime;
}

export interface SignInLinksTable {
  orgId: Id;
  id: Id;
  /** null: nobody who may sign in has this address, which discreet sign-in does not tell. */
  memberId: Id | null;
  email: string;
  /** The host name on which it was asked for: it counts there alone. */
  host: string;
  tokenHash: string;
  /**
   * A hash of the network that asked, or of a known browser: the same form sent many times makes
   * one link.
   */
  askedFrom: string;
  /** The browser that asked, when it is one that this person signed in with before. */
  browser: string | null;
  /** Path and query below the portal's base. */
  returnTo: string;
  /** The request whose approval sent the link; null: somebody asked for it. */
  requestId: Id | null;
  /** Codes that were tried. */
  tries: number;
  /** Those among them that were typed in place of the link, and wrong. */
  wrongCodes: Generated<number>;
  createdAt: IsoTime;
  expiresAt: IsoTime;
  usedAt: IsoTime | null;
}

export interface AccessTables {
  accessRequests: AccessRequestsTable;
  accessPresets: AccessPresetsTable;
  accessRules: AccessRulesTable;
  accessRuleProducts: AccessRuleProductsTable;
  accessRuleFacts: AccessRuleFactsTable;
  accessRuleAskedProducts: AccessRuleAskedProductsTable;
  customerDomains: CustomerDomainsTable;
  signInLinks: SignInLinksTable;
}

// How staff decide about requests, and what they note about accounts.
export interface AccessReviewsTable {
  orgId: Id;
  id: Id;
  requestId: Id;
  decision: "approved" | "declined";
  at: IsoTime;
  /** The actor, as the audit writes it. */
  by: string;
  byName: string;
  /** The decision's mail, held until `holdUntil`. */
  mailId: Id | null;
  holdUntil: IsoTime;
  /** What an undo puts back (app/access/access-requests/store/access-undo). */
  beforeJson: string;
  undoneAt: IsoTime | null;
  undoneBy: string | null;
}

/** What staff note about a request, for each other. */
export interface RequestNotesTable {
  orgId: Id;
  id: Id;
  requestId: Id;
  note: string;
  createdAt: IsoTime;
  createdBy: string;
}

/** What staff asked the sender of a request, and the answer. */
export interface RequestQuestionsTable {
  orgId: Id;
  id: Id;
  requestId: Id;
  question: string;
  askedAt: IsoTime;
  askedBy: string;
  answer: string | null;
  answeredAt: IsoTime | null;
  /** Staff no longer wait for the answer. */
  closedAt: IsoTime | null;
}

/** A list of requests that somebody of staff keeps under a name. */
export interface InboxViewsTable {
  orgId: Id;
  id: Id;
  staffId: Id;
  name: string;
  /** The keys and values of the list's address. */
  queryJson: string;
  createdAt: IsoTime;
}

export interface AccountNotesTable {
  orgId: Id;
  id: Id;
  accountId: Id;
  note: string;
  createdAt: IsoTime;
  createdBy: string;
}

/**
 * What a person of staff does not want; no row means that they get it. Kinds of mail, and two that
 * are none: with `one-by-one` mails that can come together come once a day, and with `next-request`
 * the next request does not open after a decision.
 */
export interface MutedNotificationsTable {
  orgId: Id;
  staffId: Id;
  kind: string;
  mutedAt: IsoTime;
}

export interface ReviewsTables {
  accessReviews: AccessReviewsTable;
  accountNotes: AccountNotesTable;
  requestNotes: RequestNotesTable;
  requestQuestions: RequestQuestionsTable;
  inboxViews: InboxViewsTable;
  mutedNotifications: MutedNotificationsTable;
}
