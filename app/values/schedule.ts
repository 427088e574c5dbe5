import { dayIn, daysAfter } from "./dates.ts";
import { momentIn } from "./zoned-time.ts";

/**
 * When things that return are due: by the clock on the wall of the org, whatever its zone does to
 * the hour.
 */

/** The last moment, not after `now`, at which it was so many o'clock in the zone. */
export function lastDaily(now: Date, hour: number, timeZone: string): Date {
  const today = dayIn(now, timeZone);
  const moment = momentOf(today, hour, timeZone);
  return moment <= now ? moment : momentOf(daysAfter(today, -1), hour, timeZone);
}

/** The last moment, not after `now`, at which it was so many o'clock on a weekday in the zone. */
export function lastWeekday(now: Date, hour: number, timeZone: string): Date {
  let day = dayIn(lastDaily(now, hour, timeZone), timeZone);
  // Sunday is 0, Saturday 6.
  while (new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0) day = daysAfter(day, -1);
  return momentOf(day, hour, timeZone);
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

/**
 * The moment at which a day reaches an hour in the zone; an hour that the clock skips gives the
 * next one.
 */
function momentOf(day: string, hour: number, timeZone: string): Date {
  return momentIn(`${day}T${String(hour).padStart(2, "0")}:00`, timeZone) ?? new Date(Number.NaN);
}
