import { CURRENT_PASSWORD, FoldedForm, type Refused } from "./form.tsx";
import { Panel } from "./panel.tsx";

/** The way off the team that the private area shows now. */
export function LeavePanel({
  team: { orgId, orgName },
  refused,
}: {
  team: { orgId: string; orgName: string };
  refused: Refused | null;
}) {
  return (
    <Panel
      id="leave"
      title={`Leave ${orgName}`}
      lead="You lose access immediately. Only your team can restore it."
    >
      <FoldedForm
        label="Leave the team"
        button="leave-team"
        refused={refused}
        hidden={{ orgId }}
        inputs={[CURRENT_PASSWORD]}
        submit={`Leave ${orgName}`}
        look="danger"
      />
    </Panel>
  );
}
