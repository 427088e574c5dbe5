/** What an entry says in a word; a questionnaire takes nothing else for an answer. */
export const SHORT_ANSWERS = ["yes", "no", "partly", "notApplicable"] as const;
export type ShortAnswer = (typeof SHORT_ANSWERS)[number];

export const SHORT_ANSWER_LABELS: Readonly<Record<ShortAnswer, string>> = {
  yes: "Yes",
  no: "No",
  partly: "Partly",
  notApplicable: "Not applicable",
};
