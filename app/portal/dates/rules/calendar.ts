/** What a date of a portal is about; its words stand before the name. */
export const DATE_KINDS = {
  certification: "Certification expires",
  report: "12 months after the report period ends",
  letter: "Bridge letter covers until",
  effective: "Change of subprocessors takes effect",
  objection: "Last day to object",
  support: "Support period ends",
  access: "Your access expires",
  nda: "You signed the NDA",
} as const;
export type DateKind = keyof typeof DATE_KINDS;

/** A day that a reviewer puts into a calendar. */
export interface PortalDate {
  /** Stays while the thing is the same, whatever its day is. */
  id: string;
  kind: DateKind;
  /** YYYY-MM-DD, in the organization's time zone. */
  day: string;
  title: string;
  url: string;
}

/** The same day a year later. */
export function yearAfter(day: string): string {
  const [year, month, date] = day.split("-");
  return `${Number(year) + 1}-${month}-${month === "02" && date === "29" ? "28" : date}`;
}

const MAX_OCTETS = 75;

/**
 * A calendar of whole days (RFC 5545). An entry keeps its UID and its sequence rises, so that a day
 * that changes moves the entry.
 * @param sequence a number that rises with each change of the content
 * @param asOf the day on which it is so
 */
export function calendarOf(
  dates: readonly PortalDate[],
  { name, sequence, asOf }: { name: string; sequence: number; asOf: string },
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Open Trust Center//Dates//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
    "X-PUBLISHED-TTL:PT12H",
    `X-WR-CALNAME:${escaped(name)}`,
    ...dates.flatMap(({ id, kind, day, title, url }) => [
      "BEGIN:VEVENT",
      `UID:${id}@open-trust-center`,
      `DTSTAMP:${compact(asOf)}T000000Z`,
      `SEQUENCE:${sequence}`,
      `DTSTART;VALUE=DATE:${compact(day)}`,
      `SUMMARY:${escaped(`${DATE_KINDS[kind]}: ${title}`)}`,
      `URL:${url}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function compact(day: string): string {
  return day.replaceAll("-", "");
}

function escaped(text: string): string {
  return text
    .split(/\s/)
    .filter(Boolean)
    .join(" ")
    .replace(/[\\;,]/g, (mark) => `\\${mark}`);
}

/** A line in pieces of 75 octets at most, with a space before each but the first; no character is parted. */
function folded(line: string): string {
  let text = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
