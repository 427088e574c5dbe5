import type { Route } from "./+types/robots-default";
import { listOrgs } from "../../../db/orgs.ts";
import { servicesContext } from "../../context.ts";

/** robots.txt of the default host: portals are open, the private area and dialogs are nobody's business. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config } = context.get(servicesContext);
  const orgs = (await listOrgs(store.read)).filter((org) => org.published);
  const lines = ["User-agent: *", "Disallow: /sign-in", "Disallow: /account", "Disallow: /api/", "Allow: /api/share/", "Disallow: /*?*loginRequest=", "Disallow: /*?*requestAccess=", ""];
  for (const org of orgs) lines.push(`Sitemap: ${config.origin}/${org.slug}/sitemap.xml`);
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
