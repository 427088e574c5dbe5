import { describe, expect, test } from "vitest";
import { controlSchema } from "#content/controls/forms/controls.ts";
import { faqSchema } from "#content/knowledge-base/forms/faq-fields.ts";
import {
  hasShortAnswer,
  shortAnswerAsked,
  shortAnswerNamed,
  SHORT_ANSWERS,
} from "#model/short-answers.ts";
import { wording } from "../wording.ts";

describe("a cell", () => {
  test.each([
    ["Yes", "yes"],
    ["YES", "yes"],
    [" no ", "no"],
    ["Partly", "partly"],
    ["partially", "partly"],
    ["N/A", "notApplicable"],
    ["Not  Applicable", "notApplicable"],
    ["notApplicable", "notApplicable"],
  ])("%j names %s", (cell, answer) => {
    expect(shortAnswerNamed(cell)).toBe(answer);
  });

  test.each(["", "maybe", "Yes, all of them", "ja", "1", "constructor"])(
    "%j names none",
    (cell) => {
      expect(shortAnswerNamed(cell)).toBeNull();
    },
  );
});

describe.each([
  ["an FAQ entry", faqSchema, { question: "Is it so?", answer: "It is.", access: "public" }],
  ["a control", controlSchema, { reference: "A-1", title: "It is so", access: "public" }],
] as const)("the form of %s", (_, schema, values) => {
  test("takes each short answer, and none", () => {
    for (const shortAnswer of SHORT_ANSWERS)
      expect(schema.parse({ ...values, shortAnswer }).shortAnswer).toBe(shortAnswer);
    expect(schema.parse(values).shortAnswer).toBeNull();
    expect(schema.parse({ ...values, shortAnswer: "" }).shortAnswer).toBeNull();
  });

  test("refuses what is none", () => {
    const { error } = schema.safeParse({ ...values, shortAnswer: "maybe" });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ["shortAnswer", wording.chooseFromList],
    ]);
  });
});

test("a list is narrowed to one short answer, to none, or not at all", () => {
  const left = (asked: string) =>
    [...SHORT_ANSWERS, null].filter((own) => hasShortAnswer(own, shortAnswerAsked(asked)));
  expect(left("partly")).toEqual(["partly"]);
  expect(left("none")).toEqual([null]);
  expect(left("")).toHaveLength(5);
  expect(left("Yes")).toHaveLength(5);
});
