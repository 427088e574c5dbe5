import type { Route } from "./+types/security-txt-default";
import { productsSeen } from "#model/portal-paths.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { canonicalBase, findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { frontOrg } from "#tenancy/orgs/store/org-lists.server.ts";
import { servicesContext } from "#platform/context.ts";
import { securityTxtAnswer, noSecurityTxt } from "./security-txt-answer.ts";

/**
 * security.txt of the default host, where scanners look for it: the one of the portal that `/`
 * leads to.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config, now } = context.get(servicesContext);
  const front = await frontOrg(store.read, config);
  const org = front?.published ? await findOrg(store.read, front.id) : null;
  if (org === null) throw noSecurityTxt();
  const base = await canonicalBase(store.read, org, config.origin);
  const products = productsSeen(await listProducts(store.read, org.id), PUBLIC_VIEWER);
  return securityTxtAnswer(org.customization, products, [config.origin, base], now());
}
