import { dayIn } from "#values/dates.ts";

const HOUR_MS = 3_600_000;

/**
 * What a moment of a content folder means when it is loaded at `now`; null when there is no such
 * day or time.
 */
export function resolveMoment(moment: string, now: Date): Date | null {
  const relative = /^(?:(\d+)([dh]) ago|in (\d+)([dh]))$/.exec(moment);
  if (relative !== null) {
    const [, past, pastUnit, future, futureUnit] = relative;
    const hours = Number(past ?? future) * ((pastUnit ?? futureUnit) === "d" ? 24 : 1);
    return valid(new Date(now.getTime() + (past === undefined ? hours : -hours) * HOUR_MS));
  }
  const time = new Date(moment);
  // February 31 is read as March 3: what comes back must be what was written.
  return valid(time) !== null && time.toISOString().startsWith(moment.slice(0, 10)) ? time : null;
}

/**
 * A moment as ISO time. @throws RangeError for one that does not exist; the folder's reader refuses
 * those
 */
export function momentTime(moment: string, now: Date): Date {
  const time = resolveMoment(moment, now);
  if (time === null) throw new RangeError(`not a valid date or time: ${moment}`);
  return time;
}

/**
 * A moment as the day that a date-only field holds, YYYY-MM-DD: relative ones count in the org's
 * time zone.
 */
export function momentDay(moment: string, now: Date, timeZone: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(moment)) return moment;
  return dayIn(momentTime(moment, now), timeZone);
}

function valid(time: Date): Date | null {
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 ? null : time;
}
