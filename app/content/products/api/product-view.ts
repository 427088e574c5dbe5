import type { RouterContextProvider } from "react-router";
import { loadConfig } from "#visibility/store/config.server.ts";
import { loadItemOutlines } from "#visibility/store/items.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProductLinks } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { FEATURES, type Customization } from "#model/settings/customization.ts";
import { CARD_KINDS } from "#model/cards/kinds.ts";
import type { CardOutline, ProductPage } from "#model/visibility/page.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { itemFacts } from "./item-facts.ts";
import { partnersFor } from "#company/partners/sending.server.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * What a trust center says of itself to whoever looks: what stands on its pages anyway. Settings
 * that only staff know, such as rules of access, have no place here; partners are told to the
 * members who may send data to them.
 */
export async function trustCenterFacts(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Viewer,
) {
  const { store } = context.get(servicesContext);
  const links = await listProductLinks(store.read, org.id);
  return {
    productLinks: links.filter(({ show }) => show).map(({ label, link }) => ({ label, link })),
    customization: customizationFacts(org),
    partners: await partnersFor(context, org, viewer),
    services: { features: FEATURES.filter((feature) => hasFeature(org, feature)) },
  };
}

function customizationFacts({ customization, customizationRevision }: Org) {
  const { portalTitle, showPortalTitle, publicAccessLevel, supportMailbox, securityMailbox } =
    customization;
  const { contactSupport, reportIssue, reviewBannerSize } = customization;
  const { url: supportUrl, ...contact } = shownHelp(contactSupport);
  const { url: reportUrl, ...report } = shownHelp(reportIssue);
  return {
    portalTitle,
    showPortalTitle,
    publicAccessLevel,
    supportMailbox,
    securityMailbox,
    contactSupport: { ...contact, supportUrl },
    reportIssue: { ...report, reportUrl },
    bannerSize: reviewBannerSize,
    revision: customizationRevision,
  };
}

/** An address that no button leads to is not said. */
function shownHelp({ enabled, onClickAction, url }: Customization["contactSupport"]) {
  return {
    enabled,
    onClickAction,
    url: enabled && onClickAction === "direct_to_site" ? url : null,
  };
}

/**
 * The page of a product by the names of its fields: made of what this viewer's page has, and of
 * nothing else.
 */
export async function productFacts(scope: PageScope, org: Org, page: ProductPage<string>) {
  const outlines = new Map<string, CardOutline>(
    [...Object.values(page.ownCards), ...page.cards].map((card) => [card.kind, card]),
  );
  const kinds = CARD_KINDS.filter((kind) => outlines.has(kind));
  const { revision } = await loadConfig(scope);
  const names = await iconNames(scope, page.cards);
  const items = (await loadItemOutlines(scope)).filter(({ kind }) => outlines.has(kind));
  return {
    revision,
    mapper: Object.fromEntries(kinds.map((kind) => [kind, outlines.get(kind)?.title])),
    banner: org.banner === null ? null : { assetId: org.banner.id, revision: org.banner.revision },
    kinds,
    cards: page.cards.map(({ kind, title, displayText, placeholder, hidden, icon }) => ({
      kind,
      title,
      displayText,
      placeholder,
      hidden,
      icon:
        icon === null ? null : { ...names.get(icon.id), assetId: icon.id, revision: icon.revision },
    })),
    ...(await itemFacts(scope, items)),
  };
}

/** What staff called the files of their icons: theirs alone to read. */
async function iconNames(
  { db, org, viewer }: PageScope,
  cards: readonly CardOutline[],
): Promise<Map<string, { fileName: string }>> {
  const ids = cards.flatMap(({ icon }) => (icon === null ? [] : [icon.id]));
  if (viewer.mode !== "main" || ids.length === 0) return new Map();
  const rows = await inOrg(db, org.id)
    .selectFrom("assets")
    .select(["id", "fileName"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, fileName }) => [id, { fileName }]));
}
