import type { ReactNode } from "react";
import type { Role } from "#model/auth/permissions.ts";
import { Button } from "#web/ui/button.tsx";
import { RoleField } from "./role-field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface p-6">
      <h2 id={id} className="mb-4 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function RolePanel({
  roles,
  current,
  chosen,
}: {
  roles: readonly Role[];
  current: Role;
  /** Of a form that was refused. */
  chosen: Role | null;
}) {
  return (
    <Panel id="role-title" title="Role">
      <form method="post" noValidate className="space-y-6">
        <OnceField />
        <input type="hidden" name="intent" value="change-role" />
        <RoleField
          id="role"
          roles={roles}
          value={chosen ?? current}
          errors={undefined}
          key={current}
        />
        <Button>Change role</Button>
      </form>
    </Panel>
  );
}

interface ShownSession {
  handle: string;
  browser: string;
  began: { iso: string; text: string };
  lastSeen: { iso: string; text: string };
}

/** Where the person is signed in, as the team may know it, each with the way to end it here. */
export function SessionsPanel({
  sessions,
  orgName,
}: {
  sessions: readonly ShownSession[];
  orgName: string;
}) {
  return (
    <Panel id="sessions-title" title="Sessions">
      <p className="mb-4 text-sm text-muted">
        Ending a session closes {orgName} to it immediately. Signing in again opens it. Password and
        second factor stay.
      </p>
      {sessions.length === 0 ? (
        <p className="text-muted">No session shows {orgName} now.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {sessions.map(({ handle, browser, began, lastSeen }) => (
            <li
              key={handle}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4"
            >
              <div className="min-w-0 text-sm">
                <p className="font-medium">{browser}</p>
                <p className="text-muted">
                  since <time dateTime={began.iso}>{began.text}</time>, last used{" "}
                  <time dateTime={lastSeen.iso}>{lastSeen.text}</time>
                </p>
              </div>{" "}
              <form method="post" noValidate>
                <OnceField />
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="session" value={handle} />
                <Button look="secondary" aria-label={`End the session of ${browser}`}>
                  End
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <form method="post" noValidate className="mt-6">
        <OnceField />
        <Button look="secondary" name="intent" value="end-sessions">
          End all sessions
        </Button>
      </form>
    </Panel>
  );
}

export function RemovePanel({ name, orgName }: { name: string; orgName: string }) {
  return (
    <Panel id="remove-title" title="Remove from the team">
      <p className="text-muted">
        {name} loses access to {orgName} immediately, and invitations that they sent end. What they
        wrote, and the audit, stay.
      </p>
      <details className="mt-4">
        <summary className="py-1 text-sm font-medium underline underline-offset-2">
          Remove {name}
        </summary>
        <form method="post" noValidate className="mt-4">
          <OnceField />
          <Button look="danger" name="intent" value="remove">
            Remove from the team
          </Button>
        </form>
      </details>
    </Panel>
  );
}
