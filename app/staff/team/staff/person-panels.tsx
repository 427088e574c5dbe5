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
  here,
  roles,
  current,
  chosen,
}: {
  /** The address of the person's page. */
  here: string;
  roles: readonly Role[];
  current: Role;
  /** Of a form that was refused. */
  chosen: Role | null;
}) {
  return (
    <Panel id="role-title" title="Role">
      <form method="post" action={`${here}/change-role`} noValidate className="space-y-6">
        <OnceField />
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
  here,
  sessions,
  orgName,
}: {
  here: string;
  sessions: readonly ShownSession[];
  orgName: string;
}) {
  return (
    <Panel id="sessions-title" title="Sessions">
      <p className="mb-4 text-sm text-muted">
        Ends this person’s access to {orgName} in that browser until they sign in again. Their
        password and two-factor sign-in don’t change.
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
              <form method="post" action={`${here}/end-session`} noValidate>
                <OnceField />
                <input type="hidden" name="session" value={handle} />
                <Button look="secondary" aria-label={`End the session of ${browser}`}>
                  End
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={`${here}/end-sessions`} noValidate className="mt-6">
        <OnceField />
        <Button look="secondary">End all sessions</Button>
      </form>
    </Panel>
  );
}

export function RemovePanel({
  here,
  name,
  orgName,
}: {
  here: string;
  name: string;
  orgName: string;
}) {
  return (
    <Panel id="remove-title" title="Remove from the team">
      <p className="text-muted">
        {name} loses access to {orgName} immediately. Invitations they sent are canceled. Their
        content and audit entries stay.
      </p>
      <details className="mt-4">
        <summary className="py-1 text-sm font-medium underline underline-offset-2">
          Remove {name}
        </summary>
        <form method="post" action={`${here}/remove`} noValidate className="mt-4">
          <OnceField />
          <Button look="danger">Remove from the team</Button>
        </form>
      </details>
    </Panel>
  );
}
