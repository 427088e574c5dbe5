import type { TriedRequest } from "../store/access-dry-run.server.ts";
import type { CheckedRule } from "./check.ts";

const STATUS_WORDS = {
  pending: "waits",
  approved: "was approved",
  declined: "was declined",
  withdrawn: "was withdrawn",
} as const;

type Past = TriedRequest & { when: string };

/** Which of the last requests the rule would have decided, which no longer, and what would happen to an address. */
export function Tried({
  tried: { matched, lost, listed, tried, address },
}: {
  tried: CheckedRule;
}) {
  return (
    <section
      role="status"
      aria-label="Past requests"
      className="rounded-lg border border-line bg-surface p-6"
    >
      <p className="font-medium">
        {matched.length === 0
          ? "It would have decided none"
          : matched.length === 1
            ? "It would have decided 1"
            : `It would have decided ${matched.length}`}{" "}
        of the last {tried} requests.
      </p>
      {listed === 0 ? null : (
        <p className="mt-2 text-sm text-muted">
          It matches {listed} more, which the allowed and blocked domains of the access form decide:
          they come before every rule.
        </p>
      )}
      {matched.length === 0 ? null : (
        <Requests requests={matched} label="Requests that it would have decided" />
      )}
      {lost.length === 0 ? null : (
        <>
          <p className="mt-4 font-medium">
            {lost.length === 1
              ? "1 that it decides as it is now"
              : `${lost.length} that it decides as it is now`}{" "}
            would be left to the rules below it, or wait in your inbox.
          </p>
          <Requests requests={lost} label="Requests that it would no longer decide" />
        </>
      )}
      {address === null ? null : (
        <p className="mt-4 border-t border-line pt-4">
          <strong className="break-all">{address.email}</strong>: {address.words}
        </p>
      )}
    </section>
  );
}

function Requests({ requests, label }: { requests: readonly Past[]; label: string }) {
  return (
    <ul
      className="mt-3 max-h-[20rem] space-y-1 overflow-y-auto text-sm"
      tabIndex={0}
      aria-label={label}
    >
      {requests.map((request) => (
        <li key={`${request.email} ${request.createdAt}`}>
          <span className="break-all">{request.email}</span>, {request.when}:{" "}
          {STATUS_WORDS[request.status]}
        </li>
      ))}
    </ul>
  );
}
