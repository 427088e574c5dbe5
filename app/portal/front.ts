import { redirect } from "react-router";
import type { Route } from "./+types/front";
import { listOrgs } from "../../db/orgs.ts";
import { servicesContext, staffSessionContext } from "../context.ts";
import { companyNotFound } from "../middleware/org.ts";

/**
 * `/` on the default host leads to the default org's portal: the configured one, else the first
 * (product.md §1). While it is not published it leads its own staff alone there.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config } = context.get(servicesContext);
  const orgs = await listOrgs(store.read);
  const org = orgs.find((candidate) => candidate.slug === config.defaultOrg) ?? orgs[0];
  if (org === undefined)
    throw new Response(null, {
      status: 404,
      statusText: "Not set up yet: open the link that the start printed",
    });
  const isStaff =
    context.get(staffSessionContext)?.roles.some((role) => role.slug === org.slug) ?? false;
  if (!org.published && !isStaff) throw companyNotFound();
  return redirect(`/${org.slug}`);
}
export default function Front() {
  return null;
}
