import { itemPath, productPath } from "./portal-paths.ts";
import type { ShortAnswer } from "./short-answers.ts";
import { dialogQuery } from "./knowledge-base.ts";

/**
 * What visitors find by searching: the groups in their order, the shape of a result, and the
 * limits.
 */

/** Characters of a question that count. */
export const MAX_TERM = 512;
/** Entries of a group before '...N more'. */
export const SHOWN_PER_GROUP = 3;
/** Entries of one group's own list, then how many each further page adds. */
export const FIRST_PAGE = 15;
export const NEXT_PAGES = 10;
/** No question has more results than this. */
export const MAX_RESULTS = 1000 - FIRST_PAGE;

export const SEARCH_LABEL = "Search items";
/** The large fields say what they search; the header's keeps the short words. */
export const SEARCHED_LABEL = "Search controls, documents and answers";
export const BEFORE_SEARCH = "Start searching above";
export const NOTHING_FOUND = "No results found";
export const TRY_ANOTHER = "Try using a different search term";
export const TOP_MATCH = "Top match";
export const SEARCH_FAILED = "Failed to retrieve search results. Please try again later.";
export const NO_PRODUCT = "No product id";

export const SEARCH_TYPES = [
  "documents",
  "controls",
  "facts",
  "knowledge base",
  "trust center content",
  "trust center updates",
  "webpage",
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** The names of the groups, in their order. */
export const GROUP_LABELS: Readonly<Record<SearchType, string>> = {
  documents: "Documents",
  controls: "Controls",
  facts: "Facts",
  "knowledge base": "FAQs",
  "trust center content": "Trust Items",
  "trust center updates": "Updates",
  webpage: "Webpages",
};

/** The icon of a group's entries, by its name among the product's icons. */
export const GROUP_ICONS = {
  documents: "file",
  controls: "check",
  facts: "shield",
  "knowledge base": "question",
  "trust center content": "badge",
  "trust center updates": "bell",
  webpage: "external",
} as const satisfies Readonly<Record<SearchType, string>>;

/** Whether a word of an address names a group. */
export function isSearchType(word: string): word is SearchType {
  return (SEARCH_TYPES as readonly string[]).includes(word);
}

/** The texts that words are looked for in, the weightiest first. */
export const SEARCHED_FIELDS = [
  "title",
  "question",
  "otherTitles",
  "explanation",
  "topic",
  "text",
] as const;
export type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** As much of a question is kept, in characters. */
const KEPT_TERM = 200;

/**
 * A question as it is kept: in one line of lower case, without addresses and long numbers, which
 * can say who somebody is, cut at 200 characters.
 */
export function cleanedTerm(term: string): string {
  return term
    .split(/\s+/)
    .map((word) => (/.@./.test(word) ? "…" : word))
    .join(" ")
    .replaceAll(/\+?\d(?:[\s().-]{0,2}\d){5,}/g, "…")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .slice(0, KEPT_TERM);
}

/** What one type of result says besides its title. */
export interface SearchMetadata {
  /** Documents. */
  fileId?: string;
  fileName?: string;
  mimeType?: string;
  content?: { value: string }[];
  /** The page of the file that the snippet is from, counted from 1. */
  page?: number;
  /** Updates and controls. */
  description?: string;
  /** Items. */
  cardTitle?: string;
  explanation?: string;
  /** Questions and controls: what they say in a word. */
  shortAnswer?: ShortAnswer;
  /** Questions. */
  title?: string;
  answer?: string;
  comment?: string;
  /** Controls. */
  reference?: string;
  requirements?: readonly string[];
}

/**
 * One thing that can be found, or a piece of it: an item, a question, a topic, a fact, a page of a
 * file. The title is what everyone sees who may know of it; the other texts are for those who may
 * read it.
 */
export interface SearchRecord extends SearchedTexts {
  /** The product that it belongs to; null for what several products share. */
  productId: string | null;
  target: SearchTarget;
  metadata: SearchMetadata;
}

/** What an index has to know of a record, on the server and in a browser. */
export interface SearchedTexts {
  /** Its own among all records of a company. */
  id: string;
  /** The thing that it is a piece of: records of the same thing make one result. */
  thing: string;
  type: SearchType;
  title: string;
  question?: string;
  /** Other terms for the title, on the server alone: they are found and not shown. */
  otherTitles?: string;
  explanation?: string;
  /** What a question is about, and a short answer in words: they are found here and not shown. */
  topic?: string;
  text?: string;
}

/** A record as the search dialog has it: what its viewer may know, and where it leads them. */
export interface BrowserRecord extends SearchedTexts {
  href: string;
  /** The viewer sees its title alone, and `href` leads to the way to the rest. */
  locked?: true;
  /** Of a text there is more than what stands here. */
  cut?: true;
  /** What a question or a control says in a word: 'Yes'. */
  shortAnswer?: string;
  /** The title of the card that an item belongs to. */
  card?: string;
  /** The page of the file that the text is from, counted from 1. */
  page?: number;
  /**
   * A document's content type, and where it is viewed and downloaded, as far as this viewer may.
   */
  mimeType?: string;
  view?: string;
  download?: string;
}

/**
 * What the dialog searches in: records of its own, which are whole or the beginnings of texts, or
 * the server, asked so many milliseconds after the last key.
 */
export type BrowserIndex =
  | {
      records: BrowserRecord[];
      isWhole: boolean;
      synonyms: readonly (readonly string[])[];
      /**
       * What the server knows beside the thesaurus, by the first term of its group; empty where it
       * knows more texts, too, and is asked in any case.
       */
      paraphrases: readonly (readonly [group: string, terms: readonly string[]])[];
    }
  | { wait: number };

/** The server's answer to the dialog: each result with the stems of the words that were found in it. */
export interface BrowserAnswer {
  results: { record: BrowserRecord; found: string[] }[];
  /** What was not searched to its end, in words. */
  partly: string | null;
}

/** As much of each text is in a browser's index, in characters. */
export const BROWSER_TEXT = 500;
/** Of webpages. */
export const BROWSER_WEBPAGE_TEXT = 200;
/** A larger index stays on the server: bytes, compressed. */
export const MAX_BROWSER_INDEX = 50 * 1024;
/** How long after the last key the server is asked for somebody's own results, in milliseconds. */
export const SEMANTIC_WAIT_MS = 500;

/** What a result opens. */
export type SearchTarget =
  | { kind: "item"; uid: string; slug: string }
  | { kind: "card"; card: string }
  | { kind: "document"; documentId: string }
  | { kind: "question"; entryId: string }
  | { kind: "control"; controlId: string; reference: string }
  | { kind: "topic"; topicId: string }
  | { kind: "subprocessor"; company: string }
  | { kind: "section"; section: string }
  | { kind: "website"; href: string };

/** How much of a record the viewer may have: nothing, its title, all of it. */
export type RecordAccess = "absent" | "title" | "open";

/** Where an answer was made: by the index that everyone has, or for this viewer on the server. */
export type SearchSource = "semantic" | "fuse";

/** One result, as the call answers it. */
export interface SearchResult {
  id: string;
  type: SearchType;
  title: string;
  icon: string;
  source: SearchSource;
  metadata: SearchMetadata;
  /** Where it leads, on the door that was asked. */
  href: string;
  /** The viewer sees its title alone. */
  locked: boolean;
  original: { id: string; type: SearchType; title: string; metadata: SearchMetadata };
}

/** An item's title as results show it: with its card's where they differ. */
export function titleWithCard(cardTitle: string, title: string): string {
  return cardTitle === title ? title : `${cardTitle} - ${title}`;
}

/** How many results one page of a group's list leaves out before its own, and how many it shows. */
export function windowOf(page: number): { from: number; to: number } {
  const from = page <= 1 ? 0 : FIRST_PAGE + (page - 2) * NEXT_PAGES;
  return { from, to: page <= 1 ? FIRST_PAGE : from + NEXT_PAGES };
}

/** How many pages a group's list of so many results has; 1 where there are none. */
export function pagesOf(count: number): number {
  return count <= FIRST_PAGE ? 1 : 1 + Math.ceil((count - FIRST_PAGE) / NEXT_PAGES);
}

/** The footer's words: '1 results' reads as the specification writes it. */
export function resultsLabel(count: number): string {
  return `${count} results`;
}

/**
 * Where a result leads: a path below the portal's base with its query, or another site's address.
 */
export interface SearchPlace {
  path: string;
  query: Readonly<Record<string, string>>;
  hash?: string;
  /** Instead of the path, for what lies on the company's own site. */
  href?: string;
}

/** The host that a webpage stands on, as results show it. */
export function hostOf(href: string): string {
  return new URL(href).host;
}

/**
 * Where a record leads this viewer. A locked item leads where its row does: to the login tab.
 * @param products those that the viewer has pages of
 */
export function placeOf(
  { target, metadata }: Pick<SearchRecord, "target" | "metadata">,
  access: Exclude<RecordAccess, "absent">,
  product: { id: string; slug: string; isDefault: boolean },
  products: readonly unknown[],
): SearchPlace {
  const own: Record<string, string> = product.isDefault ? {} : { product: product.slug };
  const home = productPath(product);
  switch (target.kind) {
    case "item":
      return access === "open"
        ? { path: itemPath(target.slug, product, products), query: {} }
        : { path: home, query: { loginRequest: "true", source: "search", itemUid: target.uid } };
    case "card":
      return { path: `${home}/card/${target.card}`, query: {} };
    case "document":
      return documentPlace(target.documentId, "view", product.id, metadata.page);
    case "question":
      return { path: home, query: dialogQuery({ entryId: target.entryId }) };
    case "control":
      return {
        path: "/controls",
        query: { ...own, q: target.reference },
        hash: `control-${target.controlId}`,
      };
    case "topic":
      return { path: `/updates/${target.topicId}`, query: own };
    case "subprocessor":
      return { path: "/subprocessors", query: { ...own, q: target.company } };
    case "section":
      return { path: home, query: {}, hash: target.section };
    case "website":
      return { path: "", query: {}, href: target.href };
  }
}

/**
 * Where a document is viewed or downloaded as a file of a product.
 * @param page the page that a view begins with
 */
export function documentPlace(
  documentId: string,
  door: "view" | "download",
  productId: string,
  page?: number,
): SearchPlace {
  const begins: Record<string, string> =
    door === "download" || page === undefined || page === 1 ? {} : { page: String(page) };
  return { path: `/documents/${documentId}/${door}`, query: { productId, ...begins } };
}
