import {
  itemPath,
  namedProductPath,
  portalBase as baseOf,
  productPath,
  productsSeen,
} from "#model/portal-paths.ts";
import { notFound } from "#web/forms/form.ts";
import { redirect, type RouterContextProvider } from "react-router";
import { listProductsWithPages, type Product } from "#tenancy/products/store/products.server.ts";
import { knowPage } from "#visibility/store/config.server.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import {
  cacheHintContext,
  hostContext,
  orgContext,
  servicesContext,
  viewerContext,
} from "#platform/context.ts";
import { productSlugOf } from "#values/names.ts";
import { NOT_HERE } from "#values/not-here.ts";
import type { ProductRef } from "#model/visibility/page.ts";
import type { Viewer } from "#model/visibility/viewer.ts";

/**
 * A portal request, ready to ask the database: the tenant, the viewer and the product it is about.
 */
export interface PortalRequest {
  org: Org;
  viewer: Viewer;
  products: Product[];
  product: Product;
  scope: PageScope;
  /**
   * The request is about a file: its rights are asked each time, and its page is kept by nobody.
   */
  aboutFile: boolean;
}

/** The parts of a portal path that say which product it is about, and whether it is a file's. */
interface PortalParams {
  product?: string | undefined;
  fileId?: string | undefined;
  /** Names a bridge letter, which is a file too. */
  itemUid?: string | undefined;
  /** The product of an archive, which its link remembers. */
  productId?: string | undefined;
}

/**
 * The tenant of a portal route; the mount's middleware has found it.
 * @throws a developer error for a route outside of the mount
 */
export function orgOf(context: Readonly<RouterContextProvider>): Org {
  const org = context.get(orgContext);
  if (org === null) throw new Error("No organization context");
  return org;
}

/**
 * The path that the portal's own links begin with: nothing on its own domain, the slug on the
 * default host.
 */
export function portalBase(
  context: Readonly<RouterContextProvider>,
  org: Pick<Org, "slug">,
): string {
  return baseOf(org.slug, context.get(hostContext).domainOrgSlug);
}

/** The portal's address on this door with a path and a query below it. */
export function addressOn(
  context: Readonly<RouterContextProvider>,
  org: { slug: string },
  path: string,
  query: Readonly<Record<string, string>>,
): string {
  const search = new URLSearchParams(query).toString();
  return (`${portalBase(context, org)}${path}` || "/") + (search === "" ? "" : `?${search}`);
}

/**
 * The request's scope. The product comes from the path, else from `product` in the query (a file's
 * from `productId`), else it is the default one; one that does not exist is a 404, and a hidden one
 * is the owner's alone.
 */
export function portalRequest(
  context: Readonly<RouterContextProvider>,
  request: Request,
  params: PortalParams,
): Promise<PortalRequest> {
  const known = requests.get(context);
  if (known !== undefined) return known;
  const found = findPortalRequest(context, request, params);
  requests.set(context, found);
  return found;
}

/** One scope a request, shared by the loaders of all its routes. */
const requests = new WeakMap<Readonly<RouterContextProvider>, Promise<PortalRequest>>();

async function findPortalRequest(
  context: Readonly<RouterContextProvider>,
  request: Request,
  params: PortalParams,
): Promise<PortalRequest> {
  const { store, now } = context.get(servicesContext);
  const org = orgOf(context);
  const viewer = context.get(viewerContext);
  const generation = store.generation();
  const found = await listProductsWithPages(store.read, org.id);
  const products = productsSeen(found.products, viewer);
  const query = new URL(request.url).searchParams;
  const aboutFile =
    params.fileId !== undefined || params.itemUid !== undefined || params.productId !== undefined;
  if (!aboutFile) redirectProductId(context, org, request, products);
  const product = wantedProduct(products, {
    slug: params.product === undefined ? query.get("product") : productSlugOf(params.product),
    id: aboutFile ? (params.productId ?? query.get("productId")) : null,
  });
  // No Response: several loaders share this refusal, and a body can be read once.
  if (product === undefined) throw notFound();
  const scope = pageScope(store.read, org, product.id, viewer, now());
  const page = found.pages.get(product.id);
  if (page !== undefined) knowPage(scope, page, () => store.generation() === generation);
  return { org, viewer, products, product, scope, aboutFile };
}

/** The product of that id, else of that slug; the default one where neither is named. */
function wantedProduct(
  products: readonly Product[],
  { slug, id }: { slug: string | null; id: string | null },
): Product | undefined {
  if (id) return products.find((candidate) => candidate.id === id);
  if (slug !== null) return products.find((candidate) => candidate.slug === slug);
  return products.find((candidate) => candidate.isDefault) ?? products[0];
}

/**
 * `productId` in the query turns into the product's slug, and the rest of the address stays: in the
 * path of what belongs to one product, in the query of the pages beside it. The default product has
 * none.
 */
function redirectProductId(
  context: Readonly<RouterContextProvider>,
  org: Pick<Org, "slug">,
  request: Request,
  products: readonly ProductRef[],
): void {
  const { searchParams } = new URL(request.url);
  const productId = searchParams.get("productId");
  if (productId === null) return;
  const base = portalBase(context, org);
  const product = products.find((candidate) => candidate.id === productId);
  const address = sameAddress(context, org, request, {
    productId: null,
    ...(product === undefined ? { [NOT_HERE]: "product" } : {}),
  });
  // What no product has: the default product's page, which says so.
  if (product === undefined) throw redirect((base || "/") + address.slice(address.indexOf("?")));
  const { path, query } = partsOf(address.slice(base.length));
  const own = /^\/product\/[^/]+(?=\/|$)/.exec(path)?.[0];
  const item = /^\/item(?=\/)/.exec(path)?.[0];
  const inProduct =
    own !== undefined ||
    item !== undefined ||
    /^(?:\/?$|\/(?:card|edit)\/|\/bulk-download$)/.test(path);
  if (inProduct) {
    const below = path.slice((own ?? item ?? "").length).replace(/^\/$/, "");
    const isItem =
      item !== undefined ||
      (own !== undefined && /^\/[^/]+$/.test(below) && below !== "/bulk-download");
    query.delete("product");
    const before = isItem ? namedProductPath(product) : productPath(product);
    throw redirect((`${base}${before}${below}` || "/") + (query.size === 0 ? "" : `?${query}`));
  }
  if (product.isDefault) query.delete("product");
  else query.set("product", product.slug);
  throw redirect(`${base}${path}${query.size === 0 ? "" : `?${query}`}`);
}

function partsOf(address: string): { path: string; query: URLSearchParams } {
  const [path = "", query = ""] = address.split("?");
  return { path, query: new URLSearchParams(query) };
}

/**
 * The same address with other parameters: where a number beyond the last page leads, and an entry
 * that is not there.
 * @param changes null takes a parameter away
 */
export function sameAddress(
  context: Readonly<RouterContextProvider>,
  org: Pick<Org, "slug">,
  request: Request,
  changes: Readonly<Record<string, string | null>>,
): string {
  const { pathname, searchParams } = new URL(request.url);
  for (const [name, value] of Object.entries({ ...changes, _routes: null }))
    if (value === null) searchParams.delete(name);
    else searchParams.set(name, value);
  const below = pathname.slice(org.slug.length + 1).replace(/(?:\/?_)?\.data$/, "");
  return (
    (`${portalBase(context, org)}${below}` || "/") +
    (searchParams.size === 0 ? "" : `?${searchParams}`)
  );
}

/** Says that the page may be kept for anonymous visitors, until the clock changes it. */
export function cacheForEveryone(
  context: Readonly<RouterContextProvider>,
  { org, viewer, scope, aboutFile }: Pick<PortalRequest, "org" | "viewer" | "scope" | "aboutFile">,
): void {
  if (viewer.mode !== "public" || aboutFile) return;
  const place = context.get(cacheHintContext);
  const until = [place.hint?.validUntil ?? null, scope.clock.validUntil]
    .filter((moment): moment is string => moment !== null)
    .sort();
  place.hint = { orgId: org.id, revision: org.revision, validUntil: until[0] ?? null };
}

/** The address of a product's page on this request's door. */
export function productAddress(
  context: Readonly<RouterContextProvider>,
  org: Pick<Org, "slug">,
  product: ProductRef,
): string {
  return `${portalBase(context, org)}${productPath(product)}` || "/";
}

/** An item's own address on this request's door: with its product where there are several. */
export function itemAddress(
  context: Readonly<RouterContextProvider>,
  { org, product, products }: Pick<PortalRequest, "org" | "product" | "products">,
  slug: string,
): string {
  return `${portalBase(context, org)}${itemPath(slug, product, products)}`;
}

/** The query that opens the login tab for a locked item, keeping where the visitor came from. */
export function loginQuery(query: URLSearchParams, itemUid: string): URLSearchParams {
  const login = new URLSearchParams(query);
  login.set("loginRequest", "true");
  login.set("source", query.get("source") ?? "item");
  login.set("itemUid", itemUid);
  return login;
}

/**
 * The address of a topic below the portal's base; one that the default product shows needs no
 * other's name.
 */
export function topicPath(
  topicId: string,
  product: Pick<ProductRef, "slug" | "isDefault">,
): string {
  const query = product.isDefault ? "" : `?${new URLSearchParams({ product: product.slug })}`;
  return `/updates/${topicId}${query}`;
}
