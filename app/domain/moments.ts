/** A moment as staff read it in lists, to the minute, in the org's time zone: 'Nov 20, 2026, 14:05 UTC'. */
export function formatMoment(iso: string, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      year: "numeric",
      month: "short",
      day: "numeric",
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
