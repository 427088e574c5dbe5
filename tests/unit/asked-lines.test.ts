import { expect, test } from "vitest";
import { questionsInPages } from "#model/questionnaires/asked-lines.ts";

/** The id, the question and the section of what is found. */
const found = (...pages: string[]) =>
  questionsInPages(pages, 5_000).map(({ externalId, question, section }) => [
    externalId,
    question,
    section,
  ]);

test("questions are numbered lines and lines that end with a question mark, over several lines", () => {
  expect(
    found(
      [
        "Vendor questionnaire",
        "Please answer all questions by Friday.",
        "1. Access control",
        "1.1 Who can read our data, and",
        "how is that logged?",
        "Answer: ________",
        "1.2 Describe how accounts are",
        "removed.",
        "This may take some lines.",
        "Do you encrypt? (Yes/No)",
        "Page 1 of 2",
      ].join("\n"),
      [
        "Q7: Do you test?",
        "If you do, and if you keep a record,",
        "who reads it?",
        "4 weeks are enough.",
        "(b) Name your auditor",
      ].join("\n"),
    ),
  ).toEqual([
    ["1.1", "Who can read our data, and how is that logged?", "Access control"],
    ["1.2", "Describe how accounts are removed.", "Access control"],
    ["", "Do you encrypt? (Yes/No)", "Access control"],
    ["Q7", "Do you test?", "Access control"],
    ["", "If you do, and if you keep a record, who reads it?", "Access control"],
    ["b", "Name your auditor", "Access control"],
  ]);
});

test("a short numbered line before another sentence is a heading, and pages are sections without any", () => {
  expect(found("A text.", "2) Backups\nAre there any?")).toEqual([
    ["", "Are there any?", "Backups"],
  ]);
  expect(found("", "Are there any?")).toEqual([["", "Are there any?", "Page 2"]]);
});

test("one more than the most is enough, and a text without an end is cut", () => {
  const many = Array.from({ length: 50 }, (_, at) => `${at + 1}. Is it?`).join("\n");
  expect(questionsInPages([many], 10)).toHaveLength(11);
  const [long] = questionsInPages(
    [`1. ${"word ".repeat(30)}\n${"more words\n".repeat(5_000)}`],
    10,
  );
  expect(long?.question.length).toBeLessThanOrEqual(1_500);
});
