import { redirect, type RouterContextProvider } from "react-router";
import { drawnFaq } from "#visibility/store/drawn.server.ts";
import { pageOf } from "#visibility/store/publications.server.ts";
import { pageQuery } from "#model/access-requests/access-dialog.ts";
import { formatDate } from "#values/dates.ts";
import { sameAddress, type PortalRequest } from "#web/portal/scope.ts";
import { searchRefusal } from "#web/search/counting.server.ts";
import { withoutMarkdown } from "#model/search/words.ts";
import { dialogAsked } from "../forms/knowledge-base.ts";
import { ENTRIES_PER_PAGE, narrowed, reachable } from "#model/knowledge-base.ts";
import { seenSuccessor } from "../store/merging.server.ts";
import { foundEntries } from "../store/found.server.ts";
import { seenEntries, shownEntries, type StoredEntry } from "#visibility/store/faq.server.ts";

const DAY_MS = 86_400_000;
/** Of a comment, in the list. */
const SHOWN_COMMENT = 300;
/** As much of it is read for that; the rest is far below what is shown. */
const READ_COMMENT = 20 * SHOWN_COMMENT;

/** The dialog of the knowledge base that an address opens over a product's page; null for none. */
export type KnowledgeBaseDialogState = NonNullable<Awaited<ReturnType<typeof knowledgeBaseDialog>>>;

/** What the portal's frame holds for it. */
export interface KnowledgeBasePart {
  knowledgeBase: KnowledgeBaseDialogState | null;
}

/**
 * What the dialog shows this viewer: a page of what the search leaves, and the entry that the
 * address names.
 * @param path of the page below, under the portal's base
 * An entry that this viewer doesn't read is said to be missing, whether it exists or not.
 * @throws a redirect to the last page from beyond it
 */
export async function knowledgeBaseDialog(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { org, viewer, products, scope }: PortalRequest,
  path: string,
) {
  const query = new URL(request.url).searchParams;
  const asked = dialogAsked(query);
  if (asked === null || !/^(?:\/product\/[^/]+)?$/.test(path)) return null;
  const leave = (changes: Record<string, string | null>) =>
    redirect(sameAddress(context, org, request, changes));
  const isOwner = viewer.mode === "main";
  const { entryId, search, access, productId, days } = isOwner
    ? asked
    : { ...asked, access: null, productId: null, days: null };

  const refused = await searchRefusal(context, viewer, search);
  const entries = await seenEntries(scope);
  const selected = entryId === null ? undefined : entries.find(({ id }) => id === entryId);
  if (entryId !== null && selected === undefined) {
    const successor = await seenSuccessor(scope, entryId, entries);
    if (successor !== null) throw leave({ kbEntry: successor });
  }
  const left = narrowed(refused === null ? entries : [], {
    access: access === null ? [] : [access],
    productIds: productId === null ? [] : [productId],
    since: days === null ? null : new Date(scope.now.getTime() - days * DAY_MS).toISOString(),
  });
  const found = await foundEntries(org, left, search);
  const reached = found.slice(0, reachable(found.length, ENTRIES_PER_PAGE));
  const place = selected === undefined ? -1 : reached.indexOf(selected);
  const wanted = asked.page ?? Math.floor(Math.max(0, place) / ENTRIES_PER_PAGE) + 1;
  const list = pageOf(reached, wanted, ENTRIES_PER_PAGE);
  if (refused === null && wanted > list.pages)
    throw leave({ kbPage: list.pages === 1 ? null : String(list.pages) });

  const names = new Map(products.map(({ id, name }) => [id, name]));
  const day = (iso: string) => ({ iso, text: formatDate(iso, org.timeZone) });
  const ownersFacts = (entry: StoredEntry) => ({
    access: entry.access,
    favorite: entry.favouriteAt !== null,
    added: day(entry.createdAt),
    modified: day(entry.modifiedAt),
    products: entry.productIds.map((id) => names.get(id) ?? ""),
    source: entry.sourceName ?? entry.sourceType,
    type:
      entry.sourceSubtype === null
        ? entry.sourceType
        : `${entry.sourceType} (${entry.sourceSubtype})`,
  });
  const shown = selected === undefined ? list.entries : [...list.entries, selected];
  const drawn = await drawnFaq(scope, shownEntries(scope, shown));
  const rows = shown.map((entry, at) => ({
    id: entry.id,
    question: entry.question,
    shortAnswer: entry.shortAnswer,
    answer: drawn[at]?.answer ?? [],
    comment: drawn[at]?.comment ?? null,
    excerpt: withoutMarkdown((entry.comment ?? "").slice(0, READ_COMMENT)).slice(0, SHOWN_COMMENT),
    owner: isOwner ? ownersFacts(entry) : null,
  }));
  const below = Object.fromEntries(
    Object.entries(pageQuery(query, path)).filter(([name]) => !/^kb(?:[A-Z]|$)/.test(name)),
  );
  return {
    page: { path, query: below },
    asked: { search, access, productId, days, page: list.page },
    rows: rows.slice(0, list.entries.length),
    selected: selected === undefined ? null : (rows.at(-1) ?? null),
    /** The address names an entry that this viewer reads none of. */
    isMissing: entryId !== null && selected === undefined,
    count: list.count,
    pages: list.pages,
    /** Whether there is anything at all, however the list is narrowed. */
    isEmpty: entries.length === 0,
    /** Why nothing was searched; the page is answered with its status. */
    refused,
    owner: isOwner ? { products: products.map(({ id, name }) => ({ id, name })) } : null,
  };
}
