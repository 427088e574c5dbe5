/**
 * Times as a form has them, 'YYYY-MM-DDTHH:mm' in the org's time zone, and as they are stored, in
 * UTC.
 */

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::00)?$/;

/**
 * The moment of a local time. Where the clock is put back, the first of the two; where it is put
 * forward and the time does not exist, as much later as the clock jumped.
 * @returns null for what is no time
 */
export function momentIn(local: string, timeZone: string): Date | null {
  const parts = LOCAL.exec(local.trim());
  if (parts === null) return null;
  const [, year, month, day, hour, minute] = parts;
  const asUtc = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  // February 31 and 24:00 are read as something else: what comes back must be what was written.
  if (
    Number.isNaN(asUtc.getTime()) ||
    asUtc.toISOString().slice(0, 16) !== `${year}-${month}-${day}T${hour}:${minute}`
  )
    return null;
  const candidates = [-86_400_000, 86_400_000].map(
    (away) => asUtc.getTime() - offset(new Date(asUtc.getTime() + away), timeZone),
  );
  const exact = candidates.filter(
    (time) => time + offset(new Date(time), timeZone) === asUtc.getTime(),
  );
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates));
}

/** A moment as the form shows it: 'YYYY-MM-DDTHH:mm' in the zone. */
export function localTime(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offset(moment, timeZone)).toISOString().slice(0, 16);
}

/** How far the zone's clock is ahead of UTC at a moment, in milliseconds. */
function offset(moment: Date, timeZone: string): number {
  const parts = formatter(timeZone).formatToParts(moment);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  const local = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return local - Math.floor(moment.getTime() / 1_000) * 1_000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let known = formatters.get(timeZone);
  if (known === undefined) {
    const numeric = "numeric" as const;
    known = new Intl.DateTimeFormat("en-US", {
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
      hourCycle: "h23",
      timeZone,
    });
    formatters.set(timeZone, known);
  }
  return known;
}
