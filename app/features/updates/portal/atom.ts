import type { Route } from "./+types/atom";
import { atomDocument } from "./atom-document.ts";
import type { RouteHandle } from "../../../values/page-query.ts";
import { FEED_QUERY } from "../rules/update-words.ts";
import { findFeed } from "./feed.ts";

export const handle: RouteHandle = { query: FEED_QUERY };

/** The portal's public updates as Atom. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return new Response(atomDocument(await findFeed(context, request)), {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8" },
  });
}
