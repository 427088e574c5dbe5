import { catalogueOf } from "#model/cards/catalogue/index.ts";
import type { ShownFacts } from "#model/documents/facts.ts";
import type { DocumentType } from "#model/items/items.ts";
import type { CertificationTile, LatestReport } from "./page.ts";

/** Documents in which somebody else reports on the company, the strongest first. */
export const REPORT_TYPES = [
  "SOC 2 report",
  "SOC 1 report",
  "ISO certificate",
  "Penetration test",
] as const satisfies readonly DocumentType[];

const MOST = 5;
const PLACES: ReadonlyMap<string, number> = new Map(
  catalogueOf("Certifications").map(({ uid }, place) => [uid, place]),
);

/**
 * The certifications that count most: in place, and valid; those with an end first, for somebody
 * has examined them, then in the order of the catalog.
 */
export function strongest(tiles: readonly CertificationTile[]): CertificationTile[] {
  const placeOf = ({ uid }: CertificationTile) => PLACES.get(uid) ?? PLACES.size;
  return tiles
    .filter((tile) => tile.state === "Enabled" && !tile.hidden && !tile.expired)
    .sort(
      (a, b) =>
        Number(a.expiry === null) - Number(b.expiry === null) ||
        placeOf(a) - placeOf(b) ||
        a.title.localeCompare(b.title, "en"),
    )
    .slice(0, MOST);
}

/**
 * The newest of reports: by the end of its period, else by its year; null where nothing of any is
 * told.
 */
export function newestReport(reports: readonly LatestReport[]): LatestReport | null {
  const known = reports.filter(({ facts }) => facts.type !== null && dateOf(facts) !== "");
  const strength = ({ facts }: LatestReport) =>
    REPORT_TYPES.findIndex((type) => type === facts.type);
  return (
    known.toSorted(
      (a, b) => compare(dateOf(b.facts), dateOf(a.facts)) || strength(a) - strength(b),
    )[0] ?? null
  );
}

function dateOf({ periodTo, year }: ShownFacts): string {
  return periodTo ?? (year === null ? "" : String(year));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
