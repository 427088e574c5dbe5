import { Link } from "react-router";
import type { InboxRow } from "../store/access-inbox.server.ts";
import { classNames } from "#web/ui/class-names.ts";
import type { Fact, Facts } from "./facts.ts";

/**
 * What is known of a request: what the person needs in their own words first, where it does not
 * stand whole above the decision, then what decides, and folded away what is rarely asked for.
 */
export function FactList({ facts, note }: { facts: Facts; note: string | null }) {
  return (
    <section aria-labelledby="known" className="space-y-4">
      <h2 id="known" className="text-lg font-semibold">
        Request details
      </h2>
      {note === null ? null : (
        <div className="rounded-lg border border-line bg-surface p-4">
          <h3 className="text-sm font-semibold">What they need</h3>
          <p className="mt-1 break-words whitespace-pre-line">{note}</p>
        </div>
      )}
      <Lines facts={facts.deciding} />
      <details className="rounded-lg border border-line bg-surface">
        <summary className="min-h-10 cursor-pointer px-4 py-2.5 text-sm font-medium">
          More details
        </summary>
        <div className="border-t border-line">
          <Lines facts={facts.details} inside />
        </div>
      </details>
    </section>
  );
}

function Lines({ facts, inside = false }: { facts: readonly Fact[]; inside?: boolean }) {
  return (
    <dl
      className={classNames(
        "divide-y divide-line",
        !inside && "rounded-lg border border-line bg-surface",
      )}
    >
      {facts.map((fact) => (
        <div key={fact.name} className="gap-4 px-4 py-3 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="text-sm text-muted">{fact.name}</dt>
          <dd className="break-words">
            {fact.href === undefined ? (
              fact.value
            ) : (
              <Link to={fact.href} className="inline-block py-0.5 text-accent underline">
                {fact.value}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Listed = InboxRow & { when: string };

const STATUS_WORDS = {
  pending: "Pending",
  approved: "Approved",
  declined: "Declined",
  withdrawn: "Withdrawn",
} as const;

/** Other requests of the person, and of others of the same mail domain. */
export function RequestsBeside({
  own,
  domain,
}: {
  own: readonly Listed[];
  domain: readonly Listed[];
}) {
  return (
    <>
      <Others title="Other requests from this person" rows={own} />
      <Others title="Others at this email domain" rows={domain} />
    </>
  );
}

function Others({ title, rows }: { title: string; rows: readonly Listed[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="mb-4 text-lg font-semibold">{title}</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3">
            <Link
              to={`/requests/${row.id}`}
              className="min-w-0 grow break-all text-accent underline"
            >
              {row.email}
            </Link>{" "}
            <span>{STATUS_WORDS[row.status]}</span>{" "}
            <time dateTime={row.createdAt} className="text-muted">
              {row.when}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
