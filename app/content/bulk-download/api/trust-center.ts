import type { Route } from "./+types/trust-center";
import { bulkAnswer } from "./answer.ts";
import { staffOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** What a preview as an account or profile would download; Main has the library. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return bulkAnswer(context, org, viewer, request);
}
