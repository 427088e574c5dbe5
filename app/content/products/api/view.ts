import { productsSeen } from "#model/portal-paths.ts";
import type { RouterContextProvider } from "react-router";
import { loadProductPage } from "#visibility/store/product-page.server.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { notFound } from "#web/api/caller.ts";
import { productFacts, trustCenterFacts } from "./product-view.ts";

/**
 * GET {base}/view and {base}/view/{productId}: who is looking and at what; with a product,
 * its page as this viewer sees it, too.
 * @throws a 404 problem for a product that this viewer has no page of
 */
export async function viewAnswer(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Viewer,
  productId: string | undefined,
): Promise<Response> {
  const { store, now } = context.get(servicesContext);
  const products = productsSeen(await listProducts(store.read, org.id), viewer);
  const account =
    viewer.mode === "accountExternal" || viewer.mode === "preview" ? viewer.account : null;
  const view = {
    org: { id: org.id, slug: org.slug, name: org.name },
    mode: viewer.mode,
    account:
      account === null
        ? null
        : {
            id: account.id,
            name: account.name,
            reviewStatus: account.reviewStatus,
            expired: account.expired,
          },
    products: products.map(({ id, slug, name }) => ({ id, slug, name })),
    defaultProductId: (products.find((product) => product.isDefault) ?? products[0])?.id ?? null,
    ...(await trustCenterFacts(context, org, viewer)),
  };
  if (productId === undefined) return answer(view);
  const product = products.find(({ id, slug }) => id === productId || slug === productId);
  if (product === undefined) throw notFound();
  const scope = pageScope(store.read, org, product.id, viewer, now());
  const page = await loadProductPage(scope, product, { topicPage: 1, topicId: null });
  return answer({
    ...view,
    productId: product.id,
    ...(await productFacts(scope, org, page)),
    page,
  });
}

/** GET {base}/nda: whether the viewer's NDA is passed, and how it is signed. */
export async function ndaAnswer(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Viewer,
): Promise<Response> {
  const { store, now } = context.get(servicesContext);
  const { provider } = await findNda(store.read, org.id, now());
  const bound =
    viewer.mode === "accountExternal" || viewer.mode === "preview"
      ? viewer.grants.filter((grant) => grant.ndaRequired)
      : [];
  const passed =
    provider === "none" ||
    viewer.mode === "main" ||
    (viewer.mode !== "public" && bound.every((grant) => grant.ndaPassed));
  const email =
    viewer.mode === "accountExternal"
      ? viewer.member.email
      : viewer.mode === "public"
        ? null
        : viewer.staff.email;
  return answer({ passed, provider, email });
}

function answer(body: unknown): Response {
  return Response.json(body, { headers: { "Cache-Control": "private, no-store" } });
}
