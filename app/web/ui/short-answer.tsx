import { SHORT_ANSWER_LABELS, type ShortAnswer } from "#model/short-answers.ts";
import { Tag } from "./tag.tsx";

/** What an entry says in a word, beside its title; nothing where it says none. */
export function ShortAnswerTag({ answer }: { answer: ShortAnswer | null }) {
  return answer === null ? null : (
    <Tag>
      <span className="sr-only">Short answer: </span>
      {SHORT_ANSWER_LABELS[answer]}
    </Tag>
  );
}
