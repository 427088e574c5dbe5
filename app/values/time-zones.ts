/**
 * The time zones that an org can have: those of the IANA database by the names that this runtime
 * knows.
 */
const TIME_ZONES: readonly string[] = [
  "UTC",
  ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC"),
];

/** The choices of a time zone in a form; an older name that an org has stays one of them. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  const zones = TIME_ZONES.includes(current) ? TIME_ZONES : [current, ...TIME_ZONES];
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}

/** Whether dates can be rendered in it; older names of a zone count. */
export function isTimeZone(name: string): boolean {
  // An offset such as +01:00 is one to Intl, but no zone: it knows no summer.
  if (!/^[A-Za-z][\w+/-]{1,60}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
