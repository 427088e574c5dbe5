import { describe, expect, test } from "vitest";
import {
  DOCUMENT_FACTS,
  factsColumn,
  factsInWords,
  factsOf,
  RELEASED_BY_DEFAULT,
  shownFacts,
  type DocumentFact,
  type KnownFacts,
} from "#model/documents/facts.ts";
import { showsReleasedFacts } from "#model/visibility/who-sees-what.ts";

const REPORT: KnownFacts = {
  type: "SOC 2 report",
  auditor: "Meridian Assurance",
  periodFrom: "2025-10-01",
  periodTo: "2026-09-30",
  pages: 84,
  addedOn: "2027-01-02",
};
const BARE: KnownFacts = {
  type: "Other",
  auditor: null,
  periodFrom: null,
  periodTo: null,
  pages: null,
  addedOn: "2027-01-02",
};

describe("of a document", () => {
  test.each<[string, KnownFacts, readonly DocumentFact[], string]>([
    [
      "type and year, unless staff choose otherwise",
      REPORT,
      RELEASED_BY_DEFAULT,
      "SOC 2 report · 2026",
    ],
    ["nothing where nothing is released", REPORT, [], ""],
    ["the auditor alone", REPORT, ["auditor"], "Meridian Assurance"],
    [
      "everything, and no year beside its period",
      REPORT,
      DOCUMENT_FACTS,
      "SOC 2 report · Meridian Assurance · October 1, 2025 to September 30, 2026 · 84 pages",
    ],
    ["a period's end", { ...REPORT, periodFrom: null }, ["period"], "Period to September 30, 2026"],
    ["a period's beginning", { ...REPORT, periodTo: null }, ["period"], "From October 1, 2025"],
    ["one page", { ...REPORT, pages: 1 }, ["pages"], "1 page"],
    ["the year in which it came, where it has no period", BARE, DOCUMENT_FACTS, "2027"],
    ["no type that says nothing", BARE, ["type"], ""],
  ])("it tells %s", (_, known, released, words) => {
    expect(factsInWords(shownFacts(known, released), "UTC").join(" · ")).toBe(words);
  });

  test("nothing is known where nothing of it is released", () => {
    expect(shownFacts(REPORT, [])).toBeNull();
    expect(shownFacts(BARE, ["type", "auditor", "period", "pages"])).toBeNull();
  });

  test("the choice is read as it was written, in one order, without what is not known", () => {
    expect(factsOf(factsColumn(["pages", "type"]))).toEqual(["type", "pages"]);
    expect(factsOf("name pages text")).toEqual(["pages"]);
    expect(factsOf("")).toEqual([]);
  });

  test.each([
    ["Limited", true],
    ["Full", true],
    ["PublicContentOnly", true],
    ["Minimal", false],
  ] as const)("at level %s released facts are shown: %s", (level, shown) => {
    expect(showsReleasedFacts({ level })).toBe(shown);
  });
});
