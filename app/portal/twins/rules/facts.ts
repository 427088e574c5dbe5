import { isListItem } from "#model/cards/kinds.ts";
import type { FieldChange } from "#model/changes.ts";
import { fileAddress } from "#model/documents/library.ts";
import type { ShownFacts } from "#model/documents/facts.ts";
import type { CardView, DocumentRow, ItemView } from "#model/visibility/card-view.ts";
import type {
  DocumentTile,
  FaqItem,
  GradeEntry,
  ItemOutline,
  RiskAnswer,
  TopicEntry,
} from "#model/visibility/page.ts";

/** What a twin says: texts, numbers, lists and groups of them. */
export type Fact = string | number | boolean | null | readonly Fact[] | Facts;
export interface Facts {
  readonly [name: string]: Fact;
}

/** What the addresses in a twin are made of. */
export interface Addresses {
  /** The portal's stored address. */
  base: string;
  productId: string;
  item: (slug: string) => string;
  topic: (id: string) => string;
  /** The documents whose answers are there as data. */
  answered: ReadonlySet<string>;
}

/** An item of a list: what its row says. Its id stays when content moves to another installation. */
export function outlineFacts(item: ItemOutline, to: Addresses): Facts {
  return {
    id: item.uid,
    title: item.title,
    card: item.kind,
    state: item.state === "WorkInProgress" ? "in progress" : "in place",
    access: item.access.text === "locked" ? "locked" : "open",
    url: to.item(item.slug),
    ...(item.hidden ? { hidden: true } : {}),
  };
}

/** An item with its text and its documents, as its card's drawer says it. */
export function itemFacts(item: ItemView<string>, to: Addresses): Facts {
  return {
    ...outlineFacts(item, to),
    text: blankAsNull(item.explanation),
    choice: item.choiceLabel,
    type: item.type,
    auditor: item.auditor,
    validUntil: item.expiry,
    expired: item.expiry === null ? null : item.expired,
    maturity: item.maturity,
    every: item.recurrence === "N/A" ? null : item.recurrence,
    link: item.href,
    list: item.listEntries.map(({ label, description = null, href = null }) => ({
      label,
      description,
      link: href,
    })),
    documents: item.documents.map((row) => documentFacts(row, item.uid, to)),
    bridgeLetter:
      item.letter === null
        ? null
        : { fileName: item.letter.fileName, access: item.letter.bound ? "nda" : "open" },
    changedAt: item.lastModified?.on ?? null,
  };
}

/** A document of an item, as its row says it. */
export function documentFacts(row: DocumentRow, itemUid: string, to: Addresses): Facts {
  const address = (access: "view" | "download", below = "") =>
    row.id === null
      ? null
      : fileAddress(
          {
            prefix: to.base,
            fileId: row.id,
            access,
            source: "file_row",
            itemUid,
            productId: to.productId,
          },
          below,
        );
  const hasAnswers = row.id !== null && row.mayDownload && to.answered.has(row.id);
  return {
    id: row.id,
    name: row.name,
    format: row.fileType,
    size: row.size,
    access: row.lock,
    viewOnly: row.id === null ? null : row.viewOnly,
    expired: row.id === null ? null : row.expired,
    ...toldFacts(row.facts),
    view: row.mayView ? address("view") : null,
    download: row.mayDownload ? address("download") : null,
    ...(hasAnswers ? { answers: address("download", "/answers.json") } : {}),
  };
}

/** What is told of a document: of a locked one, what the organization released. */
function toldFacts(facts: ShownFacts | null): Facts {
  const { type = null, year = null, auditor = null, pages = null } = facts ?? {};
  const { periodFrom = null, periodTo = null } = facts ?? {};
  return { documentType: type, year, auditor, periodFrom, periodTo, pages };
}

/** An item with documents, as the list of documents says it. */
export function tileFacts(tile: DocumentTile, to: Addresses): Facts {
  return {
    ...outlineFacts(tile, to),
    cardTitle: tile.cardTitle,
    files: tile.told.count,
    fileAccess: tile.access.files,
    formats: tile.told.formats,
    documentTypes: tile.told.types,
    ...toldFacts(tile.told.facts),
  };
}

/** A card with its items. */
export function cardFacts(card: CardView<string>, to: Addresses): Facts {
  return {
    card: card.kind,
    title: card.title,
    displayText: card.displayText,
    placeholder: card.placeholder,
    items: card.items
      .filter(({ state, uid }) => state !== "NotEnabled" && !isListItem(uid))
      .map((item) => itemFacts(item, to)),
    riskProfile: card.riskProfile.map(riskFacts),
    grades: card.grades.map(gradeFacts),
    trustedBy: card.trustedBy.map(({ id, name, href }) => ({ id, name, link: href })),
  };
}

/** An answer of the risk profile; a locked one has no value. */
export function riskFacts({ uid, title, value, access }: RiskAnswer): Facts {
  return { id: uid, title, value: value || null, access: access.text };
}

export function gradeFacts({ id, provider, label, description, grade, url }: GradeEntry): Facts {
  return { id, label, provider, grade, description, link: url };
}

export function faqFacts(entry: FaqItem<string>, to: Addresses): Facts {
  const { id, question, shortAnswer, answer, comment, topic, favourite } = entry;
  const url = `${to.base}/faq?entry=${id}`;
  return { id, question, shortAnswer, answer, comment, topic, favorite: favourite, url };
}

/** A topic with what was told of it, the newest first. */
export function topicFacts(topic: TopicEntry<string>, to: Addresses): Facts {
  return {
    id: topic.id,
    subject: topic.subject,
    category: topic.category,
    url: to.topic(topic.id),
    pinned: topic.isPinned,
    editedAt: topic.editedAt,
    effectiveOn: topic.terms.effectiveOn,
    objectUntil: topic.terms.objection?.until ?? null,
    updates: topic.updates.map(({ id, message, isPrivate, createdAt, editedAt }) => ({
      id,
      message,
      membersOnly: isPrivate,
      publishedAt: createdAt,
      editedAt,
    })),
    ...(topic.hidden ? { hidden: true } : {}),
  };
}

/** A change, with the words of each field before and after, as its row says it. */
export function changeFacts(
  change: {
    id: string;
    at: string;
    day: string;
    what: string;
    kind: string;
    action: string;
    title: string;
    fields: readonly FieldChange[];
  },
  url: string,
): Facts {
  const { id, at, day, what, kind, action, title, fields } = change;
  const textOf = (words: FieldChange["words"], left: "before" | "after") =>
    words
      .filter(({ said }) => said !== left)
      .map(({ text }) => text)
      .join(" ");
  return {
    id,
    day,
    at,
    what,
    kind,
    action,
    title,
    url,
    fields: fields.map(({ name, words }) => ({
      label: name,
      before: textOf(words, "after"),
      after: textOf(words, "before"),
    })),
  };
}

function blankAsNull(text: string | null): string | null {
  return text === null || text.trim() === "" ? null : text;
}
