import type { Route } from "./+types/calendar";
import { craPath, productPath } from "#model/portal-paths.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { addressesOf } from "../../twins/pages.server.ts";
import { datesOf } from "../dates.server.ts";
import { calendarOf } from "../rules/calendar.ts";

/** Strangers all get the same one, which is kept. */
export const handle: RouteHandle = { query: {}, forSites: true };

/** The dates of a product as a calendar to subscribe to. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  const { org, product, scope } = portal;
  const to = await addressesOf(context.get(servicesContext), portal);
  const dates = await datesOf(portal, {
    ...to,
    home: to.base + productPath(product),
    cra: to.base + craPath(product),
  });
  // Its entries say on which day they were so.
  scope.clock.passed(scope.clock.today);
  cacheForEveryone(context, portal);
  const name = `${org.name} ${org.customization.portalTitle}`;
  return new Response(
    calendarOf(dates, { name, sequence: org.revision, asOf: scope.clock.today }),
    {
      headers: {
        "Content-Type": "text/calendar; charset=utf-8",
        "Access-Control-Allow-Origin": "*",
      },
    },
  );
}
