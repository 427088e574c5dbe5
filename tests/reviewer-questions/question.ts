/**
 * A record of the demo by a name that stays: items by their uid, questions, controls, documents, updates and
 * subprocessors by theirs in the demo's files. `contact:security` and `contact:support` are the addresses at the end
 * of each page; `questionnaires` stands for each of the filled-in standard questionnaires.
 */
export type RecordName =
  | `item:${string}`
  | `faq:${string}`
  | `control:${string}`
  | `document:${string}`
  | `subprocessor:${string}`
  | `update:${string}`
  | `grade:${string}`
  | `contact:${"security" | "support"}`
  | "questionnaires";

/** What a yes/no question is to be answered with; null for a question that asks for something else. */
export type Verdict = "yes" | "no" | "partly" | null;

/**
 * A question that the demo answers: what is right, the records that say it, and words of which a right answer has at
 * least one, where a record says much else.
 */
export type Answered = readonly [
  question: string,
  verdict: Verdict,
  records: readonly RecordName[],
  says?: readonly string[],
];

/** A question that nothing in the demo answers for a reviewer, with words that an answer must not have. */
export type Unanswered = string | readonly [question: string, never: readonly string[]];

/** What reviewers ask about one domain of the public questionnaires. */
export interface Domain {
  id: string;
  title: string;
  answered: readonly Answered[];
  unanswered: readonly Unanswered[];
}
