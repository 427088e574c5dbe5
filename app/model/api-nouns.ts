/** The nouns below /api/v1, by the words of their addresses: those that are read, and those that are changed, too. */
export const READ_NOUNS = [
  "documents",
  "subprocessors",
  "updates",
  "requests",
  "accounts",
] as const;
export const EDITED_NOUNS = ["controls", "questions"] as const;
export type NounName = (typeof READ_NOUNS)[number] | (typeof EDITED_NOUNS)[number];
