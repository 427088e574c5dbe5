import type { Route } from "./+types/json";
import type { RouteHandle } from "../../../values/page-query.ts";
import { FEED_QUERY } from "../rules/update-words.ts";
import { findFeed, FEED_LANGUAGE } from "./feed.ts";
import type { Feed } from "./feed.ts";

export const handle: RouteHandle = { query: FEED_QUERY };

/** The portal's public updates as JSON Feed. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return new Response(
    `${JSON.stringify(jsonDocument(await findFeed(context, request)), null, 2)}\n`,
    { headers: { "Content-Type": "application/feed+json; charset=utf-8" } },
  );
}

/** A feed as JSON Feed 1.1 (jsonfeed.org/version/1.1). */
function jsonDocument(feed: Feed) {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    description: feed.description,
    home_page_url: feed.home,
    feed_url: feed.json,
    ...(feed.icon === null ? {} : { favicon: feed.icon }),
    language: FEED_LANGUAGE,
    authors: [feed.author],
    items: feed.entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      content_html: entry.html,
      date_published: entry.published,
      date_modified: entry.updated,
      tags: [entry.category.label],
    })),
  };
}
