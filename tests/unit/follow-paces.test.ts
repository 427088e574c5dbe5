import { expect, test } from "vitest";
import { earlierColumn, paceAt, pacesOf, type ChosenPace } from "#updates/follows/rules/paces.ts";

const day = (at: number) => new Date(Date.UTC(2027, 0, at));
const chosen = (pace: ChosenPace["pace"], at: number) => ({ pace, from: day(at).toISOString() });

test("paces are known for nine days after their end, and which one it was at a moment", () => {
  const paces = [chosen("each", 1), chosen("weekly", 5), chosen("never", 20)];
  const kept = earlierColumn(paces, day(25));
  // The first one ended on the fifth.
  expect(JSON.parse(kept ?? "")).toEqual([chosen("weekly", 5), chosen("never", 20)]);
  const next = pacesOf({ pace: "each", createdAt: day(25).toISOString(), earlierJson: kept });
  const at = (number: number) => paceAt(next, day(number).toISOString());
  expect([at(4), at(5), at(19), at(20), at(25), at(30)]).toEqual([
    undefined,
    "weekly",
    "weekly",
    "never",
    "each",
    "each",
  ]);
});

test("however often somebody chooses, little is kept", () => {
  let paces: ChosenPace[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const from = new Date(day(1).getTime() + turn * 1_000);
    const pace = turn % 2 === 0 ? "each" : "weekly";
    const earlierJson = earlierColumn(paces, from);
    paces = pacesOf({ pace, createdAt: from.toISOString(), earlierJson });
  }
  expect(paces).toHaveLength(21);
  expect(earlierColumn([], day(1))).toBeNull();
});
