import { portalBase } from "#model/portal-paths.ts";
import { redirect, type MiddlewareFunction } from "react-router";
import { hostContext, orgContext, viewerContext } from "#platform/context.ts";
import { BYOID_PARAMETER } from "#model/byoid.ts";

/**
 * A token in a portal's address leads the public to the page that signs in by it, with the way
 * back. Whoever is signed in needs none: it leaves the address.
 */
export const byoidMiddleware: MiddlewareFunction<Response> = async ({ request, context }) => {
  const org = context.get(orgContext);
  const url = new URL(request.url);
  const token = url.searchParams.get(BYOID_PARAMETER);
  if (
    token === null ||
    org === null ||
    (request.method !== "GET" && request.method !== "HEAD") ||
    isWelcome(url.pathname)
  )
    return;
  url.searchParams.delete(BYOID_PARAMETER);
  const below = url.pathname.slice(org.slug.length + 1).replace(/\.data$/, "") + url.search;
  const base = portalBase(org.slug, context.get(hostContext).domainOrgSlug);
  if (context.get(viewerContext).mode !== "public") throw redirect(`${base}${below}` || "/");
  const query = new URLSearchParams({ [BYOID_PARAMETER]: token });
  if (below !== "" && below !== "/")
    query.set("redirectTo", below.startsWith("/") ? below : `/${below}`);
  throw redirect(`/byoid/${org.id}/welcome?${query}`);
};

function isWelcome(pathname: string): boolean {
  return /^\/[^/]+\/byoid\/[^/]+\/welcome(?:\.data)?$/.test(pathname);
}
