import type { Route } from "./+types/portal";
import { PORTAL_CALLS } from "#model/access-keys.ts";
import { servicesContext } from "#platform/context.ts";
import { addressesOf, PAGES, wholeTwin, type FindPage } from "#portal/twins/pages.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { tagged } from "./pages.server.ts";
import { portalOf } from "./portal-call.server.ts";
import { filesPage } from "./portal-files.server.ts";
import { changesQuerySchema } from "./rules/portal.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

const BASE = "/api/v1/portal";
const CHANGES = "changes";

/**
 * GET below /api/v1/portal: the portal's pages as data, as the person of the key sees them, by the
 * loaders of the pages.
 */
export function loader({ context, request, params, pattern }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "portal:read", async (opened) => {
    const { config, ...services } = context.get(servicesContext);
    const name = pattern.slice(pattern.indexOf(BASE) + BASE.length).replace(/^\//, "");
    const { address, since, before } = partAsked(request, name);
    const portal = await portalOf(context, new Request(address, request), opened);
    const to = await addressesOf({ ...services, config }, portal);
    const page = await pageAt(name, config.origin)({ portal, to, params, since, before });
    if (page === null) throw problem(404, "Not found");
    return tagged(request, wholeTwin(page, portal, to));
  });
}

/** Which changes are asked for, and the address without that. @throws a problem for what none are */
function partAsked(request: Request, name: string) {
  const address = new URL(request.url);
  if (name !== CHANGES) return { address, since: null, before: null };
  const asked = changesQuerySchema.safeParse(Object.fromEntries(address.searchParams));
  if (!asked.success) throw fieldsProblem(asked.error);
  const { since = null, before = null } = asked.data;
  for (const own of ["since", "before"]) address.searchParams.delete(own);
  return { address, since, before };
}

/** The changes, of which a key reads earlier ones by this call. */
function changesPage(origin: string): FindPage {
  return async (request) => {
    const page = await PAGES.changes(request);
    const { next, ...facts } = page.facts;
    if (typeof next !== "string") return page;
    return {
      ...page,
      facts: { ...facts, next: `${origin}${BASE}/changes${new URL(next).search}` },
    };
  };
}

/** What finds the page of an address. */
function pageAt(name: string, origin: string): FindPage {
  const page = Object.entries(PORTAL_CALLS).find(([path]) => path === name)?.[1];
  if (page === undefined) throw problem(404, "Not found");
  if (page === CHANGES) return changesPage(origin);
  return page === "files" ? filesPage(origin) : PAGES[page];
}
