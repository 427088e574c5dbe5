import { requestsOpen } from "#access/access-requests/forms/access-request.ts";
import { catalogueKind } from "#model/cards/catalogue/index.ts";
import { NOT_EXPANDABLE_KINDS } from "#model/cards/kinds.ts";
import { namedProductPath, productPath } from "#model/portal-paths.ts";
import { REPORT_TYPES } from "#model/visibility/at-a-glance.ts";
import { grantIn } from "#model/visibility/viewer.ts";
import { twinPath } from "#model/twins.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { loadProductPage } from "#visibility/store/product-page.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import type { PortalRequest } from "#web/portal/scope.ts";
import {
  faqFacts,
  gradeFacts,
  itemFacts,
  outlineFacts,
  riskFacts,
  tileFacts,
  topicFacts,
  type Addresses,
  type Facts,
} from "./rules/facts.ts";

/** Topics that the overview has whole; the rest are in the twin of the updates. */
const MOST_UPDATES = 5;

/** The items that say where data are, where it runs, and how it does. */
const ASKED_FIRST = {
  dataLocation: "DataSecurity.dataLocation",
  hosting: "Infrastructure.hosting",
  statusPage: "Infrastructure.statusMonitoring",
} as const;

/**
 * What a reviewer asks first, in one answer: a product's page, with what its certifications and
 * reports say and the whole list of subprocessors.
 * @param subprocessors null where the viewer has no such list
 */
export async function overviewFacts(
  portal: PortalRequest,
  to: Addresses,
  subprocessors: Facts[] | null,
): Promise<Facts> {
  const { scope, org, product, products, viewer } = portal;
  const page = await loadProductPage(scope, product, { topicPage: 1, topicId: null });
  const certifications = await loadCardView(scope, "Certifications");
  const { customization } = org;
  const grant = grantIn(viewer, product.id);
  const reports = page.documents.filter(({ told }) =>
    REPORT_TYPES.some((type) => told.types.includes(type)),
  );
  return {
    organization: { name: org.name, website: org.websiteUrl },
    description: customization.description,
    product: { name: product.name, url: to.base + productPath(product) },
    products: products.map((one) => ({
      name: one.name,
      url: to.base + namedProductPath(one),
      json: to.base + twinPath(namedProductPath(one), "json"),
    })),
    overview: page.overview,
    contacts: {
      support: customization.supportMailbox,
      security: customization.securityMailbox,
    },
    access: {
      requestsOpen: requestsOpen(customization),
      requestAt: requestsOpen(customization) ? `${to.base}/get-access` : null,
      granted: grant !== null,
      ndaRequired: grant?.ndaRequired ?? null,
      expiresAt: grant?.expiresAt ?? null,
    },
    certifications: (certifications?.items ?? [])
      .filter(({ state }) => state !== "NotEnabled")
      .map((item) => itemFacts(item, to)),
    reports: reports.map((tile) => tileFacts(tile, to)),
    documents: page.documents.map((tile) => tileFacts(tile, to)),
    ...(await askedFirst(scope, to)),
    riskProfile: page.riskProfile.map(riskFacts),
    subprocessors,
    grades: page.grades.map(gradeFacts),
    trustedBy: page.trustedBy.map(({ name }) => name),
    cards: page.cards.map((card) => ({
      card: card.kind,
      title: card.title,
      json: NOT_EXPANDABLE_KINDS.has(card.kind)
        ? null
        : `${to.base}${twinPath(`${productPath(product)}/card/${card.kind}`, "json")}`,
      displayText: card.displayText,
      placeholder: card.placeholder,
      items: card.items.map((item) => outlineFacts(item, to)),
      count: card.itemCount,
    })),
    questions: page.faq.entries.map((entry) => faqFacts(entry, to)),
    updates: page.topics.entries.slice(0, MOST_UPDATES).map((topic) => topicFacts(topic, to)),
    counts: {
      documents: page.documents.length,
      questions: page.faq.count,
      controls: page.controls,
      updates: page.topics.count,
    },
  };
}

/** Items that stand in the overview whole, where the viewer may read them; null elsewhere. */
async function askedFirst(scope: PageScope, to: Addresses): Promise<Facts> {
  const found: Record<string, Facts | null> = {};
  for (const [name, uid] of Object.entries(ASKED_FIRST)) {
    const kind = catalogueKind(uid);
    const card = kind === undefined ? null : await loadCardView(scope, kind);
    const item = card?.items.find((one) => one.uid === uid && one.state !== "NotEnabled");
    found[name] = item === undefined || item.access.text !== "open" ? null : itemFacts(item, to);
  }
  return found;
}
