import { SessionList, type ShownSession } from "../../ui/session-list.tsx";
import { AccountForm } from "./account-form.tsx";
import { Panel } from "./panel.tsx";

export function SessionsPanel({ sessions }: { sessions: readonly ShownSession[] }) {
  return (
    <Panel id="sessions" title="Sessions" lead="Where you are signed in now.">
      <SessionList sessions={sessions} />
      <div className="mt-6">
        <AccountForm
          intent="sign-out-everywhere"
          refused={null}
          submit="Sign out everywhere"
          look="secondary"
        />
      </div>
    </Panel>
  );
}
