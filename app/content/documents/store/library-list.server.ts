import type { DocumentAccessType } from "#model/items/items.ts";
import type { LibrarySearch } from "#model/documents/library.ts";
import { searchText } from "#values/names.ts";
import { pattern } from "#db/patterns.ts";
import type { DocumentsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

export const LIBRARY_PER_PAGE = 25;

export interface LibraryRow extends DocumentsTable {
  /** How many items it is linked to. */
  links: number;
}

export interface LibraryPage {
  rows: LibraryRow[];
  page: number;
  pages: number;
  /** Documents that match. */
  total: number;
  /** Documents that there are. */
  all: number;
}

interface Days {
  /** YYYY-MM-DD in the org's time zone. */
  today: string;
  /** The last day that counts as soon. */
  soon: string;
  /** What a document without an own access type has. */
  accessType: DocumentAccessType;
}

/** A page of the org's library. A page that does not exist gives the nearest one that does. */
export async function listLibrary(
  db: Reader,
  orgId: string,
  search: LibrarySearch,
  days: Days,
): Promise<LibraryPage> {
  const matching = matchingQuery(db, orgId, search, days);
  const [{ total }, { all }] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
    inOrg(db, orgId)
      .selectFrom("documents")
      .select((eb) => eb.fn.countAll<number>().as("all"))
      .executeTakeFirstOrThrow(),
  ]);
  const pages = Math.max(1, Math.ceil(Number(total) / LIBRARY_PER_PAGE));
  const page = Math.min(search.page, pages);
  const column = (
    {
      name: "d.sortKey",
      type: "d.type",
      added: "d.createdAt",
      size: "d.size",
      expiry: "d.expiresOn",
    } as const
  )[search.sort];
  const rows = await matching
    .selectAll("d")
    .select((eb) =>
      eb
        .selectFrom("itemDocuments as link")
        .select((count) => count.fn.countAll<number>().as("links"))
        .whereRef("link.orgId", "=", "d.orgId")
        .whereRef("link.documentId", "=", "d.id")
        .as("links"),
    )
    .orderBy(column, (order) =>
      search.descending ? order.desc().nullsLast() : order.asc().nullsLast(),
    )
    .orderBy("d.sortKey")
    .orderBy("d.id")
    .limit(LIBRARY_PER_PAGE)
    .offset((page - 1) * LIBRARY_PER_PAGE)
    .execute();
  return {
    rows: rows.map((row) => ({ ...row, links: Number(row.links ?? 0) })),
    page,
    pages,
    total: Number(total),
    all: Number(all),
  };
}

function matchingQuery(
  db: Reader,
  orgId: string,
  { q, type, access, linked, expiry }: LibrarySearch,
  { today, soon, accessType }: Days,
) {
  let query = inOrg(db, orgId).selectFrom("documents as d");
  for (const word of searchText(q).split(/\s+/).filter(Boolean))
    query = query.where("d.searchText", "like", pattern("", word, ""));
  if (type !== "all") query = query.where("d.type", "=", type);
  if (access !== "all")
    query = query.where((eb) =>
      access === accessType
        ? eb.or([eb("d.accessType", "=", access), eb("d.accessType", "is", null)])
        : eb("d.accessType", "=", access),
    );
  if (linked !== "all") {
    query = query.where((eb) => {
      const link = eb.exists(
        eb
          .selectFrom("itemDocuments as l")
          .select("l.documentId")
          .whereRef("l.orgId", "=", "d.orgId")
          .whereRef("l.documentId", "=", "d.id"),
      );
      return linked === "yes" ? link : eb.not(link);
    });
  }
  if (expiry === "expired") query = query.where("d.expiresOn", "<", today);
  if (expiry === "soon")
    query = query.where("d.expiresOn", ">=", today).where("d.expiresOn", "<=", soon);
  if (expiry === "none") query = query.where("d.expiresOn", "is", null);
  return query;
}

/** A place where a document is linked. */
export interface DocumentLink {
  productId: string;
  productName: string;
  productSlug: string;
  isDefault: boolean;
  itemUid: string;
  itemTitle: string;
  itemSlug: string;
}

/** The items that a document is linked to, by product and title. */
export async function listDocumentLinks(
  db: Reader,
  orgId: string,
  documentId: string,
): Promise<DocumentLink[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("itemDocuments as link")
    .innerJoin("items as i", (join) =>
      join
        .onRef("i.orgId", "=", "link.orgId")
        .onRef("i.productId", "=", "link.productId")
        .onRef("i.uid", "=", "link.itemUid"),
    )
    .innerJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "link.orgId").onRef("p.id", "=", "link.productId"),
    )
    .select([
      "p.id as productId",
      "p.name as productName",
      "p.slug as productSlug",
      "p.isDefault",
      "i.uid as itemUid",
      "i.title as itemTitle",
      "i.customSlug",
      "i.defaultSlug",
    ])
    .where("link.documentId", "=", documentId)
    .orderBy("p.position")
    .orderBy("i.sortKey")
    .orderBy("i.uid")
    .execute();
  return rows.map(({ customSlug, defaultSlug, isDefault, ...row }) => ({
    ...row,
    isDefault: isDefault === 1,
    itemSlug: customSlug ?? defaultSlug,
  }));
}
