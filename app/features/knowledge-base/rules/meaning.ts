import { termsOf } from "../../search/forms.ts";
import { clausesOf, Synonyms } from "../../search/rules/synonyms.ts";
import { THESAURUS } from "../../search/rules/thesaurus.ts";

/** Other terms of one part of a search that count. */
const MOST_TERMS = 60;

/**
 * What the parts of a search mean: 'pentests' is found where 'penetration test' stands, 'policy'
 * where 'policies' does. Each matches a text in which its part is said, in other words or forms.
 * @param own the company's own terms with one meaning, a list a line as its settings keep them
 * @returns none where nothing was asked
 */
export function meaningsOf(search: string, own: readonly string[]): RegExp[] {
  if (search.trim() === "") return [];
  const synonyms = new Synonyms([...THESAURUS, ...own.map(termsOf)]);
  return clausesOf(search, synonyms).map(({ words, others }) => {
    const terms = [words, ...others].slice(0, MOST_TERMS).map(begunBy);
    return new RegExp(`(?<![\\p{L}\\p{N}])(?:${terms.join("|")})`, "iu");
  });
}

/**
 * A pattern of folded words one after the other, with anything but words between them; the last one
 * may go on, so that a plural is found by its singular.
 */
function begunBy(words: readonly string[]): string {
  const forms = words.map((word) => {
    const plain = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return plain.length > 3 && plain.endsWith("y") ? `${plain.slice(0, -1)}(?:y|ies)` : plain;
  });
  const between = "(?:e?s)?[^\\p{L}\\p{N}]*";
  const last = forms.at(-1) ?? "";
  // 'art' is no beginning of 'article', nor '2' of '2026'.
  const end = last.length > 3 ? "" : "(?:e?s)?(?![\\p{L}\\p{N}])";
  return forms.join(between) + end;
}
