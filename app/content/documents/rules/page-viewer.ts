import { MAX_FIND } from "./find-in-text.ts";

/** Page images that a view shows at once. */
export const PAGES_PER_VIEW = 10;
/** How wide pages are shown, in percent of the place that they have. */
export const ZOOMS = [100, 150, 200] as const;
export type Zoom = (typeof ZOOMS)[number];

/** What the address of a view says. */
export interface ViewerQuery {
  /** The page that the view begins with, from 1. */
  page: number;
  zoom: Zoom;
  find: string;
  /** The browser's own viewer was chosen. */
  isBrowsers: boolean;
}

/** A view by its address; what is not understood is as if it were not there. */
export function viewerQuery(query: URLSearchParams): ViewerQuery {
  const page = query.get("page") ?? "";
  return {
    page: /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1,
    zoom: ZOOMS.find((zoom) => String(zoom) === query.get("zoom")) ?? 100,
    find: (query.get("find") ?? "").trim().slice(0, MAX_FIND),
    isBrowsers: query.get("viewer") === "browser",
  };
}

/** The part of a view's address that differs from the document's beginning. */
export function viewerAddress({
  page,
  zoom,
  find,
  isBrowsers = false,
}: Partial<ViewerQuery>): Readonly<Record<string, string | number | null>> {
  return {
    page: page === undefined || page <= 1 ? null : page,
    zoom: zoom === undefined || zoom === 100 ? null : zoom,
    find: find === undefined || find === "" ? null : find,
    viewer: isBrowsers ? "browser" : null,
  };
}
