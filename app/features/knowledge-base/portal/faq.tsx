import { redirect } from "react-router";
import type { Route } from "./+types/faq";
import { drawnFaq } from "../../../visibility/store/drawn.server.ts";
import { pageOf } from "../../../visibility/store/publications.server.ts";
import { faqPageSize, groupedByTopic, OTHER_TOPICS } from "../rules.ts";
import { MAX_TERM } from "../../search/rules.ts";
import { loadFaq } from "../store.server.ts";
import type { FaqItem } from "../../../visibility/rules/page.ts";
import { anything, pageNumber, type RouteHandle } from "../../../values/page-query.ts";
import { EmptyState } from "../../../ui/screens.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { SearchForm } from "../../../portal/frame/search-form.tsx";
import { PlainPage } from "../../../portal/frame/plain-page.tsx";
import { headOf } from "../../../portal/head.ts";
import { usePortalHref } from "../../../portal/links.ts";
import { cacheForEveryone, portalRequest, sameAddress } from "../../../portal/scope.ts";
import { FaqEntry } from "./faq-entry.tsx";

export const handle: RouteHandle = {
  query: { kept: { page: pageNumber }, own: { q: anything } },
};

/** More questions than a description has room for. */
const MOST_NAMED = 20;

/**
 * Every question that the viewer may read, by topic, searched by question, answer or comment: on
 * one page up to 300, then 100 a page.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const query = new URL(request.url).searchParams;
  const search = (query.get("q") ?? "").slice(0, MAX_TERM);
  const asked = query.get("page");
  const found = await loadFaq(portal.scope, search);
  const entries = groupedByTopic(found).flatMap((group) => group.entries);
  const wanted = asked !== null && /^\d{1,6}$/.test(asked) ? Number(asked) : 1;
  const faq = pageOf(entries, wanted, faqPageSize(entries.length));
  if (wanted > faq.pages)
    throw redirect(
      sameAddress(context, portal.org, request, {
        page: faq.pages === 1 ? null : String(faq.pages),
      }),
    );
  cacheForEveryone(context, portal);
  return {
    faq: { ...faq, entries: await drawnFaq(portal.scope, faq.entries) },
    /** What the page is described by: favorites first, as on the portal's own page. */
    first: found.slice(0, MOST_NAMED).map(({ question }) => question),
    search,
    product: portal.product.isDefault ? null : portal.product.slug,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headOf(matches, {
    title: "Knowledge Base (FAQs)",
    lists: {
      what: "Knowledge Base (FAQs)",
      names: loaderData?.first ?? [],
      count: loaderData?.faq.count ?? 0,
    },
    path: "/faq",
  });
}

export default function Faq({ loaderData: { faq, search, product } }: Route.ComponentProps) {
  const href = usePortalHref();
  return (
    <PlainPage
      title="Knowledge Base (FAQs)"
      lead={
        <SearchForm
          label="Search by question, answer or comment"
          query={search}
          hidden={{ product }}
        />
      }
    >
      <p role="status" className="mb-3 text-sm text-muted">
        {faq.count === 0 ? "" : `${faq.count} ${faq.count === 1 ? "entry" : "entries"}`}
      </p>
      {faq.count === 0 ? (
        <EmptyState
          icon="question"
          title={search === "" ? "No entries to show" : "No results match this criteria"}
        />
      ) : (
        <FaqTopics entries={faq.entries} />
      )}
      <Pager
        page={faq.page}
        pages={faq.pages}
        label="Pages of questions"
        href={(page) => href("/faq", { product, q: search, page: page === 1 ? null : page })}
      />
    </PlainPage>
  );
}

/** The entries below the names of their topics; where there is no topic, as one list. */
function FaqTopics({ entries }: { entries: readonly FaqItem[] }) {
  const groups = groupedByTopic(entries);
  if (groups.every(({ topic }) => topic === null))
    return <FaqEntries entries={entries} level={2} />;
  return (
    <div className="space-y-10">
      {groups.map(({ topic, entries: own }, place) => (
        <section key={topic ?? ""} aria-labelledby={`faq-topic-${place}`}>
          <h2 id={`faq-topic-${place}`} className="mb-3 text-lg font-semibold">
            {topic ?? OTHER_TOPICS}
          </h2>
          <FaqEntries entries={own} level={3} />
        </section>
      ))}
    </div>
  );
}

function FaqEntries({ entries, level }: { entries: readonly FaqItem[]; level: 2 | 3 }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {entries.map((entry) => (
        <li key={entry.id}>
          <FaqEntry entry={entry} headingLevel={level} />
        </li>
      ))}
    </ul>
  );
}
