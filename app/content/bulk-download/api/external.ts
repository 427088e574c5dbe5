import type { Route } from "./+types/external";
import { bulkAnswer } from "./answer.ts";
import { memberOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** A member's documents as one archive. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return bulkAnswer(context, org, viewer, request);
}
