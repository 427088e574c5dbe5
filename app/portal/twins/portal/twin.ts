import { redirect } from "react-router";
import type { Route } from "./+types/twin";
import { servicesContext } from "#platform/context.ts";
import { TWIN_FORMATS, TWIN_TYPES, twinPath, type TwinFormat } from "#model/twins.ts";
import { isDay } from "#values/dates.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { findItemBySlug } from "#visibility/store/slugs.server.ts";
import {
  cacheForEveryone,
  itemAddress,
  portalRequest,
  type PortalRequest,
} from "#web/portal/scope.ts";
import { isPlace } from "../../changes/rules/changes.ts";
import { addressesOf, PAGES, type FindPage, wholeTwin } from "../pages.server.ts";
import { written } from "../written.server.ts";

/** Strangers all get the same one, which is kept; pages of other sites may read it. */
export const handle: RouteHandle = {
  query: { own: { since: isDay, before: isPlace } },
  forSites: true,
};

/**
 * A page of the portal as data or as Markdown, at the page's own address: what its viewer may read,
 * by the loaders of the page.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const asked = askedOf(new URL(request.url).pathname, params);
  if (asked === null) throw noTwin();
  const portal = await portalRequest(context, request, params).catch((error: unknown) => {
    throw error instanceof Response ? error : noTwin();
  });
  const to = await addressesOf(context.get(servicesContext), portal);
  const query = new URL(request.url).searchParams;
  const [since, asks] = [query.get("since"), query.get("before")];
  const before = asks !== null && isPlace(asks) ? asks : null;
  const page = await asked.find({ portal, to, params, since, before });
  if (page === null) throw (await newName(context, portal, params.slug, asked.format)) ?? noTwin();
  const { org, scope } = portal;
  // It says on which day it is so, and is another one tomorrow.
  scope.clock.passed(scope.clock.today);
  cacheForEveryone(context, portal);
  const title = page.kind === "overview" ? page.title : `${page.title} · ${org.name}`;
  return new Response(await written(title, wholeTwin(page, portal, to), asked.format), {
    headers: {
      "Content-Type": `${TWIN_TYPES[asked.format]}; charset=utf-8`,
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": "ETag",
    },
  });
}

/** Where the item's twin is that was called so before; null where none was. */
async function newName(
  context: Route.LoaderArgs["context"],
  portal: PortalRequest,
  slug: string | undefined,
  format: TwinFormat,
): Promise<Response | null> {
  const target = slug === undefined ? null : await findItemBySlug(portal.scope, slug);
  if (target?.found !== "moved") return null;
  return redirect(twinPath(itemAddress(context, portal, target.slug), format), 301);
}

/** Which twin an address asks for; null for a format or a page that there is not. */
function askedOf(
  pathname: string,
  params: Route.LoaderArgs["params"],
): { find: FindPage; format: TwinFormat } | null {
  // Scripts of the staff's pages ask for it as data.
  const words = pathname
    .toLowerCase()
    .replace(/\.data$/, "")
    .split("/");
  const last = words.findLast((word) => word !== "") ?? "";
  const format = TWIN_FORMATS.find((one) => last.endsWith(`.${one}`));
  if (format === undefined) return null;
  const name = last.slice(0, -format.length - 1);
  const find =
    params.slug !== undefined
      ? PAGES.item
      : params.kind !== undefined
        ? PAGES.card
        : params.topicId !== undefined
          ? PAGES.topic
          : pageNamed(name);
  return find === null ? null : { find, format };
}

function pageNamed(name: string): FindPage | null {
  const lists: Readonly<Record<string, FindPage>> = PAGES;
  return Object.hasOwn(lists, name) ? (lists[name] ?? null) : null;
}

/** A refusal with no body: readers of data would get `null`. */
function noTwin(): Response {
  return new Response(null, { status: 404, statusText: "Page not found" });
}
