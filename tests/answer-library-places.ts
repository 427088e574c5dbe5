import { helpfulFor, quotesFor } from "#content/answers/finding.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { SearchIndex } from "#model/search/matching.ts";
import { WIDE_THESAURUS } from "#model/search/paraphrases.ts";
import { ASKED, LIBRARY } from "./answer-library.ts";

/** So many things are proposed for a question. */
const MOST = 5;

/**
 * At which place of what is proposed for a question its answer stands, from 0; null: not among the
 * five. Each of the 100 questions is asked of the whole library.
 */
export function placesOf(): (number | null)[] {
  const index = new SearchIndex<GatedRecord>(WIDE_THESAURUS);
  for (const { question, answer } of LIBRARY) index.put(recordOf(question, answer));
  return ASKED.map(({ question, asked }) => {
    const found = whole(quotesFor(index, asked, new Set(), () => "open"));
    // What answers for certain stands before what may help.
    const quoted = found.quotes.flatMap(({ passage }) => found.passages[passage]?.record ?? []);
    const helpful = whole(helpfulFor(index, found, () => "open"));
    const titles = [...new Set([...quoted, ...helpful].map(({ title }) => title))].slice(0, MOST);
    const place = titles.indexOf(question);
    return place < 0 ? null : place;
  });
}

function recordOf(question: string, answer: string): GatedRecord {
  const id = `question:${question}`;
  return {
    id,
    thing: id,
    type: "knowledge base",
    productId: null,
    title: question,
    question,
    explanation: answer,
    text: "",
    target: { kind: "question", entryId: question },
    metadata: { title: question, answer },
    gate: { by: "question", id: question },
  };
}

function whole<T>(steps: Generator<undefined, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
