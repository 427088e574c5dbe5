import { expect, test } from "vitest";
import { CITED, followingOf } from "#access/questionnaires/rules/standing.ts";

const OLD = { answer: "Yes", comment: "Keys rotate each year." };
const NEW = { answer: "Yes", comment: "Keys rotate each month." };
const YES_NO = ["Yes", "No"];
const of = (access: "public" | "accounts" | "internal", products = "") => ({
  access,
  audience: `${access}${products}`,
});

test.each([
  ["its new words", of("public"), "public", NEW, YES_NO, "refresh"],
  ["what more people read now", of("public"), "accounts", NEW, YES_NO, "refresh"],
  ["the same readers", of("accounts"), "accounts", NEW, YES_NO, "refresh"],
  ["what fewer people read now", of("accounts"), "public", NEW, YES_NO, "narrowed"],
  ["what is of one product now", of("public", " lake"), "public", NEW, YES_NO, "narrowed"],
  ["what is internal", of("internal"), "internal", NEW, YES_NO, "internal"],
  ["what became internal", of("internal"), "public", NEW, YES_NO, "internal"],
  ["what was deleted", null, "public", NEW, YES_NO, "gone"],
  ["what says the same there", of("public"), "public", OLD, YES_NO, "same"],
  ["a choice that is none", of("public"), "public", { ...NEW, answer: "" }, YES_NO, "unfit"],
  ["nothing", of("public"), "public", { answer: "", comment: "" }, null, "unfit"],
  ["any text", of("public"), "public", { answer: "", comment: "Monthly." }, null, "refresh"],
  ["what a draft was made from", of("public"), CITED, NEW, YES_NO, "cited"],
] as const)("an answer follows %s", (_, source, before, filled, allowed, following) => {
  expect(followingOf(source, before, { answer: OLD, filled, allowed })).toBe(following);
});
