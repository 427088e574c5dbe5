import { expect, test } from "vitest";
import {
  answeredName,
  answerFault,
  filledAgain,
  filledFrom,
} from "#access/questionnaires/rules/filling.ts";
import type { FormFormat } from "#model/questionnaires.ts";
import { chosenBlocks, columnsSchema } from "#access/questionnaires/forms/columns-form.ts";

const LIST = { allowed: ["Yes", "No", "N/A"], commentColumn: 3 };
const TEXT = { allowed: null, commentColumn: null };

test("a yes or no is only a short answer, never read out of a text", () => {
  const text = "Yes, of course we do.";
  expect(filledFrom({ shortAnswer: null, text }, LIST)).toEqual({ answer: "", comment: text });
  expect(filledFrom({ shortAnswer: "no", text }, LIST)).toEqual({ answer: "No", comment: text });
  expect(filledFrom({ shortAnswer: "notApplicable", text }, LIST).answer).toBe("N/A");
  const caps = { ...LIST, allowed: ["YES", "NO", "NA"] };
  expect(filledFrom({ shortAnswer: "notApplicable", text }, caps).answer).toBe("NA");
  expect(filledFrom({ shortAnswer: "yes", text }, caps).answer).toBe("YES");
  // The list has no word for it.
  expect(filledFrom({ shortAnswer: "partly", text }, LIST).answer).toBe("");
});

test("a text goes where there is room for it", () => {
  const entry = { shortAnswer: "yes" as const, text: "With AES-256." };
  expect(filledFrom(entry, TEXT)).toEqual({ answer: "Yes. With AES-256.", comment: "" });
  expect(filledFrom(entry, { allowed: null, commentColumn: 2 })).toEqual({
    answer: "Yes",
    comment: "With AES-256.",
  });
  const opening = "Yes, in all plans.";
  expect(filledFrom({ ...entry, text: opening }, TEXT).answer).toBe(opening);
  expect(filledFrom({ ...entry, text: "Yesterday." }, TEXT).answer).toBe("Yes. Yesterday.");
  expect(filledFrom({ shortAnswer: "no", text: opening }, TEXT).answer).toBe(`No. ${opening}`);
  expect(filledFrom({ ...entry, text: "- a\n- b" }, TEXT).answer).toBe("Yes.\n- a\n- b");
  expect(filledAgain({ answer: "yes", comment: "Since 2020" }, LIST)).toEqual({
    answer: "Yes",
    comment: "Since 2020",
  });
  expect(filledAgain({ answer: "Partial", comment: "Since 2020" }, LIST).answer).toBe("");
});

test("an answer that the cell does not take is refused with what it takes", () => {
  const hecvat = { shape: "hecvat" as const, allowed: LIST.allowed, hasComment: true };
  expect(answerFault(hecvat, { answer: "Maybe", comment: "" })?.message).toBe(
    "HECVAT takes Yes, No or N/A here.",
  );
  expect(answerFault({ ...hecvat, shape: "own" }, { answer: "yes", comment: "" })?.message).toBe(
    "This cell takes Yes, No or N/A here.",
  );
  expect(answerFault(hecvat, { answer: "", comment: "" })?.field).toBe("answer");
  expect(answerFault(hecvat, { answer: "Yes", comment: "" })).toBeNull();
  expect(
    answerFault({ ...hecvat, hasComment: false }, { answer: "Yes", comment: "more" })?.field,
  ).toBe("comment");
});

test("the file keeps its name", () => {
  const named = (fileName: string, format: FormFormat) => answeredName({ fileName, format });
  expect(named("HECVAT 4.xlsx", "xlsx")).toBe("HECVAT 4-answered.xlsx");
  expect(named("questions", "csv")).toBe("questions-answered");
  expect(named("Their questions.pdf", "pdf-text")).toBe("Their questions-answered.xlsx");
  expect(answeredName({ fileName: "Theirs.pdf", format: "pdf-text" }, "pdf")).toBe(
    "Theirs-answered.pdf",
  );
  expect(answeredName({ fileName: "Form.xlsx", format: "xlsx" }, "pdf")).toBe("Form-answered.xlsx");
});

test("columns are chosen once each, and answers with the questions", () => {
  const sheets = columnsSchema.parse({
    sheets: [{ header: "2", question: "1", answer: "2", comment: "3" }, {}],
  }).sheets;
  expect(chosenBlocks(sheets, ["One", "Two"])).toEqual({
    blocks: [
      {
        sheet: "One",
        header: 2,
        question: 1,
        answer: 2,
        comment: 3,
        id: null,
        section: null,
        needsId: false,
      },
    ],
  });
  const twice = columnsSchema.parse({ sheets: [{ question: "1", answer: "1" }] }).sheets;
  expect(chosenBlocks(twice, ["One"])).toEqual({ fault: "Choose each column in One only once." });
});
