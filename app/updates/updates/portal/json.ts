import type { Route } from "./+types/json";
import { mapInSlices } from "#db/pace.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { FEED_QUERY } from "#model/updates/words.ts";
import { findFeed, FEED_LANGUAGE } from "./feed.ts";
import type { Feed, FeedEntry } from "./feed.ts";

export const handle: RouteHandle = { query: FEED_QUERY };

/** The portal's public updates as JSON Feed. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return new Response(await jsonDocument(await findFeed(context, request)), {
    headers: {
      "Content-Type": "application/feed+json; charset=utf-8",
      // The pages of other sites may read it: without cookies, as everyone does.
      "Access-Control-Allow-Origin": "*",
    },
  });
}

/**
 * A feed as JSON Feed 1.1 (jsonfeed.org/version/1.1). The longest one has megabytes, which are
 * written entry by entry.
 */
async function jsonDocument(feed: Feed): Promise<string> {
  const head = JSON.stringify(headOf(feed), null, 2).replace(/\n\}$/, "");
  const items = await mapInSlices(
    feed.entries,
    (entry) => `    ${JSON.stringify(itemOf(entry), null, 2).replaceAll("\n", "\n    ")}`,
  );
  return `${head},\n  "items": [${items.length === 0 ? "" : `\n${items.join(",\n")}\n  `}]\n}\n`;
}

function headOf(feed: Feed) {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    description: feed.description,
    home_page_url: feed.home,
    feed_url: feed.json,
    ...(feed.icon === null ? {} : { favicon: feed.icon }),
    language: FEED_LANGUAGE,
    authors: [feed.author],
  };
}

function itemOf(entry: FeedEntry) {
  return {
    id: entry.id,
    url: entry.url,
    title: entry.title,
    content_html: entry.html,
    date_published: entry.published,
    date_modified: entry.updated,
    tags: [entry.category.label],
  };
}
