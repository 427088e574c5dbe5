import { Link } from "react-router";
import type { InboxRow } from "../store/access-inbox.server.ts";
import type { Fact } from "./facts.ts";

/** What is known of a request, and the note that the person added while it waited. */
export function FactList({ facts, note }: { facts: readonly Fact[]; note: string | null }) {
  return (
    <section aria-labelledby="known">
      <h2 id="known" className="mb-4 text-lg font-semibold">
        Request details
      </h2>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
        {facts.map((fact) => (
          <div
            key={fact.name}
            className="gap-4 px-4 py-3 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
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
      {note === null ? null : (
        <div className="mt-6 rounded-lg border border-line bg-surface p-4">
          <h3 className="text-sm font-semibold">Note of the person</h3>
          <p className="mt-1 whitespace-pre-line">{note}</p>
        </div>
      )}
    </section>
  );
}

type Listed = InboxRow & { when: string };

const STATUS_WORDS = {
  pending: "Waiting",
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
      <Others title="Other requests of this person" rows={own} />
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
