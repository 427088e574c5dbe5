import { inSlices } from "#db/pace.ts";
import { termsOf } from "../forms/search.ts";
import { Synonyms } from "#model/search/synonyms.ts";
import { WIDE_THESAURUS } from "#model/search/paraphrases.ts";

/** So many companies' terms are kept ready, and so many characters of them. */
const MOST_KEPT = 50;
const MOST_CHARACTERS = 500_000;

/** By the lines themselves, the one that was used longest ago first. */
const kept = new Map<string, Synonyms>();
let characters = 0;

/**
 * The terms that mean the same to a company's search: the product's and its own.
 * @param own a list a line, as its settings keep them
 */
export async function synonymsWith(own: readonly string[]): Promise<Synonyms> {
  const key = own.join("\n");
  const known = kept.get(key);
  if (known !== undefined) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const made = await inSlices(Synonyms.inSteps([...WIDE_THESAURUS, ...own.map(termsOf)]));
  if (!kept.has(key)) characters += key.length;
  kept.set(key, made);
  for (const [oldest] of kept) {
    if (kept.size <= MOST_KEPT && characters <= MOST_CHARACTERS) break;
    kept.delete(oldest);
    characters -= oldest.length;
  }
  return made;
}
