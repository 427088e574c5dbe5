import type { Answered, RecordName, Verdict } from "../question.ts";

/** Questions that the same records answer, each in the manner of another questionnaire. */
export function about(
  verdict: Verdict,
  records: readonly RecordName[],
  says: readonly string[],
  questions: readonly string[],
): Answered[] {
  return questions.map((question) => [question, verdict, records, says]);
}
