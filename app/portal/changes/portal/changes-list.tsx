import { Link } from "react-router";
import { formatDate } from "#values/dates.ts";
import type { FieldChange } from "#model/changes.ts";
import { ChangedWords } from "#web/ui/changed-words.tsx";
import { usePortalHref } from "#web/portal/links.ts";
import type { ToldChange } from "#web/portal/changes/told.ts";

/** Changes, the newest first, each with its day, what it was, and the words that changed. */
export function ChangesList({
  changes,
  withWords = true,
}: {
  changes: readonly ToldChange[];
  /** Whether the words that changed are shown; a short list has the names alone. */
  withWords?: boolean;
}) {
  const href = usePortalHref();
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
      {changes.map(({ id, day, what, title, place, fields }) => (
        <li key={id} className="px-4 py-3">
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <time dateTime={day} className="font-medium">
              {formatDate(day, "UTC")}
            </time>{" "}
            <span className="text-muted">{what}</span>{" "}
            {place === null ? (
              <span className="break-words">{title}</span>
            ) : (
              <Link
                to={href(place.path, place.query, place.hash)}
                className="inline-flex min-h-6 items-center break-words text-accent"
              >
                {title}
              </Link>
            )}
          </p>
          {withWords && fields.length > 0 ? (
            <dl className="mt-2 space-y-1">
              {fields.map((field) => (
                <Field key={field.name} field={field} />
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function Field({ field: { name, words } }: { field: FieldChange }) {
  return (
    <div>
      <dt className="inline font-medium">{name}:</dt>{" "}
      <dd className="inline break-words">
        <ChangedWords parts={words} />
      </dd>
    </div>
  );
}
