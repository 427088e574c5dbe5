import { redirect } from "react-router";
import type { Route } from "./+types/front";
import { frontOrg } from "#tenancy/orgs/store/org-lists.server.ts";
import { servicesContext, staffSessionContext } from "#platform/context.ts";
import { companyNotFound } from "#platform/http/request/org.ts";

/**
 * `/` on the default host leads to the default org's portal. While it is not published it leads its
 * own staff alone there.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config } = context.get(servicesContext);
  const org = await frontOrg(store.read, config);
  if (org === null)
    throw new Response(null, {
      status: 404,
      statusText: "Not set up yet. Open the setup link that the server printed at startup.",
    });
  const isStaff =
    context.get(staffSessionContext)?.roles.some((role) => role.slug === org.slug) ?? false;
  if (!org.published && !isStaff) throw companyNotFound();
  return redirect(`/${org.slug}`);
}
export default function Front() {
  return null;
}
