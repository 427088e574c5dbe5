import type { CardKind } from "#model/cards/kinds.ts";
import {
  SUBPROCESSOR_LOGOS,
  type CardOutline,
  type ProductPage,
  type ProductRef,
  type TopicEntry,
} from "#model/visibility/page.ts";
import type { LiveStatus } from "#model/integrations.ts";
import { visibleControls } from "./controls.server.ts";
import {
  countedSubprocessors,
  loadGrades,
  loadTrustedBy,
  riskAnswers,
} from "./companies.server.ts";
import {
  cardOutline,
  certificationTiles,
  loadCards,
  loadItemOutlines,
  type CardRow,
  type LoadedItem,
} from "./items.server.ts";
import { strongest } from "#model/visibility/at-a-glance.ts";
import { latestReport, loadDocumentTiles } from "./documents.server.ts";
import { loadConfig } from "./config.server.ts";
import { loadLiveStatus } from "./integrations.server.ts";
import { loadTopics, pageOfTopics, recentTopic, topicMoments } from "./publications.server.ts";
import { loadFaq } from "./faq.server.ts";
import type { PageScope } from "./scope.server.ts";

/** Favourites and newest entries on the page itself; all of them stand on the FAQ page. */
const FAQ_ON_PAGE = 5;

/** What of the query changes the page itself. */
export interface PageQuery {
  topicPage: number;
  /** tcuUid: the page of topics that holds it is shown. */
  topicId: string | null;
}

/** Kinds with a section of their own instead of a place among the cards. */
const SECTION_KINDS: readonly CardKind[] = [
  "Overview",
  "Certifications",
  "TrustedBy",
  "Subprocessors",
  "Documents",
];

/**
 * The page of a product as the scope's viewer may see it. Nothing that the viewer may not see is in
 * the result; `scope.clock.validUntil` says until when it holds.
 */
export async function loadProductPage(
  scope: PageScope,
  product: ProductRef,
  query: PageQuery,
): Promise<ProductPage<string>> {
  const [config, cards] = await Promise.all([loadConfig(scope), loadCards(scope)]);
  const [items, topics, faq, controls, live] = await Promise.all([
    loadItemOutlines(scope),
    loadTopics(scope),
    loadFaq(scope),
    visibleControls(scope),
    loadLiveStatus(scope),
  ]);
  const byKind = groupByKind(items);
  const of = (kind: CardKind) => byKind.get(kind) ?? [];
  const opens = (kind: CardKind) =>
    of(kind).some((item) => item.state !== "NotEnabled" && item.access.text === "open");

  const [certifications, trustedBy, subprocessors, grades] = await Promise.all([
    certificationTiles(scope, of("Certifications")),
    opens("TrustedBy") ? loadTrustedBy(scope) : [],
    opens("Subprocessors") ? subprocessorSummary(scope) : null,
    opens("SecurityGrades") ? loadGrades(scope) : [],
  ]);

  const shownTopics = pageOfTopics(topics, query.topicPage, query.topicId);
  const report = await latestReport(scope, items);
  const ownCards: Partial<Record<CardKind, CardOutline>> = {};
  for (const kind of SECTION_KINDS) {
    const card = cards.get(kind);
    if (card !== undefined) ownCards[kind] = cardOutline(kind, card, of(kind));
  }
  const { id, slug, name, show, isDefault } = product;
  return {
    product: { id, slug, name, show, isDefault },
    revision: config.revision,
    sections: config.sections,
    cards: cardsSection(scope, config.cardOrder, cards, byKind).map((card) => withLive(card, live)),
    ownCards,
    overview: of("Overview").find(({ state }) => state !== "NotEnabled")?.overview ?? null,
    certifications,
    today: todayIn(scope, certifications, shownTopics.entries),
    atAGlance: { certifications: strongest(certifications), report },
    trustedBy,
    subprocessors,
    documents: await loadDocumentTiles(scope),
    grades,
    riskProfile: riskAnswers(of("RiskProfile")),
    faq: { entries: faq.slice(0, FAQ_ON_PAGE), count: faq.length },
    controls: controls.length,
    topics: shownTopics,
    recentTopic: recentTopic(scope, topics),
  };
}

/**
 * Today, where the page shows for how long certifications are still valid, or how long ago it told
 * something: it is another page tomorrow.
 */
function todayIn(
  { clock }: PageScope,
  certifications: readonly { expiry: string | null }[],
  topics: readonly TopicEntry<string>[],
): string | null {
  if (certifications.every(({ expiry }) => expiry === null))
    return clock.countedFrom(topicMoments(topics));
  clock.passed(clock.today);
  return clock.today;
}

/** A card with what status pages say beside its items. */
function withLive(card: CardOutline, live: ReadonlyMap<string, LiveStatus>): CardOutline {
  if (live.size === 0) return card;
  const items = card.items.map((item) => {
    const status = live.get(item.uid);
    return status === undefined ? item : { ...item, live: status };
  });
  return { ...card, items };
}

async function subprocessorSummary(scope: PageScope): Promise<ProductPage["subprocessors"]> {
  const { first, count } = await countedSubprocessors(scope, SUBPROCESSOR_LOGOS);
  return {
    count,
    logos: first.map((entry) => ({
      id: entry.id,
      name: entry.company,
      domain: entry.domain,
      logo: entry.logo,
      mark: entry.mark,
      href: null,
    })),
  };
}

/** The cards in order; visitors see those with an item or a placeholder, the owner all of them. */
function cardsSection(
  scope: PageScope,
  order: readonly CardKind[],
  cards: ReadonlyMap<CardKind, CardRow>,
  byKind: ReadonlyMap<CardKind, LoadedItem[]>,
): CardOutline[] {
  return order.flatMap((kind) => {
    const card = cards.get(kind);
    if (card === undefined) return [];
    const outline = cardOutline(kind, card, byKind.get(kind) ?? []);
    const worthShowing =
      outline.itemCount > 0 || outline.placeholder !== null || scope.viewer.mode === "main";
    return worthShowing ? [outline] : [];
  });
}

function groupByKind(items: readonly LoadedItem[]): Map<CardKind, LoadedItem[]> {
  const groups = new Map<CardKind, LoadedItem[]>();
  for (const item of items) {
    const group = groups.get(item.kind);
    if (group === undefined) groups.set(item.kind, [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * The newest change to what the viewer sees of the product, items and updates; null while there is
 * none.
 */
export async function lastChange(scope: PageScope): Promise<string | null> {
  const [items, topics] = await Promise.all([loadItemOutlines(scope), loadTopics(scope)]);
  const moments = [
    ...items
      .filter((item) => item.access.text === "open" && item.state !== "NotEnabled")
      .map((item) => item.lastModifiedOn),
    ...topics
      .filter((topic) => !topic.hidden)
      .flatMap((topic) => [
        ...topic.updates.map((update) => update.editedAt ?? update.createdAt),
        ...(topic.editedAt === null ? [] : [topic.editedAt]),
      ]),
  ];
  return moments.reduce<string | null>(
    (latest, moment) => (latest === null || moment > latest ? moment : latest),
    null,
  );
}
