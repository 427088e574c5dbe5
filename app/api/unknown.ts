import type { Route } from "./+types/unknown";
import { hostContext } from "#platform/context.ts";
import { notFound } from "#web/api/caller.ts";
import { problem } from "#web/api/json-body.ts";

/** Every other path of the API, for every method. */
export function loader(args: Route.LoaderArgs): Response {
  return unknown(args);
}

export function action(args: Route.ActionArgs): Response {
  return unknown(args);
}

/** Each refusal of a call that takes keys has the request's id. */
function unknown({ context, url }: Pick<Route.LoaderArgs, "context" | "url">): Response {
  if (!url.pathname.startsWith("/api/v1/")) return notFound();
  const { requestId } = context.get(hostContext);
  return problem(404, "Not found", { members: { requestId } });
}
