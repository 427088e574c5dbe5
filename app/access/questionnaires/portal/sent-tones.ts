import type { SentState } from "#model/questionnaires/uploads.ts";
import type { Tone } from "#web/ui/tag.tsx";

/** How the state of a questionnaire looks to who sent it. */
export const SENT_TONES: Readonly<Record<SentState, Tone>> = {
  received: "neutral",
  inProgress: "blue",
  answered: "green",
  released: "green",
};
