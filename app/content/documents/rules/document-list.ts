import type { DocumentTile } from "#model/visibility/page.ts";
import { DOCUMENT_TYPES, type DocumentType } from "#model/items/items.ts";

/** The orders beside that of staff. */
export const DOCUMENT_SORTS = ["newest", "title"] as const;
export type DocumentSort = (typeof DOCUMENT_SORTS)[number];

/** What a visitor made of the list of documents by its links. */
export interface DocumentChoice {
  tab: "all" | "public" | "private";
  /** null: every type. */
  type: DocumentType | null;
  /** null: as staff arranged them. */
  sort: DocumentSort | null;
  /** What a member can open alone. */
  onlyOpen: boolean;
}

/** The choice that a page's query makes; what is none of its values is no choice. */
export function documentChoice(query: URLSearchParams): DocumentChoice {
  const one = <T extends string>(values: readonly T[], name: string) =>
    values.find((value) => value === query.get(name)) ?? null;
  return {
    tab: one(["public", "private"] as const, "documents") ?? "all",
    type: one(DOCUMENT_TYPES, "documentType"),
    sort: one(DOCUMENT_SORTS, "documentSort"),
    onlyOpen: query.get("open") === "true",
  };
}

/** The tiles that a choice leaves, in its order. What is told of none has no type and comes last. */
export function chosenDocuments(
  tiles: readonly DocumentTile[],
  { tab, type, sort, onlyOpen }: DocumentChoice,
): DocumentTile[] {
  const left = tiles.filter(
    (tile) =>
      (tab === "all" || tile.isPublic === (tab === "public")) &&
      (!onlyOpen || tile.unlocked) &&
      (type === null || tile.told.types.includes(type)),
  );
  if (sort === "title") return left.sort((a, b) => a.title.localeCompare(b.title, "en"));
  if (sort === "newest")
    return left.sort((a, b) =>
      a.told.newest < b.told.newest ? 1 : a.told.newest > b.told.newest ? -1 : 0,
    );
  return left;
}

/** The types that are told of any tile, in the order of the list of types. */
export function toldTypes(tiles: readonly DocumentTile[]): DocumentType[] {
  const told = new Set(tiles.flatMap((tile) => tile.told.types));
  return DOCUMENT_TYPES.filter((type) => told.has(type));
}

/** Tiles by the first type that is told of each, in the order of types; what is told of none is among the others. */
export function byType(
  tiles: readonly DocumentTile[],
): { type: DocumentType; tiles: DocumentTile[] }[] {
  const groups = Map.groupBy(tiles, ({ told }) => told.types[0] ?? "Other");
  return DOCUMENT_TYPES.flatMap((type) => {
    const own = groups.get(type);
    return own === undefined ? [] : [{ type, tiles: own }];
  });
}

/** Whether and how a viewer gets at an item's documents, in words; null where nothing is to say. */
export function documentStatus({ access, isPublic }: DocumentTile): string | null {
  switch (access.files) {
    case "open":
      return isPublic ? "Public" : "Available to you";
    case "nda":
      return "NDA required";
    case "locked":
      return access.offer === "invitation" ? "By invitation" : "On request";
    case "none":
      return null;
  }
}
