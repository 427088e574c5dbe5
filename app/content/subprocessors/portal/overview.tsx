import { Link } from "react-router";
import { FilterLinks } from "#web/portal/frame/filter-links.tsx";
import { MAP_SIZE, mapPlace } from "../rules/map-places.ts";
import { placeName } from "#model/subprocessors/places.ts";

interface Place {
  code: string;
  name: string;
  count: number;
}

/** Links beside the map at most; the table says the rest. */
const MOST_LINKS = 12;

/**
 * Where the listed companies work: a dot for each country on a map that is one file for every
 * portal, and the same as links that narrow the list. Without the picture the links say it all.
 */
export function Places({
  places,
  place,
  hrefOf,
}: {
  places: readonly Place[];
  /** The country that the list is narrowed to. */
  place: string | null;
  hrefOf: (code: string | null) => string;
}) {
  if (places.length < 2 && place === null) return null;
  const most = Math.max(1, ...places.map(({ count }) => count));
  const links = places.slice(0, MOST_LINKS);
  const chosen =
    place === null || links.some(({ code }) => code === place)
      ? []
      : [{ code: place, name: placeName(place), count: undefined }];
  return (
    <section aria-label="Countries" className="mb-6 rounded-lg border border-line bg-surface p-4">
      <div aria-hidden="true" className="relative mx-auto max-w-[44rem]">
        <img
          src="/world.svg"
          alt=""
          loading="lazy"
          width={MAP_SIZE.width}
          height={MAP_SIZE.height}
          className="h-auto w-full"
        />
        <svg
          viewBox={`0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`}
          className="absolute inset-0 size-full text-accent"
        >
          {places.map(({ code, count }) => {
            const at = mapPlace(code);
            return at === null ? null : (
              <circle
                key={code}
                cx={at.x}
                cy={at.y}
                r={5 + Math.round((8 * count) / most)}
                fill="currentColor"
                fillOpacity={place === null || place === code ? 0.75 : 0.25}
              />
            );
          })}
        </svg>
      </div>
      <div className="mt-3 text-sm">
        <FilterLinks
          label="Country"
          links={[
            { text: "All", to: hrefOf(null), current: place === null },
            ...[...links, ...chosen].map(({ code, name, count }) => ({
              text: name,
              to: hrefOf(code),
              current: place === code,
              ...(count === undefined ? {} : { count }),
            })),
          ]}
        />
      </div>
    </section>
  );
}

/** A published change of the list, as the visitor may read it. */
export interface Notice {
  id: string;
  subject: string;
  day: string;
  effective: string | null;
  /** Until when customers may object, while they still may. */
  objectUntil: string | null;
  href: string;
}

/** What changed: the published updates about subprocessors, with what may still be objected to. */
export function ChangeLog({ notices, all }: { notices: readonly Notice[]; all: string }) {
  if (notices.length === 0) return null;
  return (
    <section aria-labelledby="changes" className="mt-10">
      <h2 id="changes" className="text-lg font-semibold">
        Changes
      </h2>
      <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {notices.map(({ id, subject, day, effective, objectUntil, href }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <span className="text-muted">{day}</span>{" "}
            <Link to={href} className="inline-flex min-h-6 items-center font-medium text-accent">
              {subject}
            </Link>{" "}
            {effective === null ? null : <span className="text-muted">Effective {effective}</span>}{" "}
            {objectUntil === null ? null : (
              <strong className="font-medium">Object until {objectUntil}</strong>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link to={all} className="inline-flex min-h-8 items-center text-accent">
          All changes
        </Link>
      </p>
    </section>
  );
}
