import { redirect } from "react-router";
import type { Route } from "./+types/faq";
import { drawnFaq } from "#visibility/store/drawn.server.ts";
import { faqPages, groupedByTopic, OTHER_TOPICS } from "#model/knowledge-base.ts";
import { searchAnswer, searchRefusal } from "#web/search/counting.server.ts";
import { MAX_TERM } from "#model/search.ts";
import { seenSuccessor } from "../store/merging.server.ts";
import { findFaq, newestFirst } from "../store/knowledge-base.server.ts";
import type { FaqItem } from "#model/visibility/page.ts";
import {
  anything,
  oneOf,
  pageNumber,
  shortText,
  type RouteHandle,
  pageAsked,
} from "#values/page-query.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { SearchForm } from "#web/portal/frame/search-form.tsx";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { FilterLinks } from "#web/portal/frame/filter-links.tsx";
import { headOf } from "#web/portal/head.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest, sameAddress } from "#web/portal/scope.ts";
import { FaqEntry } from "./faq-entry.tsx";

export const handle: RouteHandle = {
  query: {
    kept: { page: pageNumber, sort: oneOf("newest") },
    own: { q: anything, topic: shortText, entry: shortText },
  },
};

/** More questions than a description has room for. */
const MOST_NAMED = 20;

/**
 * Every question that the viewer may read, by topic, searched by question, answer or comment: on
 * one page up to 300, then 100 a page, and fewer where they are long.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const query = new URL(request.url).searchParams;
  const search = (query.get("q") ?? "").slice(0, MAX_TERM);
  const refused = await searchRefusal(context, portal.viewer, search);
  const found = refused === null ? await findFaq(portal.scope, search) : [];
  const topics = groupedByTopic(found).map((group) => ({
    topic: group.topic,
    count: group.entries.length,
  }));
  // A topic that holds nothing of this search stays chosen: the page says so, with a way back.
  const topic = query.get("topic") || null;
  const newest = query.get("sort") === "newest";
  const ofTopic = found.filter((entry) => topic === null || isOfTopic(entry, topic));
  const entries = newest
    ? await newestFirst(portal.scope, ofTopic)
    : groupedByTopic(ofTopic).flatMap((group) => group.entries);
  const pages = faqPages(entries);
  const entryId = query.get("entry");
  const place =
    entryId === null ? -1 : pages.findIndex((page) => page.some(({ id }) => id === entryId));
  // One that ended in another leads there; one that this viewer doesn't read, or is gone, to the list.
  if (refused === null && entryId !== null && place === -1) {
    const entry = await seenSuccessor(portal.scope, entryId, entries);
    throw redirect(sameAddress(context, portal.org, request, { entry }));
  }
  const numbered = pageAsked(query.get("page"));
  const wanted = place === -1 ? numbered : place + 1;
  const page = Math.min(Math.max(1, wanted), pages.length);
  const faq = {
    entries: pages[page - 1] ?? [],
    count: entries.length,
    page,
    pages: pages.length,
  };
  if (refused === null && wanted > faq.pages)
    throw redirect(
      sameAddress(context, portal.org, request, {
        page: faq.pages === 1 ? null : String(faq.pages),
      }),
    );
  cacheForEveryone(context, portal);
  const shown = {
    faq: { ...faq, entries: await drawnFaq(portal.scope, faq.entries) },
    /** What the page is described by: favorites first, as on the portal's own page. */
    first: found.slice(0, MOST_NAMED).map(({ question }) => question),
    topics,
    asked: { search, topic, sort: newest ? "newest" : null, entryId },
    product: portal.product.isDefault ? null : portal.product.slug,
    /** Why nothing was searched, in words. */
    failed: refused?.message ?? null,
  };
  return searchAnswer(shown, refused);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Whether an entry stands under a topic as addresses name it; the rest has a name, too. */
function isOfTopic(entry: { topic: string | null }, topic: string): boolean {
  return (entry.topic ?? OTHER_TOPICS).toLowerCase() === topic.toLowerCase();
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headOf(matches, {
    title: `${loaderData?.failed == null ? "" : "Error: "}Knowledge Base (FAQs)`,
    lists: {
      what: "Knowledge Base (FAQs)",
      names: loaderData?.first ?? [],
      count: loaderData?.faq.count ?? 0,
    },
    path: "/faq",
    twin: true,
  });
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  const { faq, topics, asked, product, failed } = loaderData;
  const { search, topic, sort, entryId } = asked;
  const href = usePortalHref();
  const hrefOf = (other: Readonly<Record<string, string | number | null>>) =>
    href("/faq", { product, q: search, topic, sort, ...other });
  const entryHref = (id: string) => href("/faq", { product, entry: id }, `faq-${id}`);
  return (
    <PlainPage
      title="Knowledge Base (FAQs)"
      lead={
        <SearchForm
          label="Search by question, answer or comment"
          query={search}
          hidden={{ product, topic, sort }}
        />
      }
    >
      <div className="mb-6 space-y-2 text-sm empty:hidden" data-screen-only>
        {topics.length < 2 ? null : (
          <FilterLinks
            label="Topic"
            links={[
              { text: "All", to: hrefOf({ topic: null }), current: topic === null },
              ...topics.map(({ topic: name, count }) => ({
                text: name ?? OTHER_TOPICS,
                count,
                to: hrefOf({ topic: name ?? OTHER_TOPICS }),
                current: topic?.toLowerCase() === (name ?? OTHER_TOPICS).toLowerCase(),
              })),
            ]}
          />
        )}
        {faq.count < 2 ? null : (
          <FilterLinks
            label="Sort"
            links={[
              { text: "By topic", to: hrefOf({ sort: null }), current: sort === null },
              { text: "Newest first", to: hrefOf({ sort: "newest" }), current: sort !== null },
            ]}
          />
        )}
      </div>
      <p role="status" className="mb-3 text-sm text-muted">
        {faq.count === 0 ? "" : `${faq.count} ${faq.count === 1 ? "entry" : "entries"}`}
      </p>
      {failed !== null ? (
        <p role="alert">{failed}</p>
      ) : faq.count === 0 ? (
        <EmptyState
          icon="question"
          title={isNarrowed(asked) ? "No results match this criteria" : "No entries to show"}
          clear={isNarrowed(asked) ? href("/faq", { product }) : null}
        />
      ) : (
        <FaqTopics
          entries={faq.entries}
          flat={sort !== null}
          openId={entryId}
          entryHref={entryHref}
        />
      )}
      <Pager
        page={faq.page}
        pages={faq.pages}
        label="Pages of questions"
        href={(page) => hrefOf({ page: page === 1 ? null : page })}
      />
    </PlainPage>
  );
}

function isNarrowed({ search, topic }: { search: string; topic: string | null }): boolean {
  return search !== "" || topic !== null;
}

interface ListProps {
  entries: readonly FaqItem[];
  /** The entry that stands open. */
  openId: string | null;
  entryHref: (id: string) => string;
}

/** The entries below the names of their topics; where there is no topic, as one list. */
function FaqTopics({ flat, ...list }: ListProps & { flat: boolean }) {
  const groups = groupedByTopic(list.entries);
  if (flat || groups.every(({ topic }) => topic === null))
    return <FaqEntries {...list} level={2} />;
  return (
    <div className="space-y-10">
      {groups.map(({ topic, entries: own }, place) => (
        <section key={topic ?? ""} aria-labelledby={`faq-topic-${place}`}>
          <h2 id={`faq-topic-${place}`} className="mb-3 text-lg font-semibold">
            {topic ?? OTHER_TOPICS}
          </h2>
          <FaqEntries {...list} entries={own} level={3} />
        </section>
      ))}
    </div>
  );
}

function FaqEntries({ entries, openId, entryHref, level }: ListProps & { level: 2 | 3 }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {entries.map((entry) => (
        <li key={entry.id}>
          <FaqEntry
            entry={entry}
            headingLevel={level}
            link={entryHref(entry.id)}
            open={entry.id === openId}
          />
        </li>
      ))}
    </ul>
  );
}
