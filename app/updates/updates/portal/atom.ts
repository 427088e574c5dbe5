import type { Route } from "./+types/atom";
import type { RouteHandle } from "#values/page-query.ts";
import { FEED_QUERY } from "#model/updates/words.ts";
import { atomDocument } from "./atom-document.ts";
import { findFeed } from "./feed.ts";

export const handle: RouteHandle = { query: FEED_QUERY };

/** The portal's public updates as Atom. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return new Response(await atomDocument(await findFeed(context, request)), {
    headers: {
      "Content-Type": "application/atom+xml; charset=utf-8",
      // The pages of other sites may read it: without cookies, as everyone does.
      "Access-Control-Allow-Origin": "*",
    },
  });
}
