import { dayIn, daysAfter, formatDate, formatShortDate } from "./dates.ts";

/**
 * A moment as staff read it, to the minute, in the org's time zone: 'November 20, 2026, 14:05 UTC'.
 */
export function formatMoment(iso: string, timeZone: string): string {
  return `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`;
}

/** How long something has lasted, in its largest unit: '3 days', '1 hour', 'a few minutes'. */
export function lasting(since: string, now: Date): string {
  const minutes = Math.max(0, (now.getTime() - Date.parse(since)) / 60_000);
  if (minutes < 60) return "a few minutes";
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days === 0) return hours === 1 ? "1 hour" : `${hours} hours`;
  return days === 1 ? "1 day" : `${days} days`;
}

/** A moment for `When`: how far it is from now, and what it is in full. */
export interface Moment {
  iso: string;
  full: string;
  text: string;
}

/**
 * A moment as lists show it: '5 minutes ago', 'yesterday', 'in 3 days', and the day alone once it
 * is more than a month away.
 */
export function momentOf(iso: string, now: Date, timeZone: string): Moment {
  return { iso, full: formatMoment(iso, timeZone), text: distance(iso, now, timeZone) };
}

const RELATIVE = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

function distance(iso: string, now: Date, timeZone: string): string {
  const minutes = Math.trunc((Date.parse(iso) - now.getTime()) / 60_000);
  if (minutes === 0) return "just now";
  if (Math.abs(minutes) < 60) return RELATIVE.format(minutes, "minute");
  const hours = Math.trunc(minutes / 60);
  if (Math.abs(hours) < 24) return RELATIVE.format(hours, "hour");
  const days = Math.trunc(hours / 24);
  return Math.abs(days) <= DAYS_TOLD
    ? RELATIVE.format(days, "day")
    : formatShortDate(iso, timeZone);
}

/**
 * A moment as pages show it that are the same for a whole day: 'today', 'yesterday', '5 days ago',
 * and the day alone once it is more than a month ago.
 * @param today the day of who reads it, YYYY-MM-DD; null where nothing on the page counts from it
 */
export function dayMoment(iso: string, today: string | null, timeZone: string): Moment {
  const full = formatMoment(iso, timeZone);
  const day = dayIn(new Date(iso), timeZone);
  const text =
    today !== null && isWithinMonth(day, today)
      ? RELATIVE.format(Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS), "day")
      : formatDate(iso, timeZone);
  return { iso, full, text };
}

/** Whether a day is at most a month before another, both YYYY-MM-DD. */
export function isWithinMonth(day: string, today: string): boolean {
  return day <= today && daysAfter(day, DAYS_TOLD) >= today;
}

/** How long a moment is told by its distance. */
const DAYS_TOLD = 30;

const DAY_MS = 86_400_000;

/** A moment of today as its time alone, '14:05 UTC'; another one with its day. */
export function momentInDay(iso: string, now: Date, timeZone: string): string {
  return dayIn(new Date(iso), timeZone) === dayIn(now, timeZone)
    ? formatTime(iso, timeZone)
    : formatMoment(iso, timeZone);
}

function formatTime(iso: string, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
      timeZoneName: "short",
    });
    formats.set(timeZone, format);
  }
  return format.format(new Date(iso));
}

const formats = new Map<string, Intl.DateTimeFormat>();
