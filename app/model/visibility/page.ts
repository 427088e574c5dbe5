import type { ShownFacts } from "#model/documents/facts.ts";
import type { DoraFacts } from "#model/settings/dora.ts";
import type { Customization } from "#model/settings/customization.ts";
import type { GradeProvider } from "../grades.ts";
import type { LiveStatus } from "../integrations.ts";
import type { DocumentType, EnabledState } from "#model/items/items.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import type { ShortAnswer } from "#model/short-answers.ts";
import type { TopicCategory } from "#model/updates/words.ts";
import type { SectionId } from "#model/cards/sections.ts";
import type { ItemAccess } from "./who-sees-what.ts";

/**
 * A portal page as one viewer gets it: only what the visibility rule leaves. Every face (document,
 * data, feed, API) is made from these shapes, so what is not here can't leak.
 */

export interface Picture {
  id: string;
  revision: number;
}

/** An item in a list: enough for a row, nothing of its text. */
export interface ItemOutline {
  uid: string;
  kind: CardKind;
  title: string;
  slug: string;
  state: EnabledState;
  isPublic: boolean;
  /** Restricted and hidden; never sent to a viewer who may not see it. */
  hidden: boolean;
  access: ItemAccess;
  /** Documents linked; names are not part of an outline. */
  documentCount: number;
  /** What its status page says, where it stands on its card. */
  live?: LiveStatus;
}

export interface CertificationTile extends ItemOutline {
  badgeId: string | null;
  badgePicture: Picture | null;
  auditor: string | null;
  type: string | null;
  /** The last day on which it counts, YYYY-MM-DD. */
  expiry: string | null;
  expired: boolean;
}

export interface CardOutline {
  kind: CardKind;
  title: string;
  displayText: string | null;
  placeholder: string | null;
  hidden: boolean;
  icon: Picture | null;
  /** The first items, as many as a card shows before 'View more'. */
  items: ItemOutline[];
  itemCount: number;
}

/** The plain logo of a company that has no picture: letters on a tile of a hue. */
export interface CompanyMark {
  letters: string;
  hue: number;
}

export interface CompanyEntry {
  id: string;
  name: string;
  domain: string | null;
  logo: Picture | null;
  mark: CompanyMark | null;
  href: string | null;
}

export interface SubprocessorEntry {
  id: string;
  company: string;
  logo: Picture | null;
  mark: CompanyMark | null;
  domain: string | null;
  purpose: string | null;
  location: string | null;
  additionalDetails: string | null;
  /** What it gives for registers of information; null for nothing. */
  dora: DoraFacts | null;
}

export interface GradeEntry {
  id: string;
  provider: GradeProvider;
  label: string;
  description: string | null;
  grade: string | null;
  url: string | null;
}

export interface RiskAnswer {
  uid: string;
  title: string;
  value: string;
  access: ItemAccess;
}

/** What a viewer is told of an item's documents. */
export interface ToldDocuments {
  /** How many they are. */
  count: number;
  /** Of the newest of which anything is told. */
  facts: ShownFacts | null;
  /** 'PDF'; only of those whose names the viewer may read. */
  formats: string[];
  types: DocumentType[];
  /** The newest day or year that is told; the empty text where none is. */
  newest: string;
}

export interface DocumentTile extends ItemOutline {
  told: ToldDocuments;
  cardTitle: string;
  unlocked: boolean;
  featured: boolean;
}

/** A question. `Text` is what its texts are: Markdown as it is stored, or laid out to be shown. */
export interface FaqItem<Text = MarkdownTree> {
  id: string;
  question: string;
  /** What the company says in a word; null where it says none. */
  shortAnswer: ShortAnswer | null;
  answer: Text;
  comment: Text | null;
  /** What it is about; entries of one topic stand together. */
  topic: string | null;
  favourite: boolean;
  /** The owner's metadata; null for everyone else. */
  owner: {
    access: string;
    source: string;
    createdAt: string;
    modifiedAt: string;
    products: string[];
  } | null;
}

export interface TopicUpdateEntry<Text = MarkdownTree> {
  id: string;
  message: Text;
  isPrivate: boolean;
  createdAt: string;
  /** When its words were last changed after publication. */
  editedAt: string | null;
}

/**
 * A change of subprocessors: since when it counts, and until when customers may object. Days,
 * YYYY-MM-DD.
 */
export interface TopicTerms {
  effectiveOn: string | null;
  objection: { days: number; until: string } | null;
}

export interface TopicEntry<Text = MarkdownTree> {
  id: string;
  subject: string;
  category: TopicCategory;
  isPinned: boolean;
  hidden: boolean;
  createdAt: string;
  /** When its subject, category or terms were last changed after publication. */
  editedAt: string | null;
  terms: TopicTerms;
  /** Newest first. */
  updates: TopicUpdateEntry<Text>[];
}

export interface SectionView {
  id: SectionId;
  hidden: boolean;
  /**
   * Of the combined row, for its owner: the halves that came hidden while the other one is shown.
   */
  hiddenHalves: readonly SectionId[];
}

export interface ProductRef {
  id: string;
  slug: string;
  name: string;
  show: boolean;
  isDefault: boolean;
}

/** What a buyer looks for first: it stands beside the portal's title. */
export interface AtAGlance {
  certifications: CertificationTile[];
  report: LatestReport | null;
}

/**
 * The newest report that the viewer is told of: the item that it belongs to, and what is told of
 * it.
 */
export interface LatestReport {
  item: ItemOutline;
  facts: ShownFacts;
}

/** The page of one product. */
export interface ProductPage<Text = MarkdownTree> {
  product: ProductRef;
  revision: number;
  sections: SectionView[];
  cards: CardOutline[];
  /** Cards outside the cards section: titles, hidden marks and display texts. */
  ownCards: Partial<Record<CardKind, CardOutline>>;
  overview: Text | null;
  certifications: CertificationTile[];
  atAGlance: AtAGlance;
  /** The org's day, YYYY-MM-DD, where something on the page counts from it. */
  today: string | null;
  trustedBy: CompanyEntry[];
  subprocessors: { logos: CompanyEntry[]; count: number } | null;
  documents: DocumentTile[];
  grades: GradeEntry[];
  riskProfile: RiskAnswer[];
  faq: { entries: FaqItem<Text>[]; count: number };
  /** How many controls the viewer may read; they stand on a page of their own. */
  controls: number;
  topics: { entries: TopicEntry<Text>[]; count: number; page: number; pages: number };
  /** The topic that the updates bar leads to, while one is recent. */
  recentTopic: { id: string; subject: string } | null;
}

export type PageSettings = Pick<
  Customization,
  | "publicAccessLevel"
  | "commentsEnabled"
  | "earlierVersions"
  | "expiredDocuments"
  | "documentAccessType"
  | "viewOnlyFallback"
  | "watermarkDownloads"
>;

export const ITEMS_BEFORE_MORE = 3;
export const SUBPROCESSOR_LOGOS = 5;
