import type { RouterContextProvider } from "react-router";
import { notFound } from "#web/api/caller.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { mapInSlices } from "#db/pace.ts";
import { wordsAsked } from "#values/names.ts";
import { apiAnswer, problem, readJson } from "#web/api/json-body.ts";
import { openedBy, type Opened } from "./key.ts";
import { facetSchema, querySchema, type Narrowing } from "../forms/knowledge-base.ts";
import {
  facetOf,
  facetValues,
  FILTERS,
  highlightedText,
  isOwners,
  narrowed,
  reachable,
  type FilterName,
  type Hit,
} from "#model/knowledge-base.ts";
import { foundEntries } from "../store/found.server.ts";
import { seenEntries, type StoredEntry } from "#visibility/store/faq.server.ts";

/** What a key of the knowledge base opens: a search, one entry, and the values of a field. */

interface CallArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  params: { orgId: string };
}

const OWNERS =
  "Only the organization’s own team can filter by access, products, sources and dates.";

/**
 * Answers a call that carries a key, counted against the limits of searching.
 * @returns a problem: 401 for a key that opens nothing, 429 over the limit, and what `answer` gives
 */
export async function keyedCall(
  { context, request, params }: CallArgs,
  answer: (opened: Opened) => Promise<Response>,
): Promise<Response> {
  return apiAnswer(async () => {
    const opened = await openedBy(context, request, params.orgId);
    const { limits } = context.get(servicesContext);
    await limits.consume("search-network", context.get(hostContext).ip);
    if (opened.viewer.mode === "accountExternal")
      await limits.consume("search-member", opened.viewer.member.id);
    const response = await answer(opened);
    response.headers.set("Cache-Control", "private, no-store");
    return response;
  });
}

/** POST {url}/query: a page of the hits. The total ends before a thousand. */
export function queryAnswer(args: CallArgs): Promise<Response> {
  return keyedCall(args, async (opened) => {
    const asked = await readJson(args.request, querySchema);
    if (asked instanceof Response) return asked;
    const entries = await found(opened, asked);
    if (entries instanceof Response) return entries;
    const { page, hitsPerPage, highlight } = asked;
    const total = reachable(entries.length, hitsPerPage);
    const words = wordsAsked(asked.query);
    const shown = entries.slice(0, total).slice(page * hitsPerPage, (page + 1) * hitsPerPage);
    const hits = await mapInSlices(shown, (entry) => {
      const hit = hitOf(opened, entry);
      return highlight === null ? hit : { ...hit, highlighted: marked(hit) };
    });
    return Response.json({
      hits,
      page,
      hitsPerPage,
      total,
      pages: Math.ceil(total / hitsPerPage),
    });

    function marked({ content, answer, comment }: Hit): Hit["highlighted"] {
      const mark = (text: string) =>
        highlight === null ? text : highlightedText(text, words, highlight);
      return {
        content: mark(content),
        answer: mark(answer),
        comment: comment === null ? null : mark(comment),
      };
    }
  });
}

/**
 * GET {url}/objects/{id}: one entry; one that this viewer may not read is as one that does not
 * exist.
 */
export function objectAnswer(args: CallArgs, entryId: string): Promise<Response> {
  return keyedCall(args, async (opened) => {
    const entry = (await readable(opened)).find((candidate) => candidate.id === entryId);
    return entry === undefined ? notFound() : Response.json(hitOf(opened, entry));
  });
}

/** POST {url}/facets/{name}: the values that a field has in the hits, the most frequent first. */
export function facetAnswer(args: CallArgs, name: string): Promise<Response> {
  return keyedCall(args, async (opened) => {
    const asked = await readJson(args.request, facetSchema);
    if (asked instanceof Response) return asked;
    const facet = facetOf(name);
    if (facet === null)
      return problem(400, `The facet must be one of ${Object.keys(FILTERS).join(", ")}.`);
    if (isOwners(facet) && opened.viewer.mode !== "main")
      return problem(400, "Only the organization’s own team can ask for this facet.");
    const entries = await found(opened, asked);
    if (entries instanceof Response) return entries;
    const needle = asked.facetQuery.trim().toLowerCase();
    const facetHits = facetValues(
      entries.map((entry) => hitOf(opened, entry)),
      facet,
    ).filter(({ value }) => value.toLowerCase().includes(needle));
    return Response.json({ facetHits: facetHits.slice(0, asked.hits), total: facetHits.length });
  });
}

/** The entries that the key's viewer may read now, in the key's scope. */
async function readable({ scope, keyScope }: Opened): Promise<readonly StoredEntry[]> {
  const entries = await seenEntries(scope);
  return keyScope === null
    ? entries
    : entries.filter(({ access }) => (access === "public") === (keyScope === "public"));
}

/** Those of them that a query leaves; a problem for what only the owner can narrow by. */
async function found(
  opened: Opened,
  { query, filters, since }: Narrowing,
): Promise<StoredEntry[] | Response> {
  const isOwnersAlone =
    since !== null || Object.keys(filters).some((name) => isOwners(name as FilterName));
  if (isOwnersAlone && opened.viewer.mode !== "main") return problem(400, OWNERS);
  const left = narrowed(await readable(opened), {
    ...filters,
    since: since === null ? null : new Date(since * 1_000).toISOString(),
  });
  return foundEntries(opened.scope.org, left, query);
}

function hitOf({ viewer }: Opened, entry: StoredEntry): Hit {
  const hit: Hit = {
    objectID: entry.id,
    content: entry.question,
    short_answer: entry.shortAnswer,
    answer: entry.answer,
    comment: entry.comment,
    topic: entry.topic,
  };
  if (viewer.mode !== "main") return hit;
  return {
    ...hit,
    source_type: entry.sourceType,
    source_subtype: entry.sourceSubtype,
    source_name: entry.sourceName,
    favorite_public: entry.favouriteAt !== null,
    access_level: entry.access,
    product_ids: entry.productIds,
    date_timestamp: seconds(entry.createdAt),
    customer_modified_timestamp: seconds(entry.modifiedAt),
  };
}

function seconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1_000);
}
