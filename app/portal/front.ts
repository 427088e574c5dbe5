import { redirect } from "react-router";
import type { Route } from "./+types/front";
import { defaultOrgSlug } from "../../db/orgs.ts";
import { servicesContext } from "../context.ts";
import { companyNotFound } from "../middleware/org.ts";

/** `/` on the default host leads to the default org's portal (product.md §1). */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config } = context.get(servicesContext);
  const slug = await defaultOrgSlug(store.read, config.defaultOrg);
  if (slug === null) throw companyNotFound();
  return redirect(`/${slug}`);
}
export default function Front() {
  return null;
}
