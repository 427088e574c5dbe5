import type { Route } from "./+types/robots";
import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import { servicesContext } from "#platform/context.ts";
import { orgOf } from "#web/portal/scope.ts";

/**
 * robots.txt of a portal on its own domain: everything but the dialogs, and where the sitemap is.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config } = context.get(servicesContext);
  const base = await canonicalBase(store.read, orgOf(context), config.origin);
  const text = [
    "User-agent: *",
    "Disallow: /*?*loginRequest=",
    "Disallow: /*?*requestAccess=",
    "",
    `Sitemap: ${base}/sitemap.xml`,
    "",
  ].join("\n");
  return new Response(text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
