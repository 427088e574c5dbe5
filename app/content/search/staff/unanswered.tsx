import { Link } from "react-router";

/** What visitors searched for and nothing answered, as staff see it. */
export interface Unanswered {
  term: string;
  times: number;
  last: { iso: string; text: string };
}

const WORDS = {
  searches: {
    title: "Searches with no results",
    lead: "What visitors searched for in the last 30 days without finding anything, most frequent first. Searches are anonymous.",
  },
  questionnaires: {
    title: "Questions answered by hand",
    lead: "Questions of questionnaires that your team answered in the last 90 days without an FAQ entry or a control, most frequent first.",
  },
};

/**
 * Questions that found nothing, each with the way to an entry that answers it.
 * @param inQuestionnaires they were asked in questionnaires, and answered without an entry
 */
export function UnansweredQuestions({
  questions,
  inQuestionnaires = false,
}: {
  questions: readonly Unanswered[];
  inQuestionnaires?: boolean;
}) {
  if (questions.length === 0) return null;
  const which = inQuestionnaires ? "questionnaires" : "searches";
  const { title, lead } = WORDS[which];
  return (
    <section className="mt-10" aria-labelledby={`unanswered-${which}`}>
      <h2 id={`unanswered-${which}`} className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-1 mb-4 max-w-[44rem] text-muted">{lead}</p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {questions.map(({ term, times, last }) => (
          <li key={term} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
            <span className="min-w-0 grow break-words font-medium">{term}</span>{" "}
            <span className="text-sm text-muted">
              {times === 1 ? "once" : `${times} times`}, last on{" "}
              <time dateTime={last.iso}>{last.text}</time>
            </span>{" "}
            <Link
              to={`/knowledge-base/new?${new URLSearchParams({ question: term })}`}
              className="inline-flex min-h-6 items-center text-sm font-medium text-accent"
              aria-label={`Add to the knowledge base: ${term}`}
            >
              Add to the knowledge base
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
