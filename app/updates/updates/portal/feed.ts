import { createHash } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { keptMarkdown } from "#platform/files/store/markdown.server.ts";
import { loadPublicUpdates, type PublicUpdate } from "#visibility/store/feed.server.ts";
import { canonicalBase, foundedAt } from "#tenancy/orgs/store/orgs.server.ts";
import { mapInSlices } from "#db/pace.ts";
import { servicesContext } from "#platform/context.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import { CATEGORY_LABELS, isTopicCategory } from "#model/updates/words.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { messageHtml } from "./message-html.tsx";

/**
 * What a feed says, before it is written as Atom or JSON. Addresses are the stored ones, never the
 * Host header's.
 */
export interface Feed {
  id: string;
  title: string;
  description: string;
  /** The page that shows the same. */
  home: string;
  atom: string;
  /** null: it is written as Atom alone. */
  json: string | null;
  icon: string | null;
  author: { name: string; url: string };
  updated: string;
  entries: FeedEntry[];
}

export interface FeedEntry {
  id: string;
  title: string;
  url: string;
  html: string;
  published: string;
  updated: string;
  category: { term: string; label: string };
}

export const FEED_LANGUAGE = "en";

/** Readers keep what they have seen; a feed brings the latest. */
const MAX_ENTRIES = 100;

/**
 * The feed that a request asks for: the portal's, one product's by `product`, one category's by
 * `category`. It holds what the public may read, whoever asks.
 * @throws 404 for a category or product that there is not, and where the public sees no updates
 */
export async function findFeed(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Feed> {
  const { store, config, now } = context.get(servicesContext);
  const portal = await portalRequest(context, request, {}).catch((error: unknown) => {
    // A page's refusal has no body of its own; a reader of feeds would get `null` as JSON.
    throw error instanceof Response ? error : noFeed();
  });
  const { org, product, scope } = portal;
  const query = new URL(request.url).searchParams;
  const category = query.get("category");
  if (category !== null && !isTopicCategory(category)) throw noFeed();
  const ofOne = query.has("product");
  const found = await loadPublicUpdates({
    db: store.read,
    org,
    products: ofOne ? [product] : portal.products,
    now: now(),
    category,
  });
  if (found === null) throw noFeed();
  cacheForEveryone(context, { ...portal, scope: { ...scope, clock: found.clock } });

  const base = await canonicalBase(store.read, org, config.origin);
  const updates = found.updates.slice(0, MAX_ENTRIES);
  const treeOf = await keptMarkdown(
    store.read,
    org.id,
    updates.map(({ message }) => message),
  );
  const search = searchOf({ product: ofOne && !product.isDefault ? product.slug : null, category });
  const parts = [
    `${org.name} ${org.customization.portalTitle} Updates`,
    ofOne ? product.name : null,
    category === null ? null : CATEGORY_LABELS[category],
  ];
  return {
    id: urnOf("feed", org.id, ofOne ? product.id : "", category ?? ""),
    title: parts.filter(Boolean).join(" · "),
    description: `Trust updates from ${org.name}`,
    home: `${base}/updates${searchOf({ product: ofOne && !product.isDefault ? product.slug : null })}`,
    atom: `${base}/feed.xml${search}`,
    json: `${base}/feed.json${search}`,
    icon:
      org.favicon === null
        ? null
        : `${new URL(base).origin}/api/share/${org.id}/assets/${org.favicon.id}?v=${org.favicon.revision}`,
    author: { name: org.name, url: org.websiteUrl ?? base },
    updated:
      updates
        .map((update) => update.updatedAt)
        .sort()
        .at(-1) ?? (await foundedAt(store.read, org.id)),
    entries: await mapInSlices(updates, (update) =>
      entryOf(update, treeOf(update.message), org.id, base),
    ),
  };
}

function entryOf(
  update: PublicUpdate,
  message: MarkdownTree,
  orgId: string,
  base: string,
): FeedEntry {
  const page = `${base}/updates/${update.topicId}${searchOf({ product: update.product })}`;
  const label = CATEGORY_LABELS[update.category];
  const subject = update.subject === "" ? label : update.subject;
  return {
    id: urnOf("update", orgId, update.id),
    title: update.isFollowUp ? `Update: ${subject}` : subject,
    url: `${page}#update-${update.id}`,
    html: messageHtml({ message, terms: update.terms }, page),
    published: update.publishedAt,
    updated: update.updatedAt,
    category: { term: update.category, label },
  };
}

function searchOf(query: Readonly<Record<string, string | null>>): string {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  return search.size === 0 ? "" : `?${search}`;
}

/**
 * A name for ever, wherever the portal stands: a UUID made of the words (RFC 9562, version 8), so
 * that a new domain or host shows nobody old entries as new ones.
 */
export function urnOf(...words: string[]): string {
  const bytes = createHash("sha256")
    .update(JSON.stringify(["open-trust-center", ...words]))
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")}`;
}

export function noFeed(): Response {
  return new Response("Page not found", { status: 404, statusText: "Page not found" });
}
