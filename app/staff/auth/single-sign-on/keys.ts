import type { Route } from "./+types/keys";
import { servicesContext } from "#platform/context.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { clientKeys } from "./provider.ts";

/**
 * GET: the public key by which a company's identity provider checks what the server signs for it.
 */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const org = await findOrg(services.store.read, params.orgId);
  if (org === null) throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  const keys = await clientKeys(services, org.id);
  return new Response(JSON.stringify(keys), {
    headers: {
      "Content-Type": "application/jwk-set+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
