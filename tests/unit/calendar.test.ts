import { describe, expect, test } from "vitest";
import { calendarOf, yearAfter } from "../../app/portal/dates/rules/calendar.ts";

const date = (title: string, day = "2027-01-31") => ({
  id: "certification.iso.p1",
  kind: "certification" as const,
  day,
  title,
  url: "https://trust.acme.example/item/iso",
});
const calendar = (title: string, day?: string, sequence = 7) =>
  calendarOf([date(title, day)], { name: "Acme, Trust", sequence, asOf: "2026-11-26" });

/** What a reader of calendars makes of one: lines put together again, names and values. */
function read(text: string): [string, string][] {
  expect(text.endsWith("\r\n")).toBe(true);
  return text
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]);
}

describe("a calendar", () => {
  test("has lines of 75 octets at most, and parts no character", () => {
    const title = "Zertifikat für Prüfzwecke 🧾 ".repeat(20).trim();
    const text = calendar(title);
    for (const line of text.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain("\uFFFD");
    }
    expect(new Map(read(text)).get("SUMMARY")).toBe(`Certification expires: ${title}`);
  });

  test("takes nothing of a title for marks or lines of its own", () => {
    const entries = read(calendar("One; two, three\\\r\nEND:VEVENT"));
    expect(entries.filter(([name]) => name === "END")).toHaveLength(2);
    expect(new Map(entries).get("SUMMARY")).toBe(
      "Certification expires: One\\; two\\, three\\\\ END:VEVENT",
    );
    expect(new Map(entries).get("X-WR-CALNAME")).toBe("Acme\\, Trust");
  });

  test("keeps an entry’s UID when its day changes, with a later sequence", () => {
    const [before, after] = [calendar("ISO"), calendar("ISO", "2027-02-28", 8)].map(
      (text) => new Map(read(text)),
    );
    expect(after?.get("UID")).toBe(before?.get("UID"));
    expect(Number(after?.get("SEQUENCE"))).toBeGreaterThan(Number(before?.get("SEQUENCE")));
    expect(after?.get("DTSTART;VALUE=DATE")).toBe("20270228");
  });
});

test("a year after a leap day is the last day of February", () => {
  expect([yearAfter("2028-02-29"), yearAfter("2026-09-30")]).toEqual(["2029-02-28", "2027-09-30"]);
});
