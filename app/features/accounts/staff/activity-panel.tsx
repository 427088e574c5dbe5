import type { ActivityRow } from "../store/account-detail.server.ts";
import { Button } from "../../../ui/button.tsx";
import { eventWords } from "../../visitor-events/rules/event-words.ts";

/** What the account's people did of late, and the whole log as a file. */
export function ActivityPanel({
  accountId,
  activity,
}: {
  accountId: string;
  activity: readonly (ActivityRow & { when: string | null })[];
}) {
  return (
    <section aria-labelledby="activity-title">
      <h2 id="activity-title" className="mb-4 text-lg font-semibold">
        Activity
      </h2>
      {activity.length === 0 ? (
        <p className="text-muted">
          Nothing yet. Sign-ins, views, downloads and searches of the members show here.
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {activity.map((event) => (
              <li key={event.id} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3 text-sm">
                <span className="min-w-0 grow">
                  {eventWords(event)}{" "}
                  <span className="block break-all text-muted">{event.email}</span>
                </span>{" "}
                <time dateTime={event.at} className="text-muted">
                  {event.when}
                </time>
              </li>
            ))}
          </ul>
          <form
            method="post"
            noValidate
            action={`/accounts/${accountId}/activity.csv`}
            className="mt-4"
          >
            <Button look="secondary">Export the access log (CSV)</Button>
          </form>
        </>
      )}
    </section>
  );
}
