/** The nouns below /api/v1, by the words of their addresses. */
export const API_NOUNS = [
  "controls",
  "questions",
  "documents",
  "subprocessors",
  "updates",
  "requests",
  "accounts",
] as const;
export type NounName = (typeof API_NOUNS)[number];
