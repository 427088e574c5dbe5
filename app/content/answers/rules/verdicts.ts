import { SHORT_ANSWER_LABELS, type ShortAnswer } from "#model/short-answers.ts";
import type { Asked } from "./asked.ts";
import { NEGATIONS, plainWords } from "./kinds.ts";
import type { Passage, Quote } from "./quoting.ts";

/**
 * Yes and no are never read out of a text: an entry's own short answer says them, where the entry asks
 * the very question.
 */

/** Whether a question asks for yes or no, and denies nothing. */
export function isWhether({ asksFor }: Asked): boolean {
  return asksFor.kinds.length === 1 && asksFor.kinds[0] === "yesno" && !asksFor.isNegated;
}

/**
 * A text with the short answer of its entry before it, where the entry answers the very question;
 * else without the yes or no that it opens with.
 */
export function withVerdict(
  { shortAnswer }: Passage,
  text: string,
  isSame: boolean,
): Pick<Quote, "text" | "verdict"> {
  if (!isSame || shortAnswer == null) return { text: withoutVerdict(text) };
  return { text: saidWith(shortAnswer, text), verdict: shortAnswer };
}

/** A text behind a short answer, which is not said twice. */
export function saidWith(shortAnswer: ShortAnswer, text: string): string {
  const label = SHORT_ANSWER_LABELS[shortAnswer];
  const opens = text.slice(0, label.length + 1).toLowerCase();
  if (opens === `${label.toLowerCase()}.` || opens === `${label.toLowerCase()},`) return text;
  return `${label}. ${withoutVerdict(text)}`;
}

/** Yes and no, as a text opens with them in the languages that are searched. */
const VERDICT =
  /^(?:(?:yes|no|ja|nein|oui|non|sí)(?:[,;:.!]| [–—-]) *|(?:はい|いいえ|是的|是|否|不是|有|没有|예|네|아니요|아니오)(?:[,.!、，。！]) *|(?:ไม่)?ใช่(?: +|$))/i;

/** A text without the yes or no that it opens with: only an entry's own field says one. */
export function withoutVerdict(text: string): string {
  const rest = text.replace(VERDICT, "");
  return rest === "" ? text : rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Whether what is left of a text denies nothing without the no of its entry: 'The history is public'. */
export function losesItsNo({ shortAnswer }: Passage, text: string): boolean {
  return (
    shortAnswer === "no" && !plainWords(withoutVerdict(text)).some((word) => NEGATIONS.has(word))
  );
}

/** Whether a text says nothing but yes or no. */
export function isVerdict(text: string): boolean {
  return /^(?:yes|no)\P{L}*$/iu.test(text) || text.replace(VERDICT, "") === "";
}
