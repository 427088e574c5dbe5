import type { TriedRequest } from "../../../db/access-dry-run.ts";

const STATUS_WORDS = { pending: "waits", approved: "was approved", declined: "was declined", withdrawn: "was withdrawn" } as const;

/** Which of the last requests the rule would have decided. */
export function Tried({ tried: { matched, listed, tried } }: { tried: { matched: readonly (TriedRequest & { when: string })[]; listed: number; tried: number } }) {
  return (
    <section role="status" aria-label="Past requests" className="rounded-lg border border-line bg-surface p-6">
      <p className="font-medium">
        {matched.length === 0 ? "It would have decided none" : matched.length === 1 ? "It would have decided 1" : `It would have decided ${matched.length}`} of the last {tried} requests.
      </p>
      {listed === 0 ? null : (
        <p className="mt-2 text-sm text-muted">
          It matches {listed} more, which the allowed and blocked domains of the access form decide: they come before every rule.
        </p>
      )}
      {matched.length === 0 ? null : (
        <ul className="mt-3 max-h-[20rem] space-y-1 overflow-y-auto text-sm" tabIndex={0} aria-label="Requests that it would have decided">
          {matched.map((request) => (
            <li key={`${request.email} ${request.createdAt}`}>
              <span className="break-all">{request.email}</span>, {request.when}: {STATUS_WORDS[request.status]}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
