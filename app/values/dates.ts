/** Dates as visitors read them, in the org's time zone. */

/**
 * 'November 20, 2026': the format MMMM d, yyyy. Takes an ISO time, or YYYY-MM-DD, which has no
 * zone.
 */
export function formatDate(value: string, timeZone: string): string {
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(value);
  return formatter(dateOnly ? "UTC" : timeZone).format(new Date(value));
}

/** 'Nov 20, 2026': a date in a table of many columns. Takes what `formatDate` takes. */
export function formatShortDate(value: string, timeZone: string): string {
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(value);
  return formatter(dateOnly ? "UTC" : timeZone, "short").format(new Date(value));
}

/**
 * 'Nov 2026' of YYYY-MM-DD: for how long something is valid, where there is no room for the day.
 */
export function formatMonth(day: string): string {
  return MONTHS.format(new Date(`${day}T00:00:00Z`));
}

const MONTHS = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  timeZone: "UTC",
});

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, month: "long" | "short" = "long"): Intl.DateTimeFormat {
  const key = `${month} ${timeZone}`;
  let known = formatters.get(key);
  if (known === undefined) {
    known = new Intl.DateTimeFormat("en-US", {
      year: "numeric",
      month,
      day: "numeric",
      timeZone,
    });
    formatters.set(key, known);
  }
  return known;
}

/**
 * The last day on which something that ends at a moment counts: the end of a day is the first
 * instant of the next.
 */
export function lastDay(moment: string, timeZone: string, format = formatDate): string {
  return format(new Date(Date.parse(moment) - 1).toISOString(), timeZone);
}

/** The calendar day of a moment in a time zone, as YYYY-MM-DD. */
export function dayIn(moment: Date, timeZone: string): string {
  const parts = dayFormatter(timeZone).formatToParts(moment);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

const dayFormatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Making one costs more than using it a hundred times, and a page asks for every document's last
 * day.
 */
function dayFormatter(timeZone: string): Intl.DateTimeFormat {
  let known = dayFormatters.get(timeZone);
  if (known === undefined) {
    known = new Intl.DateTimeFormat("en-CA", {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      timeZone,
    });
    dayFormatters.set(timeZone, known);
  }
  return known;
}

/** A day so many days after another, both YYYY-MM-DD. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whether a date-only field has passed: it is valid to the end of that day in the org's zone. */
export function hasPassed(day: string, now: Date, timeZone: string): boolean {
  return dayIn(now, timeZone) > day;
}

/**
 * The moment at which a date-only field ends: the first instant of the next day in the zone, as ISO
 * time.
 */
export function endOfDay(day: string, timeZone: string): string {
  const key = `${day} ${timeZone}`;
  let known = ends.get(key);
  if (known === undefined) {
    known = findEndOfDay(day, timeZone);
    if (ends.size >= MAX_ENDS) ends.clear();
    ends.set(key, known);
  }
  return known;
}

/**
 * Every request asks for the last days of the same documents, and each walk costs a hundred
 * formattings.
 */
const ends = new Map<string, string>();
const MAX_ENDS = 5_000;

function findEndOfDay(day: string, timeZone: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const wanted = next.toISOString().slice(0, 10);
  // Zones lie between UTC-12 and UTC+14: walk from the earliest possible instant in quarter hours.
  let moment = new Date(next.getTime() - 14 * 3_600_000);
  while (dayIn(moment, timeZone) < wanted) moment = new Date(moment.getTime() + 900_000);
  return moment.toISOString();
}

/** Whether a text is a day of the calendar, YYYY-MM-DD, of the year 1900 or later. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1900") return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}
