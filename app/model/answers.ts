import type { SearchResult } from "./search.ts";

/**
 * What a portal answers to a question in words: the texts, the shape of an answer, and the limits.
 */

export const ASK_AI = "Ask AI";
export const ASK_LABEL = "Ask a question";
export const GENERATING = "Generating Answer";
export const ANSWER = "Answer";
export const COPY_RESPONSE = "Copy response";
export const MAY_HELP = "This may help";
export const NO_ANSWER = "No answer found in this Trust Center";
export const ANSWER_FAILED = "Failed to get an answer from the AI. Please try again later.";

export const NOT_OFFERED = "Questions aren’t available in this Trust Center.";
export const NO_QUESTION = "Write a question first.";

/** Results that an answer may be made of, at most. */
export const MAX_SOURCES = 8;
/** A model's answer may be this long, in characters. */
export const MAX_ANSWER = 4_000;

/**
 * How an answer came about: said in the company's own words, or written by the model that it has.
 */
export type AnswerKind = "quoted" | "generated";

/**
 * One stretch of an answer: its text, and the sources that it stands on by their places, from 0.
 */
export interface AnswerPart {
  text: string;
  sources: readonly number[];
}

/** What a viewer is told: `answer` is null where nothing that they may see answers it. */
export interface Answer {
  answer: string | null;
  kind: AnswerKind;
  parts: readonly AnswerPart[];
  sources: readonly SearchResult[];
  /** Where there is no answer: what may help, the best first. It is none itself. */
  candidates: readonly SearchResult[];
}

/** What the dialog is told: the answer, and where else a question can be asked. */
export interface DialogAnswer extends Answer {
  support: string | null;
}

/** The title of the list of sources. */
export function sourcesLabel(count: number): string {
  return `Generated from ${count} ${count === 1 ? "source" : "sources"}`;
}
