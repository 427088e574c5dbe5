import type { MarkdownTree } from "#values/markdown.ts";
import type { CardView, ItemView } from "#model/visibility/card-view.ts";
import type { FaqItem, ProductPage, TopicEntry } from "#model/visibility/page.ts";
import { keptMarkdown } from "#platform/files/store/markdown.server.ts";
import type { PageScope } from "./scope.server.ts";

/**
 * What a viewer sees, with its texts as they were laid out when they were saved. It comes after the
 * rule who sees what: a text that was dropped there has no tree here.
 */
type Scope = Pick<PageScope, "db" | "org">;
type TreeOf = (text: string) => MarkdownTree;

export async function drawnCard({ db, org }: Scope, card: CardView<string>): Promise<CardView> {
  const treeOf = await keptMarkdown(
    db,
    org.id,
    card.items.map(({ explanation }) => explanation),
  );
  return { ...card, items: card.items.map((item) => drawn(item, treeOf)) };
}

export async function drawnItem({ db, org }: Scope, item: ItemView<string>): Promise<ItemView> {
  return drawn(item, await keptMarkdown(db, org.id, [item.explanation]));
}

export async function drawnFaq(
  { db, org }: Scope,
  entries: readonly FaqItem<string>[],
): Promise<FaqItem[]> {
  const treeOf = await keptMarkdown(db, org.id, entries.flatMap(textsOfFaq));
  return entries.map((entry) => faq(entry, treeOf));
}

export async function drawnTopics(
  { db, org }: Scope,
  topics: readonly TopicEntry<string>[],
): Promise<TopicEntry[]> {
  const treeOf = await keptMarkdown(db, org.id, topics.flatMap(textsOfTopic));
  return topics.map((entry) => topic(entry, treeOf));
}

export async function drawnPage(
  { db, org }: Scope,
  page: ProductPage<string>,
): Promise<ProductPage> {
  const treeOf = await keptMarkdown(db, org.id, [
    page.overview,
    ...page.faq.entries.flatMap(textsOfFaq),
    ...page.topics.entries.flatMap(textsOfTopic),
  ]);
  return {
    ...page,
    overview: orNone(page.overview, treeOf),
    faq: { ...page.faq, entries: page.faq.entries.map((entry) => faq(entry, treeOf)) },
    topics: { ...page.topics, entries: page.topics.entries.map((entry) => topic(entry, treeOf)) },
  };
}

function textsOfFaq({ answer, comment }: FaqItem<string>): (string | null)[] {
  return [answer, comment];
}

function textsOfTopic({ updates }: TopicEntry<string>): string[] {
  return updates.map(({ message }) => message);
}

function drawn(item: ItemView<string>, treeOf: TreeOf): ItemView {
  return { ...item, explanation: orNone(item.explanation, treeOf) };
}

function faq(entry: FaqItem<string>, treeOf: TreeOf): FaqItem {
  return { ...entry, answer: treeOf(entry.answer), comment: orNone(entry.comment, treeOf) };
}

function topic(entry: TopicEntry<string>, treeOf: TreeOf): TopicEntry {
  return {
    ...entry,
    updates: entry.updates.map((update) => ({ ...update, message: treeOf(update.message) })),
  };
}

/** What is blank says nothing. */
function orNone(text: string | null, treeOf: TreeOf): MarkdownTree | null {
  return text === null || text.trim() === "" ? null : treeOf(text);
}
