import { expect, test } from "vitest";
import { ASKED, LIBRARY } from "../answer-library.ts";
import { placesOf } from "../answer-library-places.ts";

/** As many are found at least: what was measured when the server got its paraphrases. */
const FIRST = 75;
const IN_THREE = 93;

test("the library is of 200 answers, and 100 of its questions are asked in other words", () => {
  expect(LIBRARY).toHaveLength(200);
  expect(new Set(LIBRARY.map(({ question }) => question)).size).toBe(200);
  expect(ASKED).toHaveLength(100);
  for (const { question, asked } of ASKED) expect(asked).not.toBe(question);
});

test("what is asked in other words is found no worse than it was", () => {
  const places = placesOf();
  expect(places.filter((place) => place === 0).length).toBeGreaterThanOrEqual(FIRST);
  const inThree = places.filter((place) => place !== null && place < 3).length;
  expect(inThree).toBeGreaterThanOrEqual(IN_THREE);
});
