import type { Route } from "./+types/api.external";
import { bulkAnswer } from "./api.answer.ts";
import { memberOf, notFound } from "../../api/caller.ts";

/** Only POST: looking at it tells nothing. */
export function loader(): Response {
  return notFound();
}

/** A member's documents as one archive. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return bulkAnswer(context, org, viewer, request);
}
