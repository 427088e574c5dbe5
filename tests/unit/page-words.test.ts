import { describe, expect, test } from "vitest";
import { accentPalettes, contrast } from "#values/color.ts";
import { dayIn, endOfDay, formatDate, hasPassed } from "#values/dates.ts";
import { cardWeight, DEFAULT_CARD_ORDER } from "#model/cards/kinds.ts";
import {
  defaultItemSlug,
  defaultOrgSlug,
  isOrgSlug,
  productPathSegment,
  productSlugOf,
  sortKey,
} from "#values/names.ts";
import { riskAnswerLabel } from "#model/risk-profile.ts";
import { completeSectionOrder, DEFAULT_SECTION_ORDER } from "#model/cards/sections.ts";

describe("sections", () => {
  test("no saved order gives the default one", () => {
    expect(completeSectionOrder(null)).toEqual(DEFAULT_SECTION_ORDER);
  });
  test("a combined row stands for both of its halves", () => {
    const order = completeSectionOrder(["help", "overview_and_certifications", "overview"]);
    expect(order.slice(0, 2)).toEqual(["help", "overview_and_certifications"]);
    expect(order).not.toContain("overview");
    expect(order).not.toContain("certifications");
    expect(order).toHaveLength(8);
  });
  test("unknown and repeated ids are dropped, missing ones appended", () => {
    expect(completeSectionOrder(["kb", "nonsense", "kb"])[0]).toBe("kb");
    expect(new Set(completeSectionOrder(["kb", "kb"])).size).toBe(9);
  });
});

describe("cards", () => {
  test("the default order has the 25 kinds of the specification", () => {
    expect(DEFAULT_CARD_ORDER).toHaveLength(25);
    expect(new Set(DEFAULT_CARD_ORDER).size).toBe(25);
    expect([DEFAULT_CARD_ORDER[0], DEFAULT_CARD_ORDER[2], DEFAULT_CARD_ORDER[24]]).toEqual([
      "RiskProfile",
      "Reports",
      "ContinuousMonitoring",
    ]);
  });
  test("weights run from Reports 16 to Policies 1, Documents -1, others 0", () => {
    expect([
      cardWeight("Reports"),
      cardWeight("Certifications"),
      cardWeight("Policies"),
      cardWeight("Documents"),
      cardWeight("IncidentResponse"),
    ]).toEqual([16, 15, 1, -1, 0]);
  });
});

describe("slugs", () => {
  test.each([
    ["SOC 2 Type II", "soc-2-type-ii"],
    ["Vulnerability & Patching", "vulnerability-patching"],
    ["Übersicht", "ubersicht"],
    ["漢字", "item"],
    ["  ", "item"],
  ])("the title %s gives %s", (title, slug) => expect(defaultItemSlug(title)).toBe(slug));
  test.each([
    ["Acme Cloud, Inc.", "acme-cloud-inc"],
    ["Initech & Söhne", "initech-sohne"],
    ["A".repeat(60), "a".repeat(50)],
    ["漢字", null],
    ["Home", null],
  ])("the organization %s proposes %s", (name, slug) => expect(defaultOrgSlug(name)).toBe(slug));
  test("a product's spaces show as plus signs and come back", () => {
    expect(productPathSegment("Acme Data Lake")).toBe("Acme+Data+Lake");
    expect(productSlugOf("Acme+Data+Lake")).toBe("Acme Data Lake");
  });
  test.each([
    "sign-in",
    "api",
    "documents",
    "home",
    "inbox",
    "controls",
    "insight",
    "metrics",
    "install",
    "partners",
    "a",
    "-a",
    "A",
    "a b",
    "",
  ])("%s can't be an org", (slug) => expect(isOrgSlug(slug)).toBe(false));
  test("numbers in titles sort by value", () => {
    expect(["ISO 27001", "ISO 9001", "Émile"].map(sortKey).sort()).toEqual([
      sortKey("Émile"),
      sortKey("ISO 9001"),
      sortKey("ISO 27001"),
    ]);
  });
});

describe("dates", () => {
  test("a date reads as MMMM d, yyyy in the org's zone", () => {
    expect(formatDate("2026-11-20T23:30:00.000Z", "UTC")).toBe("November 20, 2026");
    expect(formatDate("2026-11-20T23:30:00.000Z", "Europe/Berlin")).toBe("November 21, 2026");
    expect(formatDate("2026-11-20", "America/Los_Angeles")).toBe("November 20, 2026");
  });
  test.each([
    "UTC",
    "Europe/Berlin",
    "America/Los_Angeles",
    "Pacific/Kiritimati",
    "Pacific/Niue",
    "Asia/Kathmandu",
  ])("a day in %s ends when the next begins there", (zone) => {
    const end = endOfDay("2026-03-29", zone);
    expect(dayIn(new Date(end), zone)).toBe("2026-03-30");
    expect(dayIn(new Date(Date.parse(end) - 1), zone)).toBe("2026-03-29");
  });
  test("a date-only field is valid to the end of its day", () => {
    expect(hasPassed("2026-11-20", new Date("2026-11-20T22:59:00Z"), "Europe/Berlin")).toBe(false);
    expect(hasPassed("2026-11-20", new Date("2026-11-20T23:01:00Z"), "Europe/Berlin")).toBe(true);
  });
});

describe("risk profile", () => {
  test.each([
    ["hours_24_48", "24–48 hours"],
    ["hours_8", "8 hours"],
    ["hours_1", "1 hour"],
    ["days_0", "0 days"],
    ["major_cloud", "Major cloud provider"],
  ])("%s reads %s", (value, label) => expect(riskAnswerLabel(value)).toBe(label));
});

describe("accent colors", () => {
  test.each(["#0b5c6b", "#ffee00", "#ffffff", "#000000", "#7a2a6a", "#ff0000", "#777777"])(
    "%s is readable on light and on dark pages",
    (color) => {
      const { light, dark } = accentPalettes(color);
      for (const surface of ["#ffffff", "#f8f8f6", "#f1f1ee"])
        expect(contrast(light.accent, surface)).toBeGreaterThanOrEqual(4.5);
      for (const surface of ["#0f1113", "#16191c", "#1d2125"])
        expect(contrast(dark.accent, surface)).toBeGreaterThanOrEqual(4.5);
      for (const { onFill, fill, fillHover } of [light, dark]) {
        expect(fill).toBe(color);
        expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(onFill, fillHover)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test("every gray can be a ground: one of the two texts reads on it", () => {
    for (let tone = 0; tone < 256; tone += 1) {
      const gray = `#${tone.toString(16).padStart(2, "0").repeat(3)}`;
      expect(contrast(accentPalettes(gray).light.onFill, gray), gray).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("a light brand color stays the ground of buttons, with dark text on it", () =>
    expect(accentPalettes("#ffcc00").light).toMatchObject({ fill: "#ffcc00", onFill: "#0b0d0f" }));
});
