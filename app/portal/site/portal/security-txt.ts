import type { Route } from "./+types/security-txt";
import { productsSeen } from "#model/portal-paths.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import { servicesContext } from "#platform/context.ts";
import { orgOf } from "#web/portal/scope.ts";
import { securityTxtAnswer } from "./security-txt-answer.ts";

/** security.txt of a portal. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config, now } = context.get(servicesContext);
  const org = orgOf(context);
  const base = await canonicalBase(store.read, org, config.origin);
  const products = productsSeen(await listProducts(store.read, org.id), PUBLIC_VIEWER);
  return securityTxtAnswer(org.customization, products, [base], now());
}
