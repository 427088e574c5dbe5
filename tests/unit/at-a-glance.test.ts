import { describe, expect, test } from "vitest";
import { daysLeft, endsSoon, yearMarks } from "#content/certifications/portal/timeline.tsx";
import { newestReport, strongest } from "#model/visibility/at-a-glance.ts";
import type { CertificationTile, LatestReport } from "#model/visibility/page.ts";

const outline = (uid: string) => ({
  uid,
  kind: "Certifications" as const,
  title: uid,
  slug: uid,
  state: "Enabled" as const,
  isPublic: true,
  hidden: false,
  access: { text: "open" as const, files: "open" as const, offer: null },
  documentCount: 0,
});

const tile = (uid: string, values: Partial<CertificationTile> = {}): CertificationTile => ({
  ...outline(uid),
  badgeId: null,
  badgePicture: null,
  auditor: null,
  type: null,
  expiry: "2027-10-04",
  expired: false,
  ...values,
});

const names = (tiles: CertificationTile[]) =>
  strongest(tiles).map(({ uid }) => uid.replace("Certifications.", ""));

describe("the strongest certifications", () => {
  test("stand in the order of the catalog, those with an end first, custom ones last", () => {
    expect(
      names([
        tile("custom.own"),
        tile("Certifications.gdpr", { expiry: null }),
        tile("Certifications.iso27001"),
        tile("Certifications.soc2"),
      ]),
    ).toEqual(["soc2", "iso27001", "custom.own", "gdpr"]);
  });

  test.each([
    ["in progress", { state: "WorkInProgress" }],
    ["not enabled", { state: "NotEnabled" }],
    ["over", { expired: true }],
    ["hidden", { hidden: true }],
  ] as const)("are none that is %s", (_, values) => {
    expect(names([tile("Certifications.soc2", values)])).toEqual([]);
  });

  test("are five", () => {
    expect(names(["a", "b", "c", "d", "e", "f"].map((uid) => tile(uid)))).toHaveLength(5);
  });
});

const report = (title: string, facts: Partial<LatestReport["facts"]>): LatestReport => ({
  item: outline(title),
  facts: {
    type: "SOC 2 report",
    year: null,
    auditor: null,
    periodFrom: null,
    periodTo: null,
    pages: null,
    ...facts,
  },
});

describe("the latest report", () => {
  test.each<[string, LatestReport[], string | null]>([
    ["none", [], null],
    ["none of which no date is told", [report("a", {})], null],
    ["none of which no type is told", [report("a", { type: null, year: 2026 })], null],
    ["by its year", [report("a", { year: 2025 }), report("b", { year: 2026 })], "b"],
    [
      "by its period before its year",
      [report("a", { year: 2026 }), report("b", { year: 2026, periodTo: "2026-03-31" })],
      "b",
    ],
    [
      "of two on one day, the stronger one",
      [report("a", { type: "Penetration test", year: 2026 }), report("b", { year: 2026 })],
      "b",
    ],
  ])("is %s", (_, reports, found) => {
    expect(newestReport(reports)?.item.uid ?? null).toBe(found);
  });
});

describe("the timeline of certifications", () => {
  test("counts days over years", () => {
    expect(daysLeft("2027-01-01", "2026-12-31")).toBe(1);
    expect(daysLeft("2029-02-28", "2028-02-28")).toBe(366);
  });

  test.each([
    ["2027-03-01", "2026-12-01", true],
    ["2027-03-02", "2026-12-01", false],
    ["2026-12-01", "2026-12-01", true],
  ])("what ends on %s ends soon on %s: %s", (expiry, today, soon) => {
    expect(endsSoon(expiry, today)).toBe(soon);
  });

  test("marks the beginnings of the years that it reaches", () => {
    expect(yearMarks("2026-12-31", 400)).toEqual([
      { year: 2027, day: 1 },
      { year: 2028, day: 366 },
    ]);
    expect(yearMarks("2026-12-31", 1)).toEqual([]);
  });
});
