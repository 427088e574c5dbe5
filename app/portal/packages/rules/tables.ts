import type { Facts } from "../../twins/rules/facts.ts";
import { factsIn, textIn } from "./fact-lists.ts";

/** The tables of a package, as rows of cells; the first row is the head. */
type Table = string[][];

const QUESTION_COLUMNS = {
  id: "ID",
  question: "Question",
  shortAnswer: "Short answer",
  answer: "Answer",
  comment: "Comment",
  topic: "Topic",
  url: "Link",
} as const;

/** questions.csv: every FAQ entry that the person can see. */
export function questionTable(facts: Facts): Table {
  const names = Object.keys(QUESTION_COLUMNS);
  return [
    Object.values(QUESTION_COLUMNS),
    ...factsIn(facts, "questions").map((entry) => names.map((name) => textIn(entry, name))),
  ];
}

/** changes.csv: what was told of changes, the subprocessors' among them, the newest first. */
export function changeTable(facts: Facts): Table {
  const rows = factsIn(facts, "updates").flatMap((topic) =>
    factsIn(topic, "updates").map((update) => [
      textIn(update, "publishedAt"),
      textIn(topic, "category"),
      textIn(topic, "subject"),
      textIn(update, "message"),
      textIn(topic, "effectiveOn"),
      textIn(topic, "objectUntil"),
      textIn(topic, "url"),
    ]),
  );
  rows.sort(([one = ""], [other = ""]) => (one < other ? 1 : one > other ? -1 : 0));
  return [
    ["Date", "Category", "Subject", "Message", "Effective on", "Object until", "Link"],
    ...rows,
  ];
}
