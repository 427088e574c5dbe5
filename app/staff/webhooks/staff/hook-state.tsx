import { formatMoment } from "#values/moments.ts";
import { Tag } from "#web/ui/tag.tsx";

/** How a webhook stands, with the moment since when where it is not well. */
export type ShownState =
  | { is: "on" }
  | { is: "off" | "failing"; since: { iso: string; text: string }; why: string | null };

/** How a webhook stands, times in the organization's zone. */
export function stateOf(
  hook: { stoppedAt: string | null; stoppedBy: string | null; failingSince: string | null },
  timeZone: string,
): ShownState {
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, timeZone) });
  if (hook.stoppedAt !== null)
    return { is: "off", since: moment(hook.stoppedAt), why: hook.stoppedBy };
  if (hook.failingSince !== null)
    return { is: "failing", since: moment(hook.failingSince), why: null };
  return { is: "on" };
}

const WORDS = {
  on: { tone: "green", text: "On" },
  failing: { tone: "yellow", text: "Failing" },
  off: { tone: "red", text: "Off" },
} as const;

export function HookState({ state }: { state: ShownState }) {
  return (
    <>
      <Tag tone={WORDS[state.is].tone}>{WORDS[state.is].text}</Tag>
      {state.is === "on" ? null : (
        <span className="mt-1 block text-muted">
          since <time dateTime={state.since.iso}>{state.since.text}</time>
          {state.why === null ? null : `: ${state.why}`}
        </span>
      )}
    </>
  );
}
