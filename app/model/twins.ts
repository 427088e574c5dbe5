/** The forms that programs read a portal's pages in, beside HTML. */
export const TWIN_FORMATS = ["json", "md"] as const;
export type TwinFormat = (typeof TWIN_FORMATS)[number];

export const TWIN_TYPES: Readonly<Record<TwinFormat, string>> = {
  json: "application/json",
  md: "text/markdown",
};

/** The pages that have twins, as routes name them; a twin's address ends in its format. */
export const TWIN_PAGES = [
  "index",
  "product/:product/index",
  "card/:kind",
  "product/:product/card/:kind",
  "item/:slug",
  "product/:product/:slug",
  "certifications",
  "documents",
  "subprocessors",
  "faq",
  "controls",
  "updates",
  "updates/:topicId",
  "dates",
  "dora",
  "cra",
  "changes",
] as const;

/**
 * The address of a page's twin.
 * @param path of the page, below the portal's base, with or without a query
 */
export function twinPath(path: string, format: TwinFormat): string {
  const [page = "", query] = path.split("?");
  const isProduct = page === "" || page === "/" || /^\/product\/[^/]+$/.test(page);
  const name = isProduct ? `${page === "/" ? "" : page}/index` : page;
  return `${name}.${format}${query === undefined ? "" : `?${query}`}`;
}
