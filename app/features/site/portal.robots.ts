import type { Route } from "./+types/portal.robots";
import { canonicalBase } from "../orgs/store/orgs.server.ts";
import { servicesContext } from "../../context.ts";
import { orgOf } from "../../portal/scope.ts";

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
