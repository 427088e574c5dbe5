import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { unqueued: true };

/** The process answers. */
export function loader(): Response {
  return Response.json({ status: "ok" });
}
