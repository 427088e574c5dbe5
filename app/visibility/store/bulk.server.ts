import { catalogueItem } from "#model/cards/catalogue/index.ts";
import {
  letterFileId,
  type BulkFile,
  type BulkGroup,
  type BulkItem,
  type BulkRow,
} from "#model/bulk-download.ts";
import { lacksPermission } from "#model/visibility/file-rights.ts";
import { CARD_TITLES } from "#model/cards/kinds.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { listFiles, type FoundFile } from "./files.server.ts";
import { loadCards, type LoadedItem } from "./items.server.ts";
import { loadLetters, type FoundLetter } from "./letters.server.ts";
import { compareDocuments } from "./order.server.ts";
import { oncePerScope, type PageScope } from "./scope.server.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * A document or a bridge letter that the viewer is offered, by item; `mayTake` says whether it may
 * leave.
 */
export type BulkCandidate = { item: LoadedItem; cardTitle: string } & (
  | { file: FoundFile; letter: null }
  | { file: null; letter: FoundLetter }
);

/**
 * Whether this viewer is offered bulk download at all: an external account, or staff who preview as
 * one, in an org that has the feature.
 */
export function mayBulkDownload(viewer: Viewer, org: PageScope["org"]): boolean {
  if (!hasFeature(org, "bulkDownload")) return false;
  return (
    viewer.mode === "accountExternal" ||
    (viewer.mode === "preview" && (viewer.account !== null || viewer.profile !== null))
  );
}

/**
 * Whether this viewer may take along what bulk download offers them: a preview's staff member may
 * lack the right.
 */
export function mayTakeBulk(viewer: Viewer): boolean {
  return !lacksPermission(viewer, "files:download");
}

/** Whether one of the candidates may leave for its viewer. */
export function mayTake({ file, letter }: BulkCandidate): boolean {
  return (file ?? letter).download === null;
}

/**
 * Everything that the viewer is offered for download, in the order of documents: the one rule for
 * files decides, so what is locked, waits for the NDA or may only be viewed is not among it.
 */
export const loadBulkCandidates = oncePerScope(async (scope): Promise<readonly BulkCandidate[]> => {
  if (!mayBulkDownload(scope.viewer, scope.org)) return [];
  const [files, letters, cards] = await Promise.all([
    listFiles(scope),
    loadLetters(scope),
    loadCards(scope),
  ]);
  const titled = (item: LoadedItem) => ({
    item,
    cardTitle: cards.get(item.kind)?.title ?? CARD_TITLES[item.kind],
  });
  const documents = files
    .filter((file) => file.offered.download === null)
    .map((file): BulkCandidate => ({ ...titled(file.item), file, letter: null }));
  const generated = [...letters.values()]
    .filter((letter) => letter.offered.download === null)
    .map((letter): BulkCandidate => ({ ...titled(letter.item), file: null, letter }));
  // The sort keeps the order by name among an item's files; its letter comes last.
  return [...documents, ...generated].sort(
    (a, b) =>
      compareDocuments(a.item, b.item) ||
      (a.item.uid < b.item.uid ? -1 : a.item.uid > b.item.uid ? 1 : 0),
  );
});

/** Whether bulk download is possible: it is offered, and there is something to download. */
export async function isBulkPossible(scope: PageScope): Promise<boolean> {
  return (await loadBulkCandidates(scope)).length > 0;
}

/** Which file a candidate is, as requests name it. */
export function bulkFileOf({ item, file }: BulkCandidate): BulkFile {
  return file === null
    ? { itemUid: item.uid, fileId: letterFileId(item.uid), generated: true }
    : { itemUid: item.uid, fileId: file.document.id, generated: false };
}

/**
 * The list of the dialog: by card kind, then item, then file. A file of several items is one row,
 * at the first of them from which it may leave; the row names the others.
 */
export async function loadBulkGroups(scope: PageScope): Promise<BulkGroup[]> {
  const all = await loadBulkCandidates(scope);
  const candidates = oncePerFile(all);
  const owners = new Set(candidates);
  const others = new Map<string, BulkCandidate[]>();
  for (const candidate of all)
    if (!owners.has(candidate)) {
      const known = others.get(fileIdOf(candidate)) ?? [];
      others.set(fileIdOf(candidate), [...known, candidate]);
    }
  const pictures =
    candidates.length === 0
      ? []
      : await inOrg(scope.db, scope.org.id)
          .selectFrom("assets")
          .select(["id", "revision"])
          .where("type", "=", "badge")
          .execute();
  const groups = new Map<string, BulkGroup>();
  const items = new Map<string, BulkItem>();
  for (const candidate of candidates) {
    const { item, cardTitle } = candidate;
    const group = groups.get(item.kind) ?? { kind: item.kind, title: cardTitle, items: [] };
    groups.set(item.kind, group);
    let own = items.get(item.uid);
    if (own === undefined) {
      const isCertification = item.kind === "Certifications";
      own = {
        uid: item.uid,
        title: item.title,
        badgeId: isCertification ? (catalogueItem(item.uid)?.badge ?? null) : null,
        badgePicture: isCertification
          ? (pictures.find((picture) => picture.id === item.badgeAssetId) ?? null)
          : null,
        auditor: isCertification ? item.auditor : null,
        rows: [],
      };
      items.set(item.uid, own);
      group.items.push(own);
    }
    own.rows.push(rowOf(candidate, others.get(fileIdOf(candidate)) ?? []));
  }
  return [...groups.values()];
}

const fileIdOf = (candidate: BulkCandidate) => bulkFileOf(candidate).fileId;

/** Each file by one candidate: the first by which it may leave, else the first. */
export function oncePerFile(candidates: readonly BulkCandidate[]): BulkCandidate[] {
  const owners = new Map<string, BulkCandidate>();
  for (const candidate of candidates) {
    const known = owners.get(fileIdOf(candidate));
    if (known === undefined || (!mayTake(known) && mayTake(candidate)))
      owners.set(fileIdOf(candidate), candidate);
  }
  return candidates.filter((candidate) => owners.get(fileIdOf(candidate)) === candidate);
}

function rowOf(candidate: BulkCandidate, others: readonly BulkCandidate[]): BulkRow {
  const { file, letter } = candidate;
  const name = file === null ? letter.fileName : file.document.originalName;
  return {
    ...bulkFileOf(candidate),
    name,
    fileType: /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? null,
    size: file?.document.size ?? null,
    alsoIn: [...new Set(others.map(({ item, cardTitle }) => `${item.title} (${cardTitle})`))],
  };
}
