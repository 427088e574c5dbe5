import { AccountForm, type Refused } from "./form.tsx";
import { Panel } from "./panel.tsx";

/** The way off the team that the private area shows now. */
export function LeavePanel({
  team: { orgId, orgName },
  refused,
}: {
  team: { orgId: string; orgName: string };
  refused: Refused | null;
}) {
  const isRefused = refused?.button === "leave-team";
  return (
    <Panel
      id="leave"
      title={`Leave ${orgName}`}
      lead="You lose access immediately. Only your team can restore it."
    >
      <details open={isRefused}>
        <summary className="py-1 text-sm font-medium underline underline-offset-2">
          Leave the team
        </summary>
        <div className="mt-4">
          <AccountForm
            button="leave-team"
            refused={refused}
            hidden={{ orgId }}
            inputs={[
              {
                name: "currentPassword",
                label: "Current password",
                type: "password",
                autoComplete: "current-password",
              },
            ]}
            submit={`Leave ${orgName}`}
            look="danger"
          />
        </div>
      </details>
    </Panel>
  );
}
