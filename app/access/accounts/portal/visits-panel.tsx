import { Link } from "react-router";
import { usePortalHref } from "#web/portal/links.ts";

/** The day on which a member was last on a product's portal before today. */
export interface OwnVisit {
  product: string;
  /** null for the default product. */
  slug: string | null;
  /** YYYY-MM-DD, and in words. */
  day: string;
  words: string;
}

/** The way to what changed since a member's last visit, product by product; nothing on a first day. */
export function VisitsPanel({ visits }: { visits: readonly OwnVisit[] }) {
  const href = usePortalHref();
  if (visits.length === 0) return null;
  return (
    <section aria-labelledby="visits" className="mt-10">
      <h2 id="visits" className="text-lg font-semibold">
        Changes
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {visits.map(({ product, slug, day, words }) => (
          <li key={product} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="font-medium">{product}</span>{" "}
            <Link
              to={href("/changes", { product: slug, since: day })}
              className="inline-flex min-h-6 items-center text-sm text-accent"
            >
              Since your last visit, {words}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
