/** What an entry says in a word; a questionnaire takes nothing else for an answer. */
export const SHORT_ANSWERS = ["yes", "no", "partly", "notApplicable"] as const;
export type ShortAnswer = (typeof SHORT_ANSWERS)[number];

export const SHORT_ANSWER_LABELS: Readonly<Record<ShortAnswer, string>> = {
  yes: "Yes",
  no: "No",
  partly: "Partly",
  notApplicable: "Not applicable",
};

/** As a menu offers them. */
export const SHORT_ANSWER_OPTIONS = SHORT_ANSWERS.map((value) => ({
  value,
  label: SHORT_ANSWER_LABELS[value],
}));

/** The short answers by what a cell of a spreadsheet may call them. */
const NAMES: ReadonlyMap<string, ShortAnswer> = new Map([
  ...SHORT_ANSWERS.flatMap((value): [string, ShortAnswer][] => [
    [value.toLowerCase(), value],
    [SHORT_ANSWER_LABELS[value].toLowerCase(), value],
  ]),
  ["partially", "partly"],
  ["n/a", "notApplicable"],
  ["na", "notApplicable"],
]);

/** The short answer that a cell names, in any case; null for what names none. */
export function shortAnswerNamed(text: string): ShortAnswer | null {
  return NAMES.get(text.replace(/\s+/g, " ").trim().toLowerCase()) ?? null;
}

/** A short answer in words; the empty text where there is none. */
export function shortAnswerWords(answer: ShortAnswer | null): string {
  return answer === null ? "" : SHORT_ANSWER_LABELS[answer];
}

/** What a list can be narrowed to: a short answer, or having none. */
export const NO_SHORT_ANSWER = "none";
export type ShortAnswerAsked = ShortAnswer | typeof NO_SHORT_ANSWER;

/** The same as a menu offers it. */
export const SHORT_ANSWERS_ASKED = [
  ...SHORT_ANSWER_OPTIONS,
  { value: NO_SHORT_ANSWER, label: "None" },
];

/** The short answer that a query asks for; null for what narrows nothing. */
export function shortAnswerAsked(text: string): ShortAnswerAsked | null {
  const asked: readonly ShortAnswerAsked[] = [...SHORT_ANSWERS, NO_SHORT_ANSWER];
  return asked.find((value) => value === text) ?? null;
}

/** Whether an entry is among those that a list is narrowed to. */
export function hasShortAnswer(own: ShortAnswer | null, asked: ShortAnswerAsked | null): boolean {
  return asked === null || (own ?? NO_SHORT_ANSWER) === asked;
}
