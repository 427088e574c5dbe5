import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { DOCUMENT_FACTS, factsInWords, shownFacts } from "#model/documents/facts.ts";
import { momentOf } from "#values/moments.ts";
import { fileAddress } from "#model/documents/library.ts";
import { itemPath, productPath } from "#model/portal-paths.ts";
import { releaseState, seesReleasesOf } from "#model/questionnaires/releases.ts";
import { maySendQuestionnaires, readsAnswers } from "#model/questionnaires/uploads.ts";
import { keptQuery } from "#model/visibility/previewed.ts";
import { grantIn } from "#model/visibility/viewer.ts";
import { isBulkPossible, mayBulkDownload } from "#visibility/store/bulk.server.ts";
import { listFiles, type FoundFile } from "#visibility/store/files.server.ts";
import { loadItemOutlines } from "#visibility/store/items.server.ts";
import { compareDocuments } from "#visibility/store/order.server.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import { portalBase, type PortalRequest } from "#web/portal/scope.ts";
import { preferencesUrl } from "#updates/subscribers/mail/subscription-links.ts";
import { findSubscriberByEmail } from "#updates/subscribers/store/subscribers.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import {
  ownInvitations,
  ownQuestions,
  ownReads,
  ownReleases,
  ownRequests,
} from "../store/own-records.server.ts";
import type { Own } from "./account-changes.ts";

const REQUEST_WORDS = {
  pending: "Pending",
  approved: "Approved",
  declined: "Declined",
  withdrawn: "Withdrawn",
} as const;

/**
 * What the person read, asked, invited and subscribed to. A title stands here only while this
 * viewer may see the thing itself: what was taken away since, or renamed where they can't look, is
 * not told.
 * @param memberIds the person in every account that they belong to
 */
export async function ownRecords(
  { context, org, viewer }: Own,
  { products }: Pick<PortalRequest, "products">,
  memberIds: readonly string[],
) {
  const { store, key, now } = context.get(servicesContext);
  const emailKey = readEmail(viewer.member.email)?.key ?? viewer.member.email;
  const [reads, requests, questions, invitations, subscriber, releases] = await Promise.all([
    ownReads(store.read, org.id, memberIds),
    ownRequests(store.read, org.id, emailKey),
    ownQuestions(store.read, org.id, {
      memberId: viewer.member.id,
      accountId: viewer.account.id,
    }),
    ownInvitations(store.read, org.id, memberIds),
    findSubscriberByEmail(store.read, org.id, viewer.member.email),
    seesReleasesOf(viewer, viewer.account.id)
      ? ownReleases(store.read, org.id, viewer.account.id)
      : [],
  ]);
  const seen = await whatIsSeen({ context, org, viewer }, products);
  const day = (moment: string) => momentOf(moment, now(), org.timeZone);
  return {
    /** How many documents are open, in all products together; each counts once. */
    open: seen.open,
    openIn: seen.openIn,
    releases: releases.map((release) => ({
      id: release.id,
      fileName: release.fileName,
      at: day(release.releasedAt),
      state: releaseState(release),
      /** It waits for the viewer's signature. */
      awaitsNda: !readsAnswers(viewer, release.productId),
    })),
    /** Whether they may send questionnaires. */
    sends: org.customization.questionnaireUploads !== "off" && maySendQuestionnaires(viewer),
    reads: reads.map(({ id, at, access, documentId, productId, documents }) => ({
      id,
      at: day(at),
      did: access === "view" ? ("Viewed" as const) : ("Downloaded" as const),
      document:
        documents > 1
          ? { name: `${documents} documents (ZIP)`, href: null }
          : seen.document(productId, documentId),
    })),
    requests: requests.map((request) => {
      // A decision that can still be undone is told by its mail, not before.
      const isHeld = request.holdUntil !== null && request.holdUntil > now().toISOString();
      return {
        id: request.id,
        at: day(request.createdAt),
        status: isHeld ? REQUEST_WORDS.pending : REQUEST_WORDS[request.status],
        what:
          seen.item(request.productId, request.itemUid)?.title ??
          (request.kind === "extension" ? "Extension" : "Access"),
      };
    }),
    questions: org.customization.commentsEnabled
      ? questions.flatMap(({ productId, itemUid, at, answered }) => {
          const item = seen.item(productId, itemUid);
          return item === null ? [] : [{ ...item, at: day(at), answered }];
        })
      : [],
    invitations: invitations.map(({ email, invitedAt }) => ({ email, at: day(invitedAt) })),
    /** Where they choose which updates come by mail; null for who gets none. */
    preferences:
      subscriber?.state === "confirmed"
        ? preferencesUrl(key, {
            orgId: org.id,
            portalUrl: portalBase(context, org),
            email: subscriber.email,
          })
        : null,
  };
}

/** The items and open documents of every product, as this viewer's pages name them. */
async function whatIsSeen(
  { context, org, viewer }: Pick<Own, "context" | "org" | "viewer">,
  products: PortalRequest["products"],
) {
  const { store, now } = context.get(servicesContext);
  const base = portalBase(context, org);
  const keep = new URLSearchParams(keptQuery(viewer)).toString();
  const kept = keep === "" ? "" : `?${keep}`;
  const items = new Map<string, { title: string; href: string }>();
  const documents = new Map<string, { name: string; href: string }>();
  const openIn: OpenDocuments[] = [];
  for (const product of products) {
    const scope = pageScope(store.read, org, product.id, viewer, now());
    for (const { uid, title, slug, access } of await loadItemOutlines(scope))
      if (access.text === "open")
        items.set(`${product.id} ${uid}`, {
          title,
          href: `${base}${itemPath(encodeURIComponent(slug), product, products)}${kept}`,
        });
    const open = openFiles(await listFiles(scope));
    const addressOf = ({ document, item, offered }: FoundFile) =>
      fileAddress({
        fileId: document.id,
        itemUid: item.uid,
        source: "file_row",
        access: offered.view === null ? "view" : "download",
        prefix: base,
        productId: product.id,
        previewingAs: keep,
      });
    for (const file of open)
      documents.set(`${product.id} ${file.document.id}`, {
        name: file.document.originalName,
        href: addressOf(file),
      });
    if (open.length === 0) continue;
    const path = `${base}${productPath(product)}` || "/";
    const shown = new URLSearchParams({
      ...keptQuery(viewer),
      ...(grantIn(viewer, product.id) === null ? {} : { open: "true" }),
      show: "documents",
    });
    openIn.push({
      product: product.name,
      count: open.length,
      href: `${path}?${shown}#documents`,
      bulkHref: (await isBulkPossible(scope))
        ? `${base}${productPath(product)}/bulk-download${kept}`
        : null,
      hasPackage: mayBulkDownload(viewer, org),
      slug: product.isDefault ? null : product.slug,
      first: open.slice(0, LISTED).map((file) => ({
        id: file.document.id,
        name: file.document.originalName,
        href: addressOf(file),
        facts: factsOf(scope, file),
        viewOnly: file.viewOnly,
      })),
    });
  }
  return {
    open: new Set([...documents.keys()].map((key) => key.split(" ")[1])).size,
    openIn,
    item: (productId: string | null, uid: string | null) =>
      items.get(`${productId ?? ""} ${uid ?? ""}`) ?? null,
    document: (productId: string | null, id: string | null) =>
      documents.get(`${productId ?? ""} ${id ?? ""}`) ?? null,
  };
}

/** How many documents of a product are named here; all of them stand on its page. */
const LISTED = 20;

/** What a person may open in one product. */
interface OpenDocuments {
  product: string;
  count: number;
  /** The product's page with these documents alone. */
  href: string;
  /** Where they are downloaded together; null where none may be. */
  bulkHref: string | null;
  hasPackage: boolean;
  /** Of the product, as queries name it; null for the default one. */
  slug: string | null;
  first: { id: string; name: string; href: string; facts: string[]; viewOnly: boolean }[];
}

/** The files that open, each once, in the order of the documents on the product's page. */
function openFiles(files: readonly FoundFile[]): FoundFile[] {
  const found = new Map<string, FoundFile>();
  for (const file of files) {
    const mayView = file.offered.view === null;
    if (!mayView && file.offered.download !== null) continue;
    // Through one item it may be looked at, through another only downloaded.
    const known = found.get(file.document.id);
    if (known === undefined || (mayView && known.offered.view !== null))
      found.set(file.document.id, file);
  }
  return [...found.values()].sort(
    (a, b) =>
      compareDocuments(a.item, b.item) ||
      // Two names that sort alike keep the order of their documents.
      Number(a.document.sortKey > b.document.sortKey) -
        Number(a.document.sortKey < b.document.sortKey),
  );
}

function factsOf({ org }: PageScope, { document }: FoundFile): string[] {
  const addedOn = dayIn(new Date(document.createdAt), org.timeZone);
  return factsInWords(
    shownFacts({ ...document, pages: null, addedOn }, DOCUMENT_FACTS),
    org.timeZone,
  );
}

export type OwnRecords = Awaited<ReturnType<typeof ownRecords>>;
