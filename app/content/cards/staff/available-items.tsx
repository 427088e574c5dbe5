import { EditLink } from "#web/staff/editing/public-preview.tsx";
import { useState } from "react";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { CertificationBadge } from "#web/ui/certification-badge.tsx";
import { inputClass } from "#web/ui/field.tsx";
import type { CardPage } from "./card-page.ts";

interface AvailableItemsProps {
  rows: CardPage["rows"];
  /** How an item stood when the form was opened. */
  was: (uid: string) => string;
  /** The items that are ticked already, in a form that is shown again. */
  added: readonly string[];
  /** Whether the list stands open: there is nothing else to see yet. */
  opens: boolean;
  /** The page with texts to begin with; null where it has none for this card. */
  startersHref: string | null;
}

/**
 * The items of the catalog that are not on the portal: a tick each adds them, many with one save.
 */
export function AvailableItems({ rows, was, added, opens, startersHref }: AvailableItemsProps) {
  const [search, setSearch] = useState("");
  const hasScripts = useHydrated();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ title }: CardPage["rows"][number]) =>
    words.every((word) => title.toLowerCase().includes(word));
  const found = rows.filter(isFound).length;
  return (
    <details open={opens || added.length > 0} className="rounded-lg border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-medium">
        Available ({rows.length})
      </summary>
      <div className="space-y-3 border-t border-line p-4">
        <p className="text-sm text-muted">
          Select what applies to you, then save.
          {startersHref === null ? null : (
            <>
              {" "}
              For ready-made texts, see the{" "}
              <a href={startersHref} className="inline-block py-0.5 text-accent underline">
                starter controls
              </a>
              .
            </>
          )}
        </p>
        {hasScripts && rows.length > FEW ? (
          <div>
            <input
              type="search"
              aria-label="Search available items"
              placeholder="Search available items"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              onKeyDown={(event) => {
                // Enter would save the form around it.
                if (event.key === "Enter") event.preventDefault();
              }}
              className={inputClass}
            />
            <p role="status" className="mt-1 text-sm text-muted">
              {search === "" ? "" : found === 1 ? "1 item" : `${found} items`}
            </p>
          </div>
        ) : null}
        <ul aria-label="Available items" className="grid gap-x-6 sm:grid-cols-2">
          {rows.map((row) => (
            <li
              key={row.uid}
              hidden={!isFound(row)}
              className="flex items-center gap-3 border-b border-line py-2"
            >
              <input type="hidden" name="uid" value={row.uid} />
              <input type="hidden" name="was" value={was(row.uid)} />
              <input type="hidden" name="state" value="NotEnabled" />
              <label className="flex min-w-0 flex-1 items-center gap-3">
                <input
                  type="checkbox"
                  name="enable"
                  value={row.uid}
                  defaultChecked={added.includes(row.uid)}
                  aria-label={`Add ${row.title}`}
                  className="size-6 flex-none accent-accent"
                />
                {row.badge === null ? null : (
                  <CertificationBadge
                    badge={row.badge}
                    auditor={null}
                    picture={null}
                    size={32}
                    state="Enabled"
                  />
                )}
                <span aria-hidden="true" className="min-w-0 [overflow-wrap:anywhere]">
                  {row.title}
                </span>
              </label>{" "}
              <EditLink to={row.editHref} title={row.title} />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** So many items are found at a glance. */
const FEW = 8;
