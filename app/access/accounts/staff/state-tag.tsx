import { Tag, type Tone } from "#web/ui/tag.tsx";

type State = "active" | "expired" | "pending" | "declined";

export const STATE_NAMES: Readonly<Record<State, string>> = {
  active: "Active",
  expired: "Expired",
  pending: "Pending",
  declined: "Declined",
};
const TONES: Readonly<Record<State, Tone>> = {
  active: "green",
  expired: "orange",
  pending: "yellow",
  declined: "red",
};

/** How an account stands. */
export function StateTag({ state }: { state: State }) {
  return <Tag tone={TONES[state]}>{STATE_NAMES[state]}</Tag>;
}
