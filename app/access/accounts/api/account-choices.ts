import type { Route } from "./+types/account-choices";
import { staffAnswer, staffCaller } from "#web/api/staff.ts";
import { servicesContext } from "#platform/context.ts";
import { accountOptions } from "#auth/accounts/store/account-options.server.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

/**
 * GET ?q=&org=: accounts whose names hold the words, 25 at most and how many more there are, for
 * the forms in which one of them is chosen; without words all of them.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  return staffAnswer(async () => {
    const { org } = await staffCaller(context, "accounts:review", url);
    const { read } = context.get(servicesContext).store;
    const search = url.searchParams.get("q") ?? "";
    const { options, left } = await accountOptions(read, org.id, search);
    return Response.json(
      { accounts: options, left },
      { headers: { "Cache-Control": "private, no-store" } },
    );
  });
}
