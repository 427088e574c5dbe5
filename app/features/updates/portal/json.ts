import type { Route } from "./+types/json";
import type { RouteHandle } from "../../../values/page-query.ts";
import { FEED_QUERY } from "../rules/update-words.ts";
import { findFeed } from "./feed.ts";
import { jsonDocument } from "./json-document.ts";

export const handle: RouteHandle = { query: FEED_QUERY };

/** The portal's public updates as JSON Feed. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return new Response(
    `${JSON.stringify(jsonDocument(await findFeed(context, request)), null, 2)}\n`,
    { headers: { "Content-Type": "application/feed+json; charset=utf-8" } },
  );
}
