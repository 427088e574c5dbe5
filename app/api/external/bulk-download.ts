import type { Route } from "./+types/bulk-download";
import { bulkAnswer } from "../bulk-answer.ts";
import { notFound } from "../share/tenant.ts";
import { memberOf } from "./member.ts";

/** Only POST: looking at it tells nothing. */
export function loader(): Response {
  return notFound();
}

/** A member's documents as one archive. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return bulkAnswer(context, org, viewer, request);
}
