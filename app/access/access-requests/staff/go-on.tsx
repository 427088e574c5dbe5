import type { SubmissionResult } from "@conform-to/react";
import { Choice } from "#web/ui/choice-field.tsx";

/**
 * For who decides about one request after the other: the next one opens at once, and remembers that
 * it should.
 */
export function GoOn({
  id,
  next,
  result,
}: {
  id: string;
  /** Null when no other request waits. */
  next: { chosen: boolean } | null;
  /** The form that was refused, which keeps its tick. */
  result: SubmissionResult | null;
}) {
  return next === null ? null : (
    <Choice
      id={id}
      name="after"
      value="next"
      type="checkbox"
      defaultChecked={next.chosen || result?.initialValue?.after === "next"}
      label="Then open the next request"
    />
  );
}
