import type { Route } from "./+types/api.trust-center";
import { bulkAnswer } from "./api.answer.ts";
import { notFound, staffOf } from "../../api/caller.ts";

/** Only POST: looking at it tells nothing. */
export function loader(): Response {
  return notFound();
}

/** What a preview as an account or profile would download; Main has the library. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return bulkAnswer(context, org, viewer, request);
}
