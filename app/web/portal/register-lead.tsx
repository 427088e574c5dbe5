import type { ReactNode } from "react";
import { twinPath } from "#model/twins.ts";
import { usePortalHref } from "./links.ts";

/**
 * What a page of facts for a register begins with: whose facts they are, and the files that have
 * them.
 * @param path the page’s, below the portal’s base
 * @param product the slug of the product that it is of; null for the default one
 */
export function RegisterLead({
  path,
  product,
  children,
}: {
  path: string;
  product: string | null;
  children: ReactNode;
}) {
  const href = usePortalHref();
  const files = [
    ["CSV", href(`${path}.csv`, { product })],
    ["JSON", href(twinPath(path, "json"), { product })],
  ] as const;
  return (
    <p className="-mt-4 mb-6 text-sm text-muted">
      {children} Download as{" "}
      {files.map(([label, to], place) => (
        <span key={label}>
          {place === 0 ? null : " or "}
          <a href={to} className="inline-flex min-h-6 items-center text-accent">
            {label}
          </a>
        </span>
      ))}
      .
    </p>
  );
}
