import { FEED_LANGUAGE, type Feed } from "./feed.ts";

/** A feed as JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export function jsonDocument(feed: Feed) {
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
