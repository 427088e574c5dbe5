import { mapInSlices } from "#db/pace.ts";
import type { Match } from "#model/search/scoring.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import type { ShortAnswer } from "#model/short-answers.ts";
import {
  documentPlace,
  hostOf,
  GROUP_ICONS,
  GROUP_LABELS,
  SHOWN_PER_GROUP,
  windowOf,
  type SearchPlace,
  type SearchType,
} from "#model/search.ts";
import { inGroups } from "#model/search/groups.ts";
import { placeOfMatch } from "./store/search.server.ts";
import { markedParts, snippetOf, type TextPart } from "#model/search/words.ts";

/** A result as the page shows it: texts in stretches, found words marked. */
export interface ShownResult {
  id: string;
  title: TextPart[];
  /** What a question or a control says in a word; null where it says none. */
  shortAnswer: ShortAnswer | null;
  /** What stands below the title; null for what is locked, and for what has no text. */
  snippet: TextPart[] | null;
  /** The page of the file that the snippet is from. */
  page: number | null;
  place: SearchPlace;
  /**
   * Where a document is viewed and downloaded, as far as the viewer may; empty for everything else.
   */
  doors: { label: "View" | "Download"; place: SearchPlace }[];
  /** The host of a webpage; null for what lies on the portal. */
  host: string | null;
  locked: boolean;
  top: boolean;
}

/** A group by its name, with how many results it has. */
export interface CountedGroup {
  type: SearchType;
  label: string;
  icon: (typeof GROUP_ICONS)[SearchType];
  count: number;
}

export interface ShownGroup extends CountedGroup {
  results: ShownResult[];
}

/** The groups of an answer in their order, by name and count alone. */
export function countedGroups(matches: readonly Match<GatedRecord>[]): CountedGroup[] {
  return inGroups(matches, ({ record }) => record.type).map(({ type, own }) => counted(type, own));
}

/** What answers best, with the name of the group that it is taken out of. */
export interface BestResult extends Pick<CountedGroup, "label" | "icon"> {
  result: ShownResult;
}

/**
 * An answer as the page shows it: what answers best out of its group, and the groups in their
 * order, that of the best one first, with the first entries of each; or one page of a single
 * group. Excerpts of long texts take their time: others have their turn.
 */
export async function shownGroups(
  matches: readonly Match<GatedRecord>[],
  {
    type: only,
    page,
    product,
    products,
    doors,
  }: {
    type: SearchType | null;
    page: number;
    product: { id: string; slug: string; isDefault: boolean };
    products: readonly unknown[];
    /** The documents that the viewer may view and download. */
    doors: Record<"view" | "download", ReadonlySet<string>>;
  },
): Promise<{ best: BestResult | null; groups: ShownGroup[] }> {
  const window = only === null ? { from: 0, to: SHOWN_PER_GROUP } : windowOf(page);
  const top = matches[0];
  const shown = (match: Match<GatedRecord>): ShownResult => {
    const { record, access, found } = match;
    const text = access === "open" ? shownText(record) : "";
    const place = placeOfMatch(match, product, products);
    return {
      id: record.thing,
      title: markedParts(record.title, found),
      shortAnswer: access === "open" ? (record.metadata.shortAnswer ?? null) : null,
      snippet: text === "" ? null : markedParts(snippetOf(text, found), found),
      page: access === "open" ? (record.metadata.page ?? null) : null,
      place,
      doors: doorsOf(record, product.id, doors),
      host: record.type === "webpage" && place.href !== undefined ? hostOf(place.href) : null,
      locked: access === "title",
      top: match === top,
    };
  };
  const groups: ShownGroup[] = [];
  for (const { type, own } of inGroups(matches, ({ record }) => record.type)) {
    if (only !== null && type !== only) continue;
    const left = only === null ? own.filter((match) => match !== top) : own;
    if (left.length === 0) continue;
    // With the best one a group shows as many as the dialog does.
    const to = window.to - (own.length - left.length);
    const results = await mapInSlices(left.slice(window.from, to), shown);
    groups.push({ ...counted(type, left), results });
  }
  if (only !== null || top === undefined) return { best: null, groups };
  const { type } = top.record;
  const best = { label: GROUP_LABELS[type], icon: GROUP_ICONS[type], result: shown(top) };
  return { best, groups };
}

function counted(type: SearchType, own: readonly unknown[]): CountedGroup {
  return { type, label: GROUP_LABELS[type], icon: GROUP_ICONS[type], count: own.length };
}

function doorsOf(
  { target, metadata: { page } }: GatedRecord,
  productId: string,
  open: Record<"view" | "download", ReadonlySet<string>>,
): ShownResult["doors"] {
  if (target.kind !== "document") return [];
  const { documentId } = target;
  return [
    { label: "View" as const, door: "view" as const },
    { label: "Download" as const, door: "download" as const },
  ]
    .filter(({ door }) => open[door].has(documentId))
    .map(({ label, door }) => ({ label, place: documentPlace(documentId, door, productId, page) }));
}

/** What a result says below its title: its explanation, then its other texts. */
function shownText({ explanation = "", text = "" }: GatedRecord): string {
  return [explanation, text].filter((part) => part !== "").join(" · ");
}
