import { dayIn, daysAfter } from "./dates.ts";

/** When things that return are due: by the clock on the wall of the org, whatever its zone does to the hour. */

/** The last moment, not after `now`, at which it was so many o'clock in the zone. */
export function lastDaily(now: Date, hour: number, timeZone: string): Date {
  const today = dayIn(now, timeZone);
  const moment = momentOf(today, hour, timeZone);
  return moment <= now ? moment : momentOf(daysAfter(today, -1), hour, timeZone);
}

/** The last moment, not after `now`, at which it was so many o'clock on a Monday in the zone. */
export function lastMonday(now: Date, hour: number, timeZone: string): Date {
  const today = dayIn(now, timeZone);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = daysAfter(today, -sinceMonday);
  const moment = momentOf(monday, hour, timeZone);
  return moment <= now ? moment : momentOf(daysAfter(monday, -7), hour, timeZone);
}

/** How many days lie between two days, YYYY-MM-DD; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The moment at which a day reaches an hour in the zone; an hour that the clock skips gives the next one. */
function momentOf(day: string, hour: number, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  // The zone's distance is asked twice: it may change between the first guess and the moment itself.
  const guess = wanted - distance(new Date(wanted), timeZone);
  return new Date(wanted - distance(new Date(guess), timeZone));
}

/** How far the zone's wall clock is ahead of UTC, in milliseconds. */
function distance(moment: Date, timeZone: string): number {
  const parts = wallClock(timeZone).formatToParts(moment);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return wall - Math.floor(moment.getTime() / 1_000) * 1_000;
}

const wallClocks = new Map<string, Intl.DateTimeFormat>();

function wallClock(timeZone: string): Intl.DateTimeFormat {
  let known = wallClocks.get(timeZone);
  if (known === undefined) {
    known = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" });
    wallClocks.set(timeZone, known);
  }
  return known;
}
