import type { RouterContextProvider } from "react-router";
import type { Route } from "./+types/partner";
import { canonicalBase, findOrg, hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { firstSubprocessors } from "#visibility/store/companies.server.ts";
import { loadProductPage } from "#visibility/store/product-page.server.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { recordVisitorEvent } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import { notFound } from "#web/api/caller.ts";
import { servicesContext } from "#platform/context.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { ItemView } from "#model/visibility/card-view.ts";
import type { ProductPage } from "#model/visibility/page.ts";
import { itemPath, productsSeen } from "#model/portal-paths.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { apiAnswer, problem } from "#web/api/json-body.ts";
import { memberViewer } from "#auth/viewer.ts";
import { loadFaq } from "#visibility/store/faq.server.ts";
import { maySend } from "#model/partners.ts";
import { noteRead, openToken } from "#company/partners/store/partners.server.ts";
import { readToken } from "#company/partners/tokens.server.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/** Rows of the subprocessor table that one answer holds. */
const MOST_SUBPROCESSORS = 2_000;

/** What a token opens at this moment. */
interface Opened {
  id: string;
  org: Org;
  viewer: Extract<Viewer, { mode: "accountExternal" }>;
  partner: { name: string; domain: string };
}

/**
 * GET /api/partner/trust-center?productId with a member's token: what that member may see now, as
 * texts, facts and addresses on the portal. No file: the pages of documents ask for the member's
 * own sign-in.
 * @returns a problem: 401 for every token that opens nothing, 404 for a product that the member has
 *   no page of, 429
 */
export function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return apiAnswer(async () => {
    const { store, config, limits, now } = context.get(servicesContext);
    const opened = await openedBy(context, request);
    if (opened === null)
      return problem(401, "Unauthorized", { headers: { "WWW-Authenticate": "Bearer" } });
    const { id, org, viewer, partner } = opened;
    await limits.consume("partner-read", id);
    const products = productsSeen(await listProducts(store.read, org.id), viewer);
    const asked = new URL(request.url).searchParams.get("productId");
    const product = products.find((one) =>
      asked === null ? one.isDefault : one.id === asked || one.slug === asked,
    );
    if (product === undefined) throw notFound();
    // Before the answer: what left is on record, whatever becomes of the connection.
    await store.write(async (trx) => {
      const write = { trx, orgId: org.id, now: now() };
      await noteRead(write, id);
      const detail = { partner: partner.name, domain: partner.domain };
      const event = {
        name: "trust center read by a partner",
        viewer,
        productId: product.id,
        detail,
      };
      await recordVisitorEvent(write, event);
    });
    const scope = pageScope(store.read, org, product.id, viewer, now());
    const page = await loadProductPage(scope, product, { topicPage: 1, topicId: null });
    const base = await canonicalBase(store.read, org, config.origin);
    const addressOf = ({ slug }: { slug: string }) =>
      `${base}${itemPath(slug, product, products)}?accountId=${viewer.account.id}`;
    return Response.json(
      {
        asOf: now().toISOString(),
        org: { id: org.id, slug: org.slug, name: org.name, url: base },
        account: { id: viewer.account.id, name: viewer.account.name },
        partner,
        products: products.map((one) => ({ id: one.id, slug: one.slug, name: one.name })),
        productId: product.id,
        portalTitle: org.customization.portalTitle,
        ...(await pageFacts(scope, page, addressOf)),
      },
      { headers: { "Cache-Control": "private, no-store" } },
    );
  });
}

/**
 * Looks everything up that a token names, each time: whether it was revoked, its partner and that
 * partner's domain, the feature, the company, and the member with what they may see.
 */
async function openedBy(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Opened | null> {
  const services = context.get(servicesContext);
  const { store, config, key, now } = services;
  const given = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(
    request.headers.get("Authorization") ?? "",
  );
  const claims = await readToken(key, config.origin, given?.[1] ?? "", now());
  if (claims === null) return null;
  const token = await openToken(store.read, claims.id, now());
  if (
    token === null ||
    token.orgId !== claims.orgId ||
    token.memberId !== claims.memberId ||
    token.domain !== claims.audience
  )
    return null;
  const org = await findOrg(store.read, token.orgId);
  if (org === null || !org.published || !hasFeature(org, "partnerImport")) return null;
  const viewer = await memberViewer(services, org, token.memberId, token.accountId);
  if (viewer === null || !maySend(viewer) || viewer.account.id !== token.accountId) return null;
  return { id: token.id, org, viewer, partner: { name: token.partnerName, domain: token.domain } };
}

/** The page's own content, with the texts of every card. */
async function pageFacts(
  scope: PageScope,
  page: ProductPage<string>,
  addressOf: (item: { slug: string }) => string,
) {
  const kinds: CardKind[] = page.cards.map(({ kind }) => kind);
  if (page.certifications.length > 0 && !kinds.includes("Certifications"))
    kinds.unshift("Certifications");
  const cards = [];
  for (const kind of kinds) {
    const card = await loadCardView(scope, kind);
    if (card === null) continue;
    const { title, displayText, items } = card;
    cards.push({
      kind,
      title,
      displayText,
      items: items.map((item) => itemFacts(item, addressOf)),
    });
  }
  return {
    overview: page.overview,
    cards,
    grades: page.grades.map(({ provider, label, description, grade, url }) => ({
      provider,
      label,
      description,
      grade,
      url,
    })),
    riskProfile: page.riskProfile.map(({ uid, title, value }) => ({ itemUid: uid, title, value })),
    subprocessors:
      page.subprocessors === null
        ? []
        : (await firstSubprocessors(scope, MOST_SUBPROCESSORS)).map(
            ({ company, domain, purpose, location, additionalDetails }) => ({
              company,
              domain,
              purpose,
              location,
              additionalDetails,
            }),
          ),
    faq: (page.faq.count === 0 ? [] : await loadFaq(scope)).map(
      ({ question, shortAnswer, answer, comment }) => ({
        question,
        shortAnswer,
        answer,
        comment,
      }),
    ),
    updates: page.topics.entries.map(({ id, subject, category, createdAt, updates }) => ({
      id,
      subject,
      category,
      createdAt,
      updates: updates.map((update) => ({ message: update.message, createdAt: update.createdAt })),
    })),
  };
}

function itemFacts(item: ItemView<string>, addressOf: (item: { slug: string }) => string) {
  const url = addressOf(item);
  return {
    itemUid: item.uid,
    title: item.title,
    enabledState: item.state,
    publicAccess: item.isPublic,
    explanation: item.explanation,
    type: item.type,
    choice: item.choice,
    auditor: item.auditor,
    expiry: item.expiry,
    href: item.href,
    url,
    documentCount: item.documentCount,
    documents: item.documents.flatMap(({ name, type, fileType, size }) =>
      name === null ? [] : [{ name, type, fileType, size, url }],
    ),
  };
}
