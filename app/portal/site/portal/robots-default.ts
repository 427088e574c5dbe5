import type { Route } from "./+types/robots-default";
import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import { frontOrg } from "#tenancy/orgs/store/org-lists.server.ts";
import { servicesContext } from "#platform/context.ts";

/**
 * robots.txt of the default host: portals are open, the private area and dialogs are no one's
 * business.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config } = context.get(servicesContext);
  // One tenant's visitors need not learn of the others: only the portal that `/` leads to is named.
  const front = await frontOrg(store.read, config);
  const lines = [
    "User-agent: *",
    "Disallow: /sign-in",
    "Disallow: /account",
    // First, for readers to whom the first line that fits is the one that counts.
    "Allow: /api/share/",
    "Disallow: /api/",
    "Disallow: /*?*loginRequest=",
    "Disallow: /*?*requestAccess=",
    "",
  ];
  // A portal on its own domain has its pages, and says where its sitemap is, there.
  const base = front?.published ? await canonicalBase(store.read, front, config.origin) : null;
  if (base?.startsWith(`${config.origin}/`)) lines.push(`Sitemap: ${base}/sitemap.xml`);
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
