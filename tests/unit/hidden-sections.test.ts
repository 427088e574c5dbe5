import { describe, expect, test } from "vitest";
import { hiddenHalves, hiddenWithout, isHiddenSection } from "#model/cards/sections.ts";

const hidden = (...ids: string[]) => new Set(ids);

describe("the combined row of Overview and Certifications", () => {
  test("is hidden for its owner when a half came hidden, and for the public only when both are", () => {
    expect(isHiddenSection("overview_and_certifications", hidden("overview"), "any")).toBe(true);
    expect(isHiddenSection("overview_and_certifications", hidden("overview"), "all")).toBe(false);
    expect(
      isHiddenSection("overview_and_certifications", hidden("overview", "certifications"), "all"),
    ).toBe(true);
    expect(isHiddenSection("overview_and_certifications", hidden("kb"), "any")).toBe(false);
  });

  test("names the half that is hidden alone", () => {
    expect(hiddenHalves("overview_and_certifications", hidden("certifications"))).toEqual([
      "certifications",
    ]);
    for (const both of [
      hidden("overview", "certifications"),
      hidden("overview_and_certifications", "overview"),
      hidden("kb"),
    ])
      expect(hiddenHalves("overview_and_certifications", both)).toEqual([]);
    expect(hiddenHalves("certifications", hidden("certifications"))).toEqual([]);
  });

  test("separated while it was hidden, hides both of its halves", () => {
    for (const id of ["overview", "certifications"] as const)
      expect(isHiddenSection(id, hidden("overview_and_certifications"), "all")).toBe(true);
    expect(isHiddenSection("kb", hidden("overview_and_certifications"), "all")).toBe(false);
  });

  test("shown again, shows all of it; one half of it leaves the other as it was", () => {
    expect(
      hiddenWithout("overview_and_certifications", [
        "overview",
        "kb",
        "overview_and_certifications",
      ]),
    ).toEqual(["kb"]);
    expect(hiddenWithout("overview", ["overview_and_certifications", "kb"])).toEqual([
      "kb",
      "certifications",
    ]);
    expect(hiddenWithout("overview", ["overview", "certifications"])).toEqual(["certifications"]);
    expect(hiddenWithout("kb", ["overview_and_certifications", "kb"])).toEqual([
      "overview_and_certifications",
    ]);
  });
});
