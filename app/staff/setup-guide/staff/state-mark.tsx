import type { StepState } from "#model/setup-guide.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";

export const STATE_WORDS: Readonly<Record<StepState, string>> = {
  done: "Done",
  skipped: "Skipped",
  open: "To do",
};

const MARKS: Readonly<Record<StepState, { icon: IconName; tone: string }>> = {
  done: { icon: "checkCircle", tone: "text-green" },
  skipped: { icon: "emptyCircle", tone: "text-muted" },
  open: { icon: "circle", tone: "text-muted" },
};

/** How a step stands; decoration, the word stands beside it. */
export function StateMark({ state }: { state: StepState }) {
  const { icon, tone } = MARKS[state];
  return <Icon name={icon} className={classNames("shrink-0", tone)} />;
}
