import { propose } from "#content/documents/rules/propose.ts";
import { readFacts, type ShownReadFact } from "#content/documents/rules/read-facts.ts";
import { inBatchesById } from "#db/batches.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Services } from "#platform/context.ts";
import { firstPages, READ_TYPES } from "#content/documents/texts/stored-texts.ts";
import { knownNotes } from "#content/documents/upload/known-notes.ts";
import { firstAccess } from "#model/items/forms/items.ts";
import { listPlaces } from "./store/place-documents.server.ts";
import type { DocumentType } from "#model/items/items.ts";
import { formatDate } from "#values/dates.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts, type Product } from "#tenancy/products/store/products.server.ts";

/** A document whose place is asked for, and what is proposed. */
export interface PlacingRow {
  id: string;
  name: string;
  type: DocumentType;
  /** The uid of an item, or nothing. */
  item: string;
  /** Where the type and the item come from; null: nothing was proposed. */
  from: "name" | "content" | null;
  /** What staff should know of the file, in words; of its text once it was read. */
  notes: string[];
  /** What its first page says and nobody has stored yet. */
  facts: ShownReadFact[];
}

export interface PlacingData {
  rows: PlacingRow[];
  groups: { title: string; places: { uid: string; title: string; shown: boolean }[] }[];
  /** What a new item begins with, and whether anything else can be chosen. */
  access: "public" | "restricted";
  mayRestrict: boolean;
  /** Files that somebody still reads: their proposals may get better in a moment. */
  isReading: boolean;
}

/** The product that documents are placed in: the one of that slug, else the org's default. */
export async function placingProduct(
  { store }: Pick<Services, "store">,
  orgId: string,
  slug: string | null,
): Promise<{ product: Product | null; products: readonly Product[] }> {
  const products = await listProducts(store.read, orgId);
  const product =
    products.find((one) => one.slug === slug) ??
    products.find(({ isDefault }) => isDefault) ??
    products[0] ??
    null;
  return { product, products };
}

/** What the first pages of documents say and nobody has stored yet, by the documents' ids. */
export async function factsToStore(
  { store, key }: Pick<Services, "store" | "key">,
  org: Pick<Org, "id" | "timeZone">,
  ids: readonly string[],
): Promise<Map<string, ShownReadFact[]>> {
  const documents = await documentsOf(store.read, org.id, ids);
  const hashes = documents.map(({ blobHash }) => blobHash);
  const pages = await firstPages(store.read, key, org.id, hashes);
  return new Map(documents.map((document) => [document.id, unstoredFacts(document, pages, org)]));
}

function documentsOf(db: Reader, orgId: string, ids: readonly string[]) {
  return inBatchesById([...new Set(ids)], (batch) =>
    inOrg(db, orgId)
      .selectFrom("documents")
      .select(["id", "originalName", "type", "contentType", "blobHash", "size", "encryptedType"])
      .select(["auditor", "periodFrom", "periodTo", "expiresOn"])
      .where("id", "in", batch)
      .execute(),
  );
}

function unstoredFacts(
  document: Awaited<ReturnType<typeof documentsOf>>[number],
  pages: Awaited<ReturnType<typeof firstPages>>,
  { timeZone }: Pick<Org, "timeZone">,
): ShownReadFact[] {
  return readFacts(pages.get(document.blobHash)?.inLines ?? "")
    .filter(({ fact }) => document[fact] === null)
    .map((said) => ({
      ...said,
      words: said.fact === "auditor" ? said.value : formatDate(said.value, timeZone),
    }));
}

/**
 * What the form of placing shows of some documents, those that are gone left out. A type that
 * somebody gave stays; the item follows from the name, or from the first page where it was read.
 */
export async function placingOf(
  services: Pick<Services, "store" | "key" | "blobs" | "now" | "log">,
  org: Org,
  productId: string,
  ids: readonly string[],
): Promise<PlacingData> {
  const { store, key } = services;
  const documents = await documentsOf(store.read, org.id, ids);
  const hashes = documents.map(({ blobHash }) => blobHash);
  const pages = await firstPages(store.read, key, org.id, hashes);
  const read = new Set(
    (hashes.length === 0
      ? []
      : await inOrg(store.read, org.id)
          .selectFrom("documentTexts")
          .select("versionHash")
          .where("versionHash", "in", hashes)
          .execute()
    ).map(({ versionHash }) => versionHash),
  );
  const notes = new Map<string, string[]>();
  for (const { blobHash, size, ...file } of documents) {
    const known = await knownNotes(services, org, { ...file, blob: { hash: blobHash, size } });
    notes.set(blobHash, [...known.file, ...(read.has(blobHash) ? known.text : [])]);
  }
  const cards = await listPlaces(store.read, org.id, productId);
  const offered = new Set(cards.flatMap(({ places }) => places.map(({ uid }) => uid)));
  const rows = documents.map((document): PlacingRow => {
    const { id, originalName, type, blobHash } = document;
    const page = pages.get(blobHash)?.text ?? null;
    const byName = propose(originalName, null);
    const found = propose(originalName, page);
    const isByName = found?.itemUid === byName?.itemUid && found?.type === byName?.type;
    return {
      id,
      name: originalName,
      type: type === "Other" ? (found?.type ?? "Other") : type,
      item: found?.itemUid && offered.has(found.itemUid) ? found.itemUid : "",
      from: found === null ? null : isByName ? "name" : "content",
      notes: notes.get(blobHash) ?? [],
      facts: unstoredFacts(document, pages, org),
    };
  });
  const mayRestrict = hasFeature(org, "allowRestrictedFiles");
  return {
    rows,
    groups: cards.map(({ title, places }) => ({
      title,
      places: places.map(({ uid, title: name, shown }) => ({ uid, title: name, shown })),
    })),
    access: firstAccess({ hasFeature: () => mayRestrict }) === "public" ? "public" : "restricted",
    mayRestrict,
    isReading: documents.some(
      ({ contentType, blobHash, originalName }) =>
        READ_TYPES.has(contentType) &&
        !read.has(blobHash) &&
        (propose(originalName, null)?.itemUid ?? null) === null,
    ),
  };
}
