import { Link } from "react-router";
import type { Moment } from "#values/moments.ts";
import { When } from "#web/ui/when.tsx";
import type { DocumentReader, DocumentReaders, Reads } from "../store/document-readers.server.ts";

/** Who opened a document, as its page shows it. */
export interface ShownReaders extends Omit<DocumentReaders, "people"> {
  /** Left out for those who may not know who has access. */
  people: readonly (DocumentReader & { last: Moment })[] | null;
  /** Where the downloads of colleagues are; null for those who can't open it. */
  record: string | null;
}

/** The people who opened a document, and how often strangers did. */
export function Readers({ people, count, public: strangers, record }: ShownReaders) {
  const isRead = count > 0 || strangers.views > 0 || strangers.downloads > 0;
  return (
    <div className="space-y-3 text-sm">
      {isRead ? null : <p className="text-muted">No visitor has opened this document yet.</p>}
      {people === null && count > 0 ? (
        <p>{count === 1 ? "1 member" : `${count} members`} opened it.</p>
      ) : null}
      {people === null || people.length === 0 ? null : (
        <ul className="divide-y divide-line border-y border-line">
          {people.map((reader) => (
            <li
              key={`${reader.accountId} ${reader.person?.email}`}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0 grow basis-48">
                <Link
                  to={`/accounts/${reader.accountId}`}
                  title={reader.person?.email}
                  className="inline-block min-h-6 font-medium text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline"
                >
                  {reader.person?.name ?? "A member whose data was erased"}
                </Link>{" "}
                <span className="block text-muted [overflow-wrap:anywhere]">
                  {reader.accountName}
                </span>
              </span>{" "}
              <span className="text-muted">
                {readsInWords(reader)}, <When at={reader.last} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {people !== null && count > people.length ? (
        <p className="text-muted">
          And {count - people.length} more. Each account’s page shows its full activity.
        </p>
      ) : null}
      {strangers.views + strangers.downloads === 0 ? null : (
        <p className="text-muted">Visitors who weren’t signed in: {readsInWords(strangers)}.</p>
      )}
      {record === null ? null : (
        <p>
          <Link
            to={record}
            className="inline-block min-h-6 text-accent underline-offset-2 hover:underline"
          >
            Your team’s downloads and changes
          </Link>
        </p>
      )}
    </div>
  );
}

/** 'viewed 3 times, downloaded once' */
function readsInWords({ views, downloads }: Reads): string {
  const times = (count: number) => (count === 1 ? "once" : `${count} times`);
  return [
    ...(views === 0 ? [] : [`viewed ${times(views)}`]),
    ...(downloads === 0 ? [] : [`downloaded ${times(downloads)}`]),
  ].join(", ");
}
