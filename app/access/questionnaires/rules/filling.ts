import type { FormFormat, Proposal, RowState, SheetKind } from "#model/questionnaires.ts";
import { SHAPE_NAMES, type FoundQuestion, type Shape } from "#model/questionnaires/layouts.ts";
import { SHORT_ANSWER_LABELS, shortAnswerNamed, type ShortAnswer } from "#model/short-answers.ts";

/** What goes into the cells of a row. */
export interface Filled {
  answer: string;
  comment: string;
}

type Cells = Pick<FoundQuestion, "allowed" | "commentColumn">;

/** The longest text that goes into a cell: what a workbook holds. */
const MAX_TEXT = 32_767;

/**
 * What an entry of the company's own says, as the cells of a row take it. A yes or no is only what the
 * entry has as its short answer; a text never becomes one.
 * @param entry.text without the marks of Markdown
 */
export function filledFrom(
  entry: { shortAnswer: ShortAnswer | null; text: string },
  { allowed, commentColumn }: Cells,
): Filled {
  const { shortAnswer, text } = entry;
  const said = text.trim().slice(0, MAX_TEXT);
  const word = shortAnswer === null ? "" : SHORT_ANSWER_LABELS[shortAnswer];
  const hasComment = commentColumn !== null;
  if (allowed !== null)
    return {
      answer:
        shortAnswer === null
          ? ""
          : (allowed.find((choice) => shortAnswerNamed(choice) === shortAnswer) ?? ""),
      comment: hasComment ? said : "",
    };
  if (hasComment && word !== "") return { answer: word, comment: said };
  // Where the text begins with the word, it is not said twice.
  const opening = said.slice(0, word.length + 1).toLowerCase();
  if (word !== "" && [`${word}.`, `${word},`].some((one) => one.toLowerCase() === opening))
    return { answer: said, comment: "" };
  // A list begins on a line of its own.
  const between = /^(?:- |\d+\. )/.test(said) ? "\n" : " ";
  const whole = [word === "" ? "" : `${word}.`, said].filter(Boolean).join(between);
  return { answer: whole.slice(0, MAX_TEXT), comment: "" };
}

/** What was answered to another file, as the cells of a row take it. */
export function filledAgain(earlier: Filled, { allowed, commentColumn }: Cells): Filled {
  const answer =
    allowed === null
      ? earlier.answer
      : (allowed.find((choice) => choice.toLowerCase() === earlier.answer.toLowerCase()) ?? "");
  if (commentColumn !== null) return { answer, comment: earlier.comment };
  // Without a cell for it, the comment stands behind the answer.
  const whole = [answer, earlier.comment].filter(Boolean).join("\n");
  return { answer: allowed === null ? whole : answer, comment: "" };
}

/** How a row begins: with what its file says already, else with what is proposed for it. */
export function startOf(
  { answer, comment }: Filled,
  proposals: readonly Proposal[],
): Filled & { state: RowState } {
  if (answer !== "") return { answer, comment, state: "accepted" };
  const [first] = proposals;
  if (first === undefined) return { answer, comment, state: "open" };
  return first.isSure
    ? { answer: first.answer, comment: first.comment, state: "proposed" }
    : { answer, comment, state: "proposed" };
}

/** What is wrong with an answer; null where nothing is. */
export function answerFault(
  {
    shape,
    allowed,
    hasComment,
  }: { shape: Shape; allowed: readonly string[] | null; hasComment: boolean },
  { answer, comment }: Filled,
): { field: "answer" | "comment"; message: string } | null {
  if (answer === "" && comment === "")
    return { field: "answer", message: "Enter an answer, or skip this question." };
  if (allowed !== null && answer !== "" && !allowed.includes(answer))
    return { field: "answer", message: `${SHAPE_NAMES[shape]} takes ${inWords(allowed)} here.` };
  if (!hasComment && comment !== "")
    return { field: "comment", message: "This file has no cell for a comment." };
  return null;
}

/** So many choices are told in a sentence. */
const MOST = 8;

/** Choices in a sentence: 'Yes, No or N/A'. */
function inWords(choices: readonly string[]): string {
  const told = choices.slice(0, MOST);
  if (choices.length > MOST) return `${told.join(", ")} and ${choices.length - MOST} more`;
  const last = told.at(-1) ?? "";
  return told.length < 2 ? last : `${told.slice(0, -1).join(", ")} or ${last}`;
}

/** Whether an answered file can have a sheet of its own for the sources: a workbook, or an answer sheet. */
export function takesSources(format: FormFormat): boolean {
  return format === "xlsx" || format === "pdf-text";
}

/**
 * The name under which an answered file leaves. The answers to a PDF without fields leave as a sheet:
 * it has no place for them.
 * @param kind of that sheet
 */
export function answeredName(
  { fileName, format }: { fileName: string; format: FormFormat },
  kind: SheetKind = "xlsx",
): string {
  const dot = fileName.lastIndexOf(".");
  const [name, ending] = dot <= 0 ? [fileName, ""] : [fileName.slice(0, dot), fileName.slice(dot)];
  return `${name}-answered${format === "pdf-text" ? `.${kind}` : ending}`;
}
