// What an org says: the knowledge base and trust updates.
import type { Audience, FaqAccess, TopicCategory } from "../../app/domain/publications.ts";
import type { Bit, Id, IsoTime } from "./values.ts";

export interface FaqEntriesTable {
  orgId: Id;
  id: Id;
  question: string;
  answer: string;
  comment: string | null;
  access: FaqAccess;
  favouriteAt: IsoTime | null;
  /** manual, questionnaire or status page */
  sourceType: string;
  createdAt: IsoTime;
  modifiedAt: IsoTime;
}

export interface FaqProductsTable {
  orgId: Id;
  entryId: Id;
  productId: Id;
}

export interface TopicsTable {
  orgId: Id;
  id: Id;
  subject: string;
  category: TopicCategory;
  hiddenAt: IsoTime | null;
  pinnedAt: IsoTime | null;
  createdAt: IsoTime;
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
}

export interface PublicationsTables {
  faqEntries: FaqEntriesTable;
  faqProducts: FaqProductsTable;
  topics: TopicsTable;
  topicProducts: TopicProductsTable;
  topicUpdates: TopicUpdatesTable;
}
