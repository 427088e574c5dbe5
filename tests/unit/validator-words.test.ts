import { describe, expect, test } from "vitest";
import * as z from "zod";
import "#web/forms/validator-words.ts";
import { wording } from "../wording.ts";

const said = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

describe("what is said of a value that a schema does not take", () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.object({}), [], "Send an object"],
    [z.object({}), undefined, "Send an object"],
    [z.array(z.string()), "x", "Send a list"],
    [z.string(), 7, "Use text"],
    [z.string(), undefined, wording.requiredField],
    [z.number(), "7", "Use a number"],
    [z.int(), 1.5, "Use a whole number"],
    [z.boolean(), "on", wording.useTrueOrFalse],
    [z.date(), "x", "Use a date"],
    [z.enum(["one", "two"]), "three", "Use one of one, two"],
    [z.literal("one"), "two", "Use one"],
    [z.strictObject({}), { odd: 1, other: 2 }, "This name is not known here: odd, other"],
    [z.string().min(1), "", wording.requiredField],
    [z.string().min(2), "a", "Use at least 2 characters"],
    [z.string().max(1), "ab", "Use at most 1 character"],
    [z.array(z.string()).min(1), [], "Enter at least 1 entry"],
    [z.array(z.string()).max(2), ["a", "b", "c"], "Enter at most 2 entries"],
    [z.number().min(3), 2, "Use at least 3"],
    [z.number().max(3), 4, "Use at most 3"],
    [z.number().multipleOf(5), 4, "Use a multiple of 5"],
    [z.email(), "x", wording.invalidEmail],
    [z.string().regex(/a/), "b", "This is not in the right form"],
    [z.record(z.string().max(1), z.number()), { ab: 1 }, "One of the names is not allowed here"],
    [z.union([z.string(), z.number()]), {}, wording.valueNotAllowed],
    [z.never(), 1, wording.valueNotAllowed],
  ])("%#: a sentence of ours", (schema, value, sentence) => {
    expect(said(schema, value)).toEqual([sentence]);
  });

  test("the schema's own words come first", () => {
    expect(said(z.string({ error: "Name it" }), 7)).toEqual(["Name it"]);
    expect(said(z.string().max(1, "Too long for a letter"), "ab")).toEqual([
      "Too long for a letter",
    ]);
  });

  test("a list of many values is cut", () => {
    const many = Array.from({ length: 30 }, (_, n) => `v${n}`);
    expect(said(z.enum(many as [string, ...string[]]), "x")[0]).toMatch(
      /^Use one of v0, .* v11, …$/,
    );
  });
});
