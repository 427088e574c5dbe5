import type { Route } from "./+types/page";
import { CHANGES_KEPT_DAYS, changesSince } from "#model/changes.ts";
import { changesFor } from "#visibility/changes/store/changes.server.ts";
import { daysAfter, formatDate, isDay } from "#values/dates.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { lastVisit } from "#web/portal/changes/visits.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { FollowButton } from "#updates/follows/portal/follow-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { dayWords } from "#model/changes.ts";
import { isPlace, MOST_CHANGES } from "../rules/changes.ts";
import { toldChanges } from "#web/portal/changes/told.ts";
import { ChangesList } from "./changes-list.tsx";

export const handle: RouteHandle = { query: { own: { since: isDay, before: isPlace } } };

/** What changed about a product since a day, as far as its viewer may see it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const { product, scope } = portal;
  const { today } = scope.clock;
  const query = new URL(request.url).searchParams;
  const since = changesSince(query.get("since"), today);
  const before = query.get("before");
  const visited = await lastVisit(context, request, portal);
  const wanted = { most: MOST_CHANGES, before: before !== null && isPlace(before) ? before : null };
  const { changes, count, next } = await changesFor(scope, since, wanted);
  // Its first day moves on as the days do.
  scope.clock.passed(today);
  cacheForEveryone(context, portal);
  return {
    changes: toldChanges(portal, changes),
    count,
    next,
    isLater: wanted.before !== null,
    since,
    visited,
    earliest: daysAfter(today, -CHANGES_KEPT_DAYS),
    today,
    product: product.isDefault ? null : product.slug,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headOf(matches, {
    title: "Changes",
    lists: { what: "Changes", names: (loaderData?.changes ?? []).map(({ title }) => title) },
    path: "/changes",
    twin: true,
    changes: { of: "Changes", query: {} },
  });
}

export default function Changes({ loaderData }: Route.ComponentProps) {
  const { changes, count, next, isLater, since, visited, today, product } = loaderData;
  const href = usePortalHref();
  return (
    <PlainPage
      title="Changes"
      lead={
        <>
          <p className="-mt-4 mb-4 text-sm text-muted">
            What changed since {formatDate(since, "UTC")}.{" "}
            <a
              href={href("/changes.xml", { product })}
              type="application/atom+xml"
              className="inline-flex min-h-6 items-center text-accent"
            >
              Atom feed of changes
            </a>
          </p>
          {visited === null ? null : (
            <p className="mb-4 text-sm">
              <a
                href={href("/changes", { product, since: visited })}
                className="inline-flex min-h-6 items-center text-accent"
              >
                Since your last visit, {dayWords(visited, today)}
              </a>
            </p>
          )}
          <div className="mb-6 flex flex-wrap gap-3" data-screen-only>
            <FollowButton what={product === null ? "portal" : "product"} />
          </div>
          <SinceForm {...loaderData} />
        </>
      }
    >
      {changes.length === 0 ? (
        <EmptyState icon="bell" title="Nothing changed since that day" clear={null} />
      ) : (
        <ChangesList changes={changes} />
      )}
      {count > changes.length ? (
        <p className="mt-4 flex flex-wrap items-baseline gap-x-4 text-sm text-muted">
          <span>
            These are {changes.length} of {count} changes.
          </span>
          {isLater ? (
            <a href={href("/changes", { product, since })} className={PART}>
              Latest changes
            </a>
          ) : null}
          {next === null ? null : (
            <a href={href("/changes", { product, since, before: next })} className={PART}>
              Earlier changes
            </a>
          )}
        </p>
      ) : null}
    </PlainPage>
  );
}

const PART = "inline-flex min-h-6 items-center text-accent";

/** Asks for another first day. */
function SinceForm({
  since,
  earliest,
  today,
  product,
}: {
  since: string;
  earliest: string;
  today: string;
  product: string | null;
}) {
  const { keep } = useFrame();
  const kept = [...new URLSearchParams(keep)];
  return (
    <form
      method="get"
      noValidate
      aria-label="First day"
      className="mb-6 flex flex-wrap items-end gap-2"
      data-screen-only
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {product === null ? null : <input type="hidden" name="product" value={product} />}
      <div>
        <label htmlFor="changes-since" className="block text-sm font-medium">
          Since
        </label>
        <input
          id="changes-since"
          type="date"
          name="since"
          defaultValue={since}
          min={earliest}
          max={today}
          className="mt-1 block min-h-10 rounded-md border border-edge bg-surface px-3 py-2"
        />
      </div>
      <Button look="secondary">Show changes</Button>
    </form>
  );
}
