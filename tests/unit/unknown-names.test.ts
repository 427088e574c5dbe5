import { expect, test } from "vitest";
import * as z from "zod";
import { unknownNames } from "#web/forms/unknown-names.ts";

const schema = z
  .object({
    name: z.string(),
    files: z.array(z.object({ id: z.string() })).optional(),
    filters: z.object({ access: z.string() }).prefault({ access: "" }),
    audience: z
      .union([z.object({ source: z.string() }), z.object({ emails: z.string() })])
      .nullish(),
    free: z.record(z.string(), z.unknown()).optional(),
    anything: z.unknown(),
    wrapped: z.preprocess((value) => value, z.object({ inside: z.string() })).optional(),
  })
  .refine(() => true)
  .transform((value) => value);

test.each([
  [{ name: "a", anything: { x: 1 }, free: { any: 1 } }, []],
  [{ nmae: "a" }, ["nmae"]],
  [{ files: [{ id: "a" }, { id: "b", page: 2 }] }, ["files.1.page"]],
  [{ filters: { access: "", color: "red" } }, ["filters.color"]],
  [{ audience: { source: "x", emails: "y" } }, []],
  [{ audience: { source: "x", email: "y" } }, ["audience.email"]],
  [{ wrapped: { inside: "x", outside: "y" } }, ["wrapped.outside"]],
  [{ constructor: 1, toString: 2 }, ["constructor", "toString"]],
  ["text", []],
  [null, []],
  [[{ name: 1 }], []],
])("of %j are unknown %j", (body, unknown) => {
  expect(unknownNames(schema, body)).toEqual(unknown);
});

test("names that come from JSON as __proto__ are told, and many are told as the first twenty", () => {
  expect(unknownNames(schema, JSON.parse('{"__proto__": {"x": 1}}'))).toEqual(["__proto__"]);
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`n${i}`, i]));
  expect(unknownNames(schema, many)).toHaveLength(20);
});
