// What an org says: the knowledge base and trust updates.
import type { Generated } from "kysely";
import type { ShortAnswer } from "#model/short-answers.ts";
import type { Audience, FaqAccess, TopicCategory } from "#model/updates/words.ts";
import type { Bit, Id, IsoTime } from "./values.ts";

export interface FaqEntriesTable {
  orgId: Id;
  id: Id;
  question: string;
  /** What it says in a word; null where it says none. */
  shortAnswer: ShortAnswer | null;
  answer: string;
  comment: string | null;
  /** What it is about, in a word or two: entries of one topic stand together. */
  topic: string | null;
  access: FaqAccess;
  favouriteAt: IsoTime | null;
  /** manual, questionnaire or status page */
  sourceType: string;
  /** The kind of what it came with, such as csv. */
  sourceSubtype: string | null;
  /** The name of what it came with. */
  sourceName: string | null;
  createdAt: IsoTime;
  modifiedAt: IsoTime;
}

export interface FaqProductsTable {
  orgId: Id;
  entryId: Id;
  productId: Id;
}

/** Who looks after an entry of the FAQ; no row where nobody said anything. */
export interface FaqReviewsTable {
  orgId: Id;
  entryId: Id;
  ownerId: Id | null;
  /** How often it is reviewed: 3, 6 or 12; null: never. */
  everyMonths: number | null;
  reviewedAt: IsoTime | null;
  reviewedBy: string | null;
}

/** An entry of the FAQ that ended in another one: its address leads there. */
export interface FaqAliasesTable {
  orgId: Id;
  endedId: Id;
  entryId: Id;
  endedAt: IsoTime;
}

export interface TopicsTable {
  orgId: Id;
  id: Id;
  subject: string;
  category: TopicCategory;
  hiddenAt: IsoTime | null;
  hiddenBy: string | null;
  pinnedAt: IsoTime | null;
  pinnedBy: string | null;
  /**
   * A change of subprocessors: the day on which it takes effect, YYYY-MM-DD, and how long one may
   * object.
   */
  effectiveOn: string | null;
  objectionDays: number | null;
  /** When the subject, the category or the dates were last changed after publication. */
  editedAt: IsoTime | null;
  editedBy: string | null;
  revision: Generated<number>;
  createdAt: IsoTime;
}

/** What a topic said before it was edited. */
export interface TopicVersionsTable {
  orgId: Id;
  id: Id;
  topicId: Id;
  subject: string;
  category: TopicCategory;
  effectiveOn: string | null;
  objectionDays: number | null;
  replacedAt: IsoTime;
  replacedBy: string;
}

export interface TopicProductsTable {
  orgId: Id;
  topicId: Id;
  productId: Id;
}

export interface TopicUpdatesTable {
  orgId: Id;
  id: Id;
  topicId: Id;
  message: string;
  audience: Audience;
  channelStatusPage: Bit;
  channelEmail: Bit;
  /** When it is published; later than now means scheduled. */
  createdAt: IsoTime;
  createdBy: string;
  approvedBy: string | null;
  /** Who gets the mail; null for updates that were imported, which mail nobody. */
  recipientsJson: string | null;
  editedAt: IsoTime | null;
  editedBy: string | null;
  unpublishedAt: IsoTime | null;
  unpublishedBy: string | null;
  /** Tells the same request, sent twice, from a second one. */
  requestKey: string | null;
}

/** What an update said before it was edited. */
export interface TopicUpdateVersionsTable {
  orgId: Id;
  id: Id;
  updateId: Id;
  message: string;
  replacedAt: IsoTime;
  replacedBy: string;
}

/**
 * An update that is not published yet, or a change of one that is; nothing of it is on any public
 * face.
 */
export interface TopicDraftsTable {
  orgId: Id;
  id: Id;
  /** The topic that it follows up; null: it begins a new one. */
  topicId: Id | null;
  /** The published update that it changes. */
  updateId: Id | null;
  subject: string;
  category: TopicCategory;
  hidden: Bit;
  pinned: Bit;
  productIdsJson: string;
  effectiveOn: string | null;
  objectionDays: number | null;
  message: string;
  audience: Audience;
  channelStatusPage: Bit;
  channelEmail: Bit;
  recipientsJson: string | null;
  publishAt: IsoTime | null;
  requestKey: string | null;
  revision: number;
  createdAt: IsoTime;
  createdBy: string;
  changedAt: IsoTime;
  changedBy: string;
  /**
   * `staff:{id}` of who wrote the words last: with a second person required, somebody else approves
   * them.
   */
  changedByActor: string;
  submittedAt: IsoTime | null;
  submittedBy: string | null;
  submittedByActor: string | null;
  returnedAt: IsoTime | null;
  returnedBy: string | null;
  returnNote: string | null;
}

/** What visitors are told has changed about a product, written in the transaction of the change. */
export interface PublicChangesTable {
  orgId: Id;
  id: Id;
  productId: Id;
  at: IsoTime;
  /** A name of app/model/changes. */
  kind: string;
  /** The uid of an item, or the id of an entry. */
  thingId: string;
  /** The document of an item. */
  partId: Id | null;
  action: string;
  /** What it was called then. */
  title: string;
  /** The fields whose words changed. */
  wordsJson: string;
  /** Who could see and read it before, and after. */
  wasJson: string;
  isJson: string;
  /** The change of history that told it; null where none did. */
  changeId: Id | null;
  /** When the change was made that this takes back, of which somebody was mailed; else null. */
  takesBackAt: IsoTime | null;
}

/** The days on which a member was last on a product's portal, in the organization's time zone. */
export interface MemberVisitsTable {
  orgId: Id;
  memberId: Id;
  productId: Id;
  /** The newest day, YYYY-MM-DD, and the one before it; null: there was none. */
  day: string;
  lastDay: string | null;
}

export interface PublicationsTables {
  publicChanges: PublicChangesTable;
  memberVisits: MemberVisitsTable;
  faqEntries: FaqEntriesTable;
  faqProducts: FaqProductsTable;
  faqReviews: FaqReviewsTable;
  faqAliases: FaqAliasesTable;
  topics: TopicsTable;
  topicProducts: TopicProductsTable;
  topicVersions: TopicVersionsTable;
  topicUpdates: TopicUpdatesTable;
  topicUpdateVersions: TopicUpdateVersionsTable;
  topicDrafts: TopicDraftsTable;
}
