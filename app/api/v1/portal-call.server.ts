import type { RouterContextProvider } from "react-router";
import type { OpenedMemberKey } from "#auth/access-keys/open-member-key.server.ts";
import { productsSeen } from "#model/portal-paths.ts";
import { orgContext, servicesContext, viewerContext } from "#platform/context.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";
import { portalRequest, type PortalRequest } from "#web/portal/scope.ts";
import { portalQuerySchema } from "./rules/portal.ts";

/**
 * The portal as the person of a key sees it: the one request that the portal's own pages are made
 * from. Without a product in the address it is the default one, or the first of the key's.
 * @throws a problem for a query that the call doesn't know, and for a product that is not there, or
 *   not for this key
 */
export async function portalOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { key, org, viewer }: OpenedMemberKey,
  params: { fileId?: string | undefined } = {},
): Promise<PortalRequest> {
  const address = new URL(request.url);
  const asked = portalQuerySchema.safeParse(Object.fromEntries(address.searchParams));
  if (!asked.success) throw fieldsProblem(asked.error);
  const { store } = context.get(servicesContext);
  const products = productsSeen(await listProducts(store.read, org.id), viewer).filter(
    ({ id }) => key.productIds === null || key.productIds.has(id),
  );
  const { product: slug } = asked.data;
  const product =
    slug === undefined
      ? (products.find(({ isDefault }) => isDefault) ?? products[0])
      : products.find((one) => one.slug === slug);
  if (product === undefined) throw problem(404, "Not found");
  context.set(orgContext, org);
  context.set(viewerContext, viewer);
  address.search = String(new URLSearchParams({ product: product.slug }));
  return portalRequest(context, new Request(address, { signal: request.signal }), params);
}
