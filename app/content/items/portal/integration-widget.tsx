import { formatDate } from "#values/dates.ts";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import { Tag } from "#web/ui/tag.tsx";
import { LiveDot, StatisticList, StatusWords } from "#web/ui/integration-parts.tsx";
import {
  PROVIDER_NAMES,
  temporaryError,
  type IntegrationView,
  type LiveStatus,
} from "#model/integrations.ts";

/**
 * What the item's page at another provider says; staff are told where it can't be read, visitors
 * see nothing then.
 */
export function IntegrationWidget({ view }: { view: IntegrationView }) {
  const { org, viewer } = useFrame();
  const { provider, reading, asOf } = view;
  if (reading === null) {
    if (viewer.mode !== "main") return null;
    return (
      <p className="mt-3 rounded-md border border-line px-3 py-2 text-sm text-muted">
        {view.state === "failed" ? temporaryError(view.page) : "Connecting…"}
      </p>
    );
  }
  return (
    <section
      aria-label={PROVIDER_NAMES[provider]}
      className="mt-3 rounded-md border border-line bg-surface p-3 text-sm sm:p-4"
    >
      {reading.provider === "hackerone" ? (
        <>
          <Tag tone="green">Connected to HackerOne</Tag>
          <StatisticList
            statistics={reading.statistics}
            dateOf={(moment) => formatDate(moment, org.timeZone)}
          />
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusWords status={reading.status} />
          <StatusLink status={reading.status} className="font-medium text-accent underline" />
        </div>
      )}
      <p className="mt-2 text-xs text-muted">
        {asOf}
        {view.showInCard ? "" : ", not shown to visitors"}
      </p>
    </section>
  );
}

/** The live status beside an item on its card. */
export function CardStatus({ status }: { status: LiveStatus }) {
  return (
    <span className="flex w-full min-w-0 items-center gap-2 ps-7 text-xs">
      <LiveDot indicator={status.indicator} />
      <StatusLink status={status} className="text-muted" />
    </span>
  );
}

/** Leads to the status page, past the place that counts who follows it. */
function StatusLink({ status, className }: { status: LiveStatus; className: string }) {
  const href = usePortalHref();
  return (
    <a
      href={href("/live-status", useProductQuery())}
      rel="noopener nofollow"
      className={`inline-flex min-h-6 min-w-0 items-center underline-offset-2 hover:underline [overflow-wrap:anywhere] ${className}`}
    >
      {status.description}
    </a>
  );
}
