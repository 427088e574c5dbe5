import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { PUBLIC_VIEWER, type Viewer } from "#model/visibility/viewer.ts";
import { searchSource } from "#content/search/asking.server.ts";
import { readMissedTexts } from "#content/documents/texts/stored-texts.ts";
import { openWorld } from "./world.ts";

/** What is searched on the demo's first product, with the texts of its files; by the public unless another viewer is named. */
export async function openDemoSearch() {
  const world = await openWorld();
  const { services, time } = world;
  const { store } = services;
  await readMissedTexts(services);
  const org = await findOrg(store.read, await world.orgId("acme"));
  if (org === null) throw new Error("acme is not there");
  const product = (await listProducts(store.read, org.id)).find(({ isDefault }) => isDefault);
  if (product === undefined) throw new Error("acme has no product");
  return {
    org,
    source: searchSource(services),
    product,
    world,
    scope: (viewer: Viewer = PUBLIC_VIEWER) => pageScope(store.read, org, product.id, viewer, time),
  };
}
