import { Button } from "./button.tsx";

/** A signed-in browser as its owner sees it. */
export interface ShownSession {
  handle: string;
  browser: string;
  ip: string | null;
  /** Another address of the portal where it counts; null or absent: this one. */
  host?: string | null;
  lastSeen: { iso: string; text: string };
  /** What an identity provider said of the sign-in, where one was asked. */
  provided?: string | null;
  current: boolean;
}

/**
 * Where somebody is signed in, each with the way to end it.
 * @param action the button's own address
 */
export function SessionList({
  sessions,
  action,
}: {
  sessions: readonly ShownSession[];
  action: string;
}) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {sessions.map((session) => (
        <li
          key={session.handle}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4"
        >
          <div className="min-w-0 text-sm">
            <p className="font-medium">
              {session.browser}
              {session.current ? " (this browser)" : null}
            </p>
            <p className="text-muted">
              {session.ip === null ? null : `${session.ip}, `}
              {session.host == null ? null : `on ${session.host}, `}last used{" "}
              <time dateTime={session.lastSeen.iso}>{session.lastSeen.text}</time>
            </p>
            {session.provided == null ? null : (
              <p className="break-words text-muted">{session.provided}</p>
            )}
          </div>
          {session.current ? null : (
            <form method="post" action={action} noValidate>
              <input type="hidden" name="session" value={session.handle} />
              <Button look="secondary" aria-label={`Sign out ${session.browser}`}>
                Sign out
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}
