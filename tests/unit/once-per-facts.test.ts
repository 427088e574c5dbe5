import { expect, test } from "vitest";
import { oncePerFacts } from "#values/once-per-facts.ts";

test("what is made of the same facts is one, of others another, and the first goes where there are too many", () => {
  let made = 0;
  const of = oncePerFacts(({ name }: { name: string }) => ({ name, made: (made += 1) }), 2);
  const a = of({ name: "a" });
  expect(of({ name: "a" })).toBe(a);
  expect(of({ name: "b" })).toEqual({ name: "b", made: 2 });
  expect(of({ name: "a" })).toBe(a);
  of({ name: "c" });
  expect(of({ name: "b" })).toEqual({ name: "b", made: 2 });
  expect(of({ name: "a" })).toEqual({ name: "a", made: 4 });
});
