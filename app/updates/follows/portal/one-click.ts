import { redirect } from "react-router";
import type { Route } from "./+types/one-click";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { addressOn, orgOf } from "#web/portal/scope.ts";
import { readStop } from "../mail/follow-links.ts";
import { unfollowAll } from "../store/follows.server.ts";

/** Mail programs post to it by themselves (RFC 8058): the token says whose emails end. */
export const handle: RouteHandle = { anySite: true };

/** Somebody opens the header's address in a browser: it leads to the page, and changes nothing. */
export function loader({ context, url }: Route.LoaderArgs): Response {
  const org = orgOf(context);
  const token = url.searchParams.get("token") ?? "";
  if (readStop(context.get(servicesContext).key, org.id, token) === null) return noLink();
  return redirect(addressOn(context, org, "/follow/stop", { token }), { status: 303 });
}

/** Ends the emails at once, and says 200 however often it comes. */
export async function action({ context, url }: Route.ActionArgs): Promise<Response> {
  const { store, key, now } = context.get(servicesContext);
  const org = orgOf(context);
  const who = readStop(key, org.id, url.searchParams.get("token") ?? "");
  if (who === null) return noLink();
  await store.write((trx) => unfollowAll({ trx, orgId: org.id, now: now() }, who));
  return new Response("Stopped.\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

function noLink(): Response {
  return new Response("Page not found\n", { status: 404, statusText: "Page not found" });
}
