import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import { loadControls, shownControls } from "#content/controls/store/shown.server.ts";
import { VIEWED } from "#content/controls/rules/controls.ts";
import { documentsWithAnswers } from "#content/documents/store/standing-answers.server.ts";
import { groupedByTopic } from "#model/knowledge-base.ts";
import {
  CARD_TITLES,
  isCardKind,
  NOT_EXPANDABLE_KINDS,
  type CardKind,
} from "#model/cards/kinds.ts";
import { craPath, itemPath, productPath } from "#model/portal-paths.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { loadDocumentTiles } from "#visibility/store/documents.server.ts";
import { loadFaq } from "#visibility/store/faq.server.ts";
import { loadCards } from "#visibility/store/items.server.ts";
import { loadTopics } from "#visibility/store/publications.server.ts";
import { findItemBySlug } from "#visibility/store/slugs.server.ts";
import { visibleSubprocessors } from "#visibility/store/subprocessors.server.ts";
import type { Services } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { picked } from "#values/picked.ts";
import { hasDoraFacts } from "#model/settings/dora.ts";
import { twinPath } from "#model/twins.ts";
import { topicPath, type PortalRequest } from "#web/portal/scope.ts";
import { changesSince } from "#model/changes.ts";
import { changesFor } from "#visibility/changes/store/changes.server.ts";
import { MOST_CHANGES } from "../changes/rules/changes.ts";
import { addressOfChange, toldChanges } from "#web/portal/changes/told.ts";
import { datesOf } from "../dates/dates.server.ts";
import { CRA_TITLE, craTwin, shownFacts } from "../cra/rules/file.ts";
import { registeredSubprocessors } from "../dora/registered.server.ts";
import { DORA_TITLE, givenFacts, registerFacts } from "../dora/rules/register.ts";
import { overviewFacts } from "./overview.server.ts";
import {
  cardFacts,
  changeFacts,
  faqFacts,
  itemFacts,
  outlineFacts,
  tileFacts,
  topicFacts,
  type Addresses,
  type Facts,
} from "./rules/facts.ts";

/** What the names of a twin mean; it changes when one of them means another thing. */
const TWIN_SCHEMA = "open-trust-center/twin/1";
const LANGUAGE = "en";

/** What a page says, in the words of its twin. */
export interface PageFacts {
  /** Which kind of twin it is; one kind has the same names everywhere. */
  kind: string;
  title: string;
  /** The page's own path below the portal's base. */
  path: string;
  facts: Facts;
}

/** The twin of a page; null where the viewer has no such page. */
export type FindPage = (page: TwinRequest) => Promise<PageFacts | null>;

/** What is asked for: a portal, with the addresses of what is in it. */
export interface TwinRequest {
  portal: PortalRequest;
  to: Addresses;
  /** What the address names: a card's kind, an item's slug, a topic's id. */
  /** The day that the query asks for. */
  since?: string | null;
  /** The place in a list of changes that it asks for. */
  before?: string | null;
  params: { kind?: string | undefined; slug?: string | undefined; topicId?: string | undefined };
}

/** The addresses that a twin leads to: the stored ones, never the Host header's. */
export async function addressesOf(
  { store, config }: Pick<Services, "store" | "config">,
  { org, product, products }: PortalRequest,
): Promise<Addresses> {
  const [base, answered] = await Promise.all([
    canonicalBase(store.read, org, config.origin),
    documentsWithAnswers(store.read, org.id),
  ]);
  return {
    base,
    answered,
    productId: product.id,
    item: (slug) => base + itemPath(slug, product, products),
    topic: (id) => base + topicPath(id, product),
  };
}

/** The twins by the last word of their address, or by what stands before their name. */
export const PAGES = {
  index: async ({ portal, to }) => ({
    kind: "overview",
    title: `${portal.org.name} ${portal.org.customization.portalTitle}`,
    path: productPath(portal.product),
    facts: await overviewFacts(portal, to, await subprocessorsOf(portal)),
  }),
  card: async ({ portal, to, params: { kind = "" } }) =>
    isCardKind(kind) && !NOT_EXPANDABLE_KINDS.has(kind)
      ? cardPage(portal, to, kind, `${productPath(portal.product)}/card/${kind}`)
      : null,
  certifications: async ({ portal, to }) => {
    const card = await cardPage(portal, to, "Certifications", "/certifications");
    const title = CARD_TITLES.Certifications;
    return card ?? listPage("certifications", title, { displayText: null, items: [] });
  },
  item: itemPage,
  documents: async ({ portal, to }) => {
    const card = (await loadCards(portal.scope)).get("Documents");
    const tiles = await loadDocumentTiles(portal.scope);
    return listPage("documents", card?.title ?? "Documents", {
      displayText: card?.displayText ?? null,
      documents: tiles.map((tile) => tileFacts(tile, to)),
    });
  },
  subprocessors: async ({ portal, to }) => {
    const card = (await loadCards(portal.scope)).get("Subprocessors");
    const rows = await subprocessorsOf(portal);
    return listPage("subprocessors", card?.title ?? "Subprocessors", {
      displayText: card?.displayText ?? null,
      subprocessors: rows ?? [],
      changes: rows === null ? [] : await changesOfSubprocessors(portal, to),
    });
  },
  faq: async ({ portal, to }) =>
    listPage("faq", "FAQ", {
      questions: groupedByTopic(await loadFaq(portal.scope))
        .flatMap(({ entries }) => entries)
        .map((entry) => faqFacts(entry, to)),
    }),
  controls: async ({ portal: { scope }, to }) => {
    const controls = await shownControls(scope, await loadControls(scope));
    return listPage("controls", "Controls", {
      controls: controls.map((control) => ({
        ...picked(control, VIEWED),
        item: control.item === null ? null : outlineFacts(control.item, to),
      })),
    });
  },
  updates: async ({ portal, to }) => {
    const topics = (await loadTopics(portal.scope)).filter(({ hidden }) => !hidden);
    return listPage("updates", "Updates", {
      updates: topics.map((topic) => topicFacts(topic, to)),
    });
  },
  changes: async ({ portal, to, since = null, before = null }) => {
    const from = changesSince(since, portal.scope.clock.today);
    const wanted = { most: MOST_CHANGES, before };
    const { changes, count, next } = await changesFor(portal.scope, from, wanted);
    return listPage("changes", "Changes", {
      since: from,
      count,
      ...(next === null ? {} : { next: nextPart(portal, to, { since: from, before: next }) }),
      changes: toldChanges(portal, changes).map((change) =>
        changeFacts(change, addressOfChange(to.base, "/changes", change.place)),
      ),
    });
  },
  dates: async ({ portal, to }) => {
    const home = to.base + productPath(portal.product);
    const cra = to.base + craPath(portal.product);
    const dates = await datesOf(portal, { ...to, home, cra });
    return listPage("dates", "Dates", { dates: dates.map((date) => ({ ...date })) });
  },
  dora: async ({ portal }) => {
    const facts = givenFacts(portal.org.customization.dora);
    if (facts === null) return null;
    const subprocessors = await registeredSubprocessors(portal.scope);
    return listPage("dora", DORA_TITLE, registerFacts(facts, subprocessors));
  },
  cra: ({ portal: { org, product } }) => {
    const facts = shownFacts(product.cra, org.customization);
    return Promise.resolve(
      facts === null ? null : listPage("cra", CRA_TITLE, craTwin(product.name, facts)),
    );
  },
  topic: async ({ portal, to, params: { topicId } }) => {
    const topic = (await loadTopics(portal.scope)).find(({ id }) => id === topicId);
    if (topic === undefined) return null;
    const { base } = to;
    const facts = topicFacts(topic, to);
    return {
      kind: "update",
      title: topic.subject,
      path: to.topic(topic.id).slice(base.length),
      facts,
    };
  },
} satisfies Readonly<Record<string, FindPage>>;

/** The address of the next part of a list of changes. */
function nextPart(
  { product }: PortalRequest,
  to: Addresses,
  part: { since: string; before: string },
): string {
  const own: Record<string, string> = product.isDefault ? {} : { product: product.slug };
  return `${to.base}${twinPath("/changes", "json")}?${new URLSearchParams({ ...own, ...part })}`;
}

function listPage(kind: string, title: string, facts: Facts): PageFacts {
  return { kind, title, path: `/${kind}`, facts: { title, ...facts } };
}

async function cardPage(
  { scope }: PortalRequest,
  to: Addresses,
  kind: CardKind,
  path: string,
): Promise<PageFacts | null> {
  const card = await loadCardView(scope, kind);
  return card === null
    ? null
    : { kind: "card", title: card.title, path, facts: cardFacts(card, to) };
}

/** An open item. One that is locked has no text to read: its card says that it is there. */
async function itemPage({ portal, to, params }: TwinRequest): Promise<PageFacts | null> {
  const target = await findItemBySlug(portal.scope, params.slug ?? "");
  if (target.found !== "item" || target.locked) return null;
  const card = await loadCardView(portal.scope, target.kind);
  const item = card?.items.find(({ uid }) => uid === target.uid);
  if (item === undefined) return null;
  const path = itemPath(item.slug, portal.product, portal.products);
  return { kind: "item", title: item.title, path, facts: itemFacts(item, to) };
}

/** The list of subprocessors, as its page says it; null where the viewer has none. */
async function subprocessorsOf({ scope, org }: PortalRequest): Promise<Facts[] | null> {
  const rows = await visibleSubprocessors(scope);
  if (rows === null) return null;
  return rows.map((row) => ({
    id: row.id,
    company: row.company,
    purpose: row.purpose,
    location: row.location,
    details: row.additionalDetails,
    register: row.dora,
    listedSince: dayIn(new Date(row.since), org.timeZone).slice(0, 7),
  }));
}

/** The updates about subprocessors, which their page names; what they say is in their own twin. */
async function changesOfSubprocessors({ scope }: PortalRequest, to: Addresses): Promise<Facts[]> {
  return (await loadTopics(scope))
    .filter(({ category, hidden }) => category === "subprocessors" && !hidden)
    .map((topic) => {
      const { updates: _, ...facts } = topicFacts(topic, to);
      return { ...facts, publishedAt: topic.createdAt };
    });
}

/** A page's facts with what each twin says of itself. */
export function wholeTwin(
  page: PageFacts,
  { org, product, scope }: PortalRequest,
  to: Addresses,
): Facts {
  return {
    schema: TWIN_SCHEMA,
    kind: page.kind,
    url: `${to.base}${page.path}`,
    asOf: scope.clock.today,
    revision: org.revision,
    language: LANGUAGE,
    ...page.facts,
    ...(page.kind === "overview"
      ? {
          languages: [LANGUAGE],
          pages: listTwins(to.base, product, [
            ...(hasDoraFacts(org.customization.dora) ? ["dora"] : []),
            ...(product.cra === null ? [] : ["cra"]),
          ]),
        }
      : {}),
  };
}

/** The addresses of the twins that a product has, for who begins at one. */
function listTwins(
  base: string,
  { slug, isDefault }: { slug: string; isDefault: boolean },
  more: readonly string[],
) {
  const query = isDefault ? "" : `?${new URLSearchParams({ product: slug })}`;
  const lists = [
    "certifications",
    "documents",
    "subprocessors",
    "faq",
    "controls",
    "updates",
    "dates",
    "changes",
    ...more,
  ];
  return lists.map((name) => `${base}${twinPath(`/${name}${query}`, "json")}`);
}
