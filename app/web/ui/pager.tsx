import { Link } from "react-router";
import { buttonClass } from "./button.tsx";

/**
 * The addresses of a list's pages.
 * @param query what the list is narrowed to
 * @param kept what else its address says, such as the order
 */
export function pagesOf(
  path: string,
  query: Iterable<[string, string]>,
  kept: Readonly<Record<string, string>>,
): (page: number) => string {
  const said = [...query, ...Object.entries(kept)];
  return (page) => `${path}?${new URLSearchParams([...said, ["page", String(page)]])}`;
}

/** Links to the neighbouring pages of a list; nothing when there is only one page. */
export function Pager({
  page,
  pages,
  href,
  label,
  inDialog = false,
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
  label: string;
  /** The list stands in a dialog: its neighbors take its place without a reload. */
  inDialog?: boolean;
}) {
  const more = inDialog ? { "data-drawer-link": "" } : {};
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-4 pt-4">
      {page > 1 ? (
        <Link
          to={href(page - 1)}
          className={buttonClass("secondary")}
          rel="prev"
          preventScrollReset
          {...more}
        >
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span className="text-sm text-muted">
        {" "}
        Page {page} of {pages}{" "}
      </span>
      {page < pages ? (
        <Link
          to={href(page + 1)}
          className={buttonClass("secondary")}
          rel="next"
          preventScrollReset
          {...more}
        >
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
