import { type DocumentFact, DOCUMENT_FACTS, factsOf, shownFacts } from "#model/documents/facts.ts";
import { dayIn } from "#values/dates.ts";
import { showsReleasedFacts, type FileAccess } from "#model/visibility/who-sees-what.ts";
import { fileRights } from "#model/visibility/file-rights.ts";
import { fileType } from "#values/file-size.ts";
import type { DocumentRow } from "#model/visibility/card-view.ts";
import type { ToldDocuments } from "#model/visibility/page.ts";
import { newestReport, REPORT_TYPES } from "#model/visibility/at-a-glance.ts";
import type { DocumentTile, LatestReport } from "#model/visibility/page.ts";
import { loadConfig } from "./config.server.ts";
import { linkedDocuments } from "./files.server.ts";
import {
  documentTiles,
  loadCards,
  loadItemOutlines,
  outlineOf,
  type LoadedItem,
} from "./items.server.ts";
import { hidesExpired, type PageScope } from "./scope.server.ts";
import { unshowableFiles } from "./unshowable.server.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * The items with documents that a viewer sees, with what is told of them; none where the card of
 * documents isn't shown.
 */
export async function loadDocumentTiles(scope: PageScope): Promise<DocumentTile[]> {
  const [config, cards, items] = await Promise.all([
    loadConfig(scope),
    loadCards(scope),
    loadItemOutlines(scope),
  ]);
  if (!cards.has("Documents")) return [];
  return documentTiles(items, cards, config, await toldDocuments(scope, items));
}

/**
 * The documents of items as their rows show, sorted by name. A locked document carries neither its
 * id nor its name: only that it is there and how many there are.
 */
export async function loadDocumentRows(
  scope: PageScope,
  outlines: readonly LoadedItem[],
): Promise<Map<string, DocumentRow[]>> {
  const withFiles = outlines.filter((outline) => outline.documentCount > 0);
  const result = new Map<string, DocumentRow[]>();
  if (withFiles.length === 0) return result;
  const rows = await inOrg(scope.db, scope.org.id)
    .selectFrom("itemDocuments as link")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.orgId", "=", "link.orgId").onRef("d.id", "=", "link.documentId"),
    )
    .innerJoin("items as i", (join) =>
      join
        .onRef("i.orgId", "=", "link.orgId")
        .onRef("i.productId", "=", "link.productId")
        .onRef("i.uid", "=", "link.itemUid"),
    )
    .leftJoin("documentTexts as text", (join) =>
      join.onRef("text.orgId", "=", "d.orgId").onRef("text.versionHash", "=", "d.blobHash"),
    )
    .select([
      "link.itemUid",
      "d.id",
      "d.originalName",
      "d.contentType",
      "d.type",
      "d.size",
      "d.accessType",
      "d.encryptedType",
      "d.blobHash",
      "d.expiresOn",
      "d.auditor",
      "d.periodFrom",
      "d.periodTo",
      "d.releasedFacts",
      "d.createdAt",
      "text.pages",
    ])
    .where("link.productId", "=", scope.productId)
    .where("i.kind", "=", withFiles[0]?.kind ?? "Reports")
    .orderBy("d.sortKey")
    .orderBy("d.id")
    .execute();
  const access = new Map(withFiles.map((outline) => [outline.uid, outline.access.files]));
  const unshowable = await unshowableFiles(scope);
  for (const row of rows) {
    const lock = access.get(row.itemUid);
    if (lock === undefined || lock === "none") continue;
    const expired = scope.clock.passed(row.expiresOn);
    if (expired && hidesExpired(scope)) continue;
    const named = lock === "open" || lock === "nda";
    const facts = { ...row, unshowable: unshowable.has(row.blobHash) };
    const rights = fileRights(scope.viewer, lock, facts, scope.settings);
    const list = result.get(row.itemUid) ?? [];
    list.push({
      id: named ? row.id : null,
      name: named ? row.originalName : null,
      fileType: named ? fileType(row.originalName) : null,
      type: named ? row.type : null,
      size: named ? row.size : null,
      viewOnly: named && rights.viewOnly,
      encrypted: named && row.encryptedType !== null,
      expired: named && expired,
      lock,
      facts: shownFacts({ ...row, addedOn: addedOn(scope, row) }, told(scope, lock, row)),
      mayView: rights.offered.view === null,
      mayDownload: rights.offered.download === null,
    });
    result.set(row.itemUid, list);
  }
  // By name, but for those whose names nobody may know: not even which comes first.
  for (const list of result.values()) list.sort(lockedByFacts);
  return result;
}

/**
 * The newest report of the product that its viewer is told of; what is hidden, over, or told
 * nothing of is no candidate.
 */
export async function latestReport(
  scope: PageScope,
  items: readonly LoadedItem[],
): Promise<LatestReport | null> {
  const byUid = new Map(
    items
      .filter((item) => item.documentCount > 0 && item.state === "Enabled" && !item.hidden)
      .map((item) => [item.uid, item]),
  );
  if (byUid.size === 0) return null;
  const rows = await linkedDocuments(scope);
  return newestReport(
    rows.flatMap((row) => {
      if (!REPORT_TYPES.some((type) => type === row.type)) return [];
      const item = byUid.get(row.itemUid);
      const lock = item?.access.files ?? "none";
      if (item === undefined || lock === "none" || scope.clock.passed(row.expiresOn)) return [];
      const facts = shownFacts(
        { ...row, pages: null, addedOn: addedOn(scope, row) },
        told(scope, lock, row),
      );
      return facts === null ? [] : [{ item: outlineOf(item), facts }];
    }),
  );
}

/**
 * What the viewer is told of the documents of items, by item: of locked ones what staff released,
 * and their order by nothing else.
 */
export async function toldDocuments(
  scope: PageScope,
  items: readonly LoadedItem[],
): Promise<Map<string, ToldDocuments>> {
  const result = new Map<string, ToldDocuments>();
  for (const { row, lock, day, facts } of await eachTold(scope, items)) {
    const own = result.get(row.itemUid) ?? NOTHING_TOLD;
    const format = lock === "locked" ? null : fileType(row.originalName);
    const newest = lock === "locked" ? (facts?.periodTo ?? String(facts?.year ?? "")) : day;
    const isNewer = facts !== null && (own.facts === null || newest > own.newest);
    result.set(row.itemUid, {
      count: own.count + 1,
      facts: isNewer ? facts : own.facts,
      formats:
        format === null || own.formats.includes(format) ? own.formats : [...own.formats, format],
      types:
        facts === null || facts.type === null || own.types.includes(facts.type)
          ? own.types
          : [...own.types, facts.type],
      newest: newest > own.newest ? newest : own.newest,
    });
  }
  return result;
}

/**
 * The ends of periods that a viewer is told of: of each item and each type of document the latest.
 * The items are those of `loadDocumentTiles`.
 */
export async function loadPeriodEnds(scope: PageScope): Promise<PeriodEnd[]> {
  const [tiles, items] = await Promise.all([loadDocumentTiles(scope), loadItemOutlines(scope)]);
  const tileOf = new Map(tiles.map((tile) => [tile.uid, tile]));
  const found = new Map<string, PeriodEnd>();
  for (const { row, facts } of await eachTold(scope, items)) {
    const tile = tileOf.get(row.itemUid);
    const type = facts?.type ?? null;
    const day = facts?.periodTo ?? null;
    if (tile === undefined || type === null || day === null) continue;
    const key = `${tile.uid} ${type}`;
    if (day > (found.get(key)?.day ?? "")) found.set(key, { tile, type, day });
  }
  return [...found.values()];
}

/** The day on which the period of a type of document ends, of an item. */
export interface PeriodEnd {
  tile: DocumentTile;
  type: string;
  day: string;
}

/** The documents of items that the viewer is told of, each with the facts that they are told. */
async function eachTold(scope: PageScope, items: readonly LoadedItem[]) {
  const locks = new Map(
    items.filter((item) => item.documentCount > 0).map((item) => [item.uid, item.access.files]),
  );
  if (locks.size === 0) return [];
  const days = new Map<string, string>();
  const dayOf = (row: { createdAt: string }) => {
    const minute = row.createdAt.slice(0, 16);
    const day = days.get(minute) ?? addedOn(scope, row);
    days.set(minute, day);
    return day;
  };
  return (await linkedDocuments(scope)).flatMap((row) => {
    const lock = locks.get(row.itemUid) ?? "none";
    if (lock === "none" || (scope.clock.passed(row.expiresOn) && hidesExpired(scope))) return [];
    const day = dayOf(row);
    return [
      { row, lock, day, facts: shownFacts({ ...row, addedOn: day }, told(scope, lock, row)) },
    ];
  });
}

const NOTHING_TOLD: ToldDocuments = { count: 0, facts: null, formats: [], types: [], newest: "" };

/**
 * The facts that are told of a document: all to who may open it or has to sign first, else those
 * that staff released.
 */
function told(
  scope: PageScope,
  lock: Exclude<FileAccess, "none">,
  { releasedFacts }: { releasedFacts: string },
): readonly DocumentFact[] {
  if (lock !== "locked") return DOCUMENT_FACTS;
  return showsReleasedFacts({ level: scope.settings.publicAccessLevel })
    ? factsOf(releasedFacts)
    : [];
}

/** The calendar day on which a document came. */
function addedOn({ org }: PageScope, { createdAt }: { createdAt: string }): string {
  return dayIn(new Date(createdAt), org.timeZone);
}

function lockedByFacts(a: DocumentRow, b: DocumentRow): number {
  if (a.lock !== "locked" || b.lock !== "locked")
    return Number(a.lock === "locked") - Number(b.lock === "locked");
  const [one, other] = [a.facts, b.facts];
  return (
    (one?.type ?? "").localeCompare(other?.type ?? "", "en") ||
    (other?.year ?? 0) - (one?.year ?? 0) ||
    (other?.periodTo ?? "").localeCompare(one?.periodTo ?? "") ||
    (one?.auditor ?? "").localeCompare(other?.auditor ?? "", "en") ||
    (one?.pages ?? 0) - (other?.pages ?? 0)
  );
}
