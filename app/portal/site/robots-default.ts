import type { Route } from "./+types/robots-default";
import { listOrgs } from "../../../db/orgs.ts";
import { servicesContext } from "../../context.ts";

/** robots.txt of the default host: portals are open, the private area and dialogs are no one's business. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config } = context.get(servicesContext);
  const orgs = (await listOrgs(store.read)).filter((org) => org.published);
  // One tenant's visitors need not learn of the others: only the portal that `/` leads to is named.
  const front = orgs.find((org) => org.slug === config.defaultOrg) ?? orgs[0];
  const lines = [
    "User-agent: *",
    "Disallow: /sign-in",
    "Disallow: /account",
    "Disallow: /api/",
    "Allow: /api/share/",
    "Disallow: /*?*loginRequest=",
    "Disallow: /*?*requestAccess=",
    "",
  ];
  if (front !== undefined) lines.push(`Sitemap: ${config.origin}/${front.slug}/sitemap.xml`);
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
