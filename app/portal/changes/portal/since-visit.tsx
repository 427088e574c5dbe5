import { Link } from "react-router";
import { dayWords } from "#model/changes.ts";
import { usePortalHref } from "#web/portal/links.ts";
import type { ToldChange } from "#web/portal/changes/told.ts";
import { ChangesList } from "./changes-list.tsx";

/** What a member is told on their home: the day of their last visit, and what changed since. */
export interface SinceVisitData {
  /** YYYY-MM-DD */
  day: string;
  today: string;
  changes: ToldChange[];
  count: number;
  /** The product in the address; null for the default one. */
  product: string | null;
}

/** 'Since your last visit, October 12': the latest changes, and the way to all of them. */
export function SinceVisit({ visit }: { visit: SinceVisitData | null }) {
  const href = usePortalHref();
  if (visit === null) return null;
  const { day, today, changes, count, product } = visit;
  return (
    <section aria-labelledby="since-visit" data-screen-only>
      <h2 id="since-visit" className="text-lg font-semibold">
        Since your last visit, <time dateTime={day}>{dayWords(day, today)}</time>
      </h2>
      {count === 0 ? (
        <p className="mt-2 text-muted">Nothing changed.</p>
      ) : (
        <div className="mt-3">
          <ChangesList changes={changes} withWords={false} />
          <p className="mt-2 text-sm">
            <Link
              to={href("/changes", { product, since: day })}
              className="inline-flex min-h-6 items-center text-accent"
            >
              {count === 1 ? "See this change" : `See all ${count} changes`}
            </Link>
          </p>
        </div>
      )}
    </section>
  );
}
