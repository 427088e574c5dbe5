/** A certification whose end is known, YYYY-MM-DD. */
export interface DatedCertification {
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

/** The beginnings of the years that a number of days from today reaches: how many days away each is. */
export function yearMarks(today: string, days: number): { year: number; day: number }[] {
  const first = Number(today.slice(0, 4)) + 1;
  const marks: { year: number; day: number }[] = [];
  for (let year = first; daysLeft(`${year}-01-01`, today) < days; year += 1)
    marks.push({ year, day: daysLeft(`${year}-01-01`, today) });
  return marks;
}
