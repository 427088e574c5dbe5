import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import type { Refused } from "./account-form.tsx";
import { Panel } from "./panel.tsx";

/** The way off the team that the private area shows now. */
export function LeavePanel({
  team: { orgId, orgName },
  refused,
}: {
  team: { orgId: string; orgName: string };
  refused: Refused | null;
}) {
  const isRefused = refused?.intent === "leave-team";
  return (
    <Panel
      id="leave"
      title={`Leave ${orgName}`}
      lead="You give up your role there, at once. Only the team can give it back."
    >
      <details open={isRefused}>
        <summary className="py-1 text-sm font-medium underline underline-offset-2">
          Leave the team
        </summary>
        <form method="post" noValidate className="mt-4 space-y-6">
          <input type="hidden" name="intent" value="leave-team" />
          <input type="hidden" name="orgId" value={orgId} />
          <TextField
            id="leave-team-currentPassword"
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            errors={isRefused ? (refused.result.error?.currentPassword ?? undefined) : undefined}
          />
          <Button look="danger">Leave {orgName}</Button>
        </form>
      </details>
    </Panel>
  );
}
