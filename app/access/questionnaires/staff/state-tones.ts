import type { RowState } from "#model/questionnaires.ts";
import type { Tone } from "#web/ui/tag.tsx";

/** How the state of a question looks. */
export const STATE_TONES: Readonly<Record<RowState, Tone>> = {
  open: "neutral",
  proposed: "blue",
  drafted: "orange",
  accepted: "green",
  edited: "green",
  skipped: "yellow",
};
