// Who gets trust updates by mail.
import type { DigestChoice, SubscriberState } from "#model/subscribers/subscriptions.ts";
import type { TopicCategory } from "#model/updates/words.ts";
import type { Bit, Id, IsoTime } from "./values.ts";

export interface SubscribersTable {
  orgId: Id;
  id: Id;
  /** As it was typed, trimmed and in lower case. */
  email: string;
  /** The canonical form: two spellings of one mailbox are one subscriber. */
  emailKey: string;
  /** The part after the @, in ASCII. */
  emailDomain: string;
  state: SubscriberState;
  /** Where the address came from: a place on the portal, `import`, `staff`. */
  source: string;
  createdAt: IsoTime;
  confirmedAt: IsoTime | null;
  unsubscribedAt: IsoTime | null;
  /** When a mail about the subscription itself was last sent: nobody is flooded with them. */
  mailedAt: IsoTime | null;
  /** 0: only the categories and products that were chosen. */
  allUpdates: Bit;
  digest: DigestChoice;
}

export interface SubscriberCategoriesTable {
  orgId: Id;
  subscriberId: Id;
  category: TopicCategory;
}

/** None: every product. */
export interface SubscriberProductsTable {
  orgId: Id;
  subscriberId: Id;
  productId: Id;
}

export interface SubscriptionTokensTable {
  orgId: Id;
  tokenHash: string;
  subscriberId: Id;
  purpose: "confirm";
  /** The address that the link was sent to, and that it confirms. */
  email: string;
  createdAt: IsoTime;
  expiresAt: IsoTime;
  usedAt: IsoTime | null;
}

export interface SubscriptionBlocksTable {
  orgId: Id;
  id: Id;
  kind: "address" | "domain";
  /** A canonical address, or a domain in ASCII. */
  value: string;
  createdAt: IsoTime;
  createdBy: string;
}

/** What somebody follows of a portal: a member or a subscriber. */
export interface FollowsTable {
  orgId: Id;
  id: Id;
  memberId: Id | null;
  subscriberId: Id | null;
  kind: "portal" | "product" | "item" | "subprocessors";
  /** null: the whole portal. */
  productId: Id | null;
  /** The uid of an item; else the empty text. */
  thingId: string;
  /** How soon they are mailed; never: also not of what they downloaded. */
  pace: "each" | "weekly" | "never";
  /** The paces of the last days before it, and since when each was chosen; null: none. */
  earlierJson: string | null;
  createdAt: IsoTime;
}

export interface SubscribersTables {
  follows: FollowsTable;
  subscribers: SubscribersTable;
  subscriberCategories: SubscriberCategoriesTable;
  subscriberProducts: SubscriberProductsTable;
  subscriptionTokens: SubscriptionTokensTable;
  subscriptionBlocks: SubscriptionBlocksTable;
}
