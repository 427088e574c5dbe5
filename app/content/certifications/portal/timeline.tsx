import { formatDate } from "#values/dates.ts";
import type { CertificationTile } from "#model/visibility/page.ts";
import { ItemLink } from "#web/portal/item-parts.tsx";
import { useFrame } from "#web/portal/links.ts";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";

const HEIGHT = 16;

/**
 * For how long certifications are still valid: a bar each from today, in a table that says the same
 * in words.
 */
export function Timeline({ tiles, today }: { tiles: readonly CertificationTile[]; today: string }) {
  const { org } = useFrame();
  const dated = tiles
    .filter((tile): tile is CertificationTile & DatedCertification => tile.expiry !== null)
    .filter((tile) => tile.state === "Enabled" && !tile.expired)
    .toSorted((a, b) => (a.expiry < b.expiry ? -1 : a.expiry > b.expiry ? 1 : 0));
  if (dated.length < 2) return null;
  const most = Math.max(...dated.map(({ expiry }) => daysLeft(expiry, today)), 1);
  const marks = yearMarks(today, most);
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-medium text-accent">
        Validity timeline
      </summary>
      <div className="mt-3">
        <TableFrame
          label="Validity of certifications"
          head={["Certification", "Valid until", "From today"]}
        >
          {dated.map((tile) => (
            <tr key={tile.uid}>
              <th scope="row" className="px-4 text-start font-medium">
                <ItemLink item={tile} source="certifications" className="text-accent">
                  {tile.title}
                </ItemLink>
              </th>
              <td className="whitespace-nowrap">
                <time dateTime={tile.expiry}>{formatDate(tile.expiry, org.timeZone)}</time>{" "}
                {endsSoon(tile.expiry, today) ? <Tag tone="orange">Expires soon</Tag> : null}
              </td>
              <td className="w-1/2">
                <Bar days={daysLeft(tile.expiry, today)} most={most} marks={marks} />
              </td>
            </tr>
          ))}
        </TableFrame>
      </div>
    </details>
  );
}

/** A bar of days beside the beginnings of years. */
function Bar({
  days,
  most,
  marks,
}: {
  days: number;
  most: number;
  marks: readonly { year: number; day: number }[];
}) {
  return (
    <svg
      role="img"
      aria-label={days === 1 ? "1 day" : `${days} days`}
      viewBox={`0 0 ${most} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-4 w-full min-w-24 text-green"
    >
      <rect x="0" y="4" width={days} height={HEIGHT - 8} fill="currentColor" />
      {marks.map(({ year, day }) => (
        <line
          key={year}
          x1={day}
          x2={day}
          y1="0"
          y2={HEIGHT}
          className="stroke-edge"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** A certification whose end is known, YYYY-MM-DD. */
interface DatedCertification {
  expiry: string;
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 90;

/** Days from one to the other, both YYYY-MM-DD. */
export function daysLeft(expiry: string, today: string): number {
  return Math.round((Date.parse(expiry) - Date.parse(today)) / DAY_MS);
}

/** Whether a certification ends within 90 days. */
export function endsSoon(expiry: string, today: string): boolean {
  return daysLeft(expiry, today) <= SOON_DAYS;
}

/**
 * The beginnings of the years that a number of days from today reaches: how many days away each is.
 */
export function yearMarks(today: string, days: number): { year: number; day: number }[] {
  const first = Number(today.slice(0, 4)) + 1;
  const marks: { year: number; day: number }[] = [];
  for (let year = first; daysLeft(`${year}-01-01`, today) < days; year += 1)
    marks.push({ year, day: daysLeft(`${year}-01-01`, today) });
  return marks;
}
