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

const CHANGE_COLUMNS = [
  "Date",
  "Change",
  "Title",
  "Field",
  "Before",
  "After",
  "Message",
  "Effective on",
  "Object until",
  "Link",
];

/**
 * changes.csv: what changed since a day, the newest first, a row for each field whose words changed.
 * Of an update it has the message and the dates that were announced.
 * @param changes as the pages' data tell of them
 */
export function changeTable(changes: readonly Facts[], facts: Facts): Table {
  const announced = new Map<string, string[]>();
  for (const topic of factsIn(facts, "updates"))
    for (const update of factsIn(topic, "updates"))
      announced.set(textIn(update, "id"), [
        textIn(update, "message"),
        textIn(topic, "effectiveOn"),
        textIn(topic, "objectUntil"),
      ]);
  const rows = changes.flatMap((change) => {
    const [day, what, title] = [
      textIn(change, "day"),
      textIn(change, "what"),
      textIn(change, "title"),
    ];
    const rest = [...(announced.get(textIn(change, "id")) ?? ["", "", ""]), textIn(change, "url")];
    const fields = factsIn(change, "fields").map((field) => [
      textIn(field, "label"),
      textIn(field, "before"),
      textIn(field, "after"),
    ]);
    return (fields.length === 0 ? [["", "", ""]] : fields).map((field) => [
      day,
      what,
      title,
      ...field,
      ...rest,
    ]);
  });
  return [CHANGE_COLUMNS, ...rows];
}
