import { Button } from "../../ui/button.tsx";
import { AccountForm } from "./account-form.tsx";
import { Panel } from "./panel.tsx";

export interface ShownSession {
  handle: string;
  browser: string;
  ip: string | null;
  lastSeen: { iso: string; text: string };
  current: boolean;
}

export function SessionsPanel({ sessions }: { sessions: readonly ShownSession[] }) {
  return (
    <Panel id="sessions" title="Sessions" lead="Where you are signed in now.">
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={session.handle} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
            <div className="min-w-0 text-sm">
              <p className="font-medium">
                {session.browser}
                {session.current ? " (this browser)" : null}
              </p>
              <p className="text-muted">
                {session.ip === null ? null : `${session.ip}, `}last used <time dateTime={session.lastSeen.iso}>{session.lastSeen.text}</time>
              </p>
            </div>
            {session.current ? null : (
              <form method="post">
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="session" value={session.handle} />
                <Button look="secondary" aria-label={`Sign out ${session.browser}`}>
                  Sign out
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <AccountForm intent="sign-out-everywhere" refused={null} submit="Sign out everywhere" look="secondary" />
      </div>
    </Panel>
  );
}
