import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";

export interface DecisionData {
  status: "pending" | "approved" | "declined" | "withdrawn";
  decision: { by: string; when: string; words: string | null } | null;
  /** Until when the decision can be taken back, and the server's clock; null: not any more. */
  undo: { until: string; now: string } | null;
  reopen: boolean;
  /** The form of a rule that decides like the last decisions; null: they say nothing. */
  rule: string | null;
}

/** Offered after equal decisions in a row; the form opens filled in, and nothing is saved yet. */
export const RULE_OFFER = "Create a rule for this domain";

/** What was decided about a request, and the way back. */
export function Decision({ status, decision, undo, reopen, rule }: DecisionData) {
  if (status === "withdrawn")
    return (
      <p className="rounded-lg border border-line bg-surface p-6 font-medium">
        The person has withdrawn this request.
      </p>
    );
  if (decision === null) return null;
  return (
    <div className="rounded-lg border border-line bg-surface p-6">
      <p className="font-medium">
        {status === "approved" ? "Approved" : "Declined"} by {decision.by}, {decision.when}
      </p>
      {decision.words === null ? null : (
        <p className="mt-2 whitespace-pre-line text-muted">{decision.words}</p>
      )}
      {undo === null ? null : (
        <ButtonForm button="undo" className="mt-4 flex flex-wrap items-center gap-3">
          <Button look="secondary">Undo this decision</Button>{" "}
          <TimeLeft key={undo.until} {...undo} />
        </ButtonForm>
      )}
      {rule === null ? null : (
        <p className="mt-4 text-sm">
          The last three decisions for this domain were the same.{" "}
          <Link to={rule} className="text-accent underline">
            {RULE_OFFER}
          </Link>
        </p>
      )}
      {reopen ? (
        <ButtonForm button="reopen" className="mt-4 space-y-2">
          <p className="text-sm text-muted">
            The request goes back to the inbox. Rules and lists stay as they are, and the requester
            isn’t notified.
          </p>
          <Button look="secondary">Reopen</Button>
        </ButtonForm>
      ) : null}
    </div>
  );
}

/**
 * How long an undo is possible. It counts down where scripts run; it is no live region, which would
 * speak every second.
 */
function TimeLeft({ until, now }: { until: string; now: string }) {
  const whole = Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / 1_000));
  const [left, setLeft] = useState(whole);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil(whole - (performance.now() - began) / 1_000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [whole]);
  return (
    <span className="text-sm text-muted tabular-nums">
      {left === 0
        ? "The email is on its way."
        : `The email will be sent in ${left === 1 ? "1 second" : `${left} seconds`}.`}
    </span>
  );
}
