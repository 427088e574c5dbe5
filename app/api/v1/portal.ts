import type { Route } from "./+types/portal";
import { PORTAL_CALLS } from "#model/access-keys.ts";
import { servicesContext } from "#platform/context.ts";
import { addressesOf, PAGES, wholeTwin, type FindPage } from "#portal/twins/pages.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { problem } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { tagged } from "./pages.server.ts";
import { portalOf } from "./portal-call.server.ts";
import { filesPage } from "./portal-files.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

const BASE = "/api/v1/portal";

/**
 * GET below /api/v1/portal: the portal's pages as data, as the person of the key sees them, by the
 * loaders of the pages.
 */
export function loader({ context, request, params, pattern }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "portal:read", async (opened) => {
    const portal = await portalOf(context, request, opened);
    const services = context.get(servicesContext);
    const to = await addressesOf(services, portal);
    const page = await pageAt(pattern, services.config.origin)({ portal, to, params });
    if (page === null) throw problem(404, "Not found");
    return tagged(request, wholeTwin(page, portal, to));
  });
}

/** What finds the page of an address. */
function pageAt(pattern: string, origin: string): FindPage {
  const name = pattern.slice(pattern.indexOf(BASE) + BASE.length).replace(/^\//, "");
  const page = Object.entries(PORTAL_CALLS).find(([path]) => path === name)?.[1];
  if (page === undefined) throw problem(404, "Not found");
  return page === "files" ? filesPage(origin) : PAGES[page];
}
