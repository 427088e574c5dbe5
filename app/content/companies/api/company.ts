import type { Route } from "./+types/company";
import { staffAnswer, staffCaller } from "#web/api/staff.ts";
import { servicesContext } from "#platform/context.ts";
import { searchCompanies } from "../search.server.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

const MAX_QUERY = 100;

/**
 * GET ?q=&org=: companies that answer to a text, for the company picker: the org's own, the
 * addendum's, the directories'.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  return staffAnswer(async () => {
    const { org } = await staffCaller(context, "statuspage:edit", url);
    const typed = (url.searchParams.get("q") ?? "").slice(0, MAX_QUERY);
    return Response.json(
      { companies: await searchCompanies(context.get(servicesContext), org.id, typed) },
      { headers: { "Cache-Control": "private, no-store" } },
    );
  });
}
