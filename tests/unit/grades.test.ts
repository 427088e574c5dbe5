import { expect, test } from "vitest";
import { gradeColor, type GradeColor } from "#content/grades/portal/card.tsx";
import { GRADE_PROVIDERS, type GradeProvider } from "#model/grades.ts";

// A shared bound belongs to the better band, letters not named are red, plus and minus follow the letter.
const ROWS: [GradeProvider, string, GradeColor][] = [
  ["BitSight", "820", "green"],
  ["BitSight", "646", "green"],
  ["BitSight", "645", "yellow"],
  ["BitSight", "473", "yellow"],
  ["BitSight", "472", "red"],
  ["BitSight", "300", "red"],
  ["CyberVadis", "1000", "green"],
  ["CyberVadis", "666", "green"],
  ["CyberVadis", "665", "yellow"],
  ["CyberVadis", "333", "yellow"],
  ["CyberVadis", "332", "red"],
  ["UpGuard", "950", "green"],
  ["UpGuard", "601", "green"],
  ["UpGuard", "600", "yellow"],
  ["UpGuard", "401", "yellow"],
  ["UpGuard", "400", "red"],
  ["UpGuard", "A", "green"],
  ["UpGuard", "B", "green"],
  ["UpGuard", "C", "yellow"],
  ["UpGuard", "D", "red"],
  ["UpGuard", "E", "red"],
  ["RiskRecon", "10", "green"],
  ["RiskRecon", "8", "green"],
  ["RiskRecon", "7.9", "yellow"],
  ["RiskRecon", "7", "yellow"],
  ["RiskRecon", "6.9", "red"],
  ["RiskRecon", "B", "green"],
  ["RiskRecon", "C", "yellow"],
  ["RiskRecon", "F", "red"],
  ["Cis", "5", "green"],
  ["Cis", "4", "yellow"],
  ["Cis", "3", "yellow"],
  ["Cis", "2", "red"],
  ["Cis", "1", "red"],
  ["BlackKite", "A+", "green"],
  ["BlackKite", "B-", "green"],
  ["BlackKite", "C+", "yellow"],
  ["BlackKite", "D", "red"],
  ["BlackKite", "F", "red"],
  ["CryptCheck", "A", "green"],
  ["CryptCheck", "C", "yellow"],
  ["CryptCheck", "G", "red"],
  ["HstsPreloadList", "A", "green"],
  ["ImmuniWeb", "B+", "yellow"],
  ["Qualys", "A+", "green"],
  ["Qualys", "T", "red"],
  ["SecurityHeaders", "F", "red"],
  ["MdnObservatory", "M", "green"],
  ["MdnObservatory", "B", "green"],
  ["MdnObservatory", "I", "yellow"],
  ["MdnObservatory", "O", "red"],
  ["MdnObservatory", "D-", "red"],
];

test.each(ROWS)("%s %s is %s", (provider, grade, color) => {
  expect(gradeColor(provider, grade)).toBe(color);
});

test("every one of the thirteen providers has bands, and no grade has no color", () => {
  expect(GRADE_PROVIDERS).toHaveLength(13);
  for (const provider of GRADE_PROVIDERS) {
    expect(gradeColor(provider, null)).toBeNull();
    expect(gradeColor(provider, " ")).toBeNull();
    expect(["green", "red"]).toContain(
      gradeColor(
        provider,
        provider === "BitSight"
          ? "700"
          : provider === "CyberVadis"
            ? "900"
            : provider === "Cis"
              ? "5"
              : "A",
      ),
    );
  }
});
