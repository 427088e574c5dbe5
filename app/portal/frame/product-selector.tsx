import { productPath } from "../../values/portal-paths.ts";
import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { useFrame, usePortalHref } from "../links.ts";

/**
 * Switches between products, and offers the links that the org put beside them. A disclosure with plain
 * links; the owner also sees what the selector does not show to others, and the tooltip that says so.
 */
export function ProductSelector() {
  const { products, links, product, multiProductTooltip, viewer } = useFrame();
  const href = usePortalHref();
  const shown = products.filter(
    (candidate) => candidate.show || candidate.slug === product.slug || viewer.mode === "main",
  );
  if (shown.length + links.length < 2) return null;
  return (
    <details className="group relative" data-menu>
      <summary
        className="inline-flex min-h-9 max-w-20 list-none items-center gap-1 rounded-md border border-edge px-2 text-sm hover:bg-sunken sm:max-w-64 sm:px-3"
        aria-describedby={multiProductTooltip ? "product-tooltip" : undefined}
      >
        <span className="sr-only">Product: </span>
        <span className="truncate">{product.name}</span>
        <Icon name="chevronDown" size={16} className="text-muted" />
      </summary>{" "}
      {multiProductTooltip ? (
        <span id="product-tooltip" role="tooltip" className="tooltip">
          Each product has a page of its own; visitors switch between them here
        </span>
      ) : null}
      <ul className="absolute end-0 top-full z-20 mt-2 max-h-[300px] w-64 overflow-y-auto rounded-md border border-line bg-surface p-1.5 text-sm shadow-panel">
        {shown.map((candidate) => (
          <li key={candidate.slug}>
            <Link
              to={href(productPath(candidate))}
              aria-current={candidate.slug === product.slug ? "page" : undefined}
              className="flex min-h-9 items-center justify-between gap-2 rounded-sm px-2.5 no-underline hover:bg-sunken aria-[current]:font-semibold"
            >
              {candidate.name}
              {candidate.slug === product.slug ? (
                <Icon name="check" size={16} className="text-accent" />
              ) : candidate.show ? null : (
                <Icon
                  name="eyeOff"
                  size={16}
                  label="Not shown in the selector"
                  className="text-muted"
                />
              )}
            </Link>
          </li>
        ))}
        {links.map((link) => (
          <li key={link.link}>
            <a
              href={link.link}
              className="flex min-h-9 items-center justify-between gap-2 rounded-sm px-2.5 no-underline hover:bg-sunken"
            >
              {link.label}
              <Icon name="external" size={16} className="text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
