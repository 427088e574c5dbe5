import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import { useMayOpen } from "#web/portal/editing/area-link.tsx";
import { FIND_PAGE } from "#model/home.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useWaysToAsk } from "#content/search/portal/nothing-found.tsx";
import { MAX_TERM, SEARCH_LABEL } from "#model/search.ts";

/**
 * The search of every page, in its header. Where there is no room for the field its button leads to
 * the page that has one.
 */
export function HeaderSearch() {
  const { keep, portalTitle, mayAsk, areaIsHere } = useFrame();
  const mayOpen = useMayOpen();
  const href = usePortalHref();
  const product = useProductQuery();
  const { words, links } = useWaysToAsk(String(product.product ?? "") || null);
  const kept = [
    ...new URLSearchParams(keep),
    ...Object.entries(product).map(([name, value]) => [name, String(value)] as const),
  ];
  return (
    <form
      method="get"
      action={href("/search").split("?")[0]}
      noValidate
      role="search"
      aria-label={`${SEARCH_LABEL} of this portal`}
      className="flex shrink-0 items-center"
      data-search={portalTitle}
      data-asks={mayAsk ? "" : undefined}
      data-ways={JSON.stringify([words, ...links.flatMap(({ label, to }) => [label, to])])}
      data-find={areaIsHere && mayOpen("home") ? FIND_PAGE : undefined}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="header-search" className="sr-only">
        {SEARCH_LABEL}
      </label>
      <span className="relative hidden lg:block">
        <input
          id="header-search"
          type="search"
          name="q"
          placeholder={SEARCH_LABEL}
          maxLength={MAX_TERM}
          aria-keyshortcuts="Control+K Meta+K"
          className="block h-9 w-52 min-w-0 rounded-s-md border border-e-0 border-edge bg-surface px-3 text-sm placeholder:text-muted"
        />
        {/* The key is the reader's machine's: islands/every-page writes it here. */}
        <kbd
          hidden
          aria-hidden="true"
          data-search-key
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: "" }}
          className="pointer-events-none absolute end-2 top-1/2 -translate-y-1/2 bg-surface font-sans text-xs text-muted"
        />
      </span>
      <button
        type="submit"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-md border border-edge text-ink hover:bg-sunken lg:rounded-s-none"
      >
        <Icon name="search" size={18} />
        <span className="sr-only">Search</span>
      </button>
    </form>
  );
}
