import { fileRights, type FileRights } from "#model/visibility/file-rights.ts";
import { REPORT_TYPES } from "#model/visibility/at-a-glance.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { itemAccess, type FileAccess } from "#model/visibility/who-sees-what.ts";
import { inBatches } from "#db/batches.ts";
import type { DocumentsTable } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";
import { loadItemOutlines, loadOutlinesOf, type LoadedItem } from "./items.server.ts";
import { hidesExpired, oncePerScope, rowsOfProduct, type PageScope } from "./scope.server.ts";
import { unshowableFiles } from "./unshowable.server.ts";

/** A document as one viewer reaches it, with what they may do with it. */
export interface FoundFile extends FileRights {
  document: DocumentsTable;
  /** The item that it was reached through: the one that was named, else the one that gives most. */
  item: LoadedItem;
  /**
   * Not for everyone: what leaves is kept by no cache, and is watermarked where the org chose so.
   */
  gated: boolean;
  expired: boolean;
  /** The number of the earlier version that this is; not there for the current one. */
  version?: number;
}

/** A file that a request names; `itemUid` narrows it to that item's link. */
export interface WantedFile {
  fileId: string;
  itemUid?: string | null | undefined;
}

/**
 * The one rule for files: every door asks it. Null, and so a 404, for whatever
 * the viewer may not know of: a foreign, deleted or random id, an item, card or section hidden from
 * them, a document of another product, one that expired where the org hides those.
 */
export async function findFile(scope: PageScope, wanted: WantedFile): Promise<FoundFile | null> {
  const [found] = await findFiles(scope, [wanted]);
  return found ?? null;
}

/** As `findFile`, for many at once, in the same order. */
export async function findFiles(
  scope: PageScope,
  wanted: readonly WantedFile[],
): Promise<(FoundFile | null)[]> {
  const links = await linksOf(scope, [...new Set(wanted.map(({ fileId }) => fileId))]);
  return wanted.map(({ fileId, itemUid }) => {
    const own = links.filter(
      (link) =>
        link.document.id === fileId &&
        (itemUid == null || itemUid === "" || link.item.uid === itemUid),
    );
    return best(own);
  });
}

/**
 * Every link between an item and a document that the viewer may know of, one entry a link, in the
 * order of the documents' names. What is locked is among them: its rights say so, and its name must
 * not leave.
 */
export const listFiles = oncePerScope(async (scope): Promise<readonly FoundFile[]> =>
  linksOf(scope, null),
);

/**
 * How many documents of a product are open to the viewer, to view or to download, and how many more
 * a signed NDA would open; each counts once.
 */
export async function countFiles(scope: PageScope): Promise<{ open: number; afterNda: number }> {
  const files = await listFiles(scope);
  const reached = (means: "nda" | null) =>
    new Set(
      files.flatMap(({ document, offered }) =>
        offered.view === means || offered.download === means ? [document.id] : [],
      ),
    );
  const open = reached(null);
  return { open: open.size, afterNda: [...reached("nda")].filter((id) => !open.has(id)).length };
}

/**
 * The document that somebody means who asked for an item: the one that they may view, or of several
 * the newest report. Null where neither says which.
 */
export async function meantDocument(scope: PageScope, itemUid: string): Promise<FoundFile | null> {
  const own = (await listFiles(scope)).filter(
    ({ item, view, expired }) => item.uid === itemUid && view === null && !expired,
  );
  if (own.length < 2) return own[0] ?? null;
  const reports = own.filter(({ document: { type } }) =>
    REPORT_TYPES.some((known) => known === type),
  );
  const dateOf = ({ document: { periodTo, createdAt } }: FoundFile) => periodTo ?? createdAt;
  return reports.toSorted((a, b) => (dateOf(a) < dateOf(b) ? 1 : -1))[0] ?? null;
}

/** Open before 'sign the NDA first' before locked; among equals the first. */
function best(links: readonly FoundFile[]): FoundFile | null {
  const rank = (file: FoundFile) =>
    Number(file.view === null) * 4 +
    Number(file.download === null) * 2 +
    Number(file.view === "nda");
  return links.reduce<FoundFile | null>(
    (chosen, file) => (chosen === null || rank(file) > rank(chosen) ? file : chosen),
    null,
  );
}

/** Every document of the product's items, a row a link, in the order of their names. */
export const linkedDocuments = oncePerScope((scope) => rowsOfProduct(scope, linkRows));

/** The documents of items, a row a link, in the order of their names. @param ids null: all of them */
function linkRows(
  { db, org }: PageScope,
  productIds: readonly string[],
  ids: readonly string[] | null = null,
) {
  let query = inOrg(db, org.id)
    .selectFrom("itemDocuments as link")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.orgId", "=", "link.orgId").onRef("d.id", "=", "link.documentId"),
    )
    .leftJoin("documentTexts as text", (join) =>
      join.onRef("text.orgId", "=", "d.orgId").onRef("text.versionHash", "=", "d.blobHash"),
    )
    .selectAll("d")
    .select((eb) => [
      "link.itemUid",
      "link.productId",
      "text.pages",
      "text.reader",
      "text.readAt",
      "text.leftOutJson",
      // A file that was read has a text or a fault: to ask for the text would be to read all of it.
      eb("text.fault", "is", null).as("hasText"),
    ])
    .where("link.productId", "in", productIds);
  if (ids !== null) query = query.where("link.documentId", "in", ids);
  return query
    .orderBy("d.sortKey")
    .orderBy("d.id")
    .orderBy("link.productId")
    .orderBy("link.itemUid")
    .execute();
}

async function linksOf(scope: PageScope, fileIds: readonly string[] | null): Promise<FoundFile[]> {
  const rows: Awaited<ReturnType<typeof linkRows>> = [];
  if (fileIds === null) rows.push(...(await linkedDocuments(scope)));
  else
    await inBatches(fileIds, async (ids) => {
      rows.push(...(await linkRows(scope, [scope.productId], ids)));
    });
  if (rows.length === 0) return [];

  const items = new Map(
    (
      await (fileIds === null
        ? loadItemOutlines(scope)
        : loadOutlinesOf(scope, [...new Set(rows.map((row) => row.itemUid))]))
    ).map((item) => [item.uid, item]),
  );
  const isPublic = new Set(
    rows.filter((row) => opensToAll(scope, items.get(row.itemUid))).map((row) => row.id),
  );
  const unshowable = await unshowableFiles(scope);
  return rows.flatMap((row): FoundFile[] => {
    const {
      itemUid,
      productId: _of,
      pages: _pages,
      reader: _reader,
      readAt: _readAt,
      leftOutJson: _leftOut,
      hasText: _has,
      ...document
    } = row;
    const item = items.get(itemUid);
    const access: FileAccess = item?.access.files ?? "none";
    if (item === undefined || access === "none") return [];
    const expired = scope.clock.passed(document.expiresOn);
    if (expired && hidesExpired(scope)) return [];
    const facts = { ...document, unshowable: unshowable.has(document.blobHash) };
    const rights = fileRights(scope.viewer, access, facts, scope.settings);
    return [{ document, item, ...rights, gated: !isPublic.has(document.id), expired }];
  });
}

/**
 * Whether everyone gets the item's files. Cards hidden from the viewer have left their items out
 * already.
 */
export function opensToAll(scope: PageScope, item: LoadedItem | undefined): boolean {
  if (item === undefined) return false;
  const facts = {
    uid: item.uid,
    kind: item.kind,
    enabledState: item.state,
    publicAccess: item.isPublic,
    hidden: item.hidden,
    cardHidden: false,
  };
  return (
    itemAccess(PUBLIC_VIEWER, facts, {
      productId: scope.productId,
      level: scope.settings.publicAccessLevel,
    }).files === "open"
  );
}
