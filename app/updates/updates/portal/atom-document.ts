import { mapInSlices } from "#db/pace.ts";
import { FEED_LANGUAGE, type Feed, type FeedEntry } from "./feed.ts";

/**
 * A feed as Atom (RFC 4287). Every text is escaped, HTML too: it travels as text of type html. The
 * longest feed has megabytes of it, which are written entry by entry.
 */
export async function atomDocument(feed: Feed): Promise<string> {
  return lines(
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${FEED_LANGUAGE}">`,
    element("id", feed.id),
    element("title", feed.title),
    element("subtitle", feed.description),
    element("updated", feed.updated),
    link("self", feed.atom, "application/atom+xml"),
    link("alternate", feed.home, "text/html"),
    feed.json === null ? null : link("alternate", feed.json, "application/feed+json"),
    feed.icon === null ? null : element("icon", feed.icon),
    `<author>${element("name", feed.author.name)}${element("uri", feed.author.url)}</author>`,
    element("generator", "Open Trust Center"),
    ...(await mapInSlices(feed.entries, entryElement)),
    `</feed>`,
  );
}

function entryElement(entry: FeedEntry): string {
  return lines(
    `<entry>`,
    element("id", entry.id),
    element("title", entry.title),
    element("published", entry.published),
    element("updated", entry.updated),
    link("alternate", entry.url, "text/html"),
    `<category term="${escaped(entry.category.term)}" label="${escaped(entry.category.label)}"/>`,
    `<content type="html">${escaped(entry.html)}</content>`,
    `</entry>`,
  ).trimEnd();
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function link(rel: string, href: string, type: string): string {
  return `<link rel="${rel}" type="${type}" href="${escaped(href)}"/>`;
}

function lines(...parts: (string | null)[]): string {
  return `${parts.filter((part) => part !== null).join("\n")}\n`;
}

/**
 * What XML 1.0 has no way to write, lone halves of surrogate pairs among it, becomes the
 * replacement character.
 */
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escaped(text: string): string {
  return text
    .replace(UNWRITABLE, "\ufffd")
    .replace(/[<>&'"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
