/**
 * A question as it would be asked aloud. Questionnaires put examples, abbreviations and alternatives
 * beside what they ask; none of them has to stand in an answer.
 */

/** What opens examples in brackets. */
const EXAMPLES =
  /^(?:e\.? ?g\b|i\.? ?e\b|for example|for instance|such as|including|like|reference)/i;
const LISTED = /\betc\b/i;
/** An abbreviation, or two beside each other. */
const ABBREVIATION = /^\p{Lu}[\p{Lu}\p{N}&-]{1,9}s?(?: \p{Lu}[\p{Lu}\p{N}&-]{1,9}s?)?$/u;
/** Words that an abbreviation leaves out. */
const LEFT_OUT = new Set(["and", "of", "the", "for", "to", "in", "on", "a"]);
/** From here on a question's words are examples of what it asks. */
const TAIL = /, (?:such as|for example|e\.g\.)/i;
/** As many ways to ask one question are tried. */
const MOST_WAYS = 4;

/** How words are written in a hurry. */
const HURRIED: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\p{N}.-])u(?![\p{L}\p{N}.-])/gu, "you"],
  [/(?<![\p{L}\p{N}.-])ur(?![\p{L}\p{N}.-])/gu, "your"],
  [/(?<![\p{L}\p{N}.-])(?:pls|plz)(?![\p{L}\p{N}-])/gu, "please"],
];

/**
 * The ways to ask a question without what stands beside it: examples go, and of a term and its
 * abbreviation, or of two words with a stroke between them, either is what is asked.
 * @param written as it was typed
 * @returns the ways, four at most; the question itself where nothing stands beside it
 */
export function waysToAsk(written: string): string[] {
  const question = HURRIED.reduce((text, [hurried, word]) => text.replace(hurried, word), written);
  let ways = [""];
  let from = 0;
  for (let open = question.indexOf("("); open >= 0; open = question.indexOf("(", from)) {
    const close = question.indexOf(")", open);
    if (close < 0) break;
    const inside = question.slice(open + 1, close).trim();
    const before = question.slice(from, open);
    from = close + 1;
    const isExample = EXAMPLES.test(inside) || LISTED.test(inside) || inside === "s";
    const said = ways.flatMap((way) => {
      const text = `${way}${before}`;
      if (isExample) return [text.trimEnd()];
      return ABBREVIATION.test(inside)
        ? withAbbreviation(text.trimEnd(), inside)
        : [`${text}${inside}`];
    });
    ways = said.slice(0, MOST_WAYS);
  }
  const rest = question.slice(from);
  return withEither(ways.map((way) => withoutTail(`${way}${rest}`)));
}

/** A text that ends with a term, by the term and by its abbreviation. */
function withAbbreviation(text: string, abbreviation: string): string[] {
  const letters = abbreviation.replaceAll(/[^\p{Lu}]/gu, "").toLowerCase();
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  let left = letters.length;
  let at = words.length;
  while (left > 0 && at > 0) {
    const word = words[at - 1]?.[0].toLowerCase() ?? "";
    if (word.startsWith(letters[left - 1] ?? " ")) left -= 1;
    else if (!LEFT_OUT.has(word)) break;
    at -= 1;
  }
  const start = words[at]?.index;
  // What is no abbreviation of the words before it is one more thing.
  return left > 0 || start === undefined
    ? [`${text} ${abbreviation}`]
    : [text, `${text.slice(0, start)}${abbreviation}`];
}

/** A question without its examples; what is asked behind them stays. */
function withoutTail(question: string): string {
  const tail = TAIL.exec(question);
  if (tail === null) return question;
  const rest = question.slice(tail.index);
  const end = rest.search(/[?.]\s/);
  return `${question.slice(0, tail.index)}?${end < 0 ? "" : rest.slice(end + 1)}`;
}

/** Two words with a stroke between them. */
const EITHER = /(?<![\p{L}\p{N}/-])(\p{L}{3,})\/(\p{L}{3,})(?![\p{L}\p{N}/-])/u;

/** Questions with two words and a stroke between them, by each of them, as long as there is room. */
function withEither(ways: readonly string[]): string[] {
  let all = [...ways];
  for (
    let place = all.findIndex((way) => EITHER.test(way));
    place >= 0 && all.length < MOST_WAYS;
  ) {
    const way = all[place] ?? "";
    all = all.toSpliced(place, 1, ...["$1", "$2"].map((word) => way.replace(EITHER, word)));
    place = all.findIndex((one) => EITHER.test(one));
  }
  return all;
}
