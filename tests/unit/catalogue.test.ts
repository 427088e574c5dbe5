import { describe, expect, test } from "vitest";
import { AUDITORS, auditorKey, BADGES, customBadge } from "#model/cards/catalogue/badges.ts";
import type { CatalogueItem } from "#model/cards/catalogue/item.ts";
import { CATALOGUE, catalogueItem, catalogueOf } from "#model/cards/catalogue/index.ts";
import { CARD_KINDS, type CardKind } from "#model/cards/kinds.ts";

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function choiceValues(uid: string): string[] {
  return (catalogueItem(uid)?.choices ?? []).map((choice) => choice.value);
}

describe("catalogue", () => {
  test("holds at least 150 items", () => {
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(150);
  });

  test("has unique uids, shaped kind and name", () => {
    expect(repeated(CATALOGUE.map((item) => item.uid))).toEqual([]);
    for (const item of CATALOGUE) expect(item.uid).toMatch(/^[A-Z][A-Za-z]+\.[a-z][A-Za-z0-9]*$/);
  });

  test("files every item under the kind that its uid names", () => {
    for (const kind of CARD_KINDS) {
      for (const item of catalogueOf(kind)) expect(item.uid.split(".")[0]).toBe(kind);
    }
  });

  test("has items for every kind but customer data", () => {
    const empty = CARD_KINDS.filter((kind) => catalogueOf(kind).length === 0);
    expect(empty).toEqual(["CustomerData"]);
  });

  test("holds exactly one item in the kinds whose list entries are the content", () => {
    const single: readonly (readonly [CardKind, string])[] = [
      ["Overview", "Overview.overview"],
      ["TrustedBy", "TrustedBy.companies"],
      ["SecurityGrades", "SecurityGrades.grades"],
      ["Subprocessors", "Subprocessors.subprocessors"],
    ];
    for (const [kind, uid] of single)
      expect(catalogueOf(kind).map((item) => item.uid)).toEqual([uid]);
  });

  test("has titles that are unique within a kind and short enough to read", () => {
    for (const kind of CARD_KINDS) {
      expect(repeated(catalogueOf(kind).map((item) => item.title.toLowerCase()))).toEqual([]);
    }
    for (const item of CATALOGUE) {
      expect(item.title.length).toBeGreaterThanOrEqual(2);
      expect(item.title.length).toBeLessThanOrEqual(50);
    }
  });

  test("guides the editor in one or two sentences", () => {
    for (const item of CATALOGUE) {
      expect(item.guidance.length, item.uid).toBeGreaterThanOrEqual(20);
      expect(item.guidance.length, item.uid).toBeLessThanOrEqual(400);
      expect(item.guidance, item.uid).toMatch(/[.?]$/);
    }
  });

  test("gives every capability list at least one value, each once", () => {
    const lists = (item: CatalogueItem): (readonly string[])[] => [
      ...(item.types ? [item.types] : []),
      ...(item.choices ? [item.choices.map((choice) => choice.value)] : []),
    ];
    for (const item of CATALOGUE) {
      for (const list of lists(item)) {
        expect(list.length, item.uid).toBeGreaterThan(0);
        expect(repeated(list), item.uid).toEqual([]);
      }
    }
  });

  test("stores the risk profile's answers as the specification spells them", () => {
    expect(catalogueOf("RiskProfile")).toHaveLength(7);
    expect(choiceValues("RiskProfile.dataAccess")).toEqual(["public", "internal", "restricted"]);
    expect(choiceValues("RiskProfile.impact")).toEqual([
      "low",
      "moderate",
      "substantial",
      "severe",
    ]);
    expect(choiceValues("RiskProfile.recoveryTime")).toEqual([
      "immediate",
      "hours_24_48",
      "hours_48_72",
      "days_4_7",
    ]);
    expect(choiceValues("RiskProfile.recoveryPoint")).toEqual([
      "immediate",
      "hours_12",
      "hours_24",
    ]);
    expect(choiceValues("RiskProfile.criticalDependence")).toEqual(["yes", "no"]);
    expect(choiceValues("RiskProfile.thirdPartyDependence")).toEqual(["yes", "no"]);
    expect(choiceValues("RiskProfile.hosting")).toEqual([
      "major_cloud",
      "on_premise",
      "combination",
    ]);
  });

  test("puts first what the specification names as priority items", () => {
    const priority = CATALOGUE.filter((item) => item.priority).map((item) => item.uid);
    expect(priority.sort()).toEqual([
      "ApplicationSecurity.responsibleDisclosure",
      "Certifications.soc1",
      "Certifications.soc2",
      "Certifications.soc3",
      "Infrastructure.statusMonitoring",
      "Legal.subprocessors",
      "Reports.soc1",
      "Reports.soc2",
      "Reports.soc3",
      "SecurityGrades.grades",
    ]);
  });

  test("finds items by uid, and nothing for a custom item", () => {
    expect(catalogueItem("Legal.subprocessors")?.title).toBe("Subprocessors");
    expect(catalogueItem("custom-1f0c")).toBeUndefined();
    expect(catalogueItem("constructor")).toBeUndefined();
  });
});

describe("badges", () => {
  test("exist for each of 30 and more certifications", () => {
    const certifications = catalogueOf("Certifications");
    expect(certifications.length).toBeGreaterThanOrEqual(30);
    for (const item of certifications) {
      expect(item.badge, item.uid).toBeDefined();
      expect(Object.hasOwn(BADGES, item.badge ?? ""), item.uid).toBe(true);
    }
  });

  test("are each used by one certification", () => {
    const used = catalogueOf("Certifications").map((item) => item.badge);
    expect(used.toSorted()).toEqual(Object.keys(BADGES).toSorted());
  });

  test("carry one or two lines that fit a seal", () => {
    for (const [id, badge] of Object.entries(BADGES)) {
      expect(badge.id).toBe(id);
      expect([1, 2]).toContain(badge.lines.length);
      for (const line of badge.lines) expect(line.length, id).toBeLessThanOrEqual(10);
    }
  });

  test("are made from the title for an org's own certification", () => {
    expect(customBadge(" Acme Supersecure Gold ").lines).toEqual(["Acme", "Supersecu…"]);
    expect(customBadge("TÜV").lines).toEqual(["TÜV"]);
  });

  test("know the six auditors by key and by name, whatever the case", () => {
    expect(Object.keys(AUDITORS)).toEqual([
      "a-lign",
      "thoropass",
      "schellman",
      "bsi",
      "ey",
      "tv-sud",
    ]);
    expect(auditorKey("  Schellman ")).toBe("schellman");
    expect(auditorKey("TV-SUD")).toBe("tv-sud");
    expect(auditorKey("TÜV SÜD")).toBe("tv-sud");
    expect(auditorKey("Someone else")).toBeNull();
    expect(auditorKey("")).toBeNull();
    expect(auditorKey(null)).toBeNull();
  });
});
