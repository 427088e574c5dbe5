import { Link } from "react-router";
import type { Route } from "./+types/page";
import { formatDate } from "#values/dates.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { craPath, itemPath, productPath } from "#model/portal-paths.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { datesOf } from "../dates.server.ts";
import { DATE_KINDS } from "../rules/calendar.ts";

export const handle: RouteHandle = { query: {} };

/** The days to come that a reviewer puts into a calendar. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const { product, products } = portal;
  const dates = await datesOf(portal, {
    item: (slug) => itemPath(slug, product, products),
    topic: (id) => `/updates/${id}`,
    home: productPath(product),
    cra: craPath(product),
  });
  cacheForEveryone(context, portal);
  return { dates, product: product.isDefault ? null : product.slug };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const names = (loaderData?.dates ?? []).map(({ title }) => title);
  return headOf(matches, {
    title: "Dates",
    lists: { what: "Dates", names },
    path: "/dates",
    twin: true,
  });
}

export default function Dates({ loaderData: { dates, product } }: Route.ComponentProps) {
  const href = usePortalHref();
  return (
    <PlainPage
      title="Dates"
      lead={
        <p className="-mt-4 mb-6 text-sm text-muted">
          Certification expiry and other upcoming dates.{" "}
          <a
            href={href("/dates.ics", { product })}
            className="inline-flex min-h-6 items-center text-accent"
          >
            Add to your calendar
          </a>
        </p>
      }
    >
      {dates.length === 0 ? (
        <EmptyState icon="bell" title="No upcoming dates" clear={null} />
      ) : (
        <ol className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
          {dates.map(({ id, kind, day, title, url }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
              <time dateTime={day} className="font-medium">
                {formatDate(day, "UTC")}
              </time>{" "}
              <span className="text-muted">{DATE_KINDS[kind]}</span>{" "}
              <Link
                to={href(url, url.startsWith("/updates/") ? { product } : {})}
                className="inline-flex min-h-6 items-center text-accent"
              >
                {title}
              </Link>
            </li>
          ))}
        </ol>
      )}
    </PlainPage>
  );
}
