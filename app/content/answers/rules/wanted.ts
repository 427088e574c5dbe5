import { isWeak } from "#model/search/weak.ts";
import { stands } from "#model/search/words.ts";
import { isGeneral } from "./general-words.ts";
import { type AskedPart, isInOwnWords } from "./quoting.ts";

/** Which thing a question wants: what a text is called says whether it is that. */

/** As much of a title is asked, words that say little with it. */
const LEAST_TOLD = 0.7;

/**
 * Whether a title is what somebody wants to be told of, the words that say little with it.
 * @param title its stems
 */
export function isWanted(title: readonly string[], parts: readonly AskedPart[]): boolean {
  if (!parts.some((part) => part.weight === 1 && isInOwnWords([part], title, { title })))
    return false;
  const isAsked = (stem: string) =>
    parts.some(({ ways, near }) =>
      [...ways, ...near].some((way) => way.includes(stem) && stands(way, title)),
    );
  return title.filter(isAsked).length >= LEAST_TOLD * title.length;
}

/** Whether a part says nothing of which thing is asked. */
export function isUnspecific({ ways: [words = []], weight }: AskedPart): boolean {
  return weight < 1 || isGeneral(words) || words.every(isWeak);
}
